"""Sharing of the resultant ground reaction between the feet in double support: one method in each
module.
"""

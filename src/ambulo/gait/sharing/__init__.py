"""Whose part of the resultant ground reaction is whose in double support: one method a module."""

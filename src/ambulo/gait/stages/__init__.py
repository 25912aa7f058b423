"""The stages of an analysis, one in each file. Each takes and gives records, and can be called
alone.
"""

"""Damaged files against every way in."""

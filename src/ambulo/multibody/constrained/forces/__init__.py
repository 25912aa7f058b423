"""Applied forces, one in each file."""

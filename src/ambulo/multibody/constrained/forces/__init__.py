"""Applied forces; one per file."""

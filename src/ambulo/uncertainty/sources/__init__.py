"""Sources of error."""

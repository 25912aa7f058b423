"""Sources of error, one a file."""

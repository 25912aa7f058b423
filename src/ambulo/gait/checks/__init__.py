"""Quality checks, each in its own file."""

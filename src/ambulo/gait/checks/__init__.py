"""Quality checks: one a file, each with its limit, its source and what to do when it fails."""

"""Published experiments, one per file: what was printed, what Ambulo finds, and why they differ."""

"""Quality checks: one a file, each with its limits, their source, what it costs and what to do."""

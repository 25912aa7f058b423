"""Integration of constrained systems; one treatment of the constraints per file."""

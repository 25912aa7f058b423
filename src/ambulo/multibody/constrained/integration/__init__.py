"""Integration of constrained systems."""

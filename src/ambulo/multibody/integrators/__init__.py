"""Integrators. The registry gives them by name."""

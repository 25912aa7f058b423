"""Mechanical systems: formulations side by side over shared forces, contact and integrators."""

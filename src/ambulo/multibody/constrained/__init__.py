"""Rigid bodies in absolute coordinates, joints and drivers as constraints, multipliers."""

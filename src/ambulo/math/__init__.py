"""Rotations, vectors, small solvers, arrays and compilation, for all other packages."""

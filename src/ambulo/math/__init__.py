"""Rotations, vectors, small solvers, arrays and compilation: one of each, for all the rest."""

"""Readers of trial files (C3D, TRC and MOT) that give world frame and SI units."""

"""Trial files: C3D, TRC and MOT, into the world frame and SI units."""

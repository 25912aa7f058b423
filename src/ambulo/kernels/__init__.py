"""Compiled kernels: arrays in, arrays out; no files, names or units."""

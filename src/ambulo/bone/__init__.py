"""Strain in the tibia of an analysed trial."""

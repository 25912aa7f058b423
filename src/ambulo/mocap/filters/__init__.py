"""Filters that remove noise from marker trajectories and joint coordinates, each with a name."""

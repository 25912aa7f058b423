"""Marker sets as data, and the choice of the set for a recording."""

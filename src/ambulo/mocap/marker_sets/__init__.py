"""Marker sets as data, and which one a recording has."""

"""Flexible bones: finite elements, component modes, floating frame of reference, strain."""

"""Marker names of laboratories that no shipped set knows, read as landmarks."""

"""Devices on the body, one kind in each file."""

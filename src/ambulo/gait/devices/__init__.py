"""Devices on the body, one kind a file."""

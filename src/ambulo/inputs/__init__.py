"""Inputs of the user, by name or in a file, and the messages if they are wrong."""

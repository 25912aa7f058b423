"""Foot and ground: how the ground reaction is shared between the feet."""

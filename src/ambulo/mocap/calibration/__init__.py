"""From landmarks to a scaled model with its markers on it."""

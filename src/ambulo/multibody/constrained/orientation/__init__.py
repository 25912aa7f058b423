"""How a body's orientation is written in coordinates; one description per file."""

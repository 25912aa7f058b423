"""How a body's attitude is written in coordinates; one description per file."""

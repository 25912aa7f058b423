"""Natural coordinates: bodies as basic points and unit vectors with constraints between them."""

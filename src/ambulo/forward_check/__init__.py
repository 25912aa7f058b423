"""`ambulo simulate`: the circle from an analysis back to its motion."""

"""A simulated subject who walks, recorded like a real one, so that the truth is known."""

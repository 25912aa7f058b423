"""Integrators: one method a file, all behind one call; the registry names them."""

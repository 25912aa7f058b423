"""`ambulo ballistic`: a movement between postures described in a file."""

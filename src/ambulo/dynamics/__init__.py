"""Forces from motion: inverse dynamics of the tree of segments."""

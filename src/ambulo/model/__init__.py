"""Who moves: segment parameters, skeletons, scaling."""

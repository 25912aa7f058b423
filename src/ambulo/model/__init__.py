"""The subject's model: segment parameters, skeletons and scaling."""

"""Forces on the bodies of any formulation: one law a file, behind the operations of `law`."""

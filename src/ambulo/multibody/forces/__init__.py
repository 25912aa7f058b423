"""Force laws on the bodies of all formulations; each law implements the operations of `law`."""

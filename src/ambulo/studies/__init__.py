"""How a published experiment is run, set beside its printed numbers, and shown."""

"""Activities: recognised from the data, each with its events, phases and key numbers."""

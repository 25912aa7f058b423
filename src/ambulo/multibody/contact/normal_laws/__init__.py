"""Normal laws of a contact. Each module has one law, `LAW`, with the module's name in hyphens."""

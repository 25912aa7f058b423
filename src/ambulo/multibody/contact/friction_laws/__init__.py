"""Friction laws of a contact, one a module: it gives `LAW` under the module's name with hyphens."""

"""The panels of the report, one subject a module: each says what is to be seen, as data."""

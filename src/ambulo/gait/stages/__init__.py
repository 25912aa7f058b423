"""The stages of an analysis, one a file: records in, records out, each to be called by itself."""

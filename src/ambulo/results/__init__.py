"""An analysis as files: datasets, tables, summaries, and what they are computed from."""

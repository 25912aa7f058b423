"""The files of an analysis: datasets, tables and summaries, and how they are computed."""

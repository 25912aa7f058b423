"""The analysis of a trial: its stages, sharing, checks and configuration."""

"""Standard gravity."""

STANDARD_GRAVITY = 9.80665
"""m/s^2, ISO 80000-3."""

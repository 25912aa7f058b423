"""From a motion-capture trial to the forces inside the body."""

__version__ = "0.1.0"

"""Which Ambulo this is, as every file that it writes says."""

__all__ = ["VERSION"]

VERSION = "0.1.0"

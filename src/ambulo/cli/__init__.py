"""The command line: parse, one call, write."""

from ambulo.cli.entry import main

__all__ = ["main"]

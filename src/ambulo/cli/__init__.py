"""The command line: parse, one call, write."""

from ambulo.cli.entry import main, program

__all__ = ["main", "program"]

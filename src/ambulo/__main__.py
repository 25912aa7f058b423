"""`python -m ambulo` is the command `ambulo`."""

from ambulo.cli import program

program()

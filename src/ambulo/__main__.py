"""`python -m ambulo` is the command `ambulo`."""

from ambulo.cli.entry import program

program()

"""`python -m ambulo.cli` is `ambulo`."""

from ambulo.cli.entry import main

main()

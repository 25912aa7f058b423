"""Runs the command line in this process, as the shell would see it."""

from __future__ import annotations

import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from unittest.mock import patch

from ambulo.cli import main


@dataclass(frozen=True)
class Ending:
    """Exit status, and what was printed: `said` without line breaks."""

    status: int
    out: str
    err: str

    @property
    def said(self) -> str:
        return " ".join(self.out.split())


def ambulo(*arguments: object) -> Ending:
    """What `ambulo ARGUMENTS` does."""
    out, err = StringIO(), StringIO()
    argv = ["ambulo", *(str(argument) for argument in arguments)]
    with patch.object(sys, "argv", argv), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
            status = 0
        except SystemExit as end:
            status = int(end.code or 0)
    return Ending(status, out.getvalue(), err.getvalue())


def refusal(*arguments: object) -> str:
    """The one line with which a command is refused."""
    ending = ambulo(*arguments)
    assert ending.status == 2, ending
    assert ending.out == ""
    assert ending.err.startswith("ambulo: ")
    assert ending.err.count("\n") == 1
    assert "Traceback" not in ending.err
    assert len(ending.err) < 500
    return ending.err

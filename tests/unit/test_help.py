"""What `--help` says: a screen, examples first."""

from __future__ import annotations

import pytest
import typer
from tests.command_line import ambulo

from ambulo.cli.app import app
from ambulo.cli.options import PANELS


@pytest.mark.parametrize("command", ["", *PANELS])
def test_help_fits_a_screen_and_begins_with_examples(command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = ambulo(*command.split(), "--help").out.splitlines()
    assert len(lines) <= (40 if command == "analyse" else 30)
    assert max(map(len, lines)) <= 80
    assert lines[3].startswith(f"  ambulo {command}")


def test_every_command_stands_in_a_panel_and_every_option_in_its_help():
    commands = typer.main.get_command(app).commands
    assert set(commands) == set(PANELS)
    for name, command in commands.items():
        said = ambulo(name, "--help").out
        for option in command.params:
            assert (option.opts[0] if option.opts[0].startswith("-") else option.name) in said


def test_integrators_that_no_body_can_use_are_not_listed():
    said = ambulo("simulate", "--help").out
    assert "dop853" in said
    assert "sdirk4" in said
    assert "symplectic" not in said
    assert "generalised-alpha" not in said

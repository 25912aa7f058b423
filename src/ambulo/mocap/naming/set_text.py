"""A marker set with a file's own names for the landmarks, as TOML."""

from __future__ import annotations

import json

from ambulo.inputs.printable import printable
from ambulo.mocap.marker_sets.marker_set import MarkerSpec

BASE = "landmarks"
"""Marker set that receives the file's names after a guess."""
ALIAS = "@"
"""Placeholder for a name of the file in a line of TOML."""


def set_heading(file: str, base: str = BASE, *, doubts: bool = True) -> str:
    """The heading of a marker set with a file's own names, as TOML.

    Args:
        doubts: whether a line is doubtful.
    """
    first = ", the doubtful first. Take `doubt` out where a line is right" * doubts
    return f"""# Marker set for {printable(file)}, read from its names.
# Check every line{first}.
# Then give the file with --markers.
name = "mine"
title = {quoted(f"Names of {file}")}
source = {quoted(f"read from the names in {file}")}
extends = "{base}"

[markers]"""


def set_entry(name: str, spec: MarkerSpec, doubt: str = "") -> str:
    """A marker of the base as a line of TOML, with `ALIAS` in place of its name in the file."""
    entry = f'on = "{spec.segment}", weight = {spec.weight:g}'
    entry += ", required = true" if spec.required else ""
    why = f", doubt = {quoted(printable(doubt))}" if doubt else ""
    return f"{name} = {{ {entry}, aliases = [{ALIAS}]{why} }}"


def quoted(text: str) -> str:
    """A text in TOML quotes."""
    return json.dumps(text, ensure_ascii=False)

"""A page on which a reader corrects the meanings found for a recording's marker names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import is_file
from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import finite, lengths
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.mocap.naming.guess import Guess
from ambulo.mocap.naming.places import Places
from ambulo.mocap.naming.set_text import ALIAS, set_entry, set_heading
from ambulo.mocap.naming.sides import sides_of
from ambulo.records import SIDES, Markers, Trial
from ambulo.report.page_data import Meaning, NamedMarker, NamesPanel, Page, PanelGroup
from ambulo.report.page_file import page_html
from ambulo.results.whole_file import write_file

_LIMB = ("asis", "knee_lateral", "ankle_lateral")
_FOOT = ("calcaneus_1", "metatarsal_1", "metatarsal_2", "metatarsal_5", "hallux")
_FAR = 2.0
"""Of the extent of the markers that were read; a hand held up is 1.5 away from the legs' middle."""
_ACROSS = (("left_asis", "right_asis"), ("left_psis", "right_psis"))


def names_page(trial: Trial, guess: Guess) -> Page:
    """The body with the names at its markers, and the meaning found for each name.

    Args:
        trial: trial with the markers.
        guess: meanings found for their names.
    """
    markers = trial.markers
    frame = _fullest(markers)
    read = {own: name for name, own in guess.names.items()}
    said = dict.fromkeys(guess.unread, "no part of the name is known") | dict(guess.doubtful)
    sides, _ = sides_of(markers.names, Places([markers]))
    twins = {name: own.twin for name, own in sides.items()}
    base = load_marker_set(guess.base)
    groups = [[list(option) for option in one.options] for one in base.one_of]
    meanings = [
        Meaning(name, spec.segment, set_entry(name, spec), spec.required)
        for name, spec in base.markers.items()
    ]
    pairs = [*pairwise(_LIMB), *((_LIMB[-1], part) for part in _FOOT)]
    lines = [(f"{side}_{a}", f"{side}_{b}") for side in SIDES for a, b in pairs]
    panel = NamesPanel(
        "names",
        "Names",
        file=f"{trial.path.stem}-markers.toml",
        heading=set_heading(trial.path.name, guess.base, doubts=False),
        alias=ALIAS,
        markers=[
            NamedMarker(name, read.get(name, ""), said.get(name, ""), twins.get(name, ""))
            for name in markers.names
        ],
        meanings=meanings,
        groups=groups,
        lines=[*lines, *_ACROSS],
        position=_near_the_body(markers.position[frame], [n in read for n in markers.names]),
        caption=f"Positions at {markers.time[frame]:.2f} s. A marker that is not seen at this time "
        "or is far from the body is not drawn. Choose such a marker in the list.",
    )
    return Page(
        f"Markers of {trial.path.name}",
        guess.counts,
        "Keep the saved file in the folder of the recordings. Ambulo then uses it for these "
        "recordings.",
        [
            PanelGroup(
                "markers",
                "What each name was read as",
                [panel],
                hint="Choose a marker on the body or in the list, say what it is, and save the "
                "marker set. Doubtful markers come first.",
            )
        ],
    )


def write_names_page(trial: Trial, guess: Guess, path: Path) -> None:
    """Write the page, in place of an earlier one.

    Raises:
        InputError: the file exists and is not such a page, or cannot be written.
    """
    if path.suffix != ".html":
        raise InputError(
            "the name of the page does not end in .html", str(path), "Give --page NAME.html"
        )
    if is_file(path) and not _EARLIER.search(path.read_bytes()[:2000]):
        raise InputError(
            "this file is not a page of marker names and would be overwritten",
            str(path),
            "Give another name with --page",
        )
    text = page_html(names_page(trial, guess))
    write_file(path, text.encode("utf-8", errors="backslashreplace"))


_EARLIER = re.compile(rb'content="ambulo [^>]*>\s*<title>Markers of ')
"""A report of an analysis is another page."""


def _near_the_body(position: FloatArray, read: Sequence[bool]) -> FloatArray:
    """Positions (n, 3) m, NaN for those far from the markers that were read, in whose drawing a
    body would be small."""
    known = position[np.asarray(read, dtype=bool) & finite(position)]
    if not len(known):
        return position
    low, high = known.min(axis=0), known.max(axis=0)
    away = lengths(position - 0.5 * (low + high)) > _FAR * max(float(lengths(high - low)), 0.3)
    return np.where(away[:, None] & ~np.asarray(read)[:, None], np.nan, position)


def _fullest(markers: Markers) -> int:
    """The frame that shows the most markers, of several the middle one."""
    seen = finite(markers.position).sum(axis=1)
    most = np.flatnonzero(seen == seen.max())
    return int(most[len(most) // 2])

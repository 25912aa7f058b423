"""Planted errors go through the whole analysis: refused, repaired or marked with the right cause.

The whole table is `make trust`; here are some of each kind, on both recordings of the first pair.
"""

from __future__ import annotations

import pytest
from tests.checks_page import judging
from tests.lies.named import names
from tests.lies.table import LARGE, OBSERVED, PAIRS, lies, told

TITLES = [make().title for make in PAIRS["first"]]
EVERY = {lie.name: lie for lie in lies()}
FEW = {
    "knee and shank exchanged for 5 frames": "repaired",
    "knee: spike of 0.2 m on one frame": "repaired",
    "cameras drop 3 frames in stance": "marked",
    "ankle: 3 cm off in the walk, not in the static trial": "marked",
    "Fx with the opposite sign": "marked",
    "My zero throughout": "marked",
    "Fz clipped at 0.5": "marked",
    "Fz: one sample of -1e+10": "repaired",
    "hum of 50 Hz, 100 N and 25 N·m": "repaired",
    "plates exchanged": "marked",
    "Fy: 40 N more while loaded": "marked",
    "distances along the walk seen 1.03 times as long, in both trials": "marked",
    "knee: -3, 0, 0 cm off in both trials": "marked",
    "plates 20 ms early": "marked",
    "mass x 1.25": "marked",
    "left shank 4 cm longer in the static trial": "marked",
    "mm called m": "harmless",
    "mass in g": "refused",
}


def test_there_are_enough_kinds_and_each_has_one_name():
    assert len(EVERY) == len(lies()) >= 120
    assert {lie.group for lie in lies()} == {
        "markers",
        "plates",
        "subject",
        "files",
        "configuration",
    }


def test_every_check_names_a_cause():
    causes = "|".join([*{lie.cause for lie in lies()}, "activity"])
    assert not [id for id, _ in judging() if not names(id, causes)]


@pytest.mark.parametrize("recording", TITLES)
@pytest.mark.parametrize("name", FEW)
def test_a_lie_is_found(name, recording):
    row = told(EVERY[name], recording)
    assert row.outcome == FEW[name], row.said
    if row.outcome == "repaired":
        assert row.change < OBSERVED


@pytest.mark.parametrize(
    "every", [pytest.param(1, marks=pytest.mark.exhaustive, id="all"), pytest.param(96, id="some")]
)
@pytest.mark.parametrize("pair", PAIRS)
def test_every_large_lie_is_found_or_said_to_be_hidden(pair, every):
    missed = set()
    for first, make in enumerate(PAIRS[pair]):
        # other ones on the second recording
        for lie in lies()[first * every // 2 :: every]:
            row = told(lie, make().title)
            if row.matters and row.change > LARGE and not lie.hidden and row.outcome != "marked":
                missed.add((row.recording, lie.name))
    assert not missed

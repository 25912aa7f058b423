"""Labels exchanged in files that a shipped set fits, told by the markers' places alone.

The figures of docs/methods/notes/marker_names.md are held.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from tests.naming.planted_exchanges import with_labels
from tests.recordings_page import recordings

from ambulo.mocap.calibration.placement import LOWER_BODY
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.marker_sets.marker_names import match
from ambulo.mocap.naming.exchanged import Exchanged, labels_by_place
from ambulo.mocap.naming.places import Places
from ambulo.mocap.naming.sides import sides_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "methods" / "notes" / "marker_names.md"
SAID = re.compile(
    r"In (\d+) public files with correct labels, no rule finds an exchange\..* correct the whole "
    r"legs in (\d+) of \d+ files, and left and right of one landmark in (\d+) of (\d+) cases\."
)


@pytest.mark.slow
def test_planted_exchanges_are_told_as_the_page_says(data):
    count, files = Counter[str](), set[Path]()
    for _, _, given in recordings(data):
        for path in (given["path"], given.get("static")):
            if path is None or path in files:
                continue
            trial = read_trial(path)
            found = match(trial.markers.names)[0]
            if not found.complete:
                continue
            files.add(path)
            specs = found.marker_set.markers
            worn = {own: specs[name].segment for name, own in found.found.items()
                    if specs[name].segment in LOWER_BODY}  # fmt: skip
            assert labels_by_place([trial.markers], worn) == [Exchanged({})]
            twins, _ = sides_of([*worn], Places([trial.markers]))
            pairs = [(name, one.twin) for name, one in twins.items()
                     if one.side == "left" and one.twin in worn]  # fmt: skip
            legs = [pair for pair in pairs if worn[pair[0]] != "pelvis"]
            planted = [("legs", legs), *(("sides", [pair]) for pair in pairs)]
            for kind, exchanged in planted:
                wrong = dict([*exchanged, *(pair[::-1] for pair in exchanged)])
                (told, part), *_ = labels_by_place([with_labels(trial, wrong).markers], worn)
                assert part == ({}, {})
                assert told in ({}, wrong)
                count[kind] += told == wrong
                count[f"{kind} planted"] += 1
    said = SAID.search(" ".join(PAGE.read_text("utf-8").split()))
    assert said is not None
    told = (len(files), count["legs"], count["sides"], count["sides planted"])
    assert told == tuple(map(int, said.groups()))

"""Labels exchanged in files that a shipped set fits, told by the markers' places alone.

The figures of docs/methods/notes/marker_names.md are held.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from tests.naming.planted_exchanges import with_labels
from tests.recordings_page import recordings

from ambulo.gait.configuration import Configuration
from ambulo.gait.inspection import inspected
from ambulo.gait.stages.markers import find_markers
from ambulo.mocap.calibration.placement import LOWER_BODY
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.marker_sets.marker_names import match
from ambulo.mocap.matched_names import match_names
from ambulo.mocap.naming.exchanged import Exchanged, labels_by_place
from ambulo.mocap.naming.places import Places
from ambulo.mocap.naming.sides import sides_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "methods" / "notes" / "marker_names.md"
SAID = re.compile(
    r"In (\d+) public files with correct labels, no rule finds an exchange\..* correct the whole "
    r"legs in (\d+) of \d+ files, left and right of one landmark in (\d+) of (\d+) cases, and the "
    r"whole legs except one landmark in (\d+) of (\d+) cases\."
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
            for lone in legs:
                rest = [pair for pair in legs if pair != lone]
                wrong = dict([*rest, *(pair[::-1] for pair in rest)])
                (told, _), *_ = labels_by_place([with_labels(trial, wrong).markers], worn)
                count["less one"] += told == wrong
                count["less one planted"] += 1
    said = SAID.search(" ".join(PAGE.read_text("utf-8").split()))
    assert said is not None
    told = (
        len(files), count["legs"], count["sides"], count["sides planted"],
        count["less one"], count["less one planted"],
    )  # fmt: skip
    assert told == tuple(map(int, said.groups()))


@pytest.mark.parametrize("landmark", ["HEE", "TOE"])
def test_a_shipped_set_is_judged_with_corrected_labels(data, landmark):
    """The feet of the labels as they are point backwards, which no set's rules can place."""
    walk = read_trial(data / "btk/PiG/PiG_Motion3_FF.c3d")
    static = read_trial(data / "btk/PiG/PiG_Calibration3_FF.c3d")
    pair = {f"L{landmark}": f"R{landmark}", f"R{landmark}": f"L{landmark}"}
    wrong = [with_labels(trial, pair) for trial in (walk, static)]
    right = match_names(walk, None).match
    for trials in ((wrong[0], None), (wrong[0], static), (walk, wrong[1]), wrong):
        named = match_names(trials[0], None, trials[1])
        assert named.match.marker_set.name == right.marker_set.name
        assert named.right is not None
        assert np.array_equal(
            named.right.markers.of(f"L{landmark}"), walk.markers.of(f"L{landmark}"), equal_nan=True
        )
        assert len(named.right.notes) == sum(trial in wrong for trial in trials if trial)
    (said,) = inspected(wrong[0]).remarks
    assert said in find_markers(wrong[0], Configuration(), subject=walk.subject).notes
    assert inspected(walk).remarks == ()

"""What the checks say of walks recorded with care: nothing, but for what is really there.

The table in docs/methods/quality.md from which the limits of the residuals come is read and held.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ambulo.analysis import analyse

PAGE = Path(__file__).resolve().parents[2] / "docs" / "methods" / "quality.md"
ONE, TWO, BTK, PIG = "biomechzoo/HC038A", "biomechzoo/HC030A", "btk/others", "btk/PiG"

WALKS = {
    "HC038A, straight": (f"{ONE}/Straight/HC038A11.c3d", f"{ONE}/Static/HC038A01.c3d"),
    "HC038A, turn": (f"{ONE}/Turn/HC038A27.c3d", f"{ONE}/Static/HC038A01.c3d"),
    "HC030A, straight": (f"{TWO}/Straight/HC030A05.c3d", f"{TWO}/Static/HC030A01.c3d"),
    "HC030A, turn": (f"{TWO}/Turn/HC030A22.c3d", f"{TWO}/Static/HC030A01.c3d"),
    "FunctionalWalk": (f"{BTK}/FunctionalWalk.c3d", f"{BTK}/FunctionalStatic.c3d"),
    "Motion3": (f"{PIG}/PiG_Motion3_FF.c3d", f"{PIG}/PiG_Calibration3_FF.c3d"),
}  # fmt: skip
WRIST = "elbows bend as a person's do (left elbow rotation)"
THERE = {
    "HC038A, turn": "left foot all on its plate",
    "HC030A, straight": WRIST,
    "HC030A, turn": WRIST,
}
"""What is wrong indeed: a foot partly beside its plate, and the labels LWRA and LWRB of HC030A:
under each other's name the left forearm turns like the right one."""


@pytest.fixture(scope="module", params=WALKS)
def walk(request, data):
    trial, static = (data / path for path in WALKS[request.param])
    return request.param, analyse(trial, static=static)


def test_nothing_is_marked_that_is_right(walk):
    name, found = walk
    marked = {gate.name for gate in found.gates if gate.grade in ("look", "do-not-use")}
    assert marked == ({THERE[name]} if name in THERE else set())


def test_the_page_has_what_the_residuals_are(walk):
    name, found = walk
    row = re.search(rf"^\| {re.escape(name)} \|(.*)$", PAGE.read_text("utf-8"), re.MULTILINE)
    gates = {gate.name: gate for gate in found.gates}
    if gates["residual force"].grade == "unknown":
        assert row is None, "legs alone leave no residual"
        return
    assert row is not None
    printed = [float(cell) for cell in re.findall(r"\d+\.\d+", row[1])]
    values = [gates[f"residual {kind}"].value for kind in ("force", "moment")]
    assert printed == [pytest.approx(value, abs=0.06) for value in values]

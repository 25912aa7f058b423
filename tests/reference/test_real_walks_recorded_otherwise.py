"""Real walks in other axes, rates, sizes and directions have the same moments."""

from __future__ import annotations

import functools
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.recorded_otherwise import (
    CASES,
    ROUNDING,
    Take,
    about_vertical,
    analysed,
    difference,
    moved,
    taken,
)
from tests.reference.accuracy import WALKS
from tests.reference.agreement import analysed as walked

from ambulo.records import Analysis
from ambulo.results.energy import body_energy, work
from ambulo.results.foot_progression import foot_progression
from ambulo.results.gait_cycle import stride_parameters
from ambulo.results.posture import posture


@functools.cache
def recorded(data: Path, name: str, method: str) -> tuple[Take, Take]:
    """Walk and static trial; without plates where the motion is to tell."""
    walk = taken(data / WALKS[name].trial)
    kept = walk if method == "plates" else replace(walk, plates=())
    return kept, taken(data / WALKS[name].static)


@pytest.fixture(scope="module")
def before(data, tmp_path_factory) -> functools.partial[Analysis]:
    folder = tmp_path_factory.mktemp("before")

    @functools.cache
    def found(name: str, method: str) -> Analysis:
        return analysed(*recorded(data, name, method), folder, method)

    return found


JUDGED = [
    (case, method)
    for case, change in CASES.items()
    for method, most in (("plates", change.plates), ("whole-body", change.motion))
    if most is not None
]


@pytest.mark.parametrize("name", ["HC038A", pytest.param("HC030A", marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(("case", "method"), JUDGED)
def test_moments_do_not_depend_on_how_it_was_recorded(data, before, tmp_path, name, case, method):
    change = CASES[case]
    walk, static = recorded(data, name, method)
    after = analysed(change.walk(walk), change.static(static), tmp_path, method)
    assert after.activity.name == ("backwards-walk" if case == "backwards" else "walk")
    most = change.plates if method == "plates" else change.motion
    assert difference(change, walk, before(name, method), after) <= most
    if most <= ROUNDING and case != "backwards":
        assert grades(after) == grades(before(name, method))


def grades(found: Analysis) -> list[str]:
    """Of all checks; which foot or marker speaks for both may change with a file's last digit."""
    names = [re.sub(r"left|right", "", check.id) for check in found.checks]
    return sorted(f"{name}: {check.grade}" for name, check in zip(names, found.checks, strict=True))


@pytest.mark.parametrize("case", ["upstairs", "turned by 37"])
def test_what_is_said_of_legs_does_not_depend_on_the_laboratorys_axes(data, before, tmp_path, case):
    walk, static = recorded(data, "FunctionalWalk", "plates")
    change = CASES[case]
    after = analysed(change.walk(walk), change.static(static), tmp_path, "plates")
    assert difference(change, walk, before("FunctionalWalk", "plates"), after) <= change.plates
    assert grades(after) == grades(before("FunctionalWalk", "plates"))


@pytest.mark.parametrize(
    ("name", "degrees"),
    [
        ("HC030A", 7.0), ("FunctionalWalk", 80.0),
        *(
            pytest.param("HC030A", float(d), marks=pytest.mark.exhaustive)
            for d in range(5, 91, 5)
        ),
    ],
)  # fmt: skip
def test_nothing_depends_on_how_the_laboratorys_axes_lie(data, before, tmp_path, name, degrees):
    """Nor on shakes that are drawn, where a wand takes up noise (FunctionalWalk)."""
    walk, static = recorded(data, name, "plates")
    turn = moved(about_vertical(degrees))
    here, there = before(name, "plates"), analysed(turn(walk), turn(static), tmp_path, "plates")
    places = [posture(found.model, found.motion) for found in (here, there)]
    curves = [
        (*of.angles, *of.moments, *of.powers, *foot_progression(of, at), *body_energy(of, at),
         *work(of, at))
        for of, at in zip((here, there), places, strict=True)
    ]  # fmt: skip
    for a, b in zip(*curves, strict=True):
        peak = max(float(np.nanmax(np.abs(a.values))), 1e-3)
        assert np.nanmax(np.abs(b.values - a.values)) < (0.01 if a.unit == "deg" else 2e-3 * peak)
    strides = [stride_parameters(f, p) for f, p in zip((here, there), places, strict=True)]
    for p, q in zip(*strides, strict=True):
        for name in ("step_length", "step_width", "stride_length", "duration"):
            assert getattr(q, name) == pytest.approx(getattr(p, name), abs=1e-4)


NEXUS = {
    ("flat foot", "left", 2.02): (1.03, 1.19355, 0.57009, 0.51, 61.165, 20.388),
    ("flat foot", "right", 2.54): (1.03, 1.15731, 0.59191, 0.52, 58.252, 19.417),
    ("wien", "left", 1.254): (1.1157, 1.2386, 0.6304, 0.5870, 58.091, 21.0),
    ("wien", "right", 0.679): (1.1037, 1.2162, 0.6088, 0.5287, 62.5, 22.144),
}
"""Trial, side and strike [s]: duration, stride and step length, step time, foot off and double
support [%], as Vicon Nexus wrote them to the file."""


@pytest.mark.parametrize(("name", "side", "start"), NEXUS)
def test_a_stride_is_the_recording_systems_own(data, name, side, start):
    """Nexus measures lengths by the toes' markers, and Ambulo by the heels."""
    found = walked(data, name, True)
    model, toe = found.model, {"left": "LTOE", "right": "RTOE"}
    rows = {s: model.marker_names.index(marker) for s, marker in toe.items()}
    toes = {
        f"{s}_heel": (int(model.marker_body[k]), model.marker_local[k]) for s, k in rows.items()
    }
    by_toes = replace(model, points={**model.points, **toes})
    (heels,), (own,) = (
        [
            p
            for p in stride_parameters(replace(found, model=one), posture(one, found.motion))
            if p.stride.side == side and p.stride.start == pytest.approx(start, abs=0.005)
        ]
        for one in (model, by_toes)
    )
    duration, stride, step, step_time, off, double = NEXUS[name, side, start]
    assert (own.duration, own.step_time) == pytest.approx((duration, step_time), abs=1e-3)
    assert (own.stance, own.double_support) == pytest.approx((off, double), abs=0.01)
    assert (own.stride_length, own.step_length) == pytest.approx((stride, step), abs=0.005)
    assert (heels.stride_length, heels.step_length) == pytest.approx((stride, step), abs=0.01)

"""Checks that name the likelier of two causes: exchanged labels, markers or the cameras' scale."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from ambulo.gait.checks.marker_jumps import jump_gate
from ambulo.mocap.calibration.calibration_checks import compare_scale
from ambulo.mocap.cleaning import Jump

PLACES = {
    "left_hip": (0.0, 0.09, 0.9),
    "left_knee": (0.0, 0.09, 0.5),
    "left_ankle": (0.0, 0.09, 0.1),
}


@pytest.mark.parametrize(
    ("jumps", "exchanged"),
    [
        ([("LANK", 4.19, 0.083), ("LHEE", 4.19, 0.078)], True),
        ([("LANK", 4.19, 0.083), ("LHEE", 4.19, 0.040)], False),
        ([("LANK", 4.19, 0.083), ("LHEE", 4.30, 0.080)], False),
        ([("LANK", 4.19, 0.083), ("LHEE", 4.19, 0.080), ("LTOE", 4.19, 0.081)], False),
    ],
)
def test_two_markers_that_jump_as_far_at_once_have_exchanged_labels(jumps, exchanged):
    gate = jump_gate([Jump(name, time, size) for name, time, size in jumps])
    assert ("LANK and LHEE jump by as much at once" in gate.remedy) == exchanged


def both_sides(places: dict[str, tuple[float, float, float]]) -> dict[str, np.ndarray]:
    mirrored = {
        name.replace("left", "right"): np.multiply(place, [1.0, -1.0, 1.0])
        for name, place in places.items()
    }
    return {name: np.asarray(place) for name, place in {**places, **mirrored}.items()}


def model() -> SimpleNamespace:
    points = both_sides(PLACES)
    above = {"hip": None, "knee": "hip", "ankle": "knee"}
    p_PJ = [
        at - (points[f"{name[: -len(part)]}{above[part]}"] if above[part] else 0.0)
        for name, at in points.items()
        for part in [name.partition("_")[2]]
    ]
    subject = SimpleNamespace(mass=70.0)
    return SimpleNamespace(
        joints=tuple(points), tree=SimpleNamespace(p_PJ=np.array(p_PJ)), subject=subject
    )


@pytest.mark.parametrize("wrong", ["scale", "ankles"])
def test_a_scale_is_the_cameras_only_where_the_pelvis_has_it_too(wrong):
    points = both_sides(PLACES)
    if wrong == "scale":
        points = {name: 1.03 * at for name, at in points.items()}
    else:
        for side in ("left", "right"):
            points[f"{side}_ankle"] = points[f"{side}_ankle"] - [0.0, 0.0, 0.024]
    seen = SimpleNamespace(points={name: np.tile(at, (5, 1)) for name, at in points.items()})
    (gate,) = compare_scale(model(), seen)
    assert gate.value == pytest.approx(3.0, abs=0.01)
    assert gate.grade == "look"
    assert ("The cameras were calibrated" in gate.remedy) == (wrong == "scale")
    assert ("markers of both knees or both ankles" in gate.remedy) == (wrong == "ankles")


@pytest.mark.parametrize(("scale", "grade"), [(1.0, "good"), (1.03, "look"), (0.95, "do-not-use")])
@pytest.mark.parametrize("least", [0.0, 15.0])
def test_skin_that_slides_over_bent_knees_is_no_other_scale(scale, grade, least):
    """As in a run: the shank seems 6 % longer at 100° of flexion, most frames are bent."""
    bent = np.radians(least + (100.0 - least) * np.sin(np.linspace(0.0, np.pi, 101)))
    points = {name: np.tile(at, (101, 1)) for name, at in both_sides(PLACES).items()}
    for side in ("left", "right"):
        shank = 0.4 * (1.0 + 0.06 * bent / np.radians(100.0))
        along = np.stack([-np.sin(bent), 0.0 * bent, -np.cos(bent)], axis=1)
        points[f"{side}_ankle"] = points[f"{side}_knee"] + shank[:, None] * along
    seen = {name: scale * at for name, at in points.items()}
    (gate,) = compare_scale(model(), SimpleNamespace(points=seen))
    assert gate.grade == grade
    assert gate.value == pytest.approx(100.0 * abs(scale - 1.0), abs=1.0)

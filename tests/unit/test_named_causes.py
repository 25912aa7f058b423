"""Checks that name the likelier of two causes: exchanged labels, markers or the cameras' scale."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from ambulo.gait.checks.finding import judged
from ambulo.gait.checks.marker_jumps import greatest_jump
from ambulo.gait.checks.static_trial import compare_scale, wrong_scale
from ambulo.mocap.cleaning import Jump
from ambulo.records import Markers

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
    found = greatest_jump([Jump(name, time, size) for name, time, size in jumps])
    pairs = [(each["one"], each["other"]) for each in found.facts["exchanged"]]
    assert pairs == [("LANK", "LHEE")] * exchanged


def both_sides(places: dict[str, tuple[float, float, float]]) -> dict[str, np.ndarray]:
    mirrored = {
        name.replace("left", "right"): np.multiply(place, [1.0, -1.0, 1.0])
        for name, place in places.items()
    }
    return {name: np.asarray(place) for name, place in {**places, **mirrored}.items()}


PELVIS = {"LASI": (0.1, 0.12, 0.98), "RASI": (0.1, -0.12, 0.98), "SACR": (-0.1, 0.0, 0.99)}


def pelvis(scale: float = 1.0, frames: int = 5) -> Markers:
    """Its markers in a walk, seen this much larger."""
    places = scale * np.array(list(PELVIS.values()))
    return Markers(tuple(PELVIS), np.arange(frames) / 100, np.tile(places, (frames, 1, 1)))


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
        joints=tuple(points),
        segments=("pelvis",),
        tree=SimpleNamespace(p_PJ=np.array(p_PJ)),
        subject=subject,
        marker_names=tuple(PELVIS),
        marker_body=np.zeros(len(PELVIS), dtype=int),
        marker_local=np.array(list(PELVIS.values())) - PELVIS["SACR"],
    )


@pytest.mark.parametrize("factor", [1.03, 0.97])
@pytest.mark.parametrize("wrong", ["scale", "ankles", "either", "person"])
def test_a_scale_is_the_cameras_only_where_the_pelvis_has_it_too(wrong, factor):
    """The hips stay as far apart: of regressions they follow the same measurements in both."""
    points = both_sides(PLACES)
    for side in ("left", "right"):
        down = [0.0, 0.0, (factor - 1.0) * 0.8]
        points[f"{side}_ankle"] = points[f"{side}_ankle"] - down
    seen = SimpleNamespace(points={name: np.tile(at, (5, 1)) for name, at in points.items()})
    seen_at = {"scale": factor, "person": 4.0 - 3.0 * factor}
    markers = pelvis(seen_at.get(wrong, 1.0))
    if wrong == "either":
        markers = Markers(markers.names[:1], markers.time, markers.position[:, :1])
    (check,) = map(judged, compare_scale(model(), seen, markers))
    assert check.value == pytest.approx(3.0, abs=0.01)
    assert check.grade == "look"
    says = {"ankles": "markers", "either": "nothing", "person": "neither"}.get(wrong, wrong)
    assert check.facts["pelvis_says"] == says
    assert wrong_scale([check]) == (wrong == "scale")


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
    (check,) = map(judged, compare_scale(model(), SimpleNamespace(points=seen), pelvis(scale)))
    assert check.grade == grade
    assert check.value == pytest.approx(100.0 * abs(scale - 1.0), abs=1.0)

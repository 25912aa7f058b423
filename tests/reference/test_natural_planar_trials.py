"""The planar analysis on trials seen from the side: a known truth, a camera's points, a 3D walk."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.analysis import analyse
from ambulo.gait.configuration import Configuration
from ambulo.gait.planar.planar import PlanarContact, analyse_planar
from ambulo.gait.planar.planar_body import PlanarSegment, seen_from, with_lengths

# of body mass, of length from the proximal joint, radius of gyration about the centre of mass over
# length: Winter (2009), table 4.1
WINTER = {"thigh": (0.100, 0.433, 0.323), "shank": (0.0465, 0.433, 0.302)}
WINTER["foot"] = (0.0145, 0.50, 0.475)


def leg(parameters, foot_end, neutral_foot):
    """Thigh, shank and foot of unit lengths, which `with_lengths` then measures."""
    rows = [
        ("thigh", "hip", "knee", "", None, np.pi),
        ("shank", "knee", "ankle", "right_knee", "thigh", np.pi),
        ("foot", "ankle", foot_end, "right_ankle", "shank", neutral_foot),
    ]
    return [
        PlanarSegment(name, start, end, 1.0, mass, np.array([share, 0.0]), inertia, *rest)
        for (name, start, end, *rest), (mass, share, inertia) in zip(rows, parameters, strict=True)
    ]


def of(quantities, name):
    return next(q.values for q in quantities if q.name == name)


def second_difference(values, time):
    inside = values[2:] - 2.0 * values[1:-1] + values[:-2]
    ends = [(1, 1)] + [(0, 0)] * (values.ndim - 1)
    return np.pad(inside, ends, mode="edge") / (time[1] - time[0]) ** 2


def test_moments_of_the_simulated_step_are_its_truth(data):
    """Van den Bogert's simulated running step, 10 kHz; compared around heel strike."""
    folder = data / "isb_invdyn_running_simulated"
    places = np.loadtxt(folder / "all.kin").reshape(-1, 4, 2)
    ground = np.loadtxt(folder / "all.frc")
    truth = np.loadtxt(folder / "all.mom")
    points = dict(zip(("hip", "knee", "ankle", "toe"), np.moveaxis(places, 1, 0), strict=True))
    length = np.linalg.norm(np.diff(places, axis=1), axis=2).mean(axis=0)
    inertia = np.array([0.145361267, 0.042996389, 0.0200]) / length**2
    parameters = list(zip((6.85, 2.86, 1.00), (0.4323725, 0.4334975, 0.0), inertia, strict=True))
    body = seen_from(leg(parameters, "toe", 0.5 * np.pi), "thigh")
    x = np.stack([points[name] for name in body.points], axis=1)
    contact = PlanarContact(
        "foot", ground[:, :2], np.column_stack([ground[:, 2], np.zeros(len(ground))])
    )
    time = np.arange(len(places)) / 10_000.0
    found = analyse_planar(with_lengths(body, x), time, points, contacts=[contact], cutoff=2000.0)
    window = slice(2750, 5501)
    # the file counts anticlockwise seen from the right: a flexing knee moment is negative there
    knee = -of(found.moments, "right_knee_flexion")
    ankle = of(found.moments, "right_ankle_dorsiflexion")
    hip = -found.base[:, 2]
    for ours, theirs, limit in zip((hip, knee, ankle), truth.T, (0.6, 0.3, 0.1), strict=True):
        assert np.sqrt(np.mean((ours - theirs)[window] ** 2)) <= limit


@pytest.fixture(scope="module")
def winter(data):
    """Winter's table A.1: a woman of 56.7 kg walks past a camera; cm, 69.9 frames a second."""
    table = np.genfromtxt(data / "bmc" / "WinterTableA1.txt", skip_header=2)
    names = ("rib", "hip", "knee", "fibula", "ankle", "heel", "metatarsal", "toe")
    points = {n: 0.01 * table[:, 2 + 2 * k : 4 + 2 * k] for k, n in enumerate(names)}
    frames = len(table)
    time = np.linspace(0.0, table[-1, 1], frames)
    return time, points


def test_winters_walk_in_swing(winter):
    """Moments of the swinging leg by link-segment equations written out in the test."""
    time, points = winter
    mass = 56.7
    parameters = [(mass * m, share, mass * m * r**2) for m, share, r in WINTER.values()]
    body = seen_from(leg(parameters, "metatarsal", np.radians(120.0)), "thigh")
    body = with_lengths(body, np.stack([points[name] for name in body.points], axis=1))
    found = analyse_planar(body, time, points, cutoff=6.0)
    # toe off at frame 1 and 70, strike at frame 28 and 97 (Winter 2009, table A.1)
    swing = np.r_[5:25, 74:94]

    flexion = of(found.angles, "right_knee_flexion")
    assert 55.0 < flexion[swing].max() < 75.0
    assert flexion[30:60].max() < 30.0

    x = {name: found.points[:, k] for k, name in enumerate(body.points)}
    force, moment, about = np.zeros((len(time), 2)), np.zeros(len(time)), x["metatarsal"]
    expected = {}
    for segment in reversed(body.segments):
        along = x[segment.end] - x[segment.start]
        com = x[segment.start] + segment.com[0] / segment.length * along
        angle = np.unwrap(np.arctan2(along[:, 0], along[:, 1]))
        alpha, a = second_difference(angle, time), second_difference(com, time)
        new = force + segment.mass * (a + np.array([0.0, 9.80665]))
        proximal, distal = x[segment.start] - com, about - com
        turn = segment.inertia * alpha + moment
        turn += distal[:, 1] * force[:, 0] - distal[:, 0] * force[:, 1]
        turn -= proximal[:, 1] * new[:, 0] - proximal[:, 0] * new[:, 1]
        force, moment, about = new, turn, x[segment.start]
        expected[segment.name] = turn
    knee, hip = of(found.moments, "right_knee_flexion"), found.base[:, 2]
    assert np.abs(knee - expected["shank"])[swing].max() < 0.02 * np.abs(knee[swing]).max()
    assert np.abs(hip - expected["thigh"])[swing].max() < 0.02 * np.abs(hip[swing]).max()
    # Winter (1991), swing: the knee's extensors let go, then its flexors brake the shank
    assert knee[5:12].mean() < 0.0 < knee[18:25].mean()
    assert np.abs(of(found.moments, "right_ankle_dorsiflexion")[swing]).max() < 3.0


def test_the_planar_model_of_a_walk_has_the_moments_of_the_body_in_space(data):
    folder = data / "biomechzoo" / "HC038A"
    space, plane = (
        analyse(
            folder / "Straight" / "HC038A11.c3d",
            static=next(folder.glob("Static/*.c3d")),
            configuration=Configuration(model=model),
        )
        for model in ("body", "planar")
    )
    for side in ("left", "right"):
        for name, limit in (("hip_flexion", 2.5), ("knee_flexion", 1.5), ("ankle_dorsiflexion", 1)):
            ours, theirs = (of(x.moments, f"{side}_{name}") for x in (plane, space))
            seen = np.isfinite(ours) & np.isfinite(theirs)
            assert seen.sum() > 30
            # walking straight ahead, so the plane loses little
            assert np.sqrt(np.mean((ours - theirs)[seen] ** 2)) < limit
        knees = (of(x.angles, f"{side}_knee_flexion") for x in (plane, space))
        assert np.sqrt(np.mean(np.subtract(*knees) ** 2)) < 2.0
    assert {q.name for q in plane.moments} < {q.name for q in space.moments}
    assert any("14 degrees of freedom" in line for line in plane.log)


def test_a_turn_does_not_pass_for_a_walk_in_the_plane(data):
    folder = data / "biomechzoo" / "HC038A"
    checks = {}
    for kind in ("Straight", "Turn"):
        found = analyse(
            next(folder.glob(f"{kind}/*.c3d")),
            static=next(folder.glob("Static/*.c3d")),
            configuration=Configuration(model="planar"),
        )
        checks[kind] = next(check for check in found.checks if check.id == "sagittal_plane")
    assert checks["Straight"].passed
    assert not checks["Turn"].passed

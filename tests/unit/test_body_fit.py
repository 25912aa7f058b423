"""Geometry, places of markers and postures fitted together: bodies drawn from what is known of all.

A body is drawn from the prior, walks with skin that moves as often as the fit believes, and is
measured: what is found lies as far from the truth as it says.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from ambulo.inputs.errors import MarkersMissing
from ambulo.mocap.calibration.body_prior import body_prior
from ambulo.mocap.fit.body_fit import joint_covariances
from ambulo.mocap.measured_body import ball_of_90, measure_body, point_paths
from ambulo.multibody.tree.configuration import integrate
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import SIDES, Markers, Subject

PELVIS = ("left_asis", "right_asis", "left_psis", "right_psis")
CLUSTERS = [f"{part}_{k}" for part in ("thigh", "shank") for k in (1, 2, 3)]
FOOT = ["calcaneus_1", "metatarsal_1", "metatarsal_5"]
SHOWN = {
    "clusters": (*PELVIS, *(f"{side}_{name}" for side in SIDES for name in CLUSTERS + FOOT)),
    "a spine short": (
        *PELVIS[1:],
        *(
            f"{side}_{name}"
            for side in SIDES
            for name in ("knee_lateral", "ankle_lateral", "thigh_1", "shank_1", *FOOT)
        ),
    ),
}
MISSING = tuple(
    f"{side}_{joint}_{which}"
    for side in SIDES
    for joint in ("knee", "ankle")
    for which in ("lateral", "medial")
)


def segment_of(name):
    side, _, bare = name.partition("_")
    part = bare.split("_")[0]
    kinds = {"knee": "thigh", "ankle": "shank", "calcaneus": "foot", "metatarsal": "foot"}
    return "pelvis" if name in PELVIS else f"{side}_{kinds.get(part, part)}"


@cache
def measured(shown: str, seed: int):
    """A body drawn and measured, how far its joints are off, in the pelvis's axes, and by how much
    knees and ankles are turned over what is stated.
    """
    rng = np.random.default_rng(seed)
    names = dict.fromkeys((*SHOWN[shown], "left_asis", *MISSING))
    segments = {name: segment_of(name) for name in names}
    prior = body_prior(segments, Subject(), 1.70)
    known = prior.known
    information = known.A.T @ known.A
    mean = np.linalg.solve(information, known.A.T @ known.b)
    drawn = np.linalg.solve(np.linalg.cholesky(information).T, rng.standard_normal(len(mean)))
    tree, points = known.geometry(mean + drawn)
    time = np.arange(90) / 75.0
    phase = 2.0 * np.pi * time / 1.2
    courses = np.stack([np.cos(phase), np.sin(phase), np.cos(2.0 * phase)])
    away = np.where(np.isinf(known.posture), 0.0, known.posture)[:, None] * rng.standard_normal(
        (tree.nv, 3)
    )
    # knees bend, and one way
    for body, joint in enumerate(prior.joints):
        if joint.endswith("knee"):
            away[tree.v_start[body] + 1] = np.radians([20.0, 15.0, 10.0])
    v = (away @ courses / np.sqrt(1.5)).T
    for body, joint in enumerate(prior.joints):
        if joint.endswith("knee"):
            v[:, tree.v_start[body] + 1] += np.radians(30.0)
    v[:, 2] += 0.9
    v[:, 0] += 1.2 * time
    q = integrate(tree, np.tile(known.rest, (len(time), 1)), v)
    R, p = forward_kinematics(tree, q)
    skin = rng.standard_normal((len(segments), 3, 3)) @ courses * known.error[:, None, None]
    local = points[:, :, None] + skin / np.sqrt(1.5)
    path = p[:, known.on] + np.einsum("fnij,njf->fni", R[:, known.on], local)
    column = [list(segments).index(name) for name in SHOWN[shown]]
    markers = Markers(SHOWN[shown], time, path[:, column])
    body = measure_body(segments, [({n: n for n in SHOWN[shown]}, markers)], Subject())
    seen = point_paths(tuple(segments), {n: n for n in SHOWN[shown]}, markers)
    R_found, found = body.pose(seen)
    apart = np.einsum("fji,fnj->fni", R[:, 0], found - p).mean(axis=0)[1:]
    bone = p[:, known.on] + np.einsum("fnij,nj->fni", R[:, known.on], points)
    off = body.paths(seen) - bone
    turned = []
    for joint in sorted({name.rpartition("_")[0] for name in MISSING}):
        lateral, medial = (list(segments).index(f"{joint}_{end}") for end in ("lateral", "medial"))
        across = off[:, medial] - (0.0 if f"{joint}_lateral" in SHOWN[shown] else off[:, lateral])
        ahead = np.mean(np.sum(across * R_found[:, known.on[medial], :, 0], axis=1))
        width = np.linalg.norm(points[medial] - points[lateral])
        turned.append(ahead / width / body.fitted_axis_spread(joint))
    return body, apart, turned


@pytest.mark.parametrize("shown", SHOWN)
def test_what_is_stated_covers_nine_in_ten(shown):
    of, each, turns = [], [], []
    for seed in range(3):
        body, apart, turned = measured(shown, seed)
        assert body.fit.settled
        assert body.fit.misfit < 1.0
        of.append(apart / np.array(list(body.spread.values()))[:, None])
        along = np.diagonal(joint_covariances(body.fit, body.shares), 0, 1, 2)[1:]
        each.append(apart / np.sqrt(along))
        turns.append(turned)
    assert np.mean(np.abs(of) < 1.645) >= 0.9
    # with its frames independent as it counts them, each direction says neither less nor much more
    assert 0.75 < np.sqrt(np.mean(np.square(each))) < 1.25
    # frames count as one: more is stated than is off
    assert 0.3 < np.sqrt(np.mean(np.square(turns))) < 1.25


@pytest.mark.parametrize("along", [(9.0, 0.0, 0.0), (9.0, 9.0, 9.0), (9.0, 3.0, 1.0)])
def test_nine_of_ten_errors_lie_within_the_stated_ball(along):
    """1.645 times the largest standard deviation holds 56 to 90 of 100."""
    rng = np.random.default_rng(4)
    turn = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    error = rng.standard_normal((20000, 3)) * along @ turn.T
    within = np.linalg.norm(error, axis=1) < ball_of_90(turn @ np.diag(np.square(along)) @ turn.T)
    assert within.mean() == pytest.approx(0.9, abs=0.01)


def test_fewer_markers_leave_a_body_less_sure():
    clusters, landmarks = (measured(shown, 0)[0].spread for shown in SHOWN)
    assert clusters["left_knee"] > 1.2 * landmarks["left_knee"]
    assert landmarks["left_hip"] > 1.2 * clusters["left_hip"]


@pytest.mark.parametrize("empty", ["movement", "static trial"])
def test_a_trial_that_never_shows_six_markers_at_once_is_refused(empty):
    names = (*(f"left_thigh_{k}" for k in range(1, 6)), "left_asis")
    position = np.ones((20, 6, 3))
    hidden = position.copy()
    hidden[np.arange(20), np.arange(20) % 6] = np.nan
    time = np.arange(20) / 100.0
    trials = [
        (
            {name: name for name in names},
            Markers(names, time, hidden if empty == kind else position),
        )
        for kind in ("movement", "static trial")
    ]
    segments = {name: segment_of(name) for name in names}
    # the movement is read first, and stands whole where the static trial is empty
    with pytest.raises(MarkersMissing, match=f"no frame of the {empty} shows 6 markers"):
        measure_body(segments, trials, Subject())

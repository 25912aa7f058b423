"""Joint moments under every way of sharing against a simulated walk's truth.

The demo's walk shares its load between the feet by laws that no way of sharing knows; its markers
have noise, gaps and soft-tissue motion.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from tests.moments_by_sharing import agreement, moments, vertical_rms

from ambulo.analysis import analyse
from ambulo.demo.recording import RecordingChoice
from ambulo.demo.trial import make_trial
from ambulo.demo.truth import truth_quantities, walk_truth
from ambulo.gait.configuration import Configuration
from ambulo.gait.sharing.registry import share
from ambulo.records import SIDES
from ambulo_studies.shared_again import LEG_MOTIONS as JOINTS
from ambulo_studies.shared_again import problem_of


@pytest.fixture(scope="module")
def walk(made_trial):
    """Analysis, problem, true moments and reactions, and the frames of whole stances."""
    return judged(*made_trial)


def judged(trial, static, truth):
    found = analyse(trial, static=static, configuration=Configuration(sex="m"))
    time = found.motion.time
    known = truth_quantities(truth, time)["moments"]
    true = {
        f"{side} {joint}": known[f"{side}_{motion}"] / truth.model.mass
        for side in SIDES
        for joint, motion in JOINTS.items()
    }
    whole = np.zeros((len(time), 2), dtype=bool)
    for s, side in enumerate(SIDES):
        events = [e for e in found.events if e.side == side]
        for strike, off in pairwise(events):
            if (strike.kind, off.kind) == ("strike", "off"):
                whole[(time >= strike.time) & (time <= off.time), s] = True
    ground = walk_truth(truth.walk, truth.start, time).ground
    return found, problem_of(found), true, ground, whole


def agreements(walk, ground):
    found, _, true, _, whole = walk
    ours = moments(found, ground)
    return {
        (side, joint): agreement(ours[f"{side} {joint}"], true[f"{side} {joint}"], whole[:, s])
        for s, side in enumerate(SIDES)
        for joint in JOINTS
    }


def test_smooth_sharing_without_plates(walk):
    problem = replace(walk[1], measured=None)
    found = agreements(walk, share(problem, "smooth").ground)
    for key, each in found.items():
        assert each.r >= 0.97, key
        joint = key[1]
        if joint == "ankle":
            assert abs(each.peak) <= 0.15
            assert each.rms <= 0.13


def test_sliding_skin_is_what_the_knee_of_the_worst_seed_misses_by(tmp_path):
    """Of seeds 20 to 29: right knee 0.953, without skin 0.982."""
    least = {}
    for skin in (1.0, 0.0):
        recorded = RecordingChoice(seed=21, soft_tissue=skin)
        made = judged(*make_trial(tmp_path / f"{skin:g}", 21, recorded))
        problem = replace(made[1], measured=None)
        found = agreements(made, share(problem, "smooth").ground)
        least[skin] = min(found[side, "knee"].r for side in SIDES)
    assert 0.945 < least[1.0] < 0.965
    assert least[0.0] > 0.975


def test_smooth_sharing_with_plates_as_data(walk):
    found, problem, true, _, _ = walk
    ours = moments(found, share(problem, "smooth").ground)
    plates = found.plates_ground
    for s, side in enumerate(SIDES):
        frames = problem.stance[:, s] & plates.known[:, s] & (plates.force[:, s, 2] > 20.0)
        for joint in JOINTS:
            each = agreement(ours[f"{side} {joint}"], true[f"{side} {joint}"], frames)
            assert each.r >= 0.98, joint  # the left knee has 0.982


def test_vertical_force_in_double_support_is_better_than_by_other_laws(walk):
    problem = replace(walk[1], measured=None)
    _, _, _, true, whole = walk
    double = whole & problem.stance.all(axis=1)[:, None]
    rms = {
        way: vertical_rms(share(problem, way).ground, true, double, problem.weight)
        for way in ("smooth", "contact", "sta")
    }
    assert rms["smooth"] <= 0.04
    assert rms["smooth"] <= 0.8 * rms["contact"]
    assert rms["smooth"] <= 0.4 * rms["sta"]


@pytest.mark.parametrize("way", ["contact", "sta", "cfp", "plates"])
def test_ways_that_give_the_feet_all_of_the_resultant_have_worse_ankle_moments(walk, way):
    problem = walk[1]
    blind = replace(problem, measured=None)
    smooth = agreements(walk, share(blind, "smooth").ground)
    other = share(problem if way in ("cfp", "plates") else blind, way).ground
    found, _, true, _, whole = walk
    ours = moments(found, other)
    for s, side in enumerate(SIDES):
        # plates know one double support only
        frames = whole[:, s] & np.isfinite(ours[f"{side} ankle"])
        each = agreement(ours[f"{side} ankle"], true[f"{side} ankle"], frames)
        assert each.r < smooth[side, "ankle"].r
        assert each.rms > 1.1 * smooth[side, "ankle"].rms

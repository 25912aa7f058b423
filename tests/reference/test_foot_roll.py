"""Feet with three or more markers off one line, dropped to heel and toe: how far the roll is off.

Twelve feet of six laboratories: 1.7 to 3.7 degrees rms where heel and toe are left.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from ambulo.analysis import analyse_trial
from ambulo.gait.configuration import Configuration
from ambulo.mocap.files.trial_file import read_trial
from ambulo.records import SIDES

pytestmark = pytest.mark.exhaustive

FALISSE, NAMES, CORE = "falisse/subject2/", "other_names/", "opensim_core/"
MOCO = f"{CORE}moco_example3DWalking/"
PERSON = {"mass": 70.0, "sex": "m", "height": 1.75}
DROPPED = {
    f"{FALISSE}TRC/gait_14.trc": r"[Ff]oot_[lr]([2-9]|10)",
    f"{NAMES}s26_walkhyb.c3d": r"[LR]_MT_5",
    f"{CORE}c3d_to_grf/walking2.c3d": r"[LR]MT1",
    f"{MOCO}markers_walk.trc": r"[LR]\.MT5",
    f"{NAMES}opencap_walking2.trc": r"[Lr]_5meta",
    f"{NAMES}bmc_walk.trc": r"[LR]\.?MT[15]",
}
BESIDE = {
    f"{FALISSE}TRC/gait_14.trc": (f"{FALISSE}TRC/static.trc", f"{FALISSE}GRF/GRF_gait_14.mot"),
    f"{MOCO}markers_walk.trc": (None, f"{MOCO}grf_walk.mot"),
    f"{NAMES}opencap_walking2.trc": (None, f"{NAMES}opencap_walking2_grf.mot"),
}


def without(trial, pattern):
    """The trial without markers of these names."""
    markers = trial.markers
    kept = [k for k, name in enumerate(markers.names) if not re.fullmatch(pattern, name)]
    assert len(kept) < len(markers.names)
    names = tuple(markers.names[k] for k in kept)
    return replace(trial, markers=replace(markers, names=names, position=markers.position[:, kept]))


def test_a_roll_that_heel_and_toe_leave_open_is_told_by_sole_and_ankle(data):
    off, held, level, marked = [], [], [], []
    for path, pattern in DROPPED.items():
        static, grf = BESIDE.get(path, (None, None))
        trial = read_trial(data / path, grf=grf and data / grf)
        stood = static and read_trial(data / static)
        choice = Configuration(**PERSON)
        whole = analyse_trial(trial, stood or None, choice)
        fewer = analyse_trial(
            without(trial, pattern), without(stood, pattern) if stood else None, choice
        )
        of_roll = [check for check in fewer.checks if check.id == "foot_rolled"]
        level += [check.value for check in of_roll]
        marked += [check.beyond for check in of_roll]
        for side in SIDES:
            name = f"{side}_ankle_inversion"
            theirs = np.interp(
                fewer.motion.time, whole.motion.time, whole.angles[name].values
            )  # the shorter record lies within the longer one
            apart = fewer.angles[name].values - theirs
            off.append(float(np.sqrt(np.nanmean(apart**2))))
            held.append(off[-1] <= fewer.trust[f"angles/{name}"].error)
    assert max(off) <= 5.0
    assert np.mean(held) >= 0.9
    assert max(level) <= 4.0
    assert np.mean(marked) <= 0.5

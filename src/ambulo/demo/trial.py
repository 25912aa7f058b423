"""The demo's trial: a man who walks over two force plates, and everything that is true of him."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np

from ambulo.demo.consistent_walk import ConsistentWalk, consistent_walk
from ambulo.demo.normal_walk import normal_walk
from ambulo.demo.recording import RecordingChoice, record_standing, record_walk
from ambulo.demo.truth import WalkTruth, walk_truth
from ambulo.demo.walking_man import MASSES, SOLE, walking_man

_RATE = 100.0
_STRIDES_BEFORE, _STRIDES = 1.45, 3.3
"""Strides before the left step on its plate, and recorded in all."""


@cache
def walking_demo(masses: str = MASSES, **cycle: float) -> ConsistentWalk:
    """The man's walk, over a level floor without beginning or end.

    Args:
        masses: segment parameter table of his body.
        cycle: fields of `Cycle` in place of the published walk's, such as its stride time.
    """
    return consistent_walk(walking_man(masses), normal_walk().with_cycle(**cycle), SOLE)


def make_trial(
    folder: Path,
    seed: int = 0,
    choice: RecordingChoice | None = None,
    masses: str = MASSES,
    cycle: Mapping[str, float] | None = None,
) -> tuple[Path, Path, WalkTruth]:
    """Simulate the walk and record it, with a static trial.

    Args:
        folder: where `walk.c3d` and `static.c3d` are written; it is made if it is not there.
        seed: of marker noise, plate noise and soft tissue.
        choice: how the laboratory records, in place of the usual with this seed.
        masses: segment parameter table of the man's body; a table that the analysis does not take
            for him makes its comparison with the truth one that masses can fail.
        cycle: fields of `Cycle` in place of the published walk's, such as its stride time.
    Returns:
        The walk, the static trial, and the truth on the frames of the walk.
    """
    folder.mkdir(parents=True, exist_ok=True)
    choice = choice or RecordingChoice(seed=seed)
    # as others ask for it, so that it is found once
    walk = walking_demo(masses, **(cycle or {}))
    period = walk.walk.cycle.stride_time
    time = np.arange(round(_STRIDES * period * _RATE)) / _RATE
    truth = walk_truth(walk, -_STRIDES_BEFORE * period, time)
    return (
        record_walk(truth, folder / "walk.c3d", choice),
        record_standing(walk.model, folder / "static.c3d", choice),
        truth,
    )

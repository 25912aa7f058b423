"""What may make HC038A's misses, each taken out of its straight walk by what its turn says.

Nothing is chosen by the forces that the straight walk is judged by: masses and their centres are
fitted to the turn's forces, and the cut-off of its laboratory's filter is where the turn's forces
differ least. With that filter taken out, the straight walk is compared with its
own plates low-passed alike. Last, the markers' paths may take her time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from ambulo.gait.configuration import Configuration
from ambulo.gait.sharing.problem import SharingProblem
from ambulo.gait.sharing.wrenches import about, about_origin
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.mocap.events import strides
from ambulo.mocap.filters.zero_lag import zero_lag
from ambulo.multibody.tree.energy import centre_of_mass
from ambulo.records import SIDES, Analysis
from ambulo_studies.gait_trials import (
    DEMO,
    PAMIES_VILA_STRIDE,
    TURN,
    WALK,
    analysed_public_walk,
    demo_walking,
)
from ambulo_studies.shared_again import problem_of, resultant_less_plates

_LEGS = ("knee", "ankle", "thigh", "shank", "foot")

LEGS_YIELD = (
    "The skin of the legs moves the pelvis. "
    "Experiment: the leg markers have a weight of 1 instead of 100."
)

FOLLOWED: Mapping[str, Mapping[str, Any]] = {
    LEGS_YIELD: {
        "consistency": "natural",
        "weights": {f"{side}_{part}": 1.0 for side in SIDES for part in _LEGS},
    },
    "Centres of mass are beside the lines between joints. Experiment: centres of mass of Dumas "
    "et al. (2007).": {"parameters": "dumas2007"},
}
"""How the segments follow the markers, by what is taken out; her weights of legs are 100."""

FILTERED = (
    "The laboratory of HC038A smoothed its markers. Experiment: the plates are smoothed like the "
    "markers."
)
FITTED = (
    "The person's masses are not those of tables. Experiment: masses and their centres are fitted "
    "to the forces of another walk."
)
IN_HER_TIME = (
    "The stride of HC038A takes 1.06 s, that of the thesis 1.58 s. Experiment: the markers' paths "
    "are slowed to 1.58 s and analysed again, with the plate forces that they need."
)

PARTS = (*FOLLOWED, FILTERED, FITTED, IN_HER_TIME)
"""What is taken out of the recorded walk's error. Its own forces have no part in the first four."""

_GROUPS = (("pelvis",), ("torso",), ("neck", "head"), ("upper_arm",), ("forearm", "hand"),
           ("thigh",), ("shank",), ("foot",))  # fmt: skip
"""Segments, by a part of their names, whose masses and centres change together on both sides."""

_UNSURE = np.tile([0.15, 0.02, 0.02, 0.02], (len(_GROUPS), 1))
"""Of each group a mass, its share, and a centre, m: what tables of segment parameters differ by."""

_CORRELATED = 5.0
"""Frames at 100 Hz over which the error of a resultant is the same."""

_BEFORE_A_STRIKE = 0.3
"""s. The turn's last strike is beside the plates: the foot bears before it is found, and the filter
spreads that over as long."""

_CUTOFFS = np.arange(3.0, 10.5, 0.5)
"""Hz."""

_MIRRORED = np.array([-1.0, 1.0, -1.0, 1.0, -1.0, 1.0])
"""A wrench of the other half of the stride: X, Z moments and the force to the left change sign."""


def walk_without(name: str, parts: tuple[str, ...]) -> SharingProblem | None:
    """The demo subject's or HC038A's walk without some of what makes a miss; None if it has none.

    Args:
        parts: of `HER_CYCLE`, `KNOWN` and `OWN_MASSES`, or of `PARTS`.
    """
    if name != DEMO:
        return public_walk_without(parts)
    walked = demo_walking(parts)
    return None if walked is None else problem_of(walked)


@cache
def public_walk_without(parts: tuple[str, ...]) -> SharingProblem | None:
    """HC038A's straight walk without some of `PARTS`; None without its files.

    In her time it is not known how the feet share the reaction.
    """
    followed = tuple(part for part in parts if part in FOLLOWED)
    walk, turn = _followed(followed), _followed(followed, TURN)
    if walk is None or turn is None:
        return None
    body, slower = changed(walk, fitted_to(turn)) if FITTED in parts else walk, 1.0
    if IN_HER_TIME in parts:
        stride = strides(walk.events)[0]
        slower = PAMIES_VILA_STRIDE / (stride.stop - stride.start)
        slow = _followed(followed, slower=slower)
        assert slow is not None
        body = slowed(body, slow, slower)
    problem = problem_of(body)
    if FILTERED not in parts:
        return problem
    return unfiltered(problem, mass_centre_path(body), nearest_cutoff(turn) / slower, mirrored=True)


@cache
def _followed(parts: tuple[str, ...], trial: str = WALK, slower: float = 1.0) -> Analysis | None:
    """HC038A's walk, its segments following the markers without these parts of `FOLLOWED`.

    Args:
        slower: times as long the markers' paths take; then without plates.
    """
    choices = {name: x for part in parts for name, x in FOLLOWED[part].items()}
    return analysed_public_walk(Configuration(method="whole-body", **choices), trial, slower)


def fitted_to(plates: Analysis) -> FloatArray:
    """What (groups, 4) a body needs so that a motion gives the plates' resultant.

    Least squares over the frames where plates know all, errors weighed by their own size, the
    change by `_UNSURE`; as for `changed`.
    """
    centre = mass_centre_path(plates)

    def error(change: FloatArray) -> FloatArray:
        return about(centre, resultant_less_plates(problem_of(changed(plates, change))))

    before = error(np.zeros(_UNSURE.shape))
    known = _known(plates, before)
    weight = 1.0 / np.sqrt(_CORRELATED * np.mean(before[known] ** 2, axis=0))
    small = 1e-3
    columns = [
        (weight * (error(small * one) - before)[known]).ravel() / small
        for one in np.eye(_UNSURE.size).reshape(-1, *_UNSURE.shape)
    ]
    matrix = np.vstack([np.column_stack(columns), np.diag(1.0 / _UNSURE.ravel())])
    wanted = np.concatenate([-(weight * before[known]).ravel(), np.zeros(_UNSURE.size)])
    return np.asarray(np.linalg.lstsq(matrix, wanted)[0].reshape(-1, 4))


def _known(plates: Analysis, error: FloatArray) -> BoolArray:
    """Frames where the plates know all, but for those before the strike that ends them."""
    known, time = np.isfinite(error).all(axis=1), plates.motion.time
    return np.asarray(known & (time < time[np.flatnonzero(known)[-1]] - _BEFORE_A_STRIKE))


def mass_centre_path(analysis: Analysis) -> FloatArray:
    """Its path (frames, 3) m."""
    return centre_of_mass(analysis.model.tree, analysis.motion.q)[0]


def changed(analysis: Analysis, change: FloatArray) -> Analysis:
    """The same motion of a body with other masses and centres.

    Args:
        change: (groups, 4) of each group the share of the mass, whose sum is kept, and m of the
            centre.
    """
    tree = analysis.model.tree
    mass, com = tree.mass.copy(), tree.com.copy()
    for k, segment in enumerate(analysis.model.segments):
        of = next(x for x, names in zip(change, _GROUPS, strict=True)
                  if any(name in segment for name in names))  # fmt: skip
        mass[k] *= 1.0 + of[0]
        com[k] += of[1:] * [1.0, -1.0 if segment.startswith("right") else 1.0, 1.0]
    mass *= tree.mass.sum() / mass.sum()
    return replace(analysis, model=replace(analysis.model, tree=replace(tree, mass=mass, com=com)))


def nearest_cutoff(turn: Analysis) -> float:
    """Hz, of the low-pass of the plates by which a motion's forces differ from theirs least."""
    problem, centre = problem_of(turn), mass_centre_path(turn)
    error = [
        resultant_less_plates(unfiltered(problem, centre, hz, mirrored=False)) for hz in _CUTOFFS
    ]
    known = _known(turn, error[0])
    return float(_CUTOFFS[int(np.argmin([(e[known, 3:] ** 2).sum() for e in error]))])


def unfiltered(
    problem: SharingProblem, centre: FloatArray, cutoff: float, *, mirrored: bool
) -> SharingProblem:
    """The motion's resultant with what a low-pass of the markers took from it.

    This is what the low-pass takes from the plates' own resultant about the centre of mass.

    Args:
        centre: (frames, 3) m, of mass.
        cutoff: Hz, of each of two passes.
        mirrored: whether the plates' resultant goes on beyond the frames where they know all as it
            was half a stride before, of the other side; else it is turned about its last value.
    """
    error = resultant_less_plates(problem)
    inside = np.flatnonzero(np.isfinite(error).all(axis=1))
    span = slice(inside[0], inside[-1] + 1)
    plates = about(centre, problem.total - error)[span]
    step = float(problem.time[1] - problem.time[0])
    half = 0
    if mirrored:
        first, last = problem.time[inside[[0, -1]]] + [-0.5 * step, 1.5 * step]
        strikes = [e.time for e in problem.events if e.kind == "strike" and first < e.time < last]
        half = round((strikes[-1] - strikes[0]) / step)
    longer = np.pad(plates, ((half, half), (0, 0)))
    for k in range(half):
        longer[k - half] = _MIRRORED * longer[k - 2 * half]
        longer[half - 1 - k] = _MIRRORED * longer[2 * half - 1 - k]
    smooth = zero_lag(longer, cutoff, 1.0 / step)[half : half + len(plates)]
    total = problem.total.copy()
    total[span] += about_origin(centre[span], plates - smooth)
    return replace(problem, total=total)


def slowed(walk: Analysis, slow: Analysis, slower: float) -> Analysis:
    """The slow motion over plates that measure what the same path needs in its time.

    By Newton's law all but the weight falls with the square of the time, about the mass centre.
    What the plates measure beside it stays: the mean error of the force, which masses and plates
    may make, and the error of the moment, which a misplaced centre makes with the weight.

    Args:
        walk: over plates.
        slow: the same markers, their paths taking so many times as long; the walk's body is its.
        slower: times as long.
    """
    problem, centre, plates = problem_of(walk), mass_centre_path(walk), walk.plates_ground
    assert plates is not None
    error = about(centre, resultant_less_plates(problem))
    error[:, 3:] -= np.nanmean(error[:, 3:], axis=0)
    error[:, :3] = 0.0
    needs = about(centre, problem.total) - problem.weight * np.eye(6)[5] - np.nan_to_num(error)
    change = about_origin(centre, (slower**-2 - 1.0) * needs)
    # how the feet share it is not known, their sum is; CFP's errors are the same by any share
    load = np.where(problem.stance, plates.force[..., 2], 0.0)
    both = np.where(np.isfinite(error).all(axis=1), load.sum(axis=1), problem.total[:, 5])
    wrench = plates.wrench + (load / np.maximum(both, 1.0)[:, None])[..., None] * change[:, None]
    return replace(
        slow,
        model=walk.model,
        events=tuple(replace(e, time=slower * e.time) for e in walk.events),
        plates_ground=replace(
            plates, time=slow.motion.time, moment_origin=wrench[..., :3], force=wrench[..., 3:]
        ),
    )

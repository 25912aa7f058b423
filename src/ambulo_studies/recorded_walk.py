"""What may make HC038A's misses, each taken out of its straight walk by what its turn says.

Nothing is chosen by the forces that the straight walk is judged by: masses, their centres and the
plates' place are fitted to the turn's forces, and the cut-off of its laboratory's filter is where
the turn's forces differ least. With that filter taken out, the straight walk is compared with its
own plates low-passed alike. Causes are taken out in one order for all numbers.
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
from ambulo_studies.gait_trials import PAMIES_VILA_STRIDE, TURN, analysed_public_walk
from ambulo_studies.shared_again import problem_of, resultant_error

FITTED = (
    "Tables do not know this person's masses, and files not to a millimetre where the plates lie. "
    "Here masses, centres and this place fit the forces of another walk."
)
"""What is taken out of a recorded walk's error; its own forces have no part in it."""

FILTERED = "The laboratory of HC038A smoothed its markers. Here the plates are smoothed alike."

_LEGS = ("knee", "ankle", "thigh", "shank", "foot")

FOLLOWED: Mapping[str, Mapping[str, Any]] = {
    "": {},
    "The skin of the legs moves the pelvis. Here the legs yield instead, and centres of mass lie "
    "off the joints' lines.": {
        "consistency": "natural",
        "weights": {f"{side}_{part}": 1.0 for side in SIDES for part in _LEGS},
        "parameters": "dumas2007",
    },
}
"""How the segments follow the markers, by what is taken out; her weights of legs are 100."""

_GROUPS = (("pelvis",), ("torso",), ("neck", "head"), ("upper_arm",), ("forearm", "hand"),
           ("thigh",), ("shank",), ("foot",))  # fmt: skip
"""Segments, by a part of their names, whose masses and centres change together on both sides."""

_UNSURE = np.array([*len(_GROUPS) * [[0.15, 0.02, 0.02, 0.02]], [1.0, 0.01, 0.01, 0.01]])
"""Of each group a mass, its share, and a centre, m: what tables of segment parameters differ by.
Last, of nothing, and of the plates' place, m."""

_CORRELATED = 5.0
"""Frames at 100 Hz over which the error of a resultant is the same."""

_BEFORE_A_STRIKE = 0.3
"""s. The turn's last strike is beside the plates: the foot bears before it is found, and the filter
spreads that over as long."""

IN_HER_TIME = (
    "His stride takes 1.06 s, hers 1.58 s. Here accelerations are scaled by (1.06/1.58)², and so "
    "is the error of the force, less its mean. No slower walk was recorded."
)
"""What is taken out last, where how the feet share the plates' sum makes no difference."""

_CUTOFFS = np.arange(3.0, 10.5, 0.5)
"""Hz."""

_MIRRORED = np.array([-1.0, 1.0, -1.0, 1.0, -1.0, 1.0])
"""A wrench of the other half of the stride: X, Z moments and the force to the left change sign."""


@cache
def causes_of_the_walk(*, in_her_time: bool = False) -> Mapping[str, SharingProblem]:
    """HC038A's straight walk, by what is taken out of it; nothing without its files.

    Args:
        in_her_time: whether the last is slowed to her stride, too. How the feet share the slow
            walk's reaction is not known.
    """
    found: dict[str, SharingProblem] = {}
    for what, choices in FOLLOWED.items():
        choice = Configuration(method="whole-body", **choices)
        walk, turn = analysed_public_walk(choice), analysed_public_walk(choice, TURN)
        if walk is None or turn is None:
            return {}
        fitted = changed(walk, fitted_to(turn))
        problem, centre = problem_of(fitted), _mass_centre(fitted)
        found.setdefault(FITTED, problem)
        parts = (part for part in (what, FILTERED, FITTED) if part)
        said = " ".join(parts)
        found[said] = unfiltered(problem, centre, cutoff_of(turn), mirrored=True)
    if in_her_time:
        stride = strides(found[said].events)[0]
        slower = PAMIES_VILA_STRIDE / (stride.stop - stride.start)
        found[f"{said} {IN_HER_TIME}"] = slowed(found[said], centre, slower)
    return found


def fitted_to(plates: Analysis) -> FloatArray:
    """What (groups + 1, 4) a body and its plates need so that a motion gives their resultant.

    Least squares over the frames where plates know all, errors weighed by their own size, the
    change by `_UNSURE`; as for `changed`.
    """
    centre = _mass_centre(plates)

    def error(change: FloatArray) -> FloatArray:
        return about(centre, resultant_error(problem_of(changed(plates, change))))

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


def _mass_centre(analysis: Analysis) -> FloatArray:
    """Its path (frames, 3) m."""
    return centre_of_mass(analysis.model.tree, analysis.motion.q)[0]


def changed(analysis: Analysis, change: FloatArray) -> Analysis:
    """The same motion of a body with other masses and centres, over plates that lie elsewhere.

    Args:
        analysis: with plates.
        change: (groups + 1, 4) of each group the share of the mass, whose sum is kept, and m of the
            centre; last, of nothing, and m of the plates.
    """
    tree, plates = analysis.model.tree, analysis.plates_ground
    assert plates is not None
    mass, com = tree.mass.copy(), tree.com.copy()
    for k, segment in enumerate(analysis.model.segments):
        of = next(x for x, names in zip(change[:-1], _GROUPS, strict=True)
                  if any(name in segment for name in names))  # fmt: skip
        mass[k] *= 1.0 + of[0]
        com[k] += of[1:] * [1.0, -1.0 if segment.startswith("right") else 1.0, 1.0]
    mass *= tree.mass.sum() / mass.sum()
    model = replace(analysis.model, tree=replace(tree, mass=mass, com=com))
    moment = plates.moment_origin + np.cross(change[-1, 1:], plates.force)
    there = replace(plates, moment_origin=moment)
    return replace(analysis, model=model, plates_ground=there)


def cutoff_of(turn: Analysis) -> float:
    """Hz, of the low-pass of the plates by which a motion's forces differ from theirs least."""
    problem, centre = problem_of(turn), _mass_centre(turn)
    error = [resultant_error(unfiltered(problem, centre, hz, mirrored=False)) for hz in _CUTOFFS]
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
    error = resultant_error(problem)
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


def slowed(problem: SharingProblem, centre: FloatArray, slower: float) -> SharingProblem:
    """The same path of every segment, walked in a longer time.

    All but the weight falls with the square of the time. So does the error of the motion's force,
    less its mean: masses and plates may make this, at any speed. The error of the moment about the
    mass centre stays, for a misplaced centre makes it with the weight.

    Args:
        centre: (frames, 3) m, of mass.
        slower: times as long.
    """
    left, weight = slower**-2, problem.weight * np.eye(6)[5]
    measured, body = problem.measured, problem.body
    assert measured is not None
    assert body is not None

    def slow(wrench: FloatArray) -> FloatArray:
        return about_origin(centre, weight + left * (about(centre, wrench) - weight))

    stays = about(centre, resultant_error(problem))
    stays[:, 3:] = np.nanmean(stays[:, 3:], axis=0)
    total = slow(problem.total) + about_origin(centre, (1.0 - left) * np.nan_to_num(stays))
    on_feet = np.where(problem.stance[..., None], measured.wrench, 0.0)
    both = on_feet.sum(axis=1)
    # how the feet share it is not known, their sum is; CFP's errors are the same by any share
    share = on_feet[..., 5:] / np.maximum(both[:, None, 5:], 1.0)
    on_feet = on_feet + np.nan_to_num(share * (slow(both) - both)[:, None])
    feet = replace(body.motion, time=slower * problem.time, v=body.motion.v / slower)
    return replace(
        problem, time=slower * problem.time, total=total, body=replace(body, motion=feet),
        events=tuple(replace(e, time=slower * e.time) for e in problem.events),
        measured=replace(measured, force=on_feet[..., 3:], moment_origin=on_feet[..., :3]),
    )  # fmt: skip

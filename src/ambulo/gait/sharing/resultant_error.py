"""The likely error of the resultant from the motion, according to the record."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.gait.sharing.problem import SharingProblem
from ambulo.gait.sharing.sole_contact import ContactPatch
from ambulo.math.arrays import BoolArray, FloatArray

# of a good recording: rms of the floor moment over weight times leg length, of force over weight
_LEAST = 0.025
# beyond it the record says no more than that it is bad
_MOST = 0.05
# only errors outwards past an edge of the sole show, about half of the mean square
_UNSEEN = 2.0
# s; smoothed motion spreads the impact of a strike to both sides of it
_NEAR_STRIKE = 0.05
# error near strikes over that elsewhere, at most
_MOST_NEAR = 2.0
# below this vertical force there is no centre of pressure to judge, in body weights
_LOADED = 0.05


class ResultantError(NamedTuple):
    """Expected error of the resultant.

    Args:
        shown: rms floor moment that the stance sole could not carry in single support, divided by
            weight times leg length.
        size: standard deviation, in the same unit, away from strikes; of a horizontal force,
            divided by weight.
        factor: (frames,) by which the error is larger near strikes.
    """

    shown: float
    size: float
    factor: FloatArray


def resultant_error(
    problem: SharingProblem, patches: tuple[ContactPatch, ContactPatch], leg: float
) -> ResultantError:
    """Expected error, from where the resultant acts in single support.

    There it acts under one sole. A centre of pressure beyond the ends of the sole is certainly an
    error: b, the rms of max(x - front, rear - x, 0) F_z / (W L). The error is then

        sigma = min(sqrt(0.025^2 + 2 b^2), 0.05)

    Near strikes, the same is computed from the frames near strikes. It is limited to 1 to 2 times
    sigma.

    Args:
        problem: with strikes among its events.
        patches: of both feet.
        leg: length of thigh and shank, m.
    """
    force = problem.total[:, 5] / problem.weight
    loaded = force > _LOADED
    safe = np.where(loaded, problem.total[:, 5], np.inf)
    alone = problem.stance.sum(axis=1) == 1
    beyond = np.zeros(len(force))
    for foot, patch in enumerate(patches):
        up = patch.floor
        point = np.stack(
            [
                (up * problem.total[:, 3] - problem.total[:, 1]) / safe,
                (up * problem.total[:, 4] + problem.total[:, 0]) / safe,
            ],
            axis=1,
        )
        x = np.einsum("fk,fk->f", point - patch.heel, patch.axis)
        past = np.maximum(np.maximum(x - patch.front, patch.rear - x), 0.0)
        here = alone & problem.stance[:, foot] & loaded
        beyond[here] = (past * force / leg)[here]
    strikes = np.array([e.time for e in problem.events if e.kind == "strike"])
    apart = np.abs(problem.time[:, None] - strikes).min(axis=1, initial=np.inf)
    near = apart <= _NEAR_STRIKE
    shown = _rms(beyond, alone)
    size = min(_of(shown), _MOST)
    widened = float(np.clip(_of(_rms(beyond, alone & near)) / size, 1.0, _MOST_NEAR))
    return ResultantError(shown, size, np.where(near, widened, 1.0))


def _of(shown: float) -> float:
    return float(np.sqrt(_LEAST**2 + _UNSEEN * shown**2))


def _rms(values: FloatArray, frames: BoolArray) -> float:
    return float(np.sqrt(np.mean(values[frames] ** 2))) if frames.any() else 0.0

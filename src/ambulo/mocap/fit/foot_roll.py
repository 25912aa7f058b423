"""Knowledge of a foot's roll about its long axis: from its own markers, and from other sources.

Heel and toe markers lie on a line and do not show the rotation about it. The ankle, placed by the
shank's markers, then determines the roll. The ankle is 2 to 5 cm above that line. If it shifts
sideways by 4 to 7 mm between standing and walking, the roll changes by 5 to 20 degrees. Two other
facts are more certain: a loaded sole is level, and the ankle stays near its angle in standing. They
are used if the foot's markers are less certain. If the markers show the roll, they determine it.

Roll is positive with the lateral side down, as inversion is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ambulo.math.vector_arrays import lengths
from ambulo.records import SIDES, Model, Side

MARKER_ERROR = 0.005
"""m; soft-tissue motion and noise of one marker coordinate (Leardini et al. 2005)."""
LEVEL, ROLLING = np.radians(3.0), np.radians(4.0)
"""rad; standard deviations of the roll, against standing, of a sole that lies flat and of one that
rolls over its toes. Of 24 feet of nine laboratories with three to ten markers off one line, in
walking, the root mean squares are 3.3 and 4.1. At the strike of the heel it is 9, so the sole is
not assumed level there.
"""
AT_EASE = np.radians(6.0)
"""rad; standard deviation of an ankle's inversion in swing about its inversion in standing. The
same feet have 5.2 degrees from foot to foot and 2.7 degrees within a swing.
"""

_LONG = 0.08
"""m; markers of a foot nearer to each other do not show its long axis: ankle and foremost do."""


@dataclass(frozen=True, eq=False)
class FootRoll:
    """Knowledge of a foot's roll from its markers.

    Args:
        side: side of the body.
        body: index of the foot in the tree.
        pair: rearmost and foremost of the model's markers on the foot, -1 for the ankle; None if
            the foot has no marker.
        own: 1/rad^2, information from the foot's markers: square of their lever arms divided by the
            square of their error.
        ahead: whether one of these markers lies ahead of the ankle, and so shows where the foot
            points.
    """

    side: Side
    body: int
    pair: tuple[int, int] | None
    own: float
    ahead: bool

    def lacks(self, sigma: float) -> float:
        """Share of the information from a standard deviation [rad] that is added, in 1/rad^2.

        All of it is added if the markers have at most half of this information, and nothing if they
        have as much.
        """
        return float(np.clip(2.0 * (sigma**-2 - self.own), 0.0, sigma**-2))


@lru_cache(maxsize=8)
def foot_rolls(model: Model) -> tuple[FootRoll, ...]:
    """Knowledge of each foot's roll from the lever arms of its markers about their line."""
    tree, found = model.tree, []
    for side in SIDES:
        if f"{side}_ankle" not in model.joints:
            continue
        body = model.joints.index(f"{side}_ankle")
        fore = [i for i in range(tree.nb) if tree.parent[i] == body]
        # forefoot markers tell the roll too, but not where the foot's line is
        on = np.flatnonzero(np.isin(model.marker_body, [body, *fore]) & (model.marker_weight > 0.0))
        bodies = model.marker_body[on]
        place = model.marker_local[on] + np.where((bodies == body)[:, None], 0.0, tree.p_PJ[bodies])
        weight = model.marker_weight[on]
        own = 0.0
        if len(on) > 1:
            away = place - weight @ place / weight.sum()
            # moments about the line of most: those across it
            own = float(np.linalg.eigvalsh((weight * away.T) @ away)[:2].sum()) / MARKER_ERROR**2
        mine = on[bodies == body]
        pair = None
        if len(mine):
            forward = model.marker_local[mine, 0]
            rear, front = int(mine[np.argmin(forward)]), int(mine[np.argmax(forward)])
            far = lengths(model.marker_local[front] - model.marker_local[rear]) > _LONG
            pair = rear if far else -1, front
        ahead = bool((place[:, 0] > 0.0).any())
        found.append(FootRoll(side, body, pair, own, ahead))
    return tuple(found)


def shows_heel(model: Model, side: Side) -> bool:
    """Whether a marker of the foot lies behind its ankle: another stops at another time."""
    on = model.marker_body == model.joints.index(f"{side}_ankle")
    return bool((model.marker_local[on & (model.marker_weight > 0.0), 0] < 0.0).any())


def _information(foot: FootRoll, *, bearing: bool) -> float:
    """What the fit knows of a foot's roll, 1/rad^2: by its markers, and what they lack."""
    ease = foot.lacks(AT_EASE)
    level = foot.lacks(LEVEL) if bearing and foot.pair is not None else 0.0
    return foot.own + level + ease


def roll_known(model: Model) -> dict[str, Mapping[str, str | float]]:
    """Knowledge of each foot's roll, by side: its source `by`, and its standard deviation [deg]
    while the sole is flat on the ground (`flat`) and in the air (`free`).

    "markers": the markers show the roll. "sole": the sole is level while loaded, and in the air the
    ankle is nearly as in standing. "nothing": the foot has no marker.
    """
    found: dict[str, Mapping[str, str | float]] = {}
    for foot in foot_rolls(model):
        if foot.side not in model.soles:
            continue
        by = "nothing" if foot.pair is None else "sole" if foot.lacks(LEVEL) > 0.0 else "markers"
        flat, free = (
            float(np.degrees(_information(foot, bearing=bearing) ** -0.5))
            for bearing in (True, False)
        )
        found[foot.side] = {"by": by, "flat": flat, "free": free}
    return found

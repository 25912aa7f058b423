"""Labels that are exchanged: the body that all markers fit best is likelier with them put back.

Where markers contradict what is known of bodies more than right ones do, labels of two landmarks
are exchanged in turn, on one side or on both, with the other side's, or the legs as a whole, and
the body is fitted again. Tried are the landmarks that contradict most.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from ambulo.math.vector_arrays import finite
from ambulo.mocap.calibration.body_prior import VAGUE, place_spread
from ambulo.mocap.marker_sets.marker_set import other_side
from ambulo.mocap.measured_body import MeasuredBody, measure_body
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import Markers, Subject

_CONTRADICTED = 1.0
"""Cost over the rows of what is known; right recordings have 0.2 to 0.9."""
_SUSPECTS = 5
"""Landmarks that contradict most."""
_LIKELIER = 60.0
"""By which the cost falls, twice the logarithm of how much likelier that is; and the share of it
that may be left."""
_LEFT = 0.75
_FEW = 8
"""Frames of the movement in which exchanges are tried."""
_SCOPES = {1: ((0,),), 2: ((0, 1), (0,))}
"""Trials in which labels are exchanged: both, or the movement alone."""
_MOST = 3
"""Exchanges that are looked for one after the other."""

Names = Mapping[str, str]
Trials = Sequence[tuple[Names, Markers]]


def put_labels_back(
    segments: Names, trials: Trials, subject: Subject, body: MeasuredBody
) -> tuple[Trials, MeasuredBody]:
    """Trials with their labels put back, and the body that they then have.

    Args:
        segments, trials, subject: as `measure_body`.
        body: by the trials as they are.
    """
    for _ in range(_MOST):
        if body.fit.cost < _CONTRADICTED * len(body.prior.known.b):
            break
        now = measure_body(segments, trials, subject, frames=_FEW).fit.cost
        tried: list[tuple[float, int, Trials]] = []
        for exchange in _likely(body, segments):
            for where in _SCOPES[len(trials)]:
                again = [
                    (_exchanged(found, exchange) if k in where else found, markers)
                    for k, (found, markers) in enumerate(trials)
                ]
                cost = measure_body(segments, again, subject, frames=_FEW).fit.cost
                tried.append((cost, len(tried), again))
        cost, _, mended = min(tried, key=lambda one: one[:2])
        if cost > min(now - _LIKELIER, _LEFT * now):
            break
        trials, body = mended, measure_body(segments, mended, subject)
    return trials, body


def _exchanged(found: Names, exchange: Names) -> Names:
    return {exchange.get(name, name): own for name, own in found.items()}


def _likely(body: MeasuredBody, segments: Names) -> Iterator[Names]:
    """Exchanges by canonical names, both ways."""
    names = body.prior.points
    shown = np.flatnonzero(finite(body.position).any(axis=0))
    landmarks = [names[k] for k in shown if place_spread(names[k]) < VAGUE]
    against = contradiction(body)
    suspects = sorted(landmarks, key=against.__getitem__)[-_SUSPECTS:]
    seen = set()
    for one, other in combinations(landmarks, 2):
        if one not in suspects and other not in suspects:
            continue
        mirrored = other_side(one) == other
        if not mirrored and (one.split("_")[0] != other.split("_")[0] or other not in suspects):
            continue
        pair = {one: other, other: one}
        yield pair
        both = {other_side(a): other_side(b) for a, b in pair.items()}
        if not mirrored and {*both} <= {*landmarks} and frozenset(both) not in seen:
            seen.add(frozenset(pair))
            yield pair | both
    legs = {
        name: other_side(name) for name, on in segments.items()
        if on != "pelvis" and other_side(name) in segments
    }  # fmt: skip
    yield legs
    # where markers lie tells lateral from medial, if no word does: the wrong way on the other side
    yield {name: beyond if (beyond := across(other)) in legs else other
           for name, other in legs.items()}  # fmt: skip


def across(name: str) -> str:
    """The other marker of a knee or an ankle; the name itself where it has none."""
    if name.endswith("_lateral"):
        return name.replace("_lateral", "_medial")
    return name.replace("_medial", "_lateral")


def contradiction(body: MeasuredBody) -> Mapping[str, float]:
    """What each point's marker and the rows about its place add to the cost."""
    known, fit = body.prior.known, body.fit
    R, p = forward_kinematics(fit.tree, fit.q)
    apart = body.position - p[:, known.on] - np.einsum("fnij,nj->fni", R[:, known.on], fit.points)
    square = np.nansum(np.sum(apart**2, axis=2) * body.shares[:, None], axis=0) / known.error**2
    rows = (known.A @ fit.constants - known.b) ** 2
    about = (known.A != 0.0).T @ rows
    return {
        name: float(square[k] + about[body.prior.place[name] :][:3].sum())
        for k, name in enumerate(body.prior.points)
    }

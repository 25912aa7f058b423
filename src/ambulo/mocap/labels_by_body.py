"""Exchanged labels, found by a fit of the body. The body is more likely with corrected labels.

Even correct markers contradict prior knowledge of bodies a little. If the markers contradict it
more, exchanges of two labels are tried. An exchange may be on one side, on both sides, between the
sides, or of the whole legs. Landmarks with the largest contradiction are tried first. One or two
steps of the fit rank the exchanges. The best are fitted completely.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from ambulo.math.vector_arrays import finite
from ambulo.mocap.calibration.body_prior import VAGUE, place_spread
from ambulo.mocap.fit.body_fit import fit_body
from ambulo.mocap.fit.fit_kernel import fit_markers
from ambulo.mocap.measured_body import MeasuredBody, measure_body
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import SIDES, Markers, Subject
from ambulo.records.sides import other_side

_CONTRADICTED = 1.0
"""Cost over the rows of what is known; right recordings have 0.2 to 0.9."""
_SUSPECTS = 5
"""Landmarks, left and right, that contradict most, and are tried before all others."""
_LIKELIER = 60.0
"""By which the cost falls, and is lower than with other exchanges of the same labels: twice the
logarithm of how much likelier that is."""
_FEW = 8
"""Frames of a trial in which exchanges are tried."""
_STEPS, _BEST = 2, 4
"""Steps that rank exchanges; how many of them are fitted to the end."""
_SCOPES = {1: ((0,),), 2: ((0, 1), (0,))}
"""Trials in which labels are exchanged: both, or the movement alone."""
_MOST = 3
"""Exchanges that are looked for one after the other."""
_NEXT = {
    "pelvis": ("pelvis",),
    **{f"{side}_{segment}": tuple(f"{side}_{one}" for one in near)
       for side in SIDES for segment, near in (
           ("thigh", ("thigh", "shank")), ("shank", ("thigh", "shank", "foot")),
           ("foot", ("shank", "foot")))},
}  # fmt: skip
"""Segments whose markers are neighbours of a segment's."""

Names = Mapping[str, str]
Trials = Sequence[tuple[Names, Markers]]


def put_labels_back(
    segments: Names, trials: Trials, subject: Subject, body: MeasuredBody
) -> tuple[Trials, MeasuredBody, Names]:
    """Trials with corrected labels, and their body.

    No label is corrected if the body still contradicts prior knowledge afterwards, or if another
    exchange of the same labels is nearly as good. The notes then name these labels, each with the
    label that it may be exchanged with.

    Args:
        segments, trials, subject: as in `measure_body`.
        body: body fitted to the trials without correction.
    """
    found, now, named = trials, body, dict[str, str]()
    for _ in range(_MOST):
        if not _contradicted(now):
            return found, now, {}
        for suspects in (_SUSPECTS, len(segments)):
            tried = _tried(segments, found, subject, now, suspects)
            cost, best, _ = min(tried, key=lambda one: one[0])
            if cost <= now.fit.cost - _LIKELIER:
                break
        else:
            break
        near = [one for one in tried if one[0] < cost + _LIKELIER and one[1].keys() & best.keys()]
        _, exchange, again = min(near, key=lambda one: len(one[1]))
        shown = found[0][0]
        named |= {shown[a]: shown[b] for _, one, _ in near
                  for a, b in one.items() if {a, b} <= {*shown}}  # fmt: skip
        if not all(exchange.items() <= one.items() for _, one, _ in near):
            break
        found, now = again, measure_body(segments, again, subject)
    return (found, now, {}) if not _contradicted(now) else (trials, body, named)


def _tried(
    segments: Names,
    trials: Trials,
    subject: Subject,
    body: MeasuredBody,
    suspects: int,
) -> Sequence[tuple[float, Names, Trials]]:
    """The most likely exchanges: cost of the fit, canonical names, and trials with them."""
    likely, few = _likely(body, segments, suspects, len(trials)), _few(body)
    glances = [_glance(few, *one) for one in likely]
    tried = []
    for k in sorted(range(len(likely)), key=glances.__getitem__)[:_BEST]:
        again = _exchanged(trials, *likely[k])
        cost = measure_body(segments, again, subject, frames=_FEW).fit.cost
        tried.append((cost, likely[k][0], again))
    return tried


def _contradicted(body: MeasuredBody) -> bool:
    return body.fit.cost >= _CONTRADICTED * len(body.prior.known.b)


def _exchanged(trials: Trials, exchange: Names, where: Sequence[int]) -> Trials:
    return [
        ({exchange.get(name, name) if k in where else name: own for name, own in found.items()},
         markers)
        for k, (found, markers) in enumerate(trials)
    ]  # fmt: skip


def _few(body: MeasuredBody) -> MeasuredBody:
    """The body in few of its frames, which count for all."""
    every = [np.flatnonzero(body.trial == trial) for trial in np.unique(body.trial)]
    some = [own[np.linspace(0, len(own) - 1, min(len(own), _FEW)).astype(int)] for own in every]
    shares = [np.full(len(k), body.shares[own].sum() / len(k))
              for k, own in zip(some, every, strict=True)]  # fmt: skip
    rows = np.concatenate(some)
    return replace(
        body, fit=replace(body.fit, q=body.fit.q[rows]), position=body.position[rows],
        shares=np.concatenate(shares), trial=body.trial[rows],
    )  # fmt: skip


def _glance(body: MeasuredBody, exchange: Names, where: Sequence[int]) -> float:
    """Cost with labels exchanged, a few steps from the mean body that faces as this one does."""
    points, known, start = body.prior.points, body.prior.known, body.prior.start.copy()
    rows, position, q = np.isin(body.trial, where), body.position.copy(), body.fit.q.copy()
    position[rows] = position[rows][:, [points.index(exchange.get(name, name)) for name in points]]
    spread = np.array([place_spread(name) for name in points])
    tree, mean = known.geometry(start)
    believed = 1.0 / (known.error**2 + spread**2)
    q[:, 7:] = known.rest[7:]
    q = fit_markers(tree, known.on, mean, believed, position, q, known.stray, known.rest)[0]
    R, p = forward_kinematics(tree, q)
    local = np.einsum("fnji,fnj->fni", R[:, known.on], position - p[:, known.on])
    for k in np.flatnonzero((spread > VAGUE) & finite(local).any(axis=0)):
        start[body.prior.place[points[k]] :][:3] = np.nanmedian(local[:, k], axis=0)
    return fit_body(known, start, position, body.shares, q, _STEPS).cost


def _likely(
    body: MeasuredBody, segments: Names, most: int, trials: int
) -> Sequence[tuple[Names, Sequence[int]]]:
    """Exchanges by canonical names, both ways, and the trials in which.

    Args:
        most: landmarks, left and right, that contradict most and are tried.
        trials: how many there are.
    """
    names = body.prior.points
    shown = [names[k] for k in np.flatnonzero(finite(body.position).any(axis=0))]
    landmarks = [name for name in shown if place_spread(name) < VAGUE]
    against = contradiction(body)
    # left as right is known too: what is wrong on one side contradicts on both
    worst = sorted(landmarks, key=lambda n: max(against[n], against.get(other_side(n), 0.0)))
    suspects = {n for one in worst[-2 * most :] for n in (one, other_side(one))} & {*landmarks}
    found: dict[frozenset[tuple[str, str]], Names] = {}
    for one, other in product(sorted(suspects), shown):
        mirrored = other_side(one) == other
        near = other in suspects or segments[other] in _NEXT[segments[one]]
        beside = one.split("_")[0] == other.split("_")[0] and near
        if one == other or not (mirrored or beside):
            continue
        pair = {one: other, other: one}
        both = {other_side(a): other_side(b) for a, b in pair.items()}
        for exchange in (pair, pair | both) if {*both} <= {*shown} else (pair,):
            found[frozenset(exchange.items())] = exchange
    legs = {
        name: other_side(name) for name, on in segments.items()
        if on != "pelvis" and other_side(name) in segments
    }  # fmt: skip
    # where markers lie tells lateral from medial, if no word does: the wrong way on the other side
    turned = {name: beyond if (beyond := across(other)) in legs else other
              for name, other in legs.items()}  # fmt: skip
    return [*product((*found.values(), legs, turned), _SCOPES[trials])]


def across(name: str) -> str:
    """The other marker of a knee or an ankle; the same name if there is none."""
    if name.endswith("_lateral"):
        return name.replace("_lateral", "_medial")
    return name.replace("_medial", "_lateral")


def contradiction(body: MeasuredBody) -> Mapping[str, float]:
    """Contribution to the cost of each point's marker and of the rows about its place."""
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

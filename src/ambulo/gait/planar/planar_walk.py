"""The planar model of a walk that was measured in three dimensions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from ambulo.gait.planar.planar import PlanarAnalysis, PlanarContact, analyse_planar
from ambulo.gait.planar.planar_body import PlanarBody, planar_body, planar_points
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.records import SIDES, GroundReaction, Model, Quantities, Quantity, Side
from ambulo.records.sides import side_of, without_side

_LEG = ("hip", "knee", "ankle", "metatarsal")


def planar_walk(
    model: Model,
    time: FloatArray,
    R: FloatArray,
    p: FloatArray,
    ground: GroundReaction,
) -> PlanarAnalysis:
    """Sagittal analysis of a three-dimensional motion, by the planar body scaled from its model.

    Args:
        model: of the whole body.
        time: (frames,) s.
        R, p: (frames, nb, 3, 3) and (frames, nb, 3) m, segments in the world, of a motion that was
            smoothed.
        ground: on the same frames. Moments and powers of a leg are NaN where the reaction of its
            foot is not known.
    Raises:
        InputError: the model is not of the whole body.
    """
    body = planar_body(model, base="trunk")
    points = planar_points(model, R, p)
    contacts = [
        contact
        for s, side in enumerate(SIDES)
        for contact in _contacts(body, points, ground, s, side)
    ]
    found = analyse_planar(body, time, points, contacts=contacts, smooth=False)
    return replace(
        found,
        notes=(
            *found.notes,
            "Angles, moments and powers are the planar body's, about the lateral axis: hip angles "
            "are relative to the trunk, because pelvis and torso are one segment.",
        ),
        moments=Quantities(_where_known(found.moments, ground.known)),
        powers=Quantities(_where_known(found.powers, ground.known)),
        base=np.where(np.all(ground.known, axis=1, keepdims=True), found.base, np.nan),
    )


def _contacts(
    body: PlanarBody, points: dict[str, FloatArray], ground: GroundReaction, s: int, side: Side
) -> list[PlanarContact]:
    """The foot's reaction, on the forefoot while its centre of pressure is before the joint."""
    known = ground.known[:, s, None]
    force = np.where(known, ground.force[:, s][:, [0, 2]], 0.0)
    moment = np.where(known[:, 0], ground.moment_origin[:, s, 1], 0.0)
    origin = np.zeros_like(force)
    names = [segment.name for segment in body.segments]
    if f"{side}_forefoot" not in names:
        return [PlanarContact(f"{side}_foot", force, origin, moment)]
    pressure = np.nan_to_num(ground.centre_of_pressure[:, s, 0], nan=-np.inf)
    ahead = pressure > points[f"{side}_metatarsal"][:, 0]
    return [
        PlanarContact(
            f"{side}_{part}foot",
            np.where(on[:, None], force, 0.0),
            origin,
            np.where(on, moment, 0.0),
        )
        for part, on in (("hind", ~ahead), ("fore", ahead))
    ]


def _where_known(quantities: Iterable[Quantity], known: BoolArray) -> Iterable[Quantity]:
    """The same with NaN in a leg's where its foot's reaction is not known."""
    for quantity in quantities:
        side = side_of(quantity.name)
        if side is not None and without_side(quantity.name).partition("_")[0] in _LEG:
            seen = known[:, SIDES.index(side)]
            yield replace(quantity, values=np.where(seen, quantity.values, np.nan))
        else:
            yield quantity

"""Errors of force plates in the ground reactions of the feet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ambulo.gait.stages.steps import Steps
from ambulo.math.arrays import BoolArray, FloatArray, vector_product
from ambulo.math.vector_arrays import finite
from ambulo.records import SIDES, ForcePlate, GroundReaction, PlateContact, Trial
from ambulo.records.measurement import LOADED


@dataclass(frozen=True, eq=False)
class Surface:
    """A plate, or the place of a foot's forces in a file without places of plates.

    Args:
        middle: (3,) m.
        loaded: (frames, 2) whether each foot loads the surface.
    """

    middle: FloatArray
    loaded: BoolArray


def surfaces_of(trial: Trial, steps: Steps) -> tuple[Surface, ...]:
    """Every surface with its own errors, in the order of the plates, then of the contacts.

    Contacts on one plate share its errors. If the file does not state the places of plates,
    contacts of one column or one foot share errors if their centres of pressure come within a
    foot's length.
    """
    if steps.plates is None:
        return ()
    touching = np.any(steps.plates.force != 0.0, axis=2)
    places = [
        (plate.corners, [contact for contact in steps.contacts if contact.plate == k])
        for k, plate in enumerate(trial.plates)
        if plate.placed
    ]
    found = []
    for corners, contacts in (*places, *_places(trial.plates, steps.contacts)):
        loaded = np.zeros_like(touching)
        for contact in contacts:
            during = (steps.time >= contact.start) & (steps.time <= contact.stop)
            feet = [contact.side] if contact.side is not None else SIDES
            for side in feet:
                loaded[:, SIDES.index(side)] |= during
        found.append(Surface(np.asarray(corners.mean(axis=0)), loaded & touching))
    return tuple(found)


_FOOT = 0.3
"""m, about the length of an adult's foot in a shoe."""


def _places(
    plates: Sequence[ForcePlate], contacts: Sequence[PlateContact]
) -> list[tuple[FloatArray, list[PlateContact]]]:
    """Least and greatest centre of pressure (2, 3) m at every place, and its contacts.

    Of plates of which the file does not say where they lie.
    """
    places: list[tuple[FloatArray, list[PlateContact]]] = []
    for contact in contacts:
        plate = plates[contact.plate]
        if plate.placed:
            continue
        during = (plate.time >= contact.start) & (plate.time <= contact.stop)
        seen = plate.centre_of_pressure[during & (plate.force[:, 2] > LOADED)]
        seen = seen[finite(seen)]
        if not len(seen):
            continue
        box, these = np.stack([seen.min(axis=0), seen.max(axis=0)]), [contact]
        apart = []
        for other, others in places:
            gap = np.maximum(box[0] - other[1], other[0] - box[1])[:2]
            akin = any(contact.plate == one.plate or contact.side == one.side for one in others)
            if akin and (gap < _FOOT).all():
                box = np.stack([np.minimum(box[0], other[0]), np.maximum(box[1], other[1])])
                these = [*others, *these]
            else:
                apart.append((other, others))
        places = [*apart, (box, these)]
    return sorted(places, key=lambda place: (place[1][0].plate, place[1][0].start))


def with_wrench(
    reaction: GroundReaction, force: FloatArray, moment_origin: FloatArray
) -> GroundReaction:
    """The reaction with other forces and moments, from which centre of pressure and free moment
    follow.

    x = (z F_x - M_y) / F_z, y = (z F_y + M_x) / F_z, T = M_z - x F_y + y F_x, at the previous
    height z of the centre of pressure.

    Args:
        force, moment_origin: (frames, 2, 3) N and N*m about the world origin.
    """
    centre = reaction.centre_of_pressure.copy()
    free = reaction.free_moment.copy()
    on = np.isfinite(centre[..., 0]) & (force[..., 2] > LOADED)
    F, M, z = force[on], moment_origin[on], centre[on][:, 2]
    centre[on] = np.stack(
        [(z * F[:, 0] - M[:, 1]) / F[:, 2], (z * F[:, 1] + M[:, 0]) / F[:, 2], z], axis=1
    )
    free[on] = (M - vector_product(centre[on], F))[:, 2]
    return replace(
        reaction,
        force=force,
        moment_origin=moment_origin,
        centre_of_pressure=centre,
        free_moment=free,
    )

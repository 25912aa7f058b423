"""Errors of force plates, on the ground reactions of the feet."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray, vector_product
from ambulo.records import SIDES, GroundReaction, Trial
from ambulo.uncertainty.source import Nominal

__all__ = ["LOADED", "loaded_by_plate", "plate_count", "plate_middle", "with_wrench"]

LOADED = 20.0
"""N, vertical force below which a centre of pressure says nothing."""


def plate_count(nominal: Nominal) -> int:
    """Plates of the trial; none where no foot was given one."""
    if nominal.stages.steps.plates is None:
        return 0
    return len(nominal.stages.recording.trial.plates)


def loaded_by_plate(nominal: Nominal) -> list[BoolArray]:
    """For every plate, the frames and feet (frames, 2) that load it."""
    steps = nominal.stages.steps
    assert steps.plates is not None
    touching = np.any(steps.plates.force != 0.0, axis=2)
    found = []
    for plate in range(plate_count(nominal)):
        mine = np.zeros_like(touching)
        for contact in steps.contacts:
            if contact.plate != plate:
                continue
            during = (steps.time >= contact.start) & (steps.time <= contact.stop)
            feet = [contact.side] if contact.side is not None else SIDES
            for side in feet:
                mine[:, SIDES.index(side)] |= during
        found.append(mine & touching)
    return found


def plate_middle(trial: Trial, plate: int) -> FloatArray:
    """Middle of a plate (3,) m."""
    return np.asarray(trial.plates[plate].corners.mean(axis=0))


def with_wrench(
    reaction: GroundReaction, force: FloatArray, moment_origin: FloatArray
) -> GroundReaction:
    """The reaction with other forces and moments; centre of pressure and free moment follow.

    x = (z F_x - M_y) / F_z,  y = (z F_y + M_x) / F_z,  T = M_z - x F_y + y F_x, at the height z of
    the centre of pressure before.

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

"""Missed contacts: feet seem to be in the air while something carries the body.

A foot in the air carries nothing, so the moments of its leg are known. If a contact was missed,
they are wrong by the whole ground reaction. But then the mass centre does not fall as it should.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ambulo.gait.body_motion import ModelMotion
from ambulo.math.runs import runs
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import GroundReaction

_CARRIED = 0.5
"""Of the body weight, that no plate measures: masses, filters and a foot half beside its plate
leave over less."""
_LASTING = 0.05
"""s; less is an impact that the filter has spread."""


def without_missed_contacts(
    measured: GroundReaction, body: ModelMotion
) -> tuple[GroundReaction, tuple[str, ...]]:
    """The plates' reactions, not known where a foot was on the ground but seemed to be in the air.

    Args:
        measured: each foot's reaction.
        body: the whole body in motion, which shows the vertical force that it needs.
    Returns:
        The reaction, and one sentence if there are such frames.
    """
    time = measured.time
    step = float(time[1] - time[0])
    weight = body.model.mass * STANDARD_GRAVITY
    lacking = body.unsupported.force[:, 0, 2] - measured.force[..., 2].sum(axis=1)
    # not known already where a foot stands that nothing measures
    carried = np.asarray(lacking > _CARRIED * weight) & measured.known.all(axis=1)
    in_air = np.asarray(~measured.force.any(axis=2))
    missed = np.zeros_like(measured.known)
    stretches = []
    for first, stop in runs(carried):
        if (stop - first) * step >= _LASTING and in_air[first:stop].any():
            missed[first:stop] = in_air[first:stop]
            stretches.append(f"{time[first]:.2f} to {time[stop - 1]:.2f}")
    if not stretches:
        return measured, ()
    unknown = missed[..., None]
    found = replace(
        measured,
        force=np.where(unknown, np.nan, measured.force),
        moment_origin=np.where(unknown, np.nan, measured.moment_origin),
        centre_of_pressure=np.where(unknown, np.nan, measured.centre_of_pressure),
        free_moment=np.where(missed, np.nan, measured.free_moment),
        known=measured.known & ~missed,
    )
    return found, (
        f"Something carries the body while the feet seem to be in the air ({', '.join(stretches)} "
        "s). At these times a contact was missed, a hand leans on something, or a plate measures "
        "too little. A leg that seems to be in the air then has no moments. --activity, or events "
        "in the file, help to find the steps.",
    )

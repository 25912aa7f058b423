"""Wrench that plates and motion leave over at the root.

Limits of Hicks et al. (2015), J Biomech Eng 137:020905: residual force below 5 % of the external
force, residual moment below 1 % of centre-of-mass height times external force.
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence, NotChecked, gate
from ambulo.math.arrays import FloatArray
from ambulo.multibody.tree.energy import centre_of_mass
from ambulo.records import Gate, GroundReaction

__all__ = ["check", "residual_gates"]

RESIDUAL_FORCE_LIMIT = 0.05
RESIDUAL_MOMENT_LIMIT = 0.01


def check(evidence: Evidence) -> list[Gate | NotChecked]:
    """Residual force and moment, away from the instants at which stance changes."""
    body, plates = evidence.body, evidence.steps.plates
    gates: list[Gate | NotChecked] = []
    if plates is not None and evidence.whole_body:
        height = float(np.mean(centre_of_mass(body.model.tree, body.motion.q)[0][:, 2]))
        gates += residual_gates(evidence.residual[evidence.settled], plates, height)
    why = (
        "the model has no upper body"
        if not evidence.whole_body
        else "no plate is loaded"
        if not evidence.steps.contacts
        else "the plates never measure all that touches the ground"
    )
    return gates or [NotChecked(f"Residual forces were not checked: {why}.")]


def residual_gates(
    residual: FloatArray, ground: GroundReaction, height_of_mass: float
) -> list[Gate]:
    """Wrench that plates and motion leave over, against the measured ground reaction.

    Args:
        residual: (frames, 6) N*m, N; NaN where the ground reaction is not known.
        ground: as measured.
        height_of_mass: mean height of the centre of mass, m.
    Returns:
        Two gates, none if both feet are never known together.
    """
    judged = residual[np.isfinite(residual).all(axis=1)]
    if not len(judged):
        return []
    total = np.linalg.norm(ground.force.sum(axis=1), axis=1)
    peak = float(np.nanmax(total))
    rms = np.sqrt(np.mean(judged**2, axis=0))
    force, moment = float(np.linalg.norm(rms[3:])), float(np.linalg.norm(rms[:3]))
    return [
        gate(
            "residual force",
            100.0 * force / peak,
            100.0 * RESIDUAL_FORCE_LIMIT,
            "% of peak ground reaction",
            "Check mass, plate position and synchronisation of plates and cameras",
        ),
        gate(
            "residual moment",
            100.0 * moment / (peak * height_of_mass),
            100.0 * RESIDUAL_MOMENT_LIMIT,
            "% of peak ground reaction x height of the centre of mass",
            "Check plate position and the trunk's markers; parameters = dumas2007 in the "
            "configuration has centres of mass beside the lines between joints",
        ),
    ]

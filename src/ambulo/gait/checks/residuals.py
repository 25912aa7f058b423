"""Wrench that plates and motion leave over at the root.

Hicks et al. (2015), J Biomech Eng 137:020905, wish for a residual force below 5 % of the external
force and a moment below 1 % of it times the height of the centre of mass, for simulations whose
residuals were reduced. A measured walk is not adjusted: the limits of the moment follow from what
walks recorded with care have, 1.5 to 2.0 % (docs/methods/quality.md).
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate, unknown, unloaded
from ambulo.gait.checks.mass import beside_plate
from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import finite
from ambulo.records import Gate, GroundReaction

__all__ = ["check", "residual_gates"]

# beyond the second, leg moments that follow the force are off by about as much
RESIDUAL_FORCE_LIMIT, RESIDUAL_FORCE_UNUSABLE = 0.05, 0.15
# log-normal over those people: 8 of 1000 others are beyond the first, 2 beyond the second
RESIDUAL_MOMENT_LIMIT, RESIDUAL_MOMENT_UNUSABLE = 0.04, 0.08
# share of a residual force's square along one direction that points to one cause
_ONE_WAY = 0.7
# share of a residual moment's square that plates out of place explain: 0.9 and more of plates 5 and
# 10 cm off, 0.6 to 0.8 of right walks; 0.0 to 0.1 of drawn runs that leave a moment over and of a
# plate turned by 90 degrees
_BY_PLACE = 0.5


def check(evidence: Evidence) -> list[Gate]:
    """Residual force and moment, away from the instants at which stance changes."""
    body, plates = evidence.body, evidence.steps.plates
    gates: list[Gate] = []
    if plates is not None and evidence.whole_body:
        judged = evidence.settled
        if evidence.supported is not None:
            # what something else carries is no error of plates or motion
            judged = judged & ~evidence.supported
        if evidence.ground.shared is not None:
            # said by a check of its own; what is left over under the other foot is judged here
            judged = judged & ~beside_plate(plates, evidence.ground.shared)
        pressed = plates.centre_of_pressure[..., 2]
        floor = float(np.nanmean(pressed)) if np.isfinite(pressed).any() else 0.0
        height = float(np.mean(body.mass_centre[:, 2])) - floor
        gates += residual_gates(
            np.where(judged[:, None], evidence.residual, np.nan),
            plates,
            height,
            from_plates=evidence.ground.method == "plates",
            table=body.model.parameters,
        )
    names = ("residual force", "residual moment")
    open_question = "Whether plates and motion agree is not known."
    if evidence.whole_body and not evidence.steps.contacts and not gates:
        return [unloaded(name, open_question) for name in names]
    why = (
        "The plates never measure all that touches the ground"
        if evidence.whole_body
        else "The model has no upper body"
    )
    remedy = (
        "Record markers on trunk and arms too, and take the whole body (--model body)"
        if not evidence.whole_body
        else "Record the subject with both feet on plates"
    )
    return gates or [unknown(name, f"{why}.", remedy, open_question) for name in names]


def residual_gates(
    residual: FloatArray,
    ground: GroundReaction,
    height_of_mass: float,
    *,
    from_plates: bool = True,
    table: str = "",
) -> list[Gate]:
    """Wrench that plates and motion leave over, against the measured ground reaction.

    Args:
        residual: (frames, 6) N*m, N; NaN where the ground reaction is not known or not judged.
        ground: as measured, in the same frames.
        height_of_mass: mean height of the centre of mass, m.
        from_plates: whether the legs' moments are found from the plates upwards.
        table: of segment parameters.
    Returns:
        Two gates, none if both feet are never known together on the ground.
    """
    known = finite(residual)
    judged = residual[known]
    total = np.linalg.norm(ground.force.sum(axis=1), axis=1)
    peak = float(np.max(total, where=np.isfinite(total), initial=0.0))
    if not len(judged) or peak == 0.0:
        return []
    rms = np.sqrt(np.mean(judged**2, axis=0))
    force, moment = float(np.linalg.norm(rms[3:])), float(np.linalg.norm(rms[:3]))
    of_force, of_moment = 100.0 * force / peak, 100.0 * moment / (peak * height_of_mass)
    # the moment that makes up for plates moved by d under a force F is d F
    shift = 100.0 * moment / peak
    by_place = _by_place(judged[:, :3], ground.force[known]) > _BY_PLACE
    remedy = (
        "Check plate position and the trunk's markers"
        if by_place
        else "Check the trunk's markers and the plates' axes and channels; in runs and jumps the "
        "segments' masses and inertias may also not be this subject's"
    )
    if table != "dumas2007":
        remedy += (
            '; parameters = "dumas2007" in the configuration has centres of mass beside the lines '
            "between joints"
        )
    return [
        gate(
            "residual force",
            of_force,
            100.0 * RESIDUAL_FORCE_LIMIT,
            "% of peak ground reaction",
            _cause_of_force(rms[3:]),
            unusable=100.0 * RESIDUAL_FORCE_UNUSABLE,
            found=f"Plates and motion disagree by {force:.0f} N ({of_force:.1f} % of the "
            "peak ground reaction).",
            cost="Moments per kilogram and moments of the lumbar joint are uncertain by about as "
            "much; leg moments in N·m follow the plates."
            if from_plates
            else "Moments of the standing leg are uncertain by about as much.",
        ),
        gate(
            "residual moment",
            of_moment,
            100.0 * RESIDUAL_MOMENT_LIMIT,
            "% of peak ground reaction x height of the centre of mass",
            remedy,
            unusable=100.0 * RESIDUAL_MOMENT_UNUSABLE,
            found=f"Plates and motion disagree by {moment:.0f} N·m ({of_moment:.1f} % of that "
            "reaction at the height of the centre of mass), "
            + (
                f"as if the plates were {shift:.1f} cm off."
                if by_place
                else "not as where plates are out of place: it swings with the movement."
            ),
            cost="Leg moments are found from the plates upwards and change little where the plates "
            f"are right; moments of the lumbar joint are uncertain by {moment:.0f} N·m. Where the "
            f"plates are off, so are knee and hip, by up to {moment:.0f} N·m."
            if from_plates
            else f"Ankle, knee and hip of the standing leg carry these {moment:.0f} N·m.",
        ),
    ]


def _by_place(moment: FloatArray, force: FloatArray) -> float:
    """Share of the square of a residual moment (n, 3) that plates out of place explain.

    Least squares of  M = sum_s d_s x F_s,  each foot's plate moved level by its own d_s.

    Args:
        moment, force: N*m (n, 3) and N (n, 2, 3).
    """
    level = np.eye(3)[:2]
    turned = np.cross(level[None, None], np.nan_to_num(force)[:, :, None])
    A = turned.reshape(len(force), 4, 3).transpose(0, 2, 1).reshape(-1, 4)
    b = moment.ravel()
    left = b - A @ np.linalg.lstsq(A, b)[0]
    return 1.0 - float(left @ left) / max(float(b @ b), 1e-300)


def _cause_of_force(rms: FloatArray) -> str:
    """Likeliest cause of a residual force, by the direction of its rms (3,), Z up."""
    upwards = rms[2] ** 2 > _ONE_WAY * np.sum(rms**2)
    forwards = rms[0] ** 2 > _ONE_WAY * np.sum(rms**2)
    if upwards:
        return (
            "It is mostly vertical: check the mass, whether a foot is partly beside its plate, and "
            "in jumps the synchronisation of plates and cameras"
        )
    if forwards:
        return "It is mostly forwards: check synchronisation of plates and cameras, plates' axes"
    return "Check mass, plate position and synchronisation of plates and cameras"

"""Check of the residual of plates and motion at the root.

Hicks et al. (2015), J Biomech Eng 137:020905, recommend a residual force below 5 % of the external
force, and a moment below 1 % of this force times the height of the centre of mass. This is for
simulations whose residuals were reduced. A measured walk is not adjusted. The limits of the moment
therefore follow from carefully recorded walks, which have 1.5 to 2.0 %
(docs/methods/notes/residuals.md).
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.gait.checks.mass import beside_plate
from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import finite
from ambulo.records import Facts, GroundReaction

# share of a residual force's square along one direction that points to one cause
_ONE_WAY = 0.7
# share of a residual moment's square that plates out of place explain: 0.82 to 0.99 of plates 5 cm
# off, 0.3 to 0.9 of right walks; 0.0 to 0.1 of drawn runs that leave a moment over and of a plate
# turned by 90 degrees
_BY_PLACE = 0.5


def check(evidence: Evidence) -> list[Finding]:
    """Residual force and moment, away from foot strikes and foot offs."""
    body, plates = evidence.body, evidence.steps.plates
    found: list[Finding] = []
    if plates is not None and evidence.whole_body:
        # what something else carries is no error of plates or motion
        judged = evidence.settled & ~evidence.supported
        if evidence.ground.shared is not None:
            # said by a check of its own; what is left over under the other foot is judged here
            judged = judged & ~beside_plate(plates, evidence.ground.shared)
        pressed = plates.centre_of_pressure[..., 2]
        floor = float(np.nanmean(pressed)) if np.isfinite(pressed).any() else 0.0
        height = float(np.mean(body.mass_centre[:, 2])) - floor
        found = left_over(
            np.where(judged[:, None], evidence.residual, np.nan),
            plates,
            height,
            from_plates=evidence.ground.method == "plates",
            table=body.model.parameters,
        )
    if not evidence.whole_body:
        why = "no_trunk"
    else:
        why = "not_all" if evidence.steps.contacts else "unloaded"
    return found or [Finding(id, why=why) for id in ("residual_force", "residual_moment")]


def left_over(
    residual: FloatArray,
    ground: GroundReaction,
    height_of_mass: float,
    *,
    from_plates: bool = True,
    table: str = "",
) -> list[Finding]:
    """The residual of plates and motion, relative to the measured ground reaction.

    Args:
        residual: (frames, 6) N*m, N; NaN where the ground reaction is not known or not used.
        ground: as measured, in the same frames.
        height_of_mass: mean height of the centre of mass, m.
        from_plates: whether the legs' moments are computed from the plates upwards.
        table: of segment parameters.
    Returns:
        Force and moment; empty if both reactions are never known with both feet on the ground.
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
    facts: Facts = {
        "force": force,
        "moment": moment,
        # the moment that makes up for plates moved by d under a force F is d F
        "shift": moment / peak,
        "by_place": _by_place(judged[:, :3], ground.force[known]) > _BY_PLACE,
        "mostly": _mostly(rms[3:]),
        "from_plates": from_plates,
        "beside_lines": table == "dumas2007",
    }
    return [
        Finding("residual_force", "", of_force, facts),
        Finding("residual_moment", "", of_moment, facts),
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
    left = b - A @ np.linalg.lstsq(A, b, rcond=None)[0]
    return 1.0 - float(left @ left) / max(float(b @ b), 1e-300)


def _mostly(rms: FloatArray) -> str:
    """Direction of a residual force by its rms (3,), Z up."""
    if rms[2] ** 2 > _ONE_WAY * np.sum(rms**2):
        return "upwards"
    return "forwards" if rms[0] ** 2 > _ONE_WAY * np.sum(rms**2) else "neither"

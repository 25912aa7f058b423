"""What simulation/summary.json holds of a forward check."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ambulo.forward_check.deviation import ANGLE_LIMIT, DISTANCE_LIMIT, largest
from ambulo.forward_check.missing import Effort, FrameMiss
from ambulo.forward_check.run import ForwardCheck
from ambulo.results.json_file import Json


def forward_summary(check: ForwardCheck) -> dict[str, Json]:
    """The entry of a check, every number with its unit in its name."""
    choice, off, time = check.choice, check.off, check.stored.motion.time
    recorded = check.analysis.motion.time
    entry: dict[str, Json] = {
        "formulation": choice.formulation,
        "integrator": choice.method.name,
        "step_s": choice.step,
        "between": choice.between.name,
        "between_order": choice.between.order,
        choice.method.counts.replace(" ", "_"): check.simulation.count,
        "carried": choice.carried,
        "from_s": float(time[0]),
        "to_s": float(time[-1]),
        "recorded_s": float(recorded[-1] - recorded[0]),
        "simulated_s": check.simulated,
        "followed_s": check.followed,
        "reached_s": check.reached,
        "outcome": check.simulation.outcome.words,
        "followed_percent": 100.0 * check.followed / check.simulated,
        "limits": {"angle_deg": math.degrees(ANGLE_LIMIT), "distance_mm": 1e3 * DISTANCE_LIMIT},
        "largest_angle_deg": math.degrees(largest(off.angle)),
        "largest_distance_mm": 1e3 * largest(off.distance),
        "largest_root_distance_mm": 1e3 * largest(off.distance[:, :1]),
        "energy": {
            "largest_change_J": largest(check.gained),
            "largest_imbalance_J": largest(check.unexplained),
        },
    }
    entry["at_frames"] = _at_frames(check.miss, check.analysis.model.joints)
    if check.effort is not None:
        return {**entry, "controller": _controller(check, check.effort)}
    supports = [
        {
            "carried": row.carried,
            "followed_s": row.followed,
            "right_forces_follow_s": row.possible,
            "error_growth_per_s": row.growth.rate,
            "rounding_bound_s": row.growth.bound,
        }
        for row in check.supports
    ]
    return {**entry, "supports": supports}


def _at_frames(miss: FrameMiss, joints: Sequence[str]) -> dict[str, Json]:
    return {
        "largest_moment_missed_Nm": miss.moment,
        "moment_missed_at": joints[miss.joint],
        "largest_force_missed_N": miss.force,
        "force_missed_at": joints[miss.force_joint],
        "reported_moments_off_Nm": miss.reported,
        "tau_off_Nm": miss.generalised,
        "ground_reaction_off_Nm": miss.reaction.moment,
    }


def _controller(check: ForwardCheck, spent: Effort) -> dict[str, Json]:
    names = check.analysis.model.joints
    return {
        "largest_force_N": largest(check.simulation.force),
        "largest_moment_Nm": largest(check.simulation.moment),
        "rms_moment_Nm": spent.rms,
        "stored_moments_rms_Nm": spent.stored_rms,
        "part_of_moments": spent.part,
        "allowed_at_a_joint_Nm": spent.allowed,
        "joints_beyond": [names[j] for j in spent.beyond],
        "joints": [
            {
                "joint": names[j],
                "stored_rms_Nm": float(spent.stored[j]),
                "controller_rms_Nm": float(spent.added[j]),
                "open_between_frames_Nm": float(spent.open_between[j]),
            }
            for j in range(1, len(names))
        ],
    }

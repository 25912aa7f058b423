"""Columns with the forces of devices and with the person's part."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ambulo.model.joint_moments import working_axis
from ambulo.model.joint_motions import joint_motions
from ambulo.multibody.tree.kinematics import joint_angular_velocities
from ambulo.records import Analysis, Quantity
from ambulo.results.posture import Posture


def device_quantities(analysis: Analysis, posture: Posture) -> Sequence[Quantity]:
    """The force of each crutch; moment and power of each orthosis and of the person.

    The person's moment is the reported moment less that of the orthosis on the same axis. If a
    joint has two orthoses, both moments are subtracted.
    """
    devices = analysis.devices
    if devices is None:
        return ()
    model, R = analysis.model, posture.R_WB
    turning = joint_angular_velocities(model.tree, R, analysis.motion.v)
    found = [
        Quantity(f"{name}_force_{axis}", "N", devices.wrench[:, k, 3 + c], "on the body")
        for k, name in enumerate(devices.pressing)
        for c, axis in enumerate("xyz")
    ]
    for motion in dict.fromkeys(devices.motions):
        name = motion.rpartition("_")[0]
        about, joint = joint_motions(name)[0], model.joints.index(name)
        axis = working_axis(R[:, model.tree.parent[joint]], R[:, joint])
        torque = devices.torque[:, [one == motion for one in devices.motions]].sum(axis=1)
        power = about.sign * torque * np.einsum("fi,fi->f", axis, turning[:, joint])
        along = torque
        if analysis.moment_axes == "distal":
            along = torque * np.einsum("fi,fi->f", axis, R[:, joint, :, 1])
        net, total = analysis.moments[motion].values, analysis.powers[f"{name}_power"].values
        found += [
            Quantity(f"{motion}_orthosis", "N*m", along, about.positive),
            Quantity(f"{motion}_person", "N*m", net - along, about.positive),
            Quantity(f"{name}_power_orthosis", "W", power, "generation"),
            Quantity(f"{name}_power_person", "W", total - power, "generation"),
        ]
    return found

"""Ankle and knee forces of a stroke on the tibia of the pushing leg."""

from __future__ import annotations

import numpy as np

from ambulo.bone.bone import gauge_histories
from ambulo.bone.leg import Leg, NetLoad
from ambulo.bone.strain_records import strain_stimulus
from ambulo.bone.tibia import tibia
from ambulo.bone.tibia_loads import tibia_loads
from ambulo.math.arrays import FloatArray
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.studies.record import Table
from ambulo_studies.skating.run import Run


def leg_of_stroke(run: Run, stroke: int) -> tuple[FloatArray, Leg]:
    """Time (instants,) [s] of one stroke and its straight leg, with the foot along the ski.

    The Newton-Euler equations of the shank, a thin rod, give the moment of the thigh on the shank.
    The ankle is a spherical joint without a moment.
    """
    skater, part = run.skater, run.stroke == stroke
    time, ankle = run.time[part], run.ski[part]
    up = _unit(run.com[part] - ankle)
    along = run.ski_velocity[part][len(time) // 2] * [1.0, 1.0, 0.0]
    ski = np.tile(along / np.linalg.norm(along), (len(time), 1))
    leg_axes, foot = _axes(up, ski), _axes(np.tile([0.0, 0.0, 1.0], (len(time), 1)), ski)
    on_foot, on_shank = -run.ankle[part], -run.knee[part]
    arm = -skater.lower_leg * up
    centre = ankle + 0.5 * skater.lower_leg * up
    # H' of a rod about the knee, by its centre's path and its own turning
    rates = np.gradient(up, time, axis=0, edge_order=2)
    spin = skater.lower_leg_mass * skater.lower_leg**2 / 12.0 * np.cross(up, rates)
    acceleration = np.gradient(np.gradient(centre, time, axis=0, edge_order=2), time, axis=0)
    acceleration[:, 2] += STANDARD_GRAVITY
    moment = (
        skater.lower_leg_mass * np.cross(0.5 * arm, acceleration)
        + np.gradient(spin, time, axis=0, edge_order=2)
        + np.cross(arm, on_foot)
    )
    leg = Leg(
        run.com[part] + 0.5 * skater.upper_leg * up, ankle - arm, ankle,
        leg_axes, leg_axes, leg_axes, foot,
        NetLoad(on_shank, moment), NetLoad(on_foot, np.zeros_like(on_foot)),
    )  # fmt: skip
    return time, leg


def _unit(vectors: FloatArray) -> FloatArray:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


def _axes(z: FloatArray, x: FloatArray) -> FloatArray:
    """(frames, 3, 3) with this z, and y across it and x."""
    y = _unit(np.cross(z, x))
    return np.stack([np.cross(y, z), y, z], axis=2)


def bone_table(runs: dict[str, Run]) -> Table:
    """Forces at ankle and knee, and strain at mid-shaft, in the last stroke of each run."""
    rows: list[tuple[str | float, ...]] = []
    for name, run in runs.items():
        time, leg = leg_of_stroke(run, run.skater.strokes - 1)
        loads = tibia_loads(leg)
        bone = tibia(run.skater.lower_leg)
        rings = bone.ring_loads(loads.points, loads.forces, loads.couples)
        gauge = gauge_histories(bone, rings, time, np.ones(len(time), dtype=bool))["anteromedial"]
        weight = run.skater.weight
        dose = strain_stimulus(gauge.low, run.skater.strokes)
        rows.append(
            (name, round(float(loads.ankle_contact.max() / weight), 2),
             round(float(loads.knee_contact.max() / weight), 2),
             round(float(np.linalg.norm(leg.knee.moment, axis=1).max()), 1),
             round(1e6 * float(gauge.high.max())), round(1e6 * float(gauge.low.min())),
             round(1e6 * dose))
        )  # fmt: skip
    return Table(
        "The last stroke's forces on the tibia",
        ("reading", "ankle [body weights]", "knee [body weights]", "knee's moment [N·m]",
         "greatest strain [µε]", "least [µε]", "stimulus of the run [µε]"),
        tuple(rows),
        "The wish of section 1.2. Strain at the anteromedial mid-shaft. The leg is straight: "
        "muscles about knee and ankle have no moment to hold along the ski, and hardly press.",
    )  # fmt: skip

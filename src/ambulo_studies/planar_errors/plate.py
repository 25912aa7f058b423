"""Errors by offsets of the force plate: table 5.4."""

from __future__ import annotations

import numpy as np

from ambulo.gait.planar.planar_dynamics import PlanarMotion, place_points
from ambulo.studies.record import Comparison, Table
from ambulo_studies.gait_trials import beside_printed
from ambulo_studies.planar_errors.names import JOINTS, OFFSETS, by_plate, value
from ambulo_studies.planar_errors.newton_euler import SegmentValues, planar_torques
from ambulo_studies.planar_errors.support import SingleSupport
from ambulo_studies.planar_errors.torques import plate_torques


def plate_errors(
    name: str, support: SingleSupport, motion: PlanarMotion
) -> tuple[Table, list[Comparison], dict[str, bool]]:
    """Table 5.4, and what a lever arm says of it."""
    columns = support.columns()[:3]
    body = support.body
    whole = planar_torques(body, motion, SegmentValues.of(body))[0][:, columns]
    true = plate_torques(support, motion, np.zeros(3))
    x = place_points(body, motion.z)
    at = {joint: x[:, body.points.index(joint)] for joint in body.points}
    ankle = at["right_ankle"]
    # about +Y, z F_x - x F_z: lever arms (components, frames, joints) of the ground's force
    joints = ("right_ankle", "right_knee", "hip")
    arm = np.stack([ankle - at[joint] for joint in joints], axis=1)
    lever = np.stack([arm[..., 1], -arm[..., 0], np.ones(arm.shape[:2])])
    rows: list[tuple[str | float, ...]] = []
    comparisons: list[Comparison] = []
    exact = True
    offsets = (
        (component, key, level, size)
        for component, (key, sizes) in enumerate(OFFSETS.items())
        for level, size in enumerate(sizes)
    )
    for component, key, level, size in offsets:
        change = plate_torques(support, motion, size * np.eye(3)[component]) - true
        exact &= np.allclose(np.abs(change), np.abs(size * lever[component]), atol=1e-9)
        rmse = np.sqrt(np.mean(change**2, axis=0))
        found = {"RMSE": rmse, "NRMSE": 100.0 * rmse / np.ptp(true, axis=0)}
        unit = "N*m" if key == "My" else "N"
        for what, errors in found.items():
            # her moment's RMSE are none that it can have: no row of the list is ours
            ours = what == "NRMSE" or key != "My"
            numbers = [by_plate(what, key, j, level) for j in range(3)] if ours else []
            comparisons += [
                beside_printed(number, float(errors[j]), on=name)
                for j, number in enumerate(numbers)
            ]
            printed = map(value, numbers) if ours else 3 * ("–",)
            of = f"{key} {size:g} {unit}: {what}"
            unit_of = "N*m" if what == "RMSE" else "%"
            rows += [
                (f"{of} printed [{unit_of}]", *printed),
                (f"{of} here [{unit_of}]", *(round(float(r), 3) for r in errors)),
            ]
    table = Table(
        f"{name}: offsets of the plate, stance leg from the foot up (table 5.4)",
        ("offset", *JOINTS[:3]),
        tuple(rows),
        "Not scaled: an offset is in newtons, its lever arm is the leg's.",
    )
    horizontal = plate_torques(support, motion, np.array([1.0, 0.0, 0.0])) - true
    return (
        table,
        comparisons,
        {
            f"{name}: from the foot up and from the stance foot the torques are the same": bool(
                np.allclose(true, whole, atol=1e-8 * np.abs(whole).max())
            ),
            f"{name}: 1 N of horizontal force gives 0 at the ankle": bool(
                np.abs(horizontal[:, 0]).max() < 1e-9
            ),
            f"{name}: offsets of the plate move every torque by their lever arm": exact,
        },
    )

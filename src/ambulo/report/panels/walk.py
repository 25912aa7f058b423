"""The fitted model in space: body, markers, plates, ground reactions, mass centre, moments."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.quaternions import from_matrix
from ambulo.math.vector_arrays import finite
from ambulo.records import SIDES, GroundReaction, Trial
from ambulo.report.body_shape import body_shapes
from ambulo.report.page_data import (
    Arc,
    Arrow,
    Plate,
    Points,
    SceneMotion,
    ScenePanel,
    Trace,
)
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene

# length that stands for one body weight, and of the longest arrow [m]; moment of an arc [N*m/kg]
_WEIGHT_LENGTH, _LONGEST, _FULL_ARC = 0.75, 1.2, 2.5
# a path shorter than this [m] has no direction
_LEAST_WALK = 0.3
_ARC_JOINTS = ("hip", "knee", "ankle")


def path_direction(path: FloatArray) -> float:
    """Direction (rad from x) of a path (frames, 3) [m] from its first to its last point."""
    known = path[finite(path)]
    if len(known) < 2:
        return 0.0
    way = known[-1, :2] - known[0, :2]
    return float(np.arctan2(way[1], way[0])) if float(np.hypot(*way)) > _LEAST_WALK else 0.0


def reaction_arrows(
    ground: GroundReaction, weight: float, frames: slice = slice(None)
) -> list[Arrow]:
    """The force on each foot where it is known, at its centre of pressure.

    Args:
        ground: ground reaction of the analysis.
        weight: N, drawn as an arrow of three quarters of a metre. It is shorter if the greatest
            force would be taller than a person's chest.
        frames: shown frames of the ground reaction.
    """
    found = []
    force = np.linalg.norm(ground.force[ground.known], axis=1)
    greatest = float(np.nanmax(force, initial=0.0))
    length = min(_WEIGHT_LENGTH / weight, _LONGEST / greatest if greatest else np.inf)
    for s, side in enumerate(SIDES):
        known = ground.known[frames, s, None]
        found.append(
            Arrow(
                "ground reaction",
                f"{side} ground reaction",
                side,
                "N",
                length,
                np.where(known, ground.centre_of_pressure[frames, s], np.nan),
                np.where(known, ground.force[frames, s], np.nan),
            )
        )
    return found


def plates_of(trial: Trial) -> list[Plate]:
    """The force plates whose place is known."""
    return [
        Plate(plate.name, plate.corners.tolist())
        for plate in trial.plates
        if np.isfinite(plate.corners).all()
    ]


def walk_panel(scene: Scene) -> ScenePanel:
    """The movement as a scene linked to all curves."""
    analysis, posture, ground = scene.analysis, scene.posture, scene.ground
    model = analysis.model
    joints = [i for i, parent in enumerate(model.tree.parent) if parent >= 0]
    points = [
        Points(
            "joint centres",
            [model.joints[i].replace("_", " ") for i in joints],
            "ink",
            0.014,
            posture.p_WB[:, joints],
            shown=False,
        )
    ]
    tracked = [analysis.trial.markers.names.index(name) for name in model.marker_names]
    if tracked:
        points.append(
            Points(
                "markers",
                model.marker_names,
                "c4",
                0.008,
                analysis.trial.markers.position[:, tracked],
            )
        )
    if "lumbar" in model.joints:
        centre = posture.mass_centre()
        points.append(
            Points("centre of mass", ["centre of mass"], "c5", 0.022, centre[:, None], shown=False)
        )
    arrows = reaction_arrows(ground, scene.weight)
    traces, arcs = [], []
    for side, arrow in zip(SIDES, arrows, strict=True):
        traces.append(Trace("path of the centre of pressure", f"{side} foot", side, arrow.origin))
        for joint in _ARC_JOINTS:
            name = f"{side}_{joint}"
            if name not in model.joints:
                continue
            j = model.joints.index(name)
            arcs.append(
                Arc(
                    "joint moments",
                    f"{side} {joint} moment",
                    side,
                    "N·m",
                    _FULL_ARC * scene.mass,
                    posture.p_WB[:, j],
                    analysis.joint_forces.moment[:, j],
                )
            )
    plates = plates_of(analysis.trial)
    words = "Fitted model with the recorded markers"
    if plates:
        words += ", the force plates"
    words += (
        " and the ground reaction on each foot where it is known. An arrow of "
        f"{arrows[0].length * scene.weight:.2g} m is one body weight."
    )
    return ScenePanel(
        id="scene",
        title=f"The {scene.activity.noun}",
        clock="trial",
        bodies=body_shapes(model),
        motions=[SceneMotion("body", posture.p_WB, from_matrix(posture.R_WB))],
        points=points,
        arrows=arrows,
        arcs=arcs,
        traces=traces,
        plates=plates,
        heading=path_direction(posture.p_WB[:, 0]),
        caption=words,
    )


PANEL = Panel("walk", walk_panel)

"""Beams that turn fast and bend far, against closed forms and Exudyn's geometrically exact beam.

Spin-up of Simo and Vu-Quoc (1986, part II, section 5.1; the manoeuvre of Kane, Ryan and Banerjee
1987): 10 m, EA = 2.8e7 N, EI = 1.4e4 N m^2, 1.2 kg/m, from rest to 6 rad/s in 15 s.
"""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo_studies.planar_links.beam_in_parts import beam_in_parts
from ambulo_studies.planar_links.chain import run
from ambulo_studies.simo1986_spin_up import (
    EA,
    EI,
    LENGTH,
    LINE,
    MATERIAL,
    SECTION,
    in_frame,
    spin,
)


def exudyn_tip(duration, step, parts, angle, gravity=0.0):
    """Times and tip (n, 2) of the same beam in Exudyn."""
    exu = pytest.importorskip("exudyn")
    items = pytest.importorskip("exudyn.itemInterface")
    mbs = exu.SystemContainer().AddSystem()
    begin = float(angle(0.0))
    nodes = [
        mbs.AddNode(items.NodeRigidBody2D(referenceCoordinates=[x, y, begin]))
        for x, y in np.outer(np.linspace(0.0, LENGTH, parts + 1), [np.cos(begin), np.sin(begin)])
    ]
    shear = SECTION.shear_coefficient(0.3) * SECTION.area * MATERIAL.shear_modulus
    for k in range(parts):
        mbs.AddObject(
            items.ObjectBeamGeometricallyExact2D(
                nodeNumbers=nodes[k : k + 2], length=LENGTH / parts,
                massPerLength=LINE, crossSectionInertia=LINE * EI / EA,
                bendingStiffness=EI, axialStiffness=EA,
                shearStiffness=shear,
            )
        )  # fmt: skip
    ground = mbs.AddMarker(
        items.MarkerNodeCoordinate(nodeNumber=mbs.AddNode(items.NodePointGround()), coordinate=0)
    )
    for coordinate in (0, 1, 2):
        end = mbs.AddMarker(items.MarkerNodeCoordinate(nodeNumber=nodes[0], coordinate=coordinate))
        drive = {"offsetUserFunction": lambda _m, t, _i, _o: float(angle(t)) - begin}
        mbs.AddObject(
            items.CoordinateConstraint(
                markerNumbers=[ground, end], **(drive if coordinate == 2 else {})
            )
        )
    for k, node in enumerate(nodes if gravity else []):
        share = (0.5 if k in (0, parts) else 1.0) * LENGTH / parts
        marker = mbs.AddMarker(items.MarkerNodePosition(nodeNumber=node))
        mbs.AddLoad(items.Force(markerNumber=marker, loadVector=[0, -LINE * share * gravity, 0]))
    tip = mbs.AddSensor(
        items.SensorNode(
            nodeNumber=nodes[-1], storeInternal=True,
            outputVariableType=exu.OutputVariableType.Position,
        )
    )  # fmt: skip
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = duration
    settings.timeIntegration.numberOfSteps = round(duration / step)
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.newton.relativeTolerance = 1e-6
    settings.linearSolver.solverType = exu.LinearSolverType.EigenSparse
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
    settings.solution.file.write = False
    settings.solution.sensors.writePeriod = step
    mbs.SolveDynamic(settings)
    places = mbs.GetSensorStoredData(tip)
    return places[:, 0], places[:, 1:3]


@pytest.mark.oracle
def test_spin_up_bends_as_exudyns():
    made = beam_in_parts(LENGTH, SECTION, MATERIAL, 8, spin)
    motion = run(made.chain, made.q, 7.5, 1e-2, 0.8)
    ours = in_frame(made.place(motion.q), spin(motion.time))[:, 1]
    time, place = exudyn_tip(7.5, 1e-2, 12, spin)
    theirs = in_frame(place, spin(time))[:, 1]
    ours = np.interp(time, motion.time, ours)  # Exudyn may have shortened some of its steps
    assert np.abs(ours - theirs).max() < 0.01 * np.abs(theirs).max()


def swing(t):
    """Angle of the pendulum's root [rad]: from hanging to sideways in 3 s."""
    s = np.asarray(t, dtype=float) / 3.0
    return 0.5 * np.pi * (s - np.sin(2 * np.pi * s) / (2 * np.pi)) - 0.5 * np.pi


@pytest.mark.oracle
def test_flexible_pendulum_swings_as_exudyns():
    made = beam_in_parts(
        LENGTH, SECTION, MATERIAL, 8, swing, inclination=-0.5 * np.pi, gravity=STANDARD_GRAVITY
    )
    motion = run(made.chain, made.q, 3.0, 5e-3, 0.8)
    ours = in_frame(made.place(motion.q), swing(motion.time))[:, 1]
    time, place = exudyn_tip(3.0, 5e-3, 24, swing, STANDARD_GRAVITY)
    theirs = in_frame(place, swing(time))[:, 1]
    assert np.abs(theirs).max() > 0.05 * LENGTH  # it bends far
    ours = np.interp(time, motion.time, ours)
    assert np.abs(ours - theirs).max() < 0.01 * np.abs(theirs).max()

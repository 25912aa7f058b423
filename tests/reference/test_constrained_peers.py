"""The same mechanisms in Exudyn and Pinocchio; skipped where they are not installed."""

from __future__ import annotations

import numpy as np
import pytest
from tests.sample_mechanisms import (
    bricard,
    double_pendulum,
    four_bar,
    slider_crank,
    spinning_top,
)

from ambulo.multibody.constrained.body import GROUND
from ambulo.multibody.constrained.integration.stepwise import DOP853
from ambulo.multibody.constrained.integration.treatments import Projection
from ambulo.multibody.constrained.joints import Prismatic, Revolute

pytestmark = pytest.mark.oracle

ACCURATE = Projection(DOP853(1e-12, 1e-12))


def _exudyn(it, duration, step):
    """Places of all bodies after `duration`, by Exudyn's trapezoidal rule with a fixed step."""
    exu = pytest.importorskip("exudyn")
    from exudyn.utilities import RigidBodyInertia, SensorBody

    container = exu.SystemContainer()
    mbs = container.AddSystem()
    state = it.system.state(it.q, it.v, 0.0)
    number = {id(GROUND): mbs.CreateGround()}
    for k, body in enumerate(it.system.bodies):
        number[id(body)] = mbs.CreateRigidBody(
            inertia=RigidBodyInertia(mass=body.mass, inertiaTensor=body.inertia_matrix),
            referencePosition=state.R[k],
            referenceRotationMatrix=state.A[k],
            initialVelocity=state.V[k],
            initialAngularVelocity=state.A[k] @ state.omega[k],
            gravity=[0.0, 0.0, -9.81],
        )
    for joint in it.system.constraints_given:
        if isinstance(joint, Revolute | Prismatic):
            origin, axes = joint.i.origin, joint.i.axes
        else:
            origin, axes = joint.i, np.eye(3)
        i = it.system.number[id(origin.body)]
        items = [number[id(origin.body)], number[id(joint.at.body)]]
        frame = state.A[i] @ axes
        if isinstance(joint, Revolute):
            # Exudyn does not take the loop's redundant row: its last hinge leaves one out
            free = [1, 1, 1, 1, 0 if joint.name == "hinge 6" else 1, 0]
        elif isinstance(joint, Prismatic):
            free = [1, 1, 0, 1, 1, 1]
        else:
            free = [1, 1, 1, 0, 0, 0]
        mbs.CreateGenericJoint(
            itemNumbers=items,
            position=state.R[i] + state.A[i] @ origin.local,
            rotationMatrixAxes=frame,
            constrainedAxes=free,
            useGlobalFrame=True,
        )
    sensors = [
        mbs.AddSensor(
            SensorBody(
                bodyNumber=number[id(body)],
                storeInternal=True,
                outputVariableType=exu.OutputVariableType.Position,
            )
        )
        for body in it.system.bodies
    ]
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = duration
    settings.timeIntegration.numberOfSteps = round(duration / step)
    settings.timeIntegration.verboseMode = 0
    settings.solution.file.write = False
    settings.solution.sensors.writePeriod = duration
    settings.timeIntegration.generalizedAlpha.useIndex2Constraints = True
    settings.timeIntegration.generalizedAlpha.useNewmark = True
    settings.timeIntegration.newton.relativeTolerance = 1e-12
    settings.timeIntegration.newton.absoluteTolerance = 1e-12
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.linearSolver.solverType = exu.LinearSolverType.EigenDense
    settings.linearSolver.ignoreSingularJacobian = it.system.m > it.system.n - 1
    mbs.SolveDynamic(settings)
    return np.array([mbs.GetSensorValues(sensor) for sensor in sensors])


@pytest.mark.parametrize(
    "mechanism",
    [double_pendulum, four_bar, slider_crank, bricard, lambda: spinning_top(60.0)],
    ids=["double pendulum", "four-bar", "slider-crank", "Bricard", "top"],
)
def test_exudyn_arrives_at_the_same_places(mechanism):
    it = mechanism()
    motion = ACCURATE(it.system, it.q, it.v, 0.0, 1.0)
    ours = it.system.state(motion.q[-1], motion.v[-1], 1.0).R[:-1]
    # the trapezoidal rule's error goes with h^2, h^4, ...: three steps extrapolate to h^6
    coarse, middle, fine = (_exudyn(it, 1.0, h) for h in (2e-3, 1e-3, 5e-4))
    first, second = (4.0 * middle - coarse) / 3.0, (4.0 * fine - middle) / 3.0
    theirs = (16.0 * second - first) / 15.0
    np.testing.assert_allclose(ours, theirs, atol=1e-8)


def _pinocchio(model, q, v, duration, step):
    pin = pytest.importorskip("pinocchio")
    data = model.createData()
    for _ in range(round(duration / step)):

        def f(place, speed):
            return pin.aba(model, data, place, speed, np.zeros(model.nv))

        a1 = f(q, v)
        v2 = v + 0.5 * step * a1
        a2 = f(pin.integrate(model, q, 0.5 * step * v), v2)
        v3 = v + 0.5 * step * a2
        a3 = f(pin.integrate(model, q, 0.5 * step * v2), v3)
        v4 = v + step * a3
        a4 = f(pin.integrate(model, q, step * v3), v4)
        q = pin.integrate(model, q, step / 6.0 * (v + 2 * v2 + 2 * v3 + v4))
        v = v + step / 6.0 * (a1 + 2 * a2 + 2 * a3 + a4)
    return q


def test_pinocchio_swings_the_same_double_pendulum():
    pin = pytest.importorskip("pinocchio")
    it = double_pendulum(0.7, 1.0)
    model = pin.Model()
    model.gravity.linear = np.array([0.0, 0.0, -9.81])
    parent = 0
    for k, (mass, length) in enumerate(((1.0, 1.0), (0.7, 0.8))):
        place = pin.SE3(np.eye(3), np.array([0.0, 0.0, 0.0 if k == 0 else -1.0]))
        joint = model.addJoint(parent, pin.JointModelRY(), place, f"hinge {k}")
        across = mass * length**2 / 12.0
        inertia = pin.Inertia(
            mass, np.array([0.0, 0.0, -0.5 * length]), np.diag([across, across, 1e-2 * across])
        )
        model.appendBodyToJoint(joint, inertia, pin.SE3.Identity())
        parent = joint
    # about +y a rod hanging down swings to -x, so that the angles have the other sign
    q = _pinocchio(model, np.array([-0.7, -0.3]), np.zeros(2), 2.0, 5e-4)
    motion = ACCURATE(it.system, it.q, it.v, 0.0, 2.0)
    state = it.system.state(motion.q[-1], motion.v[-1], 2.0)
    first, second = -q[0], -q[0] - q[1]
    elbow = np.array([np.sin(first), 0.0, -np.cos(first)])
    lower = elbow + 0.4 * np.array([np.sin(second), 0.0, -np.cos(second)])
    np.testing.assert_allclose(state.R[0], 0.5 * elbow, atol=1e-8)
    np.testing.assert_allclose(state.R[1], lower, atol=1e-8)

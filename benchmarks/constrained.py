"""The ski-skater's long run, and one stroke of the same mechanism in Exudyn, in one run.

python benchmarks/constrained.py; Exudyn is an extra. Ratios are printed, nothing is asserted.
"""

from __future__ import annotations

import math
import time

import numpy as np

from ambulo.multibody.constrained.integration.projection import Projection
from ambulo.multibody.constrained.integration.steppers import DOP853
from ambulo.skating.constrained_run import simulate_constrained
from ambulo.skating.kernel import simulate
from ambulo.skating.model import build_stroke
from ambulo.skating.optimum import speed_map
from ambulo.skating.parameters import Skater, load
from ambulo.skating.readings import A, B


def timed(job, repeats: int = 3) -> tuple[float, object]:
    """Shortest of some runs, and the last result."""
    best, result = math.inf, None
    for _ in range(repeats):
        start = time.perf_counter()
        result = job()
        best = min(best, time.perf_counter() - start)
    return best, result


def exudyn_stroke(skater: Skater, step: float):
    """One stroke of reading B without friction: where the body's centre of mass arrives."""
    import exudyn as exu
    from exudyn.utilities import Force, MarkerBodyPosition, RigidBodyInertia, SensorBody

    stroke = build_stroke(skater, B)
    q, v = stroke.configuration(0.0, 1.0, stroke.leg(0.0))
    state = stroke.system.state(q, v, 0.0)
    container = exu.SystemContainer()
    mbs = container.AddSystem()
    ground = mbs.CreateGround()
    bodies = []
    for k, body in enumerate(stroke.bodies):
        # Exudyn wants some inertia about the leg; the spin is prescribed, so it changes nothing
        inertia = body.inertia_matrix + 1e-3 * np.eye(3)
        bodies.append(
            mbs.CreateRigidBody(
                inertia=RigidBodyInertia(mass=body.mass, inertiaTensor=inertia),
                referencePosition=state.R[k],
                referenceRotationMatrix=state.A[k],
                initialVelocity=state.V[k],
                initialAngularVelocity=state.A[k] @ state.omega[k],
                gravity=[0.0, 0.0, -9.80665],
            )
        )
    mbs.CreateGenericJoint(
        itemNumbers=[ground, bodies[0]], position=state.R[0], rotationMatrixAxes=stroke.attitude,
        constrainedAxes=[0, 1, 1, 1, 1, 1], useGlobalFrame=True,
    )  # fmt: skip

    def lean(_mbs, t, _item, _parameters):
        return [0.0, 0.0, 0.0, 0.0, skater.lean_rate * t, 0.0]

    def extension(_mbs, t, _item, _parameters):
        # in world axes
        moved = skater.extension_rate * t
        s, c = math.sin(skater.lean_rate * t), math.cos(skater.lean_rate * t)
        return [moved * s * stroke.along[0], moved * s * stroke.along[1], moved * c, 0.0, 0.0, 0.0]

    mbs.CreateGenericJoint(
        itemNumbers=bodies[:2], position=state.R[0], rotationMatrixAxes=stroke.attitude,
        constrainedAxes=[1] * 6, useGlobalFrame=True,
        offsetUserFunction=lean,
    )  # fmt: skip
    mbs.CreateGenericJoint(
        itemNumbers=bodies[1:], position=state.R[2], rotationMatrixAxes=stroke.attitude,
        constrainedAxes=[1] * 6, useGlobalFrame=True,
        offsetUserFunction=extension,
    )  # fmt: skip
    size = skater.push_off * skater.weight
    along = stroke.along

    def push_off(_mbs, t, _load):
        s, c = math.sin(skater.lean_rate * t), math.cos(skater.lean_rate * t)
        return [size * s * along[0], size * s * along[1], size * c]

    marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=bodies[2]))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, 0, 0], loadVectorUserFunction=push_off))
    sensor = mbs.AddSensor(
        SensorBody(
            bodyNumber=bodies[2],
            storeInternal=True,
            outputVariableType=exu.OutputVariableType.Position,
        )
    )
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = skater.time
    settings.timeIntegration.numberOfSteps = round(skater.time / step)
    settings.timeIntegration.verboseMode = 0
    settings.solution.file.write = False
    settings.solution.sensors.writePeriod = skater.time
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
    settings.timeIntegration.newton.relativeTolerance = 1e-11
    settings.timeIntegration.newton.absoluteTolerance = 1e-11
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.linearSolver.solverType = exu.LinearSolverType.EigenDense
    start = time.perf_counter()
    mbs.SolveDynamic(settings)
    return time.perf_counter() - start, np.array(mbs.GetSensorValues(sensor))


def main() -> None:
    """Print the table."""
    skater = load("long_run")
    simulate(skater, B)
    simulate_constrained(skater.with_(strokes=1), B)
    kernel, run = timed(lambda: simulate(skater, B))
    coarse, few = timed(lambda: simulate(skater, B, steps=100))
    loose = Projection(DOP853(1e-9, 1e-10))
    full, _ = timed(lambda: simulate_constrained(skater, B, loose))
    error = abs(few.settled_speed - run.settled_speed)
    print(f"long run, 10 s, compiled, 1000 steps a stroke  {1e3 * kernel:9.2f} ms")
    print(f"long run, 10 s, compiled,  100 steps a stroke  {1e3 * coarse:9.2f} ms"
          f"   speed differs by {error:.1e} m/s")  # fmt: skip
    print(f"long run, 10 s, 18 coordinates, projection     {1e3 * full:9.2f} ms")
    grid = np.radians(np.linspace(3.0, 45.0, 50)), np.linspace(0.3, 1.5, 50)
    mapped, _ = timed(lambda: speed_map(load("travelling"), A, *grid), 1)
    print(f"map of 50 x 50 settled runs, two threads       {mapped:9.2f} s")

    one = skater.with_(friction=0.0, strokes=1)
    stroke = build_stroke(one, B)
    q, v = stroke.configuration(0.0, 1.0, stroke.leg(0.0))
    layer, motion = timed(lambda: loose(stroke.system, q, v, 0.0, one.time))
    ours = stroke.system.state(motion.q[-1], motion.v[-1], one.time).R[2]
    try:
        import exudyn
    except ImportError:
        print("Exudyn is not installed: no ratio")
        return
    for step in (2e-2, 1e-2, 1e-3):
        took, theirs = exudyn_stroke(one, step)
        print(f"one stroke: Exudyn {exudyn.__version__}, h = {step:g} s: {1e3 * took:8.2f} ms, "
              f"differs by {np.abs(theirs - ours).max():.1e} m; "
              f"layer {1e3 * layer:.2f} ms, ratio {took / layer:.2f}; "
              f"kernel {1e3 * kernel / skater.strokes:.3f} ms, "
              f"ratio {took / (kernel / skater.strokes):.0f}")  # fmt: skip


if __name__ == "__main__":
    main()

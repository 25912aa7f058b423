"""The ski-skater's stroke by the general constrained layer and by Exudyn, in one run.

python benchmarks/constrained.py; Exudyn is an extra. Both are general engines and get the same
mechanism; their errors are measured against one reference solution. Ratios are printed, nothing is
asserted.
"""

from __future__ import annotations

import math
import time
from dataclasses import replace

import numpy as np

from ambulo.multibody.constrained.integration.stepwise import DOP853
from ambulo.multibody.constrained.integration.treatments import Projection
from ambulo.multibody.constrained.system import System
from ambulo_studies.skating.constrained_run import simulate_constrained
from ambulo_studies.skating.model import build_stroke
from ambulo_studies.skating.parameters import Skater, load
from ambulo_studies.skating.readings import OUTSIDE_FORCE


def timed(job, repeats: int):
    """Median processor time of some runs, which other work hardly lengthens; the last result."""
    times, result = [], None
    for _ in range(repeats):
        start = time.process_time()
        result = job()
        times.append(time.process_time() - start)
    return float(np.median(times)), result


def exudyn_stroke(skater: Skater, step: float):
    """One stroke of the outside-force reading without friction: where the body's centre of mass "
    "arrives."""
    import exudyn as exu
    from exudyn.utilities import Force, MarkerBodyPosition, RigidBodyInertia, SensorBody

    stroke = build_stroke(skater, OUTSIDE_FORCE)
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
        itemNumbers=[ground, bodies[0]], position=state.R[0], rotationMatrixAxes=stroke.ski_axes,
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
        itemNumbers=bodies[:2], position=state.R[0], rotationMatrixAxes=stroke.ski_axes,
        constrainedAxes=[1] * 6, useGlobalFrame=True,
        offsetUserFunction=lean,
    )  # fmt: skip
    mbs.CreateGenericJoint(
        itemNumbers=bodies[1:], position=state.R[2], rotationMatrixAxes=stroke.ski_axes,
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
    start = time.process_time()
    mbs.SolveDynamic(settings)
    return time.process_time() - start, np.array(mbs.GetSensorValues(sensor))


def layer_stroke(skater: Skater, tolerance: float, repeats: int, build=None):
    """The same stroke by the general layer: median time, and where the centre of mass arrives."""
    stroke = build_stroke(skater, OUTSIDE_FORCE) if build is None else build(skater)
    q, v = stroke.configuration(0.0, 1.0, stroke.leg(0.0))
    method = Projection(DOP853(tolerance, 0.1 * tolerance))
    took, motion = timed(lambda: method(stroke.system, q, v, 0.0, skater.time), repeats)
    return took, motion.position(stroke.bodies[2])[-1], len(motion.time) - 1


def stroke_in_python(skater: Skater):
    """The stroke with its functions of time in Python, as Exudyn gets them here."""
    stroke = build_stroke(skater, OUTSIDE_FORCE)
    lengths = (skater.leg_start, skater.extension_rate)
    leans = (skater.lean_start, skater.lean_rate)
    push = skater.push_off * skater.weight
    extension = replace(
        stroke.extension, length=lambda t: (lengths[0] + lengths[1] * t, lengths[1], 0.0)
    )
    lean = replace(stroke.lean, angle=lambda t: (leans[0] + leans[1] * t, leans[1], 0.0))
    push_off = replace(stroke.push_off, magnitude=lambda _t: (push, 0.0, 0.0))
    now = {id(stroke.extension): extension, id(stroke.lean): lean, id(stroke.push_off): push_off}
    given = stroke.system
    return replace(
        stroke,
        system=System(
            given.bodies,
            [now.get(id(part), part) for part in given.constraints_given],
            [now.get(id(part), part) for part in given.forces],
        ),
    )


def main() -> None:
    """Print the tables."""
    skater = load("long_run")
    simulate_constrained(skater.with_(strokes=1), OUTSIDE_FORCE)
    loose = Projection(DOP853(1e-9, 1e-10))
    full, _ = timed(lambda: simulate_constrained(skater, OUTSIDE_FORCE, loose), 5)
    print(f"long run, 10 s, results as a Run                   {1e3 * full:9.2f} ms")
    one = skater.with_(friction=0.0, strokes=1)
    # error is measured against one solution at tolerances that neither system's runs come near
    _, reference, _ = layer_stroke(one, 1e-13, 1)
    print(
        "one stroke of 1 s, 18 coordinates, 17 constraints: error of the centre of mass at the end"
    )
    layer = []
    for tolerance in (1e-2, 1e-6, 1e-8, 1e-10, 1e-12):
        took, place, steps = layer_stroke(one, tolerance, 15)
        error = float(np.abs(place - reference).max())
        layer.append((error, took))
        print(
            f"  layer, rtol {tolerance:5.0e}, {steps:3d} steps     {error:8.1e} m "
            f"{1e3 * took:8.3f} ms"
        )
    called, place, _ = layer_stroke(one, 1e-8, 15, stroke_in_python)
    error = float(np.abs(place - reference).max())
    print(f"  the same, functions of time in Python  {error:8.1e} m {1e3 * called:8.3f} ms")
    try:
        import exudyn
    except ImportError:
        print("Exudyn is not installed: no ratio")
        return
    for step in (2e-2, 1e-2, 5e-3, 2e-3, 1e-3):
        runs = sorted((exudyn_stroke(one, step) for _ in range(3)), key=lambda run: run[0])
        took, place = runs[1]
        error = float(np.abs(place - reference).max())
        # the quickest run of the layer that is at least as accurate
        ours = min(time for found, time in layer if found <= error)
        print(
            f"  Exudyn {exudyn.__version__}, h = {step:5.3f} s       {error:8.1e} m "
            f"{1e3 * took:8.3f} ms   layer at most that error: {1e3 * ours:.3f} ms, "
            f"ratio {took / ours:.1f}, with functions in Python {took / called:.1f}"
        )


if __name__ == "__main__":
    main()

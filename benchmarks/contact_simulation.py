"""A whole body on ten contact spheres: what a simulated second costs at a relative error of 1e-4.

    PYTHONPATH=. python benchmarks/contact_simulation.py

The simulated subject (57 degrees of freedom) in mid-walk, five spheres a foot, no joint moments,
over 0.1 s. Everyone has contact as is its own: here Hunt's and Crossley's law with bristles, in
OpenSim smooth spheres on a half-space, in MuJoCo its solver's. So each is compared with itself at
far shorter steps (state: coordinates and velocities), and the cheapest setting that comes within
1e-4 counts, or the one that comes closest. Processor time of one core, the median of several
calls, all in one run.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from ambulo.demo.trial import walking_demo
from ambulo.demo.truth import walk_truth
from ambulo.math.arrays import FloatArray
from ambulo.multibody.contact.friction_laws.bristle import Bristle
from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley
from ambulo.multibody.contact.spheres_on_ground import spheres_on_ground
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.integrators.simulation import simulate_system
from ambulo.multibody.tree.system_of_tree import tree_system
from ambulo.multibody.tree.tree import Tree
from ambulo.records import SIDES, Model
from kernels import Row

SECONDS, ENOUGH, RUNS = 0.1, 1e-4, 7
RADIUS = 0.035
PLACES = (
    ("hindfoot", (-0.03, 0.02, -0.045)), ("hindfoot", (-0.03, -0.02, -0.045)),
    ("hindfoot", (0.11, 0.03, -0.045)), ("hindfoot", (0.11, -0.03, -0.045)),
    ("forefoot", (0.04, 0.0, 0.003)),
)  # fmt: skip
TASK = "whole body on 10 contact spheres, error 1e-4 after 0.1 s"

State = Callable[[], FloatArray]


def spheres(model: Model) -> list[tuple[int, tuple[float, float, float]]]:
    """Body and centre [m] of each."""
    return [
        (model.segments.index(f"{side}_{part}"), place) for side in SIDES for part, place in PLACES
    ]


def cheapest(settings: Iterable[tuple[str, State]], exact: FloatArray) -> tuple[str, float, float]:
    """The setting that comes close enough for the least time: its name, seconds, error.

    Where none does, the one that comes closest.
    """
    measured = []
    for name, run in settings:
        error = float(np.linalg.norm(run() - exact) / np.linalg.norm(exact))
        spent = []
        for _ in range(RUNS):
            start = time.process_time()
            run()
            spent.append(time.process_time() - start)
        measured.append((name, float(np.median(spent)), error))
    close = [x for x in measured if x[2] <= ENOUGH]
    return min(close, key=lambda x: x[1]) if close else min(measured, key=lambda x: x[2])


def row(system: str, settings: Iterable[tuple[str, State]], exact: FloatArray) -> Row:
    name, spent, error = cheapest(settings, exact)
    return Row(f"{TASK} ({name}, {error:.0e})", system, spent / SECONDS, "s/s")


def ours(model: Model, q: FloatArray, v: FloatArray) -> Row:
    """Every method that suits, by tolerance or step."""
    places = spheres(model)
    body = np.array([b for b, _ in places])
    centre = np.array([c for _, c in places])
    law = spheres_on_ground(
        body, centre, np.full(len(body), RADIUS), HuntCrossley(4e4, 1.5, 0.5),
        Bristle(0.7, 0.1, 2e4, 60.0, 0.0),
    )  # fmt: skip
    system, ends = tree_system(model.tree, (law,)), np.array([0.0, SECONDS])

    def state(name: str, step: float, tolerance: float | None) -> FloatArray:
        found = simulate_system(system, ends, q, v, METHODS[name], step=step, tolerance=tolerance)
        return np.concatenate([found.q[-1], found.v[-1]])

    exact = state("rkmk4", 5e-6, None)
    settings = [
        (f"bogacki-shampine, tolerance {e:g}",
         lambda e=e: state("bogacki-shampine", SECONDS, e))
        for e in (3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6)
    ]  # fmt: skip
    settings += [
        (f"rkmk4, step {h:g} s", lambda h=h: state("rkmk4", h, None))
        for h in (1e-3, 5e-4, 2.5e-4, 1e-4, 5e-5)
    ]
    return row("Ambulo", settings, exact)


def mujoco_model(tree: Tree, places: list[tuple[int, tuple[float, float, float]]]) -> Any:
    """The body in MuJoCo, spheres that touch the floor and nothing else."""
    import mujoco

    def xml(i: int) -> str:
        p, c = ((" ".join(map(repr, map(float, x)))) for x in (tree.p_PJ[i], tree.com[i]))
        I = tree.inertia[i]  # noqa: E741
        entries = (I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2])
        balls = "".join(
            f'<geom type="sphere" size="{RADIUS}" pos="{" ".join(map(str, at))}" contype="0" '
            'conaffinity="1" mass="0" friction="0.7 0 0"/>'
            for b, at in places
            if b == i
        )
        return (
            f'<body pos="{p}"><joint type="{"free" if i == 0 else "ball"}"/><inertial pos="{c}" '
            f'mass="{tree.mass[i]}" fullinertia="{" ".join(map(str, entries))}"/>{balls}'
            + "".join(xml(int(k)) for k in np.flatnonzero(tree.parent == i))
            + "</body>"
        )

    return mujoco.MjModel.from_xml_string(
        '<mujoco><option gravity="0 0 -9.80665"/><worldbody><geom type="plane" size="9 9 1" '
        f'contype="1" conaffinity="0" friction="0.7 0 0"/>{xml(0)}</worldbody></mujoco>'
    )


def mujoco_row(model: Model, q: FloatArray, v: FloatArray) -> Row:
    """Its integrators by their steps."""
    import mujoco

    peer = mujoco_model(model.tree, spheres(model))
    data = mujoco.MjData(peer)
    kinds = {
        "RK4": mujoco.mjtIntegrator.mjINT_RK4,
        "implicitfast": mujoco.mjtIntegrator.mjINT_IMPLICITFAST,
        "Euler": mujoco.mjtIntegrator.mjINT_EULER,
    }

    def state(kind: str, step: float) -> FloatArray:
        peer.opt.timestep, peer.opt.integrator = step, kinds[kind]
        mujoco.mj_resetData(peer, data)
        data.qpos[:], data.qvel[:] = q, v
        mujoco.mj_step(peer, data, round(SECONDS / step))
        return np.concatenate([data.qpos, data.qvel])

    exact = state("RK4", 2e-6)
    settings = [
        (f"{kind}, step {h:g} s", lambda kind=kind, h=h: state(kind, h))
        for kind in kinds
        for h in (1e-3, 2e-4, 1e-4, 2e-5, 1e-5)
    ]
    return row("MuJoCo (C)", settings, exact)


def opensim_row(model: Model, q: FloatArray, v: FloatArray) -> Row:
    """Its Runge-Kutta-Merson by accuracy; gravity and floor are turned to our axes."""
    import opensim as osim

    osim.Logger.setLevelString("Off")
    tree, peer = model.tree, osim.Model()
    peer.setGravity(osim.Vec3(0.0, 0.0, -9.80665))
    zero = osim.Vec3(0.0)
    bodies, joints = [], []
    for i, name in enumerate(model.segments):
        I = tree.inertia[i]  # noqa: E741
        body = osim.Body(
            name, float(tree.mass[i]), osim.Vec3(*tree.com[i]),
            osim.Inertia(I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2]),
        )  # fmt: skip
        peer.addBody(body)
        bodies.append(body)
        parent = peer.getGround() if i == 0 else bodies[int(tree.parent[i])]
        kind = osim.FreeJoint if i == 0 else osim.BallJoint
        joint = kind(f"to_{name}", parent, osim.Vec3(*tree.p_PJ[i]), zero, body, zero, zero)
        peer.addJoint(joint)
        joints.append(joint)
    # a half-space reaches towards its x: turned so that what is below z = 0 is inside
    floor = osim.ContactHalfSpace(zero, osim.Vec3(0.0, 0.5 * np.pi, 0.0), peer.getGround(), "floor")
    peer.addContactGeometry(floor)
    for k, (b, at) in enumerate(spheres(model)):
        ball = osim.ContactSphere(RADIUS, osim.Vec3(*at), bodies[b], f"ball{k}")
        peer.addContactGeometry(ball)
        force = osim.SmoothSphereHalfSpaceForce(f"contact{k}", ball, floor)
        force.set_stiffness(2e6)
        force.set_dissipation(0.5)
        force.set_static_friction(0.7)
        force.set_dynamic_friction(0.7)
        force.set_viscous_friction(0.0)
        force.set_transition_velocity(0.1)
        peer.addForce(force)
    start = peer.initSystem()
    for i, joint in enumerate(joints):
        # rotations about x, y', z'', then places; speeds are angular velocity in the parent's axes
        k, d = int(tree.q_start[i]) + 3 * (i == 0), int(tree.v_start[i]) + 3 * (i == 0)
        turn = Rotation.from_quat(q[[k + 1, k + 2, k + 3, k]])
        values, speeds = turn.as_euler("XYZ"), turn.apply(v[d : d + 3])
        if i == 0:
            values, speeds = np.r_[values, q[:3]], np.r_[speeds, v[:3]]
        for c, (value, speed) in enumerate(zip(values, speeds, strict=True)):
            coordinate = joint.get_coordinates(c)
            coordinate.setValue(start, float(value), False)
            coordinate.setSpeedValue(start, float(speed))

    def state(accuracy: float) -> FloatArray:
        manager = osim.Manager(peer)
        manager.setIntegratorAccuracy(accuracy)
        manager.initialize(osim.State(start))
        end = manager.integrate(SECONDS)
        return end.getY().to_numpy()

    exact = state(1e-10)
    settings = [
        (f"accuracy {e:g}", lambda e=e: state(e)) for e in (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7)
    ]
    return row("OpenSim (C++)", settings, exact)


def rows() -> list[Row]:
    """Ours first, then the peers that are installed."""
    demo = walking_demo()
    truth = walk_truth(demo, 0.25, np.arange(3) / 100.0)
    state = truth.motion.q[0], truth.motion.v[0]
    out = [ours(truth.model, *state)]
    for package, measure in (("mujoco", mujoco_row), ("opensim", opensim_row)):
        if importlib.util.find_spec(package) is not None:
            out.append(measure(truth.model, *state))
    return out


if __name__ == "__main__":
    found = rows()
    for one in found:
        ratio = one.value / found[0].value
        print(f"{one.task:96s} {one.system:14s} {one.value:8.3f} {one.unit} {ratio:8.2f}")

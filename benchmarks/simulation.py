"""Forward simulation of the 57-degree-of-freedom body: against real time, and against its peers.

The driven simulation evaluates stored joint forces and the reference motion at every stage as well;
the peers, and our undriven run beside them, are given their joint forces. One thread; the best of
several repeats. Pinocchio has no integrator of its own: its forward dynamics and `integrate` are
called from Python in a Runge-Kutta step, and its `aba` is timed alone too.
"""

from __future__ import annotations

import importlib.util

import numpy as np

from ambulo.forward_check.forward import Support, simulate, tracking_inputs
from ambulo.forward_check.stored_forces import needed_forces
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.articulated_body import forward_dynamics
from ambulo.multibody.tree.configuration import difference, integrate, neutral
from ambulo.multibody.tree.system_of_tree import tree_system
from ambulo.multibody.tree.tree import Tree
from kernels import Row, body, mujoco_model, pinocchio_model
from spent import seconds

SECONDS, STEP, RATE = 1.0, 1e-3, 100.0
PEER_STEPS = 300


def swinging(tree: Tree) -> Motion:
    """A motion whose velocities and accelerations belong to its coordinates."""
    rng = np.random.default_rng(1)
    time_ = np.arange(round(SECONDS * RATE) + 1) / RATE
    f, phase = rng.uniform(0.5, 2.0, tree.nv), rng.uniform(0.0, 6.0, tree.nv)

    def at(t: np.ndarray) -> np.ndarray:
        return integrate(tree, neutral(tree), 0.3 * np.sin(2.0 * np.pi * f * t[:, None] + phase))

    h = 1e-5
    v = difference(tree, at(time_ - h), at(time_ + h)) / (2.0 * h)
    return Motion(time_, at(time_), v, np.gradient(v, time_, axis=0, edge_order=2))


def rows() -> list[Row]:
    """Every measurement, ours first within a task."""
    tree = body()
    motion = swinging(tree)
    forces = tracking_inputs(
        tree, motion, needed_forces(tree, motion), Support("root", 0, (0.0, 0.0, 0.0))
    )
    out = []
    system = tree_system(tree)
    for name, method in METHODS.items():
        if not method.suits(type(system)):
            continue
        spent = seconds(
            lambda method=method: simulate(
                tree, forces, motion.time, motion.q[0], motion.v[0], method, step=STEP
            ),
            2,
        )
        task = f"simulation by {name} at 1 ms"
        out.append(Row(task, "Ambulo", 1e3 * spent / SECONDS, "ms/s"))
    still = neutral(tree)
    zero = np.zeros(tree.nv)
    step = seconds(
        lambda: simulate(tree, (), motion.time, still, zero, METHODS["rkmk4"], step=STEP)
    )
    out.append(Row("Runge-Kutta step of the free body", "Ambulo", 1e6 * step * STEP, "µs/step"))
    for package, measure in (("mujoco", mujoco_row), ("pinocchio", pinocchio_row)):
        if importlib.util.find_spec(package) is not None:
            out.append(measure(tree))
    q, v, tau = (np.repeat(x[None], 1000, axis=0) for x in (motion.q[3], motion.v[3], zero))
    spent = seconds(lambda: forward_dynamics(tree, q, v, tau))
    out.append(Row("articulated body", "Ambulo", 1e6 * spent / len(q), "µs"))
    if importlib.util.find_spec("pinocchio") is not None:
        import pinocchio as pin

        model = pinocchio_model(tree)[0]
        data = model.createData()
        x = pin.neutral(model)
        spent = seconds(lambda: [pin.aba(model, data, x, zero, zero) for _ in range(1000)])
        out.append(Row("articulated body", "Pinocchio (Python)", 1e6 * spent / 1000, "µs"))
    return out


def mujoco_row(tree: Tree) -> Row:
    """`mj_step` with its Runge-Kutta of fourth order, no contacts, steps in one call."""
    import mujoco

    model = mujoco_model(tree)
    model.opt.timestep = STEP
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
    data = mujoco.MjData(model)

    def run() -> None:
        mujoco.mj_resetData(model, data)
        mujoco.mj_step(model, data, PEER_STEPS)

    task = "Runge-Kutta step of the free body"
    return Row(task, "MuJoCo (C)", 1e6 * seconds(run) / PEER_STEPS, "µs/step")


def pinocchio_row(tree: Tree) -> Row:
    """Four `aba` and four `integrate` a step."""
    import pinocchio as pin

    model = pinocchio_model(tree)[0]
    data = model.createData()
    tau = np.zeros(model.nv)

    def run() -> None:
        q, v = pin.neutral(model), np.zeros(model.nv)
        for _ in range(PEER_STEPS):
            a1 = pin.aba(model, data, q, v, tau)
            v2 = v + 0.5 * STEP * a1
            a2 = pin.aba(model, data, pin.integrate(model, q, 0.5 * STEP * v), v2, tau)
            v3 = v + 0.5 * STEP * a2
            a3 = pin.aba(model, data, pin.integrate(model, q, 0.5 * STEP * v2), v3, tau)
            v4 = v + STEP * a3
            a4 = pin.aba(model, data, pin.integrate(model, q, STEP * v3), v4, tau)
            q = pin.integrate(model, q, STEP / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4))
            v = v + STEP / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4)

    task = "Runge-Kutta step of the free body"
    return Row(task, "Pinocchio (Python)", 1e6 * seconds(run) / PEER_STEPS, "µs/step")


if __name__ == "__main__":
    for row in rows():
        print(f"{row.task:50s} {row.system:20s} {row.value:10.2f} {row.unit}")

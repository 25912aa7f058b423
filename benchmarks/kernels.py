"""Kernels against Pinocchio and MuJoCo on the 18-segment, 57-degree-of-freedom body, in one run.

`rows()` gives the table to a common runner; `PYTHONPATH=. python benchmarks/kernels.py` prints it.
Peers that are not installed are left out. One thread; the best of several repeats, since other work
on the machine only ever adds time.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from tests.sample_trees import tree_of

from ambulo.mocap.fit.fit_kernel import fit_markers
from ambulo.multibody.tree.articulated_body import forward_dynamics
from ambulo.multibody.tree.composite_inertia import mass_matrix
from ambulo.multibody.tree.configuration import integrate, neutral
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.multibody.tree.tree import JointType, Tree
from spent import cold, seconds

# pelvis; trunk, neck and head; two arms of four segments; two legs of three
PARENT = [-1, 0, 1, 2, 1, 4, 5, 6, 1, 8, 9, 10, 0, 12, 13, 0, 15, 16]
FRAMES = 4000
PEER_FRAMES = 400
MARKERS = 40


class Row(NamedTuple):
    task: str
    system: str
    value: float
    unit: str


def body() -> Tree:
    """Eighteen segments, ball joints, a free root: 57 degrees of freedom; aligned joint frames."""
    rng = np.random.default_rng(0)
    joint = [JointType.FREE] + [JointType.BALL] * (len(PARENT) - 1)
    tree = tree_of(PARENT, joint, rng, scale=0.2)
    tree.R_PJ[:] = np.eye(3)
    return tree


def motion(tree: Tree, frames: int, rate: float = 100.0) -> tuple[np.ndarray, ...]:
    """A stride a second: joints swing by half a radian over f at its harmonic f = 1, 2 or 3."""
    rng = np.random.default_rng(1)
    t = np.arange(frames)[:, None] / rate
    f, phase = rng.integers(1, 4, tree.nv), rng.uniform(0.0, 6.0, tree.nv)
    swing = 0.5 / f * np.sin(2.0 * np.pi * f * t + phase)
    q = integrate(tree, neutral(tree), swing)
    v, a = rng.normal(size=(2, frames, tree.nv))
    return q, v, a


def best(run: Callable[[], object], frames: int, repeats: int = 7) -> float:
    """Microseconds a frame."""
    return 1e6 * seconds(run, repeats) / frames


def first_results() -> list[Row]:
    """Seconds from a new process to the first result, with nothing and with everything compiled."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import kernels as k; import numpy as np\n"
        "tree = k.body(); q, v, a = k.motion(tree, 8)\n"
        "k.forward_kinematics(tree, q); k.inverse_dynamics(tree, q, v, a)\n"
        "k.fit(tree, *k.marked(tree, q), 1e-6)\n"
    )
    out = []
    with tempfile.TemporaryDirectory() as cache:
        for again in (False, True):
            start = time.perf_counter()
            subprocess.run(
                [sys.executable, "-c", code, str(__file__).rsplit("/", 1)[0]],
                check=True,
                env={"NUMBA_CACHE_DIR": cache, "PATH": "/usr/bin:/bin"},
            )
            spent = time.perf_counter() - start
            state = "later" if again else cold(Path(cache))
            out.append(Row(f"kinematics, inverse dynamics and fit, {state}", "Ambulo", spent, "s"))
    return out


def marked(tree: Tree, q: np.ndarray, noise: float = 2e-3) -> tuple[np.ndarray, ...]:
    """Two or three markers a segment, seen with noise."""
    rng = np.random.default_rng(2)
    on = np.sort(np.resize(np.arange(tree.nb), MARKERS))
    local = rng.normal(scale=0.12, size=(MARKERS, 3))
    R, p = forward_kinematics(tree, q)
    seen = p[:, on] + np.einsum("fkij,kj->fki", R[:, on], local)
    return on, local, seen + rng.normal(scale=noise, size=seen.shape)


def fit(
    tree: Tree, on: np.ndarray, local: np.ndarray, seen: np.ndarray, tolerance: float
) -> tuple[np.ndarray, ...]:
    still, prior = neutral(tree), np.full(tree.nv, 1e-6)
    return fit_markers(
        tree, on, local, np.ones(MARKERS), seen, still, prior, still, tolerance=tolerance
    )


def pinocchio_model(tree: Tree) -> tuple[Any, list[int]]:
    """The body in Pinocchio, and its joints' indices there."""
    import pinocchio as pin

    model = pin.Model()
    model.gravity.linear = tree.gravity
    joints: list[int] = []
    for i in range(tree.nb):
        kind = pin.JointModelFreeFlyer() if i == 0 else pin.JointModelSpherical()
        parent = 0 if i == 0 else joints[tree.parent[i]]
        joints.append(model.addJoint(parent, kind, pin.SE3(np.eye(3), tree.p_PJ[i]), f"j{i}"))
        inertia = pin.Inertia(float(tree.mass[i]), tree.com[i], tree.inertia[i])
        model.appendBodyToJoint(joints[i], inertia, pin.SE3.Identity())
    return model, joints


def pinocchio_rows(tree: Tree) -> list[Row]:
    import pinocchio as pin

    model, joints = pinocchio_model(tree)
    data = model.createData()
    q0, v, a = motion(tree, PEER_FRAMES)
    quaternions = q0[:, 3:].reshape(len(q0), -1, 4)[:, :, [1, 2, 3, 0]].reshape(len(q0), -1)
    q = np.concatenate([q0[:, :3], quaternions], axis=1)

    def each(call: Callable[..., object], *rows: np.ndarray) -> Callable[[], object]:
        return lambda: [call(model, data, *x) for x in zip(*rows, strict=True)]

    on, local, seen = marked(tree, q0)
    frames = [
        model.addFrame(
            pin.Frame(f"m{k}", joints[b], pin.SE3(np.eye(3), local[k]), pin.FrameType.OP_FRAME)
        )
        for k, b in enumerate(on)
    ]
    fitted = model.createData()

    def gauss_newton() -> None:
        x = q[0].copy()
        for f in range(20):
            for _ in range(4):
                pin.computeJointJacobians(model, fitted, x)
                pin.updateFramePlacements(model, fitted)
                J = np.concatenate(
                    [
                        pin.getFrameJacobian(
                            model, fitted, m, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
                        )[:3]
                        for m in frames
                    ]
                )
                r = np.concatenate(
                    [seen[f, k] - fitted.oMf[m].translation for k, m in enumerate(frames)]
                )
                H = J.T @ J + 1e-6 * np.eye(model.nv)
                x = pin.integrate(model, x, np.linalg.solve(H, J.T @ r))

    name = "Pinocchio (Python)"
    n = PEER_FRAMES
    return [
        Row("inverse dynamics", name, best(each(pin.rnea, q, v, a), n), "µs/frame"),
        Row("mass matrix", name, best(each(pin.crba, q), n), "µs/frame"),
        Row("forward dynamics", name, best(each(pin.aba, q, v, a), n), "µs/frame"),
        Row("marker fit, 4 steps", name, best(gauss_newton, 20, 3), "µs/frame"),
    ]


def mujoco_model(tree: Tree) -> Any:
    """The body in MuJoCo, without contacts."""
    import mujoco

    def xml(i: int) -> str:
        p, c = ((" ".join(map(repr, map(float, x)))) for x in (tree.p_PJ[i], tree.com[i]))
        I = tree.inertia[i]  # noqa: E741
        entries = (I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2])
        return (
            f'<body pos="{p}"><joint type="{"free" if i == 0 else "ball"}"/><inertial pos="{c}" '
            f'mass="{tree.mass[i]}" fullinertia="{" ".join(map(str, entries))}"/>'
            + "".join(xml(int(k)) for k in np.flatnonzero(tree.parent == i))
            + "</body>"
        )

    return mujoco.MjModel.from_xml_string(f"<mujoco><worldbody>{xml(0)}</worldbody></mujoco>")


def mujoco_rows(tree: Tree) -> list[Row]:
    import mujoco

    model = mujoco_model(tree)
    data = mujoco.MjData(model)
    q, v, a = motion(tree, PEER_FRAMES)

    def inverse() -> None:
        for f in range(PEER_FRAMES):
            data.qpos[:], data.qvel[:], data.qacc[:] = q[f], v[f], a[f]
            mujoco.mj_inverse(model, data)

    return [Row("inverse dynamics", "MuJoCo (Python)", best(inverse, PEER_FRAMES), "µs/frame")]


def rows() -> list[Row]:
    """Every measurement, ours first within a task."""
    tree = body()
    q, v, a = motion(tree, FRAMES)
    models = 20
    factor = np.random.default_rng(3).uniform(0.9, 1.1, (models, tree.nb))
    many = replace(tree, mass=tree.mass * factor)
    short = slice(0, 400)
    on, local, seen = marked(tree, q[:1000])
    out = [
        Row("inverse dynamics", "Ambulo", best(lambda: inverse_dynamics(tree, q, v, a), FRAMES),
            "µs/frame"),
        Row(f"inverse dynamics, {models} models", "Ambulo",
            best(lambda: inverse_dynamics(many, q[short], v[short], a[short]), models * 400),
            "µs/frame"),
        Row("forward kinematics", "Ambulo", best(lambda: forward_kinematics(tree, q), FRAMES),
            "µs/frame"),
        Row("mass matrix", "Ambulo", best(lambda: mass_matrix(tree, q[:1000]), 1000), "µs/frame"),
        Row("forward dynamics", "Ambulo",
            best(lambda: forward_dynamics(tree, q[:1000], v[:1000], a[:1000]), 1000), "µs/frame"),
    ]  # fmt: skip
    for tolerance in (1e-6, 1e-8):
        spent = best(lambda tolerance=tolerance: fit(tree, on, local, seen, tolerance), 1000, 3)
        steps = fit(tree, on, local, seen, tolerance)[2].mean()
        task = f"marker fit, {MARKERS} markers 2 mm noise, to {tolerance:.0e} ({steps:.1f} steps)"
        out.append(Row(task, "Ambulo", spent, "µs/frame"))
    for package, measure in (("pinocchio", pinocchio_rows), ("mujoco", mujoco_rows)):
        if importlib.util.find_spec(package) is not None:
            out += measure(tree)
    return out + first_results()


if __name__ == "__main__":
    for row in rows():
        print(f"{row.task:62s} {row.system:20s} {row.value:10.2f} {row.unit}")

"""Inverse dynamics of a simulated running step whose true moments are known (van den Bogert)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ambulo.mocap.filters.differentiation import differentiate
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.multibody.tree.tree import JointType
from ambulo.multibody.tree.tree_builder import Body, build_tree

RATE = 10_000.0
MASS = {"thigh": 6.85, "shank": 2.86, "foot": 1.00}
INERTIA = {"thigh": 0.145361267, "shank": 0.042996389, "foot": 0.0200}
COM = {"thigh": 0.4323725, "shank": 0.4334975, "foot": 0.0}
# the published comparison window around heel strike at sample 3001
WINDOW = slice(2750, 5501)


@pytest.fixture(scope="module")
def step(data: Path):
    folder = data / "isb_invdyn_running_simulated"
    kinematics = np.loadtxt(folder / "all.kin").reshape(-1, 4, 2)
    return kinematics, np.loadtxt(folder / "all.frc"), np.loadtxt(folder / "all.mom")


def test_moments_against_the_truth_unfiltered(step):
    points, ground, truth = step
    # sagittal plane of the file (forward, up) becomes world X, Z; y points left, so an angle
    # about +y turns z towards x
    time = np.arange(len(points)) / RATE
    segment = np.diff(points, axis=1)
    length = np.linalg.norm(segment, axis=2).mean(axis=0)
    down = np.unwrap(np.arctan2(-segment[:, :, 0], -segment[:, :, 1]), axis=0)

    names = ("thigh", "shank", "foot")
    bodies = [
        Body("slide_x", None, JointType.SLIDE, axis=(1, 0, 0), mass=0.0),
        Body("slide_z", "slide_x", JointType.SLIDE, axis=(0, 0, 1), mass=0.0),
    ]
    for k, name in enumerate(names):
        bodies.append(
            Body(
                name,
                bodies[-1].name,
                JointType.HINGE,
                p_PJ=(0, 0, -length[k - 1] if k else 0.0),
                axis=(0, 1, 0),
                mass=MASS[name],
                com=(0, 0, -COM[name] * length[k]),
                inertia=np.eye(3) * INERTIA[name],
            )
        )
    tree = build_tree(bodies)
    q = np.column_stack([points[:, 0], np.diff(down, axis=1, prepend=0.0)])
    motion = differentiate(tree, time, q, np.zeros(tree.nq))

    _, p = forward_kinematics(tree, motion.q)
    force = np.column_stack([ground[:, 0], np.zeros(len(time)), ground[:, 1]])
    pressure = np.column_stack([ground[:, 2], np.zeros((len(time), 2))])
    wrench = np.zeros((len(time), tree.nb, 6))
    wrench[:, -1, :3] = np.cross(pressure - p[:, -1], force)
    wrench[:, -1, 3:] = force
    tau, _, _ = inverse_dynamics(tree, motion.q, motion.v, motion.a, wrench)

    # the file counts moments anticlockwise seen from the right, which is about -y
    error = np.sqrt(np.mean((-tau[WINDOW, 2:] - truth[WINDOW]) ** 2, axis=0))
    assert error[0] <= 0.4, f"hip rms {error[0]:.3f} N*m"
    assert error[1] <= 0.2, f"knee rms {error[1]:.3f} N*m"
    assert error[2] <= 0.05, f"ankle rms {error[2]:.3f} N*m"

"""The first analysis of a version: a second process compiles the kernels that are needed after the
fit.

Most of the first command's time is compilation, and a process compiles one kernel at a time. The
first process begins with the marker fit, the longest kernel. The second process compiles the
following kernels, and the first process reads them from disk. If this fails, the first process
compiles them.
"""

from __future__ import annotations

import sys
from importlib import import_module
from subprocess import DEVNULL, Popen
from typing import Any

import numpy as np

from ambulo.math.banded_cholesky import solve_banded
from ambulo.math.numba_private import expect, is_kept
from ambulo.multibody.tree.kinematics import body_velocities, point_jacobians
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.multibody.tree.tree import JointType
from ambulo.multibody.tree.tree_builder import Body, build_tree

KERNELS = (
    "ambulo.multibody.tree.kinematics._fill_jacobians",
    "ambulo.math.banded_cholesky._solved",
    "ambulo.multibody.tree.kinematics._body_velocities",
    "ambulo.multibody.tree.newton_euler._inverse_dynamics",
)
"""In the order in which an analysis asks for them."""


def compile_ahead(processors: int) -> None:
    """Begin to compile in a second process, if kernels are not on disk and a processor is free.

    Args:
        processors: number of processors that this process may use.
    """
    named = [_kernel(name) for name in KERNELS]
    if all(is_kept(kernel) for kernel in named) or processors < 2 or not sys.executable:
        return
    # -P: not from the folder one stands in
    command = [sys.executable, "-P", "-m", __name__]
    try:
        process = Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
    except OSError:
        return
    expect(named, process)


def compile_now() -> None:
    """Call each kernel with the types of arguments that an analysis uses."""
    tree = build_tree([Body("trunk", None, JointType.FREE, mass=1.0, inertia=np.eye(3))])
    q, v = np.tile([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], (8, 1)), np.zeros((8, 6))
    point_jacobians(tree, q, np.zeros(1, dtype=np.int64), np.zeros((1, 3)))
    solve_banded(np.ones((4, 1)), np.ones((4, 1)))
    body_velocities(tree, q, v)
    inverse_dynamics(tree, q, v, v)


def _kernel(name: str) -> Any:
    module, _, kernel = name.rpartition(".")
    return getattr(import_module(module), kernel)


if __name__ == "__main__":
    compile_now()

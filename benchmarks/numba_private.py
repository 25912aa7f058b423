"""What each use of numba's private parts earns: kernels with it and without, in one run.

python benchmarks/numba_private.py [PART ...]; nothing is asserted. Each part is taken away in a
process of its own that begins with an empty folder for kernels, and its figures are ratios to a
process with all of them: processor time to the first results, which compile, and of a call after.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numba
from numba.core.compiler import DefaultPassBuilder


def no_lanes() -> None:
    """One frame in a vector."""
    from ambulo.math import lanes

    lanes.WIDTH, lanes._VECTOR = 1, lanes.ir.VectorType(lanes._DOUBLE, 1)


def shared_copies() -> None:
    """What a kernel calls is linked as numba links it."""
    from ambulo.math.numba_private import SelfContainedCompiler

    def define_pipelines(compiler):
        passes = DefaultPassBuilder.define_nopython_pipeline(compiler.state)
        passes.finalize()
        return [passes]

    SelfContainedCompiler.define_pipelines = define_pipelines


def machine_code_of_all() -> None:
    """What only kernels call is optimised by itself, and machine code made of it."""
    from ambulo.math import numba_private

    numba_private.inner_passes = DefaultPassBuilder.define_nopython_pipeline


def references_counted() -> None:
    """Functions that only borrow arrays count references."""
    from ambulo.math import compilation

    compilation.INSIDE_BORROWING = compilation.INSIDE


def anew_for_each_caller() -> None:
    """Implementations are compiled for each kind of caller, by numba's public overload."""
    from ambulo.math import dispatch

    def overload(stub, options, choose, _check=None, **_more):
        numba.extending.overload(stub, jit_options=options, strict=False)(choose)

    dispatch.overload_for_all = overload


PARTS: dict[str, Callable[[], None]] = {
    "all": lambda: None,
    "lanes": no_lanes,
    "own copies": shared_copies,
    "no machine code inside": machine_code_of_all,
    "borrowing": references_counted,
    "once for all callers": anew_for_each_caller,
}


def jobs() -> dict[str, Callable[[], object]]:
    """Kernels of every formulation but the flexible one."""
    import numpy as np
    from tests.sample_mechanisms import four_bar

    from ambulo.multibody.chain.chain import Chain
    from ambulo.multibody.chain.chain_vectors import pack_chain_vectors
    from ambulo.multibody.constrained import DOP853, Projection
    from ambulo.multibody.integrators.registry import METHODS
    from ambulo.multibody.integrators.simulation import simulate_system
    from ambulo.multibody.tree.articulated_body import forward_dynamics
    from ambulo.multibody.tree.kinematics import forward_kinematics
    from ambulo.multibody.tree.newton_euler import inverse_dynamics
    from kernels import body, motion

    tree = body()
    q, v, a = motion(tree, 2000)
    chain = pack_chain_vectors(Chain.pendulum([0.3] * 6, [1.0] * 6))
    hanging, still = np.tile([1.0, 0.0, 0.0], 6), np.zeros(18)
    instants = np.linspace(0.0, 5.0, 11)
    it = four_bar()
    return {
        "inverse dynamics": lambda: inverse_dynamics(tree, q, v, a),
        "forward kinematics": lambda: forward_kinematics(tree, q),
        "forward dynamics": lambda: forward_dynamics(tree, q, v, a),
        "chain of six": lambda: simulate_system(
            chain, instants, hanging, still, METHODS["dop853"], tolerance=1e-9
        ),
        "four-bar": lambda: Projection(DOP853(1e-11, 1e-12))(it.system, it.q, it.v, 0.0, 5.0),
    }


def measure(part: str) -> None:
    """Print processor times of each job, first and after it, with a part taken away."""
    sys.path.insert(0, os.getcwd())
    PARTS[part]()
    out = {}
    for name, job in jobs().items():
        start = time.process_time()
        job()
        out[name] = [time.process_time() - start]
        spent = []
        for _ in range(40):  # some of them run while nothing else does
            start = time.process_time()
            job()
            spent.append(time.process_time() - start)
        out[name].append(min(spent))
    print(json.dumps(out))


def main(parts: list[str]) -> None:
    """Print the table."""
    results = {}
    for part in ["all", *parts]:
        with tempfile.TemporaryDirectory() as cache:
            done = subprocess.run(
                [sys.executable, __file__, "--of", part], check=True, capture_output=True,
                text=True, env={**os.environ, "NUMBA_CACHE_DIR": cache},
            )  # fmt: skip
        results[part] = json.loads(done.stdout.splitlines()[-1])
        for name, (first, later) in results[part].items():
            whole = results["all"][name]
            print(
                f"{part:24s} {name:20s} first {first:6.2f} s ({first / whole[0]:.2f})   "
                f"later {1e3 * later:8.3f} ms ({later / whole[1]:.2f})",
                flush=True,
            )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--of"]:
        measure(sys.argv[2])
    else:
        main(sys.argv[1:] or [part for part in PARTS if part != "all"])

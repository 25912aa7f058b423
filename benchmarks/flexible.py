"""A solid tube of 50 000 degrees of freedom, its modes and reduction, and the heel raise.

python benchmarks/flexible.py; the extra `bone` is needed. Times are printed, nothing is asserted.
"""

from __future__ import annotations

import math
import os
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

from ambulo.multibody.flexible.craig_bampton import craig_bampton, natural_modes
from ambulo.multibody.flexible.interface import Interface
from ambulo.multibody.flexible.materials import isotropic_bone
from ambulo.multibody.flexible.sections import hollow_circle
from ambulo.multibody.flexible.tube import hollow_solid
from ambulo_studies.heel_raise_model import heel_raise

LENGTH, LAYERS, AROUND, THROUGH = 0.421, 86, 16, 1
MODES = 20


def timed(job, repeats: int = 1) -> tuple[float, object]:
    """Shortest of some runs, and the last result."""
    best, result = math.inf, None
    for _ in range(repeats):
        start = time.perf_counter()
        result = job()
        best = min(best, time.perf_counter() - start)
    return best, result


def tube(layers: int, around: int, through: int):
    section, material = hollow_circle(0.037, 0.027), isotropic_bone(3540.0)
    heights = np.linspace(0.0, LENGTH, layers + 1)
    return hollow_solid(heights, lambda _z: section, material, around, through)


def reduction(elements):
    """Both ends tied to rigid frames, MODES fixed-interface modes."""
    z = elements.nodes[:, 2]
    ends = [
        Interface(name, np.nonzero(np.abs(z - height) < 1e-9)[0], np.array([0.0, 0.0, height]))
        for name, height in (("ankle", 0.0), ("knee", LENGTH))
    ]
    return craig_bampton(elements, ends, MODES).orthonormal()


def main() -> None:
    """Print the table."""
    reduction(tube(4, 8, 1).elements)  # compiles
    mesh, solid = timed(lambda: tube(LAYERS, AROUND, THROUGH))
    elements = solid.elements
    modes, found = timed(lambda: natural_modes(elements, MODES))
    reduced, component = timed(lambda: reduction(elements))
    print(f"solid tube, {elements.ndof} degrees of freedom")
    print(f"  mesh, stiffness and mass        {mesh:7.2f} s")
    print(f"  Craig-Bampton, 12 + {MODES} modes    {reduced:7.2f} s   "
          f"first {component.frequencies[0]:.1f} Hz")  # fmt: skip
    print(f"  mesh and reduction              {mesh + reduced:7.2f} s   limit 7 s")
    print(f"  {MODES} modes of the free tube       {modes:7.2f} s   first {found[0][6]:.1f} Hz")
    heel_raise()
    took, _ = timed(heel_raise, 3)
    print(f"heel raise, 2 s of motion, warm   {took:7.2f} s   limit 2 s")


if __name__ == "__main__":
    main()

"""
A tube of bone vibrates
=======================

The lowest bending frequencies of a free tube that is as long as a shank. Frequencies from
Timoshenko beam elements are compared with the closed-form solution for such a beam.
"""

import matplotlib.pyplot as plt
import numpy as np

from ambulo.multibody.flexible.beam_theory import bending_frequencies
from ambulo.multibody.flexible.craig_bampton import natural_modes
from ambulo.multibody.flexible.materials import Isotropic
from ambulo.multibody.flexible.sections import hollow_circle
from ambulo.multibody.flexible.timoshenko_beam import beam

length = 0.40
section = hollow_circle(outer=0.013, inner=0.0075)  # radii, m
cortical = Isotropic(young=17e9, poisson=0.3, density=1900.0)

# %%
# The tube has forty elements. The first six modes of a free body are rigid motions.
tube = beam(np.linspace(0.0, length, 41), lambda _: section, cortical)
frequencies, modes = natural_modes(tube.elements, 14)
elastic = frequencies[6:]

# %%
# The section is round, so each bending frequency occurs twice.
theory = bending_frequencies(length, section, cortical, "free", count=2)
for n, expected in enumerate(theory):
    found = elastic[np.abs(elastic - expected).argmin()]
    print(f"bending {n + 1}: {found:.1f} Hz, in closed form {expected:.1f} Hz")
    assert abs(found / expected - 1.0) < 2e-3

# %%
# The sideways displacement of each node in the first two modes.
figure, at = plt.subplots(figsize=(6, 3), layout="constrained")
for n in (0, 2):
    across = modes[:, 6 + n].reshape(41, 6)[:, :3]
    sideways = across[:, np.argsort(np.ptp(across, axis=0))[-2:]]
    shape = sideways @ np.linalg.svd(sideways, full_matrices=False)[2][0]
    at.plot(np.linspace(0.0, length, 41), shape / np.abs(shape).max(), label=f"{elastic[n]:.0f} Hz")
at.set(xlabel="along the tube [m]", ylabel="sideways, greatest 1")
at.legend()

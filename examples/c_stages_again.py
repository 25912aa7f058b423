"""
One stage again: how much does the mass matter?
===============================================

Every stage of an analysis is a function, which you can call alone. This example repeats inverse
dynamics two hundred times, with other masses of thighs and shanks. The other stages run once.
"""

from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp

import matplotlib.pyplot as plt
import numpy as np

import ambulo
from ambulo.demo.trial import make_trial

walk, static, _ = make_trial(Path(mkdtemp()))
found = ambulo.analyse(walk, static=static)
model = found.model
leg = [k for k, name in enumerate(model.segments) if name.endswith(("thigh", "shank"))]

# %%
# Masses with a standard deviation of 10 %.
rng = np.random.default_rng(1)
curves = []
for _ in range(200):
    mass = model.tree.mass.copy()
    mass[leg] *= 1.0 + 0.1 * rng.standard_normal(len(leg))
    other = replace(model, tree=replace(model.tree, mass=mass))
    again = ambulo.gait.invert(other, found.motion, found.inverted_ground, axes=found.moment_axes)
    curves.append(again.moments["left_hip_flexion"].values)
low, high = np.nanpercentile(curves, [5, 95], axis=0)

# %%
# In swing the moment depends on the mass of the leg. In stance it depends on the ground reaction.
figure, at = plt.subplots(figsize=(7, 3.5), layout="constrained")
at.fill_between(found.motion.time, low, high, alpha=0.3, label="90 % of masses")
at.plot(found.motion.time, found.moments["left_hip_flexion"].values, label="as analysed")
at.set(xlabel="time [s]", ylabel="left hip flexion moment [N·m]")
at.legend()
spread = high - low
assert np.nanmax(spread) < 0.5 * np.nanmax(np.abs(curves))

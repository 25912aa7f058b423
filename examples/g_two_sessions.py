"""
Two sessions side by side
=========================

Two recordings of one person, before and after: here the simulated man recorded twice, with other
noise and other soft-tissue motion. What differs between them is what measuring again costs.
"""

from pathlib import Path
from tempfile import mkdtemp

import matplotlib.pyplot as plt
import numpy as np

import ambulo
from ambulo.demo.trial import make_trial
from ambulo.results.gait_cycle import over_stride

sessions = {}
for seed, name in enumerate(("before", "after")):
    walk, static, _ = make_trial(Path(mkdtemp()), seed=seed)
    sessions[name] = ambulo.analyse(walk, static=static)

# %%
# Moments over the left stride, 0 to 100 %.
shown = ("left_hip_flexion", "left_knee_flexion", "left_ankle_dorsiflexion")
figure, axes = plt.subplots(1, 3, figsize=(9, 3), layout="constrained")
curves = {}
for name, found in sessions.items():
    stride = next(stride for stride in found.strides if stride.side == "left")
    for at, quantity in zip(axes, shown, strict=True):
        values = over_stride(found.motion.time, found.moments[quantity].values, stride)
        curves[name, quantity] = values
        at.plot(np.linspace(0, 100, len(values)), values, label=name)
        at.set(title=quantity.replace("_", " "), xlabel="stride [%]", ylabel="moment [N·m]")
axes[0].legend()

# %%
# The difference, root mean square.
for quantity in shown:
    off = curves["after", quantity] - curves["before", quantity]
    print(f"{quantity}: {np.sqrt(np.nanmean(off**2)):.1f} N·m")
    assert np.sqrt(np.nanmean(off**2)) < 10.0

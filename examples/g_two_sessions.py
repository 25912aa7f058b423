"""
Two sessions side by side
=========================

Two recordings of one person, before and after. In this example they are of the same simulated walk,
with other noise and other movement of soft tissue. They show how much two measurements differ.
"""

from pathlib import Path
from tempfile import mkdtemp

import matplotlib.pyplot as plt

import ambulo
from ambulo.demo.trial import make_trial

sessions = {}
for seed, name in enumerate(("before", "after")):
    walk, static, _ = make_trial(Path(mkdtemp()), seed=seed)
    sessions[name] = ambulo.analyse(walk, static=static).to_pandas("moments", over="stride")

# %%
# Moments over the left stride, 0 to 100 %.
shown = ("left_hip_flexion", "left_knee_flexion", "left_ankle_dorsiflexion")
figure, axes = plt.subplots(1, 3, figsize=(9, 3), layout="constrained")
for at, quantity in zip(axes, shown, strict=True):
    for name, table in sessions.items():
        at.plot(table[f"{quantity}_mean [N*m]"], label=name)
    at.set(title=quantity.replace("_", " "), xlabel="stride [%]", ylabel="moment [N·m]")
axes[0].legend()

# %%
# The root mean square difference.
for quantity in shown:
    column = f"{quantity}_mean [N*m]"
    off = ((sessions["after"][column] - sessions["before"][column]) ** 2).mean() ** 0.5
    print(f"{quantity}: {off:.1f} N·m")
    assert off < 10.0

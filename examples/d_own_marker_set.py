"""
Your own marker set
===================

A marker set is one TOML file. It may extend a set that comes with Ambulo; then it contains only the
differences. In this example, a laboratory has other names for the markers of the knees.
"""

from pathlib import Path
from tempfile import mkdtemp

import matplotlib.pyplot as plt
import numpy as np

import ambulo
from ambulo.demo.trial import make_trial
from ambulo.mocap.files.c3d_writer import write_c3d
from ambulo.mocap.naming.guess import guess

folder = Path(mkdtemp())
walk, static, _ = make_trial(folder)

# %%
# The recording is written again, with two markers renamed.
renamed = {"LEPIC": "KNEE_OUTSIDE_L", "REPIC": "KNEE_OUTSIDE_R"}
for path in (walk, static):
    trial = ambulo.read_trial(path)
    names = tuple(renamed.get(name, name) for name in trial.markers.names)
    markers = ambulo.Markers(names, trial.markers.time, trial.markers.position)
    write_c3d(path, markers, subject=trial.subject)

# %%
# Ambulo guesses the meaning of names that no set contains. ``ambulo markers walk.c3d > mine.toml``
# writes the guesses into a file, so that you can correct them. These are its lines about the knees.
guessed = guess(ambulo.read_trial(walk).markers)
written = guessed.text(walk.name)
print("\n".join(line for line in written.splitlines() if "KNEE" in line))
assert guessed.names["left_knee_lateral"] == "KNEE_OUTSIDE_L"

# %%
# If a set is nearly right, you need to write only the differences.
(folder / "ours.toml").write_text(
    """
name = "ours"
title = "Pamies-Vila's markers, knees under our names"
source = "Our laboratory's protocol"
extends = "pamies37"
skeletons = ["body18"]

[markers]
"{S}EPIC" = { on = "{side}_thigh", weight = 4, required = true, aliases = ["KNEE_OUTSIDE_{S}"] }
"""
)
choice = ambulo.Configuration(markers=str(folder / "ours.toml"), mass=85.0)
found = ambulo.analyse(walk, static=static, configuration=choice)
print(found.marker_set, f"{np.sqrt(np.nanmean(found.marker_residual**2)) * 1e3:.1f} mm")
assert found.marker_set == "ours"

# %%
# The standing body, seen from the front. The renamed markers are red, with the meaning that was
# guessed.
reading = {own: what.replace("_", " ") for what, own in guessed.names.items()}
figure, at = plt.subplots(figsize=(6, 5), layout="constrained")
for name, (_, y, z) in zip(trial.markers.names, trial.markers.position[0], strict=True):
    own = renamed.get(name, name)
    at.plot(y, z, "o", color="tab:blue" if own == name else "tab:red")
    if own != name:
        at.annotate(
            f"{own}\n{reading[own]}",
            (y, z),
            (np.sign(y) * 25, 0),
            textcoords="offset points",
            ha="left" if y > 0 else "right",
            va="center",
            arrowprops={"arrowstyle": "-", "color": "tab:red"},
        )
at.set(xlabel="to the left [m]", ylabel="up [m]", aspect="equal", xlim=(-1.1, 1.1))

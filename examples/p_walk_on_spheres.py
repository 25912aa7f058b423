"""
A walk on contact spheres
=========================

How much does each foot carry, if there are no force plates? In this model, spheres under the feet
touch the floor. Ambulo finds their positions and contact laws from the motion of the whole body.
The spheres then give the force on each foot.
"""

from pathlib import Path
from tempfile import mkdtemp

import matplotlib.pyplot as plt
import numpy as np

import ambulo
from ambulo.demo.trial import make_trial

walk, static, truth = make_trial(Path(mkdtemp()))
plates = ambulo.analyse(walk, static=static, sex="m")
spheres = ambulo.analyse(walk, static=static, sex="m", method="whole-body", sharing="foot-contact")

# %%
# The vertical force on each foot, from the spheres and from the plates.
figure, axes = plt.subplots(1, 2, figsize=(9, 3.2), sharey=True, layout="constrained")
time = plates.motion.time
for side, at in enumerate(axes):
    measured, found = plates.ground.force[:, side, 2], spheres.ground.force[:, side, 2]
    at.plot(time, measured, label="plates")
    at.plot(time, found, "--", label="contact spheres")
    at.set(title=("left foot", "right foot")[side], xlabel="time [s]")
    both = np.isfinite(measured) & np.isfinite(found)
    off = np.sqrt(np.mean((measured - found)[both] ** 2))
    print(f"{('left', 'right')[side]}: {off:.0f} N apart, rms")
    assert off < 100.0
axes[0].set_ylabel("vertical force [N]")
axes[0].legend()

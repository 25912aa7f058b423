"""
A four-bar linkage
==================

Three rods on four hinges fall from rest (Haug 1989). Each body is given in its starting position.
``frames_at`` makes the frames of a hinge, and ``simulate`` assembles and integrates.
"""

import matplotlib.pyplot as plt
import numpy as np

from ambulo.multibody.constrained import (
    GROUND,
    Body,
    Gravity,
    Revolute,
    System,
    frames_at,
    simulate,
)

A, B, C, D = (0, 0, 0), (0, 0, 1), (2, 0, 2), (2.5, 0, 0)
crank, coupler = Body.rod("crank", 1.0, A, B), Body.rod("coupler", 2.0, B, C)
rocker = Body.rod("rocker", 1.5, C, D)
pairs = ((GROUND, crank, A), (crank, coupler, B), (coupler, rocker, C), (rocker, GROUND, D))
hinges = [Revolute(f"{k}", *frames_at(*pair, axis=(0, 1, 0))) for k, pair in enumerate(pairs)]
motion = simulate(System([crank, coupler, rocker], hinges, [Gravity()]), stop=3.0)

# %%
# A planar loop of hinges has redundant constraints. The motion is unique nevertheless.
print(motion.notes[0])

# %%
# The paths of the centres of the rods.
figure, at = plt.subplots(figsize=(5, 3.5), layout="constrained")
for body in (crank, coupler, rocker):
    middle = motion.position(body)
    at.plot(middle[:, 0], middle[:, 2], label=body.name)
at.set(xlabel="x [m]", ylabel="z [m]", aspect="equal")
at.legend()
assert max(motion.drift.values()) < 1e-9
assert np.abs(motion.position(coupler)[:, 1]).max() < 1e-9  # it stays in its plane

"""
A four-bar linkage
==================

Three rods on four hinges fall from rest. Bodies say where they start, ``frames_at`` makes a hinge
at a point of the world, ``simulate`` assembles and integrates (Haug 1989).
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
# A planar loop of spatial hinges has rows that repeat others; the motion is unique all the same.
print(motion.notes[0])

# %%
# Paths of the rods' middles.
figure, at = plt.subplots(figsize=(5, 3.5), layout="constrained")
for body in (crank, coupler, rocker):
    middle = motion.position(body)
    at.plot(middle[:, 0], middle[:, 2], label=body.name)
at.set(xlabel="x [m]", ylabel="z [m]", aspect="equal")
at.legend()
assert max(motion.drift.values()) < 1e-9
assert np.abs(motion.position(coupler)[:, 1]).max() < 1e-9  # it stays in its plane

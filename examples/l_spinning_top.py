"""
A spinning top
==============

A heavy top on a ball joint precesses. If it spins fast, the rate of precession is m g l / (I3 w3)
(Goldstein 2002, section 5.7).
"""

import matplotlib.pyplot as plt
import numpy as np

from ambulo.multibody.constrained import (
    GROUND,
    Body,
    Gravity,
    Spherical,
    System,
    simulate,
)

mass, arm, across, about = 0.5, 0.06, 4e-4, 6e-4  # kg, m, kg m^2 about the centre of mass
spin, lean = 300.0, np.radians(30.0)  # rad/s, from upright

# %%
# The tip of the top is at the origin. The top leans, and its axis is the z axis of the body.
turn = np.array([[np.cos(lean), 0, np.sin(lean)], [0, 1, 0], [-np.sin(lean), 0, np.cos(lean)]])
top = Body(
    "top", mass, np.array([across, across, about]), position=tuple(turn[:, 2] * arm), rotation=turn
)
tip = Spherical("tip", GROUND.point(), top.point(0, 0, -arm))
system = System([top], [tip], [Gravity()])

# %%
# It starts with spin and steady precession, so that its lean stays constant.
precession = mass * 9.80665 * arm / (about * spin)
omega = turn.T @ np.array([0.0, 0.0, precession]) + np.array([0.0, 0.0, spin])
velocity = np.cross([0.0, 0.0, precession], top.position)
rates = system.rates(system.start, velocity[None], omega[None])
motion = simulate(system, 1.0, v=rates)

# %%
# Seen from above, the centre of mass moves on a circle about the vertical.
centre = motion.position(top)
angle = np.unwrap(np.arctan2(centre[:, 1], centre[:, 0]))
found = np.polyfit(motion.time, angle, 1)[0]
print(f"precession {found:.3f} rad/s, for a fast top {precession:.3f} rad/s")
figure, at = plt.subplots(figsize=(4, 4), layout="constrained")
at.plot(centre[:, 0], centre[:, 1])
at.set(xlabel="x [m]", ylabel="y [m]", aspect="equal")
assert abs(found / precession - 1.0) < 0.02
assert np.ptp(centre[:, 2]) < 2e-3

"""
A force of your own
===================

A pendulum in a gusty wind. The size of a force may be any Python function of time. The compiled
loop then calls Python, which is slower, and the notes of the result say so. Ambulo's own functions
of time are compiled.
"""

import matplotlib.pyplot as plt
import numpy as np

from ambulo.multibody.constrained import (
    GROUND,
    Body,
    Gravity,
    Harmonic,
    PointForce,
    Revolute,
    System,
    frames_at,
    simulate,
)

rod = Body.rod("rod", 1.0, (0, 0, 0), (0, 0, -1))
hinge = Revolute("hinge", *frames_at(GROUND, rod, (0, 0, 0), axis=(0, 1, 0)))


def gusts(t):
    """Newtons at a time, with first and second derivative."""
    return 2.0 * np.sin(3.0 * t) ** 2, 6.0 * np.sin(6.0 * t), 36.0 * np.cos(6.0 * t)


def blown(magnitude):
    """Four seconds from rest in a wind."""
    wind = PointForce("wind", rod.point(0.5), GROUND.direction(1, 0, 0), magnitude)
    return simulate(System([rod], [hinge], [Gravity(), wind]), stop=4.0)


# %%
# The same gusts as a compiled function of time: sin^2 is a mean and one harmonic of twice the rate.
own = blown(gusts)
shipped = blown(Harmonic(mean=1.0, amplitude=-1.0, frequency=6.0, phase=np.pi / 2))
for note in own.notes:
    print(note)

# %%
# Both give the same motion.
figure, at = plt.subplots(figsize=(6, 3), layout="constrained")
at.plot(own.time, own.position(rod)[:, 0], label="a Python function")
at.plot(shipped.time, shipped.position(rod)[:, 0], "--", label="compiled")
at.set(xlabel="time [s]", ylabel="middle of the rod, x [m]")
at.legend()
off = np.interp(shipped.time, own.time, own.position(rod)[:, 0]) - shipped.position(rod)[:, 0]
assert np.abs(off).max() < 1e-4

"""
A reach without muscle forces on the way
========================================

An arm moves from one posture to another in a given time. On the way, gravity alone acts on it.
Which velocity does it need at the start? This is a boundary value problem (Patel 2004).
"""

import matplotlib.pyplot as plt
import numpy as np

from ambulo.multibody.bvp.boundary_problem import BoundaryProblem
from ambulo.multibody.bvp.boundary_value import solve
from ambulo.multibody.bvp.course import course
from ambulo.multibody.bvp.systems import ChainInVectors
from ambulo.multibody.chain.chain import Chain
from ambulo.multibody.chain.chain_angles import directions

arm = ChainInVectors(Chain.pendulum(length=[0.30, 0.27], mass=[2.0, 1.6]))
hanging = directions(np.radians([175, 170, 0, 0])).ravel()  # theta from straight up, then phi
raised = directions(np.radians([90, 60, 0, 0])).ravel()

# %%
# Ambulo finds the velocity. As a check, it integrates the movement again by another method.
found = solve(BoundaryProblem(arm, hanging, raised, duration=0.4))
print(found.outcome.name, f"misses by {found.residual:.1e} rad")
assert found.converged

# %%
# The movement of the arm in the sagittal plane.
figure, at = plt.subplots(figsize=(4, 4), layout="constrained")
moving = course(found, 9)
lengths = np.array([[0.30], [0.27]])
for k, q in enumerate(moving.q):
    elbow, hand = np.cumsum(q.reshape(2, 3) * lengths, axis=0)
    colour = plt.cm.viridis(k / 8)
    at.plot([0, elbow[0], hand[0]], [0, elbow[2], hand[2]], "o-", color=colour)
at.set(xlabel="forwards [m]", ylabel="up [m]", aspect="equal")

# %%
# No force except gravity does work on the arm, so its energy is constant.
print(f"energy {moving.energy[0]:.3f} J, drift {moving.energy_drift:.1e}")
assert moving.energy_drift < 1e-9

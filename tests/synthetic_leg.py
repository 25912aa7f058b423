"""Right legs that stand or bend, with net joint loads given at will."""

from __future__ import annotations

import numpy as np

from ambulo.bone.leg import Leg, NetLoad

THIGH, SHANK = 0.43, 0.40


def about_y(angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])


def bent_leg(
    knee=0.0, ankle=0.0, knee_load=((0, 0, 0), (0, 0, 0)), ankle_load=((0, 0, 0), (0, 0, 0))
):
    """A leg in one frame: knee flexion and ankle plantarflexion [rad]; loads as (force, moment).

    The thigh is upright; a positive turn about +y takes z towards x: flexion of the knee takes the
    shank's lower end backwards.
    """
    shank = about_y(knee)
    foot = shank @ about_y(ankle)
    hip = np.array([0.0, 0.0, THIGH + SHANK])
    knee_centre = hip - THIGH * np.array([0.0, 0.0, 1.0])
    ankle_centre = knee_centre - SHANK * shank[:, 2]
    upright = np.eye(3)

    def one(x):
        return np.array(x, dtype=float)[None]

    return Leg(
        one(hip), one(knee_centre), one(ankle_centre),
        one(upright), one(upright), one(shank), one(foot),
        NetLoad(one(knee_load[0]), one(knee_load[1])),
        NetLoad(one(ankle_load[0]), one(ankle_load[1])),
    )  # fmt: skip


def moved(leg: Leg, R, shift):
    """The same leg and loads, turned by R (3, 3) and shifted (3,) [m] in the world."""

    def load(net):
        return NetLoad(net.force @ R.T, net.moment @ R.T)

    return Leg(
        *(centre @ R.T + shift for centre in leg[:3]),
        *(R @ axes for axes in leg[3:7]),
        load(leg.knee),
        load(leg.ankle),
    )

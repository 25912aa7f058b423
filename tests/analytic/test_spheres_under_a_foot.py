"""Spheres under a foot in a given motion, in closed form."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from ambulo.foot_contact.carried_motion import FreeValues
from ambulo.foot_contact.covariance import move_pose_rows
from ambulo.foot_contact.design import SoleDesign
from ambulo.foot_contact.feet_motion import FeetMotion
from ambulo.foot_contact.foot_spheres import no_touch, touch_anew
from ambulo.foot_contact.misfit import foot_wrenches
from ambulo.math.dispatch import generic
from ambulo.multibody.contact.friction_laws.viscous import Viscous
from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley

NORMAL, FRICTION = HuntCrossley(3e4, 1.5, 0.5), Viscous(100.0)


@pytest.mark.parametrize("slip", [0.0, 0.2])
def test_a_sphere_that_rolls_has_no_friction(slip):
    """Radius r, centre at height h: the body's point in the floor moves by v - w x (h z)."""
    h, r, w, frames = 0.028, 0.030, np.array([1.5, 2.5, 0.7]), 3
    up = np.array([0.0, 0.0, h])
    p, w, u = (
        np.tile(x, (2, frames, 2, 1)) for x in (up, w, np.cross(w, up) + np.eye(3)[0] * slip)
    )
    feet = FeetMotion(
        time=0.01 * np.arange(frames), R=np.broadcast_to(np.eye(3), (2, frames, 2, 3, 3)), p=p,
        w=w, u=u, stance=np.ones((2, frames), dtype=bool),
        jointed=True, length=0.25, drop=0.05,
    )  # fmt: skip
    values = np.tile([0.0, 0.0, 0.0, r, *NORMAL, *FRICTION], (2, 1, 1))
    found = foot_wrenches(NORMAL, FRICTION, feet, np.array([0]), values, np.zeros((2, frames, 3)))
    force = [-FRICTION.viscosity * slip, 0.0, NORMAL.stiffness * (r - h) ** NORMAL.exponent]
    np.testing.assert_allclose(found[..., 3:], np.broadcast_to(force, (2, frames, 3)), atol=1e-12)


def test_changes_of_free_values_are_counted_in_their_ranges():
    held = np.arange(20.0).reshape(2, 2, 5)
    free, lower, upper = np.array([3, 17]), np.array([1.0, 10.0]), np.array([5.0, 20.0])
    design = SoleDesign(NORMAL, FRICTION, ("a", "b", "c", "d", "e"), np.array([0, 1]), held,
                        free, lower, upper)  # fmt: skip
    changed = FreeValues(design, held, np.eye(2)).of(np.array([0.25, -0.5]))
    np.testing.assert_allclose((changed - held).ravel()[free], [1.0, -5.0])
    assert np.count_nonzero(changed - held) == 2


def test_rows_of_a_pose_are_moved_by_their_blocks():
    blocks, x, out = np.random.default_rng(0).normal(size=(3, 9, 5))
    blocks = blocks[:, :3]
    expected = out + 0.3 * np.vstack([blocks[k : k + 3] @ x[k : k + 3] for k in (0, 3, 6)])
    move_pose_rows.py_func(blocks, 0.3, x, out)
    np.testing.assert_allclose(out, expected)


@generic
def onsets(values, joint, p, R, v):
    touch = no_touch(2)
    touch_anew(np.arange(2), values, joint, p, R, v, touch)
    return touch.onset


def test_a_contact_begins_at_the_speed_of_its_sphere():
    """u + w1 x m + w x b of a foot of two segments that falls and turns."""
    rng = np.random.default_rng(1)
    R, v, joint = Rotation.random(2, rng).as_matrix(), rng.normal(size=9), rng.normal(size=3)
    v[2] -= 9.0
    values = rng.normal(size=(2, 4))
    found = onsets(values, joint, np.array([0.0, 0.0, 9.0]), R.reshape(2, 9), v)
    hind, fore = R[0] @ values[0, :3], R[1] @ values[1, :3]
    swept = [np.cross(v[3:6], hind), np.cross(v[3:6], R[0] @ joint) + np.cross(v[6:], fore)]
    np.testing.assert_allclose(found, [-v[2] - turned[2] for turned in swept])

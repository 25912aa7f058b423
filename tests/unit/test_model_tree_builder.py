"""The tree that is built, and every fault it refuses."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.inputs.errors import InputError
from ambulo.multibody.tree.tree import JointType
from ambulo.multibody.tree.tree_builder import Body, build_tree


def test_coordinates_are_numbered_in_order():
    tree = build_tree(
        [
            Body("pelvis", None, JointType.FREE),
            Body("thigh", "pelvis", JointType.BALL, p_PJ=(0, 0.1, 0)),
            Body("plate", "pelvis", JointType.FIXED),
            Body("shank", "thigh", JointType.HINGE, axis=(0, 2, 0)),
            Body("slider", "thigh", JointType.SLIDE),
        ]
    )
    np.testing.assert_array_equal(tree.parent, [-1, 0, 0, 1, 1])
    np.testing.assert_array_equal(tree.q_start, [0, 7, 11, 11, 12])
    np.testing.assert_array_equal(tree.v_start, [0, 6, 9, 9, 10])
    assert (tree.nq, tree.nv) == (13, 11)
    np.testing.assert_array_equal(tree.axis[3], [0, 1, 0])
    np.testing.assert_array_equal(tree.gravity, [0, 0, -9.80665])


def test_a_thin_rod_and_a_point_are_bodies():
    tree = build_tree(
        [
            Body("rod", None, JointType.BALL, inertia=np.diag([0.1, 0.1, 0.0])),
            Body("point", "rod", JointType.FIXED, mass=2.0),
            Body("carrier", "rod", JointType.SLIDE, mass=0.0),
        ]
    )
    np.testing.assert_array_equal(tree.inertia[1], np.zeros((3, 3)))


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (Body("a", "b", JointType.BALL), "does not come before"),
        (Body("a", None, JointType.BALL, mass=-1.0), "mass is -1.0 kg"),
        (Body("a", None, JointType.BALL, mass=float("nan")), "mass is nan kg"),
        (Body("a", None, JointType.HINGE, axis=(0, 0, 0)), "axis of its joint has the length 0"),
        (Body("a", None, JointType.BALL, com=(0, 0)), "com is"),
        (Body("a", None, JointType.BALL, p_PJ=(0, 0, float("nan"))), "p_PJ is"),
        (Body("a", None, JointType.BALL, R_PJ=np.diag([1.0, 1.0, -1.0])), "not a rotation"),
        (
            Body("a", None, JointType.BALL, inertia=np.diag([1.0, 1.0, 2.1])),
            "impossible for a",
        ),
        (
            Body("a", None, JointType.BALL, inertia=np.diag([-1.0, 1.0, 1.0])),
            "impossible for a",
        ),
        (Body("a", None, JointType.BALL, inertia=np.eye(3) + np.eye(3, k=1)), "not symmetric"),
        (Body("a", None, JointType.BALL, inertia=np.eye(2)), "not a finite 3x3"),
    ],
)
def test_faults_are_named(body, complaint):
    with pytest.raises(InputError, match=complaint) as caught:
        build_tree([body])
    assert caught.value.where == "a"
    assert caught.value.remedy


def test_a_name_twice_and_no_body():
    with pytest.raises(InputError, match="two bodies have this name"):
        build_tree([Body("a", None, JointType.BALL), Body("a", None, JointType.BALL)])
    with pytest.raises(InputError, match="no body"):
        build_tree([])

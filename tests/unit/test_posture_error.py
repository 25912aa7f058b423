"""How far a tree is from a posture, and how that changes with the tree."""

from __future__ import annotations

import numpy as np

from ambulo.math.dispatch import generic
from ambulo.multibody.further_operations import posture_error, posture_error_variation
from ambulo.multibody.tree.configuration import integrate, neutral
from ambulo.multibody.tree.system_of_tree import tree_system
from ambulo.multibody.tree.tree import JointType
from ambulo.multibody.tree.tree_builder import Body, build_tree


@generic
def _error(system, q, target, basis, e):
    posture_error(system, q, target, basis, e)


@generic
def _variation(system, q, target, basis, dq, de):
    posture_error_variation(system, q, target, basis, dq, de)


def test_the_change_of_an_error_is_its_derivative():
    tree = build_tree(
        [
            Body("root", None, JointType.FREE, mass=1.0),
            Body("ball", "root", JointType.BALL, mass=1.0),
            Body("hinge", "ball", JointType.HINGE, mass=1.0),
        ]
    )
    system, basis, rng = tree_system(tree, ()), np.eye(3), np.random.default_rng(7)
    target, q = (integrate(tree, neutral(tree), rng.normal(size=tree.nv)) for _ in range(2))
    h = 1e-5
    for along in (*np.eye(tree.nv), rng.normal(size=tree.nv)):
        ends = np.empty((2, tree.nv))
        for end, step in zip(ends, (h, -h), strict=True):
            _error(system, integrate(tree, q, step * along), target, basis, end)
        found = np.empty(tree.nv)
        _variation(system, q, target, basis, along, found)
        np.testing.assert_allclose(found, (ends[0] - ends[1]) / (2 * h), atol=1e-8)
    there = np.empty(tree.nv)
    _error(system, q, q, basis, there)
    np.testing.assert_allclose(there, 0.0, atol=1e-15)

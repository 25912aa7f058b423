"""The trunk's centre of mass from plates and motion: what was displaced comes back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ambulo.gait.body_motion import jointed
from ambulo.gait.trunk_balance import balance_trunk, whole_steps
from ambulo.inputs.errors import InputError
from ambulo.records import Event


@pytest.fixture(scope="module")
def truth(made_trial):
    return made_trial[2]


def displaced(truth, forward, left):
    """The true motion of a model that has the trunk's centre of mass elsewhere."""
    model = truth.model
    com = model.tree.com.copy()
    com[model.segments.index("torso"), :2] += forward, left
    return jointed(replace(model, tree=replace(model.tree, com=com)), truth.motion)


@pytest.mark.parametrize(("forward", "left"), [(0.0, 0.0), (0.02, -0.004), (-0.03, 0.01)])
def test_a_displaced_centre_of_mass_comes_back(truth, forward, left):
    found = balance_trunk(displaced(truth, forward, left), truth.ground, truth.events)
    np.testing.assert_allclose(found.shift, (-forward, -left), atol=2e-4)
    np.testing.assert_allclose(found.after, 0.0, atol=0.02)
    trunk = truth.model.segments.index("torso")
    np.testing.assert_allclose(
        found.body.model.tree.com[trunk], truth.model.tree.com[trunk], atol=2e-4
    )
    # only the trunk is touched
    others = np.arange(truth.model.tree.nb) != trunk
    assert (found.body.model.tree.com[others] == truth.model.tree.com[others]).all()


def test_moment_before_is_the_weight_times_the_lever(truth):
    tree = truth.model.tree
    trunk = truth.model.segments.index("torso")
    found = balance_trunk(displaced(truth, 0.02, 0.0), truth.ground, truth.events)
    # too far forward: the ground would have to push farther in front, -x Fz about the left axis
    expected = -0.02 * float(tree.mass[trunk]) * 9.80665
    assert found.before[1] == pytest.approx(expected, rel=0.1)
    assert "moved 20 mm backwards" in found.note


def test_steps_go_from_one_foot_to_the_other_and_are_known_throughout():
    time = np.arange(200) / 100.0
    events = tuple(
        Event(side, kind, at, "file")
        for side, kind, at in (
            ("left", "strike", 0.1),
            ("right", "off", 0.25),
            ("right", "strike", 0.6),
            ("left", "off", 0.75),
            ("left", "strike", 1.1),
            ("left", "strike", 1.6),
        )
    )
    known = np.ones(200, dtype=bool)
    assert whole_steps(time, events, known) == [(0.1, 0.6), (0.6, 1.1), (0.25, 0.75)]
    known[70] = False
    assert whole_steps(time, events, known) == [(0.1, 0.6)]


def test_without_a_whole_step_it_says_so(truth):
    body = displaced(truth, 0.0, 0.0)
    with pytest.raises(InputError, match="no whole step"):
        balance_trunk(body, truth.ground, truth.events[:1])

"""The check on a real walk: what inverse dynamics found gives the measured motion back.

Pamies-Vila (2012, section 4.7): in the open loop about 80 % of the cycle; with the controller
within 8e-7 m and 5e-6 rad at less than 5e-3 N and 4e-3 N*m.
"""

from __future__ import annotations

import numpy as np
import pytest
from tests.consistent_analysis import with_moments

from ambulo.analysis import analyse
from ambulo.forward_check.run import check_forward
from ambulo.forward_check.verdict import said
from ambulo.gait.configuration import Configuration
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import SIDES
from ambulo.report.write import write
from ambulo.results.folder import read_folder


@pytest.fixture(scope="module")
def walk(data, tmp_path_factory):
    trials = data / "biomechzoo" / "HC038A"
    found = analyse(
        trials / "Straight" / "HC038A11.c3d",
        static=trials / "Static" / "HC038A01.c3d",
        configuration=Configuration(method="whole-body"),
    )
    folder = tmp_path_factory.mktemp("walk")
    write(found, folder)
    return read_folder(folder)


def test_the_stored_forces_give_the_motion_back(walk):
    check = check_forward(walk, control="pd")
    assert check.followed == check.simulated
    # a thousandth is asked for; 3e-5 has room for another machine's marker fit
    assert check.effort.part < 3e-5
    assert check.effort.beyond == []
    assert np.abs(check.unexplained).max() < 1e-6


def test_the_open_loop_follows_as_long_as_right_forces_would(walk):
    check = check_forward(walk)
    grade, words = said(check)
    # as long as it can; that the forces are right in the later frames the equations show
    assert check.followed < check.simulated
    assert grade == "good", words
    # what is sure comes first
    assert words.startswith("The forces are right in every frame")
    # errors grow the slower the less of the body stands above where it is carried
    rate = {row.carried: row.growth.rate for row in check.supports}
    assert rate["head"] < 0.5 * rate["lumbar"]
    assert rate["lumbar"] < 0.5 * rate["feet"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("joint", ["hip", "knee", "ankle"])
def test_one_per_cent_of_any_leg_moment_stands_above_the_effort(walk, side, joint):
    """At least 37 times the effort of the unchanged analysis at that joint (axis of the hip)."""
    unchanged = check_forward(walk, control="pd").effort.added
    j = walk.model.joints.index(f"{side}_{joint}")
    R, _ = forward_kinematics(walk.model.tree, walk.motion.q)
    for axis in np.moveaxis(R[:, walk.model.tree.parent[j]], 2, 0):
        moment = walk.joint_forces.moment.copy()
        along = np.einsum("fi,fi->f", axis, moment[:, j])
        moment[:, j] += 0.01 * along[:, None] * axis
        spent = check_forward(with_moments(walk, moment), control="pd").effort
        assert spent.added[j] > 30.0 * unchanged[j]
        assert spent.beyond[0] == j
        missed = 0.01 * np.sqrt(np.mean(along**2))
        assert spent.added[j] == pytest.approx(missed, rel=0.35)


@pytest.mark.parametrize(
    "integrator", ["rkmk4", pytest.param("dop853", marks=pytest.mark.exhaustive)]
)
def test_every_integrator_holds_the_motion(walk, integrator):
    check = check_forward(walk, integrator=integrator, control="pd")
    assert check.followed == check.simulated
    assert check.effort.part < 1e-3

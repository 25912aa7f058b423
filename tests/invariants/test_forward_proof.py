"""The forward check is driven by what is stored: right forces pass, every planted error shows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.consistent_analysis import consistent_analysis, with_moments, with_wrenches

from ambulo.forward_check.files import forward_summary
from ambulo.forward_check.forward import simulate, tracking_inputs
from ambulo.forward_check.missing import effort, miss_at_frames, reported_off
from ambulo.forward_check.pd import HOLDING
from ambulo.forward_check.run import check_forward
from ambulo.forward_check.stored_forces import stored_at, stored_forces
from ambulo.forward_check.support import support
from ambulo.forward_check.verdict import said
from ambulo.inputs.errors import InputError
from ambulo.math.dispatch import generic
from ambulo.multibody.forces.interpolants import INTERPOLANTS
from ambulo.multibody.forces.law import BodyMotion, Loads
from ambulo.multibody.forces.laws import apply_all, enter_all, held_laws
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.natural.natural_system import independent_state, tree_state
from ambulo.multibody.natural.points import natural_body
from ambulo.multibody.tree.kinematics import body_velocities, forward_kinematics

LEG = ("hip", "knee", "ankle", "metatarsal")
ALL = slice(None)


@pytest.fixture(scope="module")
def walk():
    return consistent_analysis()


@pytest.fixture(scope="module")
def unchanged(walk):
    return check_forward(walk, control="pd")


def test_an_unchanged_analysis_needs_a_thousandth_of_its_moments_at_most(unchanged):
    assert unchanged.effort.part <= 1e-3
    assert unchanged.followed == unchanged.simulated
    grade, words = said(unchanged)
    assert grade == "good", words


@pytest.mark.parametrize(("name", "order"), [("linear", 2), ("cubic", 4)])
def test_the_effort_falls_with_the_stored_rate_at_the_interpolants_order(walk, name, order):
    """The accelerations of quintic splines are cubic: no interpolant beats order 4 on them."""
    tree, first = walk.model.tree, stored_forces(walk)
    place = support(walk.model, "feet")
    gains = HOLDING.gains(tree, place)
    spent = []
    for times in (1, 2, 4):
        stored = first if times == 1 else stored_at(tree, first, times)
        laws = tracking_inputs(
            tree, stored.motion, stored.unloaded, place, reactions=stored.reactions,
            gains=gains, between=INTERPOLANTS[name],
        )  # fmt: skip
        motion = stored.motion
        found = simulate(tree, laws, motion.time, motion.q[0], motion.v[0], METHODS["dop853"])
        spent.append(np.sqrt((found.passed[:, 1:] ** 2).mean()))
    assert spent[0] > spent[1] > spent[2]
    # over the two doublings
    assert 0.5 * np.log2(spent[0] / spent[2]) == pytest.approx(order, abs=0.25)


def flagged(analysis):
    check = check_forward(analysis, control="pd")
    grade, _ = said(check)
    return grade != "good", [analysis.model.joints[j] for j in check.effort.beyond]


@pytest.mark.parametrize("side", [pytest.param("left", marks=pytest.mark.exhaustive), "right"])
@pytest.mark.parametrize("joint", LEG)
def test_one_per_cent_of_any_leg_moment_shows_at_its_joint(walk, unchanged, side, joint):
    model = walk.model
    j = model.joints.index(f"{side}_{joint}")
    R, _ = forward_kinematics(model.tree, walk.motion.q)
    axes = R[:, model.tree.parent[j]]
    for c in range(3):
        moment = walk.joint_forces.moment.copy()
        along = np.einsum("fi,fi->f", axes[:, :, c], moment[:, j])
        moment[:, j] += 0.01 * along[:, None] * axes[:, :, c]
        check = check_forward(with_moments(walk, moment), control="pd")
        stands_above = check.effort.added[j] > 2.0 * unchanged.effort.added[j]
        assert stands_above, (c, np.sqrt((along**2).mean()))
        # what the controller adds there is what was taken
        missed = 0.01 * np.sqrt((along**2).mean())
        assert check.effort.added[j] == pytest.approx(missed, rel=0.25)


@pytest.fixture(scope="module")
def short():
    """So short that frames left out tell little of what lies between them."""
    return consistent_analysis(frames=25)


def with_world_moment(analysis, joint, axis, factor):
    """One world component of one joint's moment scaled in joint_moment alone."""
    moment = analysis.joint_forces.moment.copy()
    moment[:, analysis.model.joints.index(joint), axis] *= factor
    return replace(analysis, joint_forces=replace(analysis.joint_forces, moment=moment))


def test_a_short_unchanged_record_is_good(short):
    check = check_forward(short, control="pd")
    grade, words = said(check)
    assert grade == "good", words
    assert max(check.miss.moment, check.miss.reported, check.miss.generalised) < 1e-9
    assert check.miss.force < 1e-6


@pytest.mark.parametrize("control", ["pd", "none"])
@pytest.mark.parametrize(
    ("joint", "axis"),
    [("left_knee", 1), ("left_knee", 0), ("right_hip", 2), ("left_ankle", 1), ("left_shoulder", 1)],
)
def test_the_frames_name_the_joint_where_the_controller_does_not_stand_out(
    short, joint, axis, control
):
    """The change is less than what the distance of the frames leaves open."""
    check = check_forward(with_world_moment(short, joint, axis, 1.00005), control=control)
    if check.effort is not None:
        assert check.effort.beyond == []
    grade, words = said(check)
    assert grade == "do-not-use"
    assert joint.replace("_", " ") in words
    assert forward_summary(check)["at_frames"]["moment_missed_at"] == joint


def test_every_stored_form_of_the_forces_is_held_against_the_others(short):
    forces = short.joint_forces
    knee = short.model.joints.index("right_knee")
    force = forces.force.copy()
    force[:, knee, 2] *= 1.01
    reported = [replace(q, values=1.01 * q.values) for q in short.moments]
    planted = {
        "tau": replace(forces, tau=1.05 * forces.tau),
        "right knee the force that the motion needs differs": replace(forces, force=force),
        "reported": forces,
    }
    for words, other in planted.items():
        moments = type(short.moments)(reported) if other is forces else short.moments
        grade, verdict = said(check_forward(replace(short, joint_forces=other, moments=moments)))
        assert grade == "do-not-use", words
        assert words in verdict


@pytest.mark.parametrize("name", ["centre_of_pressure", "free_moment"])
def test_what_follows_from_force_and_moment_about_the_origin_is_asked_too(short, name):
    values = getattr(short.ground, name).copy()
    # 10 mm, 1 N*m
    values[5, 0] += np.array([0.01, 0.0, 0.0]) if name == "centre_of_pressure" else 1.0
    grade, words = said(
        check_forward(replace(short, ground=replace(short.ground, **{name: values})))
    )
    assert grade == "do-not-use"
    assert "centre of pressure or free moment of a ground reaction does not agree" in words


def test_moments_and_reactions_that_are_not_the_motions_show(walk):
    right = walk.joint_forces.moment
    j = walk.model.joints.index("right_hip")
    flipped = right.copy()
    flipped[:, j] *= -1.0
    planted = {
        "zeroed moments": with_moments(walk, np.zeros_like(right)),
        "sign of a joint flipped": with_moments(walk, flipped),
        "moments a frame late": with_moments(walk, np.roll(right, 1, axis=0)),
        "reactions reversed in time": with_wrenches(walk, (slice(None, None, -1), ALL)),
        "feet swapped": with_wrenches(walk, (ALL, slice(None, None, -1))),
        "no reactions": replace(
            walk,
            ground=replace(
                walk.ground,
                force=0.0 * walk.ground.force,
                moment_origin=0.0 * walk.ground.moment_origin,
            ),
        ),
    }
    for name, analysis in planted.items():
        bad, joints = flagged(analysis)
        assert bad, name
        assert joints, name
        assert miss_at_frames(analysis, stored_forces(analysis)).moment > 0.1, name


def test_the_open_loop_loses_a_wrong_motion_sooner(walk):
    right = check_forward(walk)
    assert right.choice.carried == "feet"
    assert [row.carried for row in right.supports] == ["feet", "lumbar", "head"]
    grade, words = said(right)
    assert grade == "good", words
    wrong = check_forward(with_moments(walk, 0.9 * walk.joint_forces.moment))
    grade, words = said(wrong)
    assert grade == "do-not-use"
    assert wrong.followed < 0.9 * right.followed


def test_reported_moments_of_other_forces_are_said(walk):
    assert reported_off(walk) < 1e-9
    reported = list(walk.moments)
    reported[3] = replace(reported[3], values=1.01 * reported[3].values)
    other = replace(walk, moments=type(walk.moments)(reported))
    assert reported_off(other) == pytest.approx(0.01 * np.abs(reported[3].values).max() / 1.01)


def test_only_the_stretch_that_is_known_is_simulated(walk):
    moment = walk.joint_forces.moment.copy()
    moment[[3, 80]] = np.nan
    stored = stored_forces(with_moments(walk, moment))
    assert stored.first == 4
    np.testing.assert_array_equal(stored.motion.time, walk.motion.time[4:80])
    moment[::2] = np.nan
    with pytest.raises(InputError, match="whole-body"):
        stored_forces(with_moments(walk, moment))


def test_a_motion_that_was_lost_needs_no_end_of_effort(walk):
    stored = stored_forces(walk)
    check = check_forward(walk)
    lost = replace(check.simulation, work=np.full(len(stored.motion.time), np.nan))
    assert np.isinf(effort(walk, stored, lost, INTERPOLANTS["cubic"]).rms)


@generic
def loads_between(laws, start, end, t, R, p, w, u, q, v, wrench, tau):
    """Fill the loads of all laws at an instant of an interval."""
    enter_all(laws, start, end)
    apply_all(laws, t, BodyMotion(q, v, R, p, w, u), np.empty(0), Loads(wrench, tau), np.empty(0))


def test_at_the_frames_the_inputs_are_what_is_stored_and_in_proportion_between(walk):
    """On the posture of a frame: each segment gets its joints' moments and its foot's reaction.

    A quarter of the way, not half: there the nearer frame tells from the further one.
    """
    model, stored = walk.model, stored_forces(walk)
    tree, time = model.tree, stored.motion.time
    laws = held_laws(
        tracking_inputs(
            tree, stored.motion, stored.unloaded, support(model, "feet"),
            reactions=replace(stored.reactions, whole=False),
        )
    )  # fmt: skip
    R, p = forward_kinematics(tree, walk.motion.q)
    w, u = body_velocities(tree, walk.motion.q, walk.motion.v)
    for k in (0, 20, 47, 90):
        wrench, tau = np.zeros((tree.nb, 6)), np.zeros(tree.nv)
        loads_between(
            laws, time[k], time[k + 1], time[k], R[k].reshape(tree.nb, 9).copy(), p[k], w[k], u[k],
            walk.motion.q[k], walk.motion.v[k], wrench, tau,
        )  # fmt: skip
        expected = np.zeros((tree.nb, 6))
        expected[:, :3] = walk.joint_forces.moment[k]
        for i in range(1, tree.nb):
            expected[tree.parent[i], :3] -= walk.joint_forces.moment[k, i]
        for s in range(2):
            b = stored.reactions.foot[k, s]
            if b >= 0:
                force = walk.ground.force[k, s]
                expected[b, 3:] += force
                expected[b, :3] += walk.ground.moment_origin[k, s] - np.cross(p[k, b], force)
        np.testing.assert_allclose(wrench, expected, atol=1e-8)
        (on_feet,) = (law.acting for law in laws.given if hasattr(law, "acting"))
        loads_between(
            laws, time[k], time[k + 1], 0.75 * time[k] + 0.25 * time[k + 1],
            R[k].reshape(tree.nb, 9).copy(), p[k], w[k], u[k], walk.motion.q[k], walk.motion.v[k],
            np.zeros((tree.nb, 6)), np.zeros(tree.nv),
        )  # fmt: skip
        expected = 0.75 * stored.reactions.wrench[k] + 0.25 * stored.reactions.wrench[k + 1]
        borne = stored.reactions.foot[k] >= 0
        np.testing.assert_allclose(on_feet[borne], expected[borne], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("times", [2, 4, 5])
def test_reactions_stored_more_often_go_in_proportion_between_the_frames(walk, times):
    stored = stored_forces(walk)
    finer = stored_at(walk.model.tree, stored, times)
    at, there = stored.motion.time, stored.reactions.wrench
    now = finer.motion.time
    # every part of an interval has the interval's bearing segment
    foot = stored.reactions.foot[np.arange(len(now) - 1) // times]
    np.testing.assert_array_equal(finer.reactions.foot, foot)
    for s in range(2):
        for c in range(6):
            expected = np.interp(now, at, there[:, s, c])
            np.testing.assert_allclose(finer.reactions.wrench[:, s, c], expected, atol=1e-9)


@pytest.mark.exhaustive
def test_matrix_r_gives_the_same_motion_back(walk, unchanged):
    """Natural coordinates, base point and absolute angles: nothing of the tree's equations."""
    natural = check_forward(walk, control="pd", formulation="matrix-R")
    assert natural.choice.formulation == "matrix-R"
    assert natural.followed == natural.simulated
    assert np.abs(natural.simulation.q - unchanged.simulation.q).max() < 1e-8
    assert np.abs(natural.simulation.v - unchanged.simulation.v).max() < 1e-6
    assert natural.effort.part == pytest.approx(unchanged.effort.part, rel=1e-3)
    assert np.nanmax(np.abs(natural.unexplained)) < 1e-6
    # and a wrong moment shows
    j = walk.model.joints.index("left_knee")
    moment = walk.joint_forces.moment.copy()
    moment[:, j] *= 1.01
    wrong = check_forward(
        with_moments(walk, moment), control="pd", formulation="matrix-R", integrator="rkmk4"
    )
    grade, words = said(wrong)
    assert grade == "do-not-use"
    assert "left knee" in words


def test_the_tree_is_found_again_from_natural_coordinates(walk):
    tree = walk.model.tree
    body = natural_body(tree, walk.model.segments, walk.model.joints)
    rows = [independent_state(body, walk.motion.q[k], walk.motion.v[k]) for k in range(0, 60, 20)]
    z, zd = (np.stack(each) for each in zip(*rows, strict=True))
    z[1] = np.nan
    q, v = tree_state(body, z, zd)
    for k in (0, 2):
        R, p = forward_kinematics(tree, np.stack([q[k], walk.motion.q[20 * k]]))
        np.testing.assert_allclose(R[0], R[1], atol=1e-12)
        np.testing.assert_allclose(p[0], p[1], atol=1e-12)
        np.testing.assert_allclose(v[k], walk.motion.v[20 * k], atol=1e-10)
    assert np.isnan(q[1]).all()
    assert np.isnan(v[1]).all()

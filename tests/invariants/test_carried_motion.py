"""A motion moved until spheres under the feet carry it: derivatives, balance, divided feet."""

from dataclasses import replace

import numpy as np
import pytest

from ambulo.demo.trial import walking_demo
from ambulo.demo.truth import walk_truth
from ambulo.foot_contact.body_spheres import body_spheres
from ambulo.foot_contact.carried_motion import RecordingError, _Problem, carry
from ambulo.foot_contact.design import Sphere, sole_design, values_in_order
from ambulo.foot_contact.displacement import Displacement
from ambulo.foot_contact.forefeet import with_forefeet
from ambulo.foot_contact.recording_prior import CyclicPrior, Prior
from ambulo.foot_contact.root_residual import touching
from ambulo.multibody.contact.bristle import Bristle
from ambulo.multibody.contact.hunt_crossley import HuntCrossley
from ambulo.multibody.contact.per_sphere import per_sphere
from ambulo.multibody.contact.spheres_on_ground import contact_wrenches
from ambulo.multibody.tree.energy import kinetic_energy
from ambulo.multibody.tree.kinematics import body_velocities, forward_kinematics, jacobian
from ambulo.multibody.tree.newton_euler import inverse_dynamics

NORMAL, FRICTION = HuntCrossley(4e4, 1.5, 0.5), Bristle(0.7, 0.1, 2e4, 60.0, 0.0)
PLACES = (
    ("hindfoot", -0.02, -0.045, 0.042), ("hindfoot", 0.06, -0.045, 0.036),
    ("hindfoot", 0.12, -0.045, 0.042), ("forefoot", 0.05, 0.0, 0.038),
)  # fmt: skip


def single_support(frames=24):
    """The simulated subject around the middle of a left stance."""
    demo = walking_demo()
    time = np.arange(frames) / 100.0
    return walk_truth(demo, 0.22 * demo.walk.cycle.stride_time, time)


def soles():
    laws = dict(zip(values_in_order(NORMAL, FRICTION)[4:], (*NORMAL, *FRICTION), strict=True))
    spheres = [
        Sphere(part, {"x": x, "y": 0.0, "z": z, "radius": r, **laws}, {})
        for part, x, z, r in PLACES
    ]
    return sole_design(spheres, NORMAL, FRICTION)


@pytest.mark.parametrize("period", [None, 16])
def test_what_is_left_at_the_root_has_the_derivatives_of_differences(period):
    truth, design = single_support(), soles()
    problem = _Problem(truth.model, truth.motion, design, design.held, RecordingError(), period)
    # a draw in which no bristle begins to slip within the difference, and turns of some degrees:
    # from there the coordinates do not go on as they began
    rng = np.random.default_rng(2)
    y = 5e-3 * rng.normal(size=problem.moved.size)
    at, way, h = (
        problem.residual.at(y),
        rng.normal(size=(problem.moved.splines, problem.moved.nv)),
        1e-7,
    )
    for side in ("left", "right"):
        # forefeet only flex
        d = truth.model.tree.v_start[truth.model.segments.index(f"{side}_forefoot")]
        way[:, np.searchsorted(problem.moved.free, [d, d + 2])] = 0.0
    way = way.ravel()
    # the contact acts, or this would prove nothing of it
    assert at.wrench[0, :, 5].max() > 100.0
    ahead, back = problem.residual.at(y + h * way).left, problem.residual.at(y - h * way).left
    expected = (ahead - back) / (2.0 * h)
    found = (problem.residual.slope(at).reshape(-1, problem.moved.size) @ way).reshape(-1, 6)
    size = np.abs(expected).max(axis=0)
    np.testing.assert_allclose(found / size, expected / size, atol=5e-5)


def test_a_foot_that_touches_the_floor_in_one_frame_has_a_derivative():
    truth, design = single_support(8), soles()
    problem = _Problem(truth.model, truth.motion, design, design.held, RecordingError())
    at = problem.residual.at(np.zeros(problem.moved.size))
    kept = np.zeros(len(truth.time))
    kept[0] = 1.0
    once = replace(at, wrench=at.wrench * kept[:, None])
    assert touching(once.wrench[0]) == [(0, 2)]
    assert np.isfinite(problem.residual.slope(once)).all()


@pytest.mark.parametrize(("damping", "period"), [(0.0, None), (7.0, None), (7.0, 16)])
def test_a_step_solves_the_whole_linear_problem(damping, period):
    truth, design = single_support(), soles()
    problem = _Problem(truth.model, truth.motion, design, design.held, RecordingError(), period)
    y = 1e-3 * np.random.default_rng(4).normal(size=problem.moved.size)
    at, ease = problem.residual.at(y), 3.0
    J = problem.residual.slope(at).reshape(-1, problem.moved.size)
    weight = problem.weight.ravel() / ease
    # normal equations, everything dense
    prior = np.stack([problem.prior.times(one) for one in np.eye(problem.moved.size)])
    scaled = J * weight[:, None]
    right = scaled.T @ (scaled @ y - at.left.ravel() * weight)
    # so much of the prior once more, about y
    whole = (1.0 + damping) * prior + scaled.T @ scaled
    expected = np.linalg.solve(whole, right + damping * prior @ y)
    found = problem.step(problem.linear(y, at), y, ease, damping)
    np.testing.assert_allclose(found, expected, atol=1e-7)


@pytest.mark.parametrize("period", [None, 16])
def test_the_prior_is_the_integral_over_the_shifts_and_turns_of_the_segments(period):
    truth, error = single_support(), RecordingError()
    model, tree, frames = truth.model, truth.model.tree, len(truth.time)
    moved = Displacement(model, truth.motion, error.knots, period)
    counted = np.arange(frames) >= frames - (period or frames)
    prior = (CyclicPrior if period else Prior)(moved, error, counted)
    y = 1e-3 * np.random.default_rng(1).normal(size=(moved.splines, moved.nv))
    for side in ("left", "right"):
        # as little as forefeet may turn but in flexion, this counts beside nothing
        d = tree.v_start[model.segments.index(f"{side}_forefoot")]
        y[:, np.searchsorted(moved.free, [d, d + 1, d + 2])] = 0.0
    d, d1, _ = moved.of(y.ravel())
    square, ends = 0.0, 0.0
    for b in range(tree.nb):
        J = jacobian(tree, truth.motion.q, b) / np.repeat([error.turn, error.shift], 3)[:, None]
        for part, memory in ((d, 1.0), (d1, error.memory)):
            square += memory**2 * (np.einsum("kid,kd->ki", J, part)[counted] ** 2).sum()
        ends += (np.einsum("kid,kd->ki", J, d)[[0, -1]] ** 2).sum()
    wanted = square * (truth.time[1] - truth.time[0]) / (2.0 * error.memory)
    if period is None:
        wanted += 0.5 * ends
    assert y.ravel() @ prior.times(y.ravel()) == pytest.approx(wanted, rel=1e-5)
    # C C^T is the same matrix, and so is what solves it
    half = prior.half_solved(np.stack([prior.times(y.ravel())]))
    assert half[:, 0] @ half[:, 0] == pytest.approx(wanted, rel=1e-5)
    np.testing.assert_allclose(prior.solved(prior.times(y.ravel())), y.ravel(), atol=1e-9)


def test_the_prior_is_as_wide_at_the_ends_as_in_the_middle():
    truth, error = single_support(60), RecordingError()
    tree = truth.model.tree
    moved = Displacement(truth.model, truth.motion, error.knots)
    prior = Prior(moved, error, np.ones(60, dtype=bool))
    deviation = []
    for k in (0, 30, 59):
        row = np.zeros((moved.splines, moved.nv))
        row[:, np.searchsorted(moved.free, tree.v_start[0])] = moved.bases[0][k]
        deviation.append(np.sqrt(row.ravel() @ prior.solved(row.ravel())))
    np.testing.assert_allclose(deviation, deviation[1], rtol=0.1)


def test_a_displacement_that_repeats_itself_is_the_same_in_every_period():
    truth = single_support(40)
    moved = Displacement(truth.model, truth.motion, 0.04, 16)
    found = moved.of(np.random.default_rng(0).normal(size=moved.size))
    assert np.abs(found).min(axis=(0, 1)).max() > 0.0
    np.testing.assert_allclose(found[:, 16:], found[:, :-16], atol=1e-9 * np.abs(found).max())


def test_feet_that_leave_the_floor_and_come_back_forget():
    wrench = np.zeros((12, 6))
    wrench[[0, 1, 5, 6, 11], 5] = 1.0
    assert touching(wrench) == [(0, 2), (4, 7), (10, 12)]
    assert touching(0.0 * wrench) == []


def test_the_contact_carries_the_motion_and_moves_it_little():
    truth, design = single_support(), soles()
    before = _Problem(truth.model, truth.motion, design, design.held, RecordingError())
    left = before.residual.at(np.zeros(before.moved.size)).left[5:]
    found = carry(truth.model, truth.motion, design, design.held)
    assert np.sqrt((left[:, 5] ** 2).mean()) > 50.0
    assert np.sqrt((found.left[5:] ** 2).mean(axis=0)).max() < 4.0
    # spheres that were never fitted to this walk
    assert found.moved.max() < 0.04
    # what is left is what Newton and Euler miss under these loads
    motion = found.motion
    _, moment, force = inverse_dynamics(
        truth.model.tree, motion.q, motion.v, motion.a, found.wrench
    )
    missed = np.concatenate([moment[:, 0], force[:, 0]], axis=1)
    np.testing.assert_allclose(missed, found.left, atol=1e-6)


def test_divided_feet_are_the_same_body():
    model = walking_demo().model
    assert with_forefeet(model) is model
    keep = [i for i, name in enumerate(model.segments) if not name.endswith("forefoot")]
    tree = model.tree
    whole = replace(
        tree,
        parent=np.array([-1 if tree.parent[i] < 0 else keep.index(tree.parent[i]) for i in keep]),
        **{x: getattr(tree, x)[keep] for x in ("joint", "p_PJ", "R_PJ", "axis", "mass", "com")},
        inertia=tree.inertia[keep],
        q_start=np.cumsum([0, 7, *[4] * (len(keep) - 2)]),
        v_start=np.cumsum([0, 6, *[3] * (len(keep) - 2)]),
    )
    names = tuple(model.segments[i].replace("hindfoot", "foot") for i in keep)
    points = dict(model.points)
    for side in ("left", "right"):
        i = names.index(f"{side}_foot")
        points[f"{side}_metatarsal"] = (i, np.array([0.12, 0.0, -0.05]))
        points[f"{side}_toe"] = (i, np.array([0.19, 0.0, -0.06]))
    straight = replace(
        model, segments=names, joints=tuple(model.joints[i] for i in keep), tree=whole,
        points=points, marker_names=(), marker_body=np.zeros(0, np.int64),
        marker_local=np.zeros((0, 3)), marker_weight=np.zeros(0),
    )  # fmt: skip
    divided = with_forefeet(straight)
    assert divided.tree.nv == whole.nv + 2
    assert divided.mass == pytest.approx(straight.mass)
    assert divided.segments[-1] == "right_forefoot"
    rng = np.random.default_rng(1)
    q = rng.normal(size=(3, whole.nq))
    for k in (3, *whole.q_start[1:]):
        q[:, k : k + 4] /= np.linalg.norm(q[:, k : k + 4], axis=1, keepdims=True)
    v = rng.normal(size=(3, whole.nv))
    longer = [np.concatenate([x, np.zeros((3, 2))], axis=1) for x in (q, v)]
    np.testing.assert_allclose(
        kinetic_energy(divided.tree, *longer), kinetic_energy(whole, q, v), rtol=1e-12
    )


def test_spheres_of_their_own_laws_act_as_the_same_law_for_all():
    truth, design = single_support(3), soles()
    own = body_spheres(truth.model, design, design.held)
    alike = own._replace(normal=NORMAL, friction=FRICTION)
    stiffer = own.normal.values.copy()
    stiffer[1:, 0] *= 2.0
    other = own._replace(normal=per_sphere(NORMAL, stiffer))
    R, p = forward_kinematics(truth.model.tree, truth.motion.q)
    w, u = body_velocities(truth.model.tree, truth.motion.q, truth.motion.v)
    s = 1e-4 * np.random.default_rng(2).normal(size=(3, 3 * len(own.body)))
    found, same, differ = (contact_wrenches(law, R, p, w, u, s) for law in (own, alike, other))
    np.testing.assert_allclose(found, same, rtol=1e-12)
    # some sphere is pressed, or this would prove nothing
    assert np.abs(found - differ).max() > 10.0
    with pytest.raises(ValueError, match="parameters"):
        per_sphere(NORMAL, stiffer[:, :2])

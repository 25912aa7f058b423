"""A motion moved until spheres under the feet carry it: derivatives, balance, divided feet."""

from dataclasses import replace

import numpy as np
import pytest

from ambulo.demo.trial import walking_demo
from ambulo.demo.truth import walk_truth
from ambulo.foot_contact import carried_motion
from ambulo.foot_contact.carried_motion import CarryingProblem, FreeValues, Unknowns, carry
from ambulo.foot_contact.design import Sphere, sole_design, values_in_order
from ambulo.foot_contact.displacement import Displacement
from ambulo.foot_contact.feet_motion import with_forefeet
from ambulo.foot_contact.person import body_spheres
from ambulo.foot_contact.recording_prior import CyclicPrior, Prior, RecordingError
from ambulo.foot_contact.root_residual import touching
from ambulo.multibody.contact.friction_laws.bristle import Bristle
from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley
from ambulo.multibody.contact.spheres_on_ground import (
    contact_wrenches,
    per_sphere,
    spheres_on_ground,
)
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


FREE = {"x": 0.02, "radius": 0.01, "stiffness": 2e4, "dissipation": 0.3, "friction_stiffness": 1e4}


def free_soles():
    """The same, some values of every sphere free in ranges about where they are."""
    laws = dict(zip(values_in_order(NORMAL, FRICTION)[4:], (*NORMAL, *FRICTION), strict=True))
    spheres = []
    for part, x, z, r in PLACES:
        values = {"x": x, "y": 0.0, "z": z, "radius": r, **laws}
        spheres.append(
            Sphere(part, values, {}).bounded(
                **{name: (values[name] - by, values[name] + by) for name, by in FREE.items()}
            )
        )
    return sole_design(spheres, NORMAL, FRICTION)


def problem_of(truth, period=None, *, free=False):
    """Held spheres, or free ones of which some are known to a hundredth of their range."""
    design = free_soles() if free else soles()
    information = None
    if free:
        known = np.where(np.arange(len(design.free)) % 3, 0.0, 1e4)
        information = np.diag(known / (design.upper - design.lower) ** 2)
    values = FreeValues(design, design.held, information)
    return CarryingProblem(truth.model, truth.motion, values, RecordingError(), period)


@pytest.mark.parametrize(("period", "free"), [(None, False), (16, False), (None, True)])
def test_what_is_left_at_the_root_has_the_derivatives_of_differences(period, free):
    truth = single_support()
    problem = problem_of(truth, period, free=free)
    # a draw in which no bristle begins to slip within the difference, and turns of some degrees:
    # from there the coordinates do not go on as they began
    rng = np.random.default_rng(2)
    y, h = 5e-3 * rng.normal(size=problem.moved.size), 1e-7
    way = rng.normal(size=(problem.moved.splines, problem.moved.nv))
    for side in ("left", "right"):
        # forefeet only flex
        d = truth.model.tree.v_start[truth.model.segments.index(f"{side}_forefoot")]
        way[:, np.searchsorted(problem.moved.free, [d, d + 2])] = 0.0
    way, x = way.ravel(), 0.1 * rng.normal(size=problem.values.size)
    by_x = rng.normal(size=len(x))
    at = problem.at(Unknowns(y, x))
    # the contact acts, or this would prove nothing of it
    assert at.wrench[0, :, 5].max() > 100.0
    ahead, back = (problem.at(Unknowns(y + s * way, x + s * by_x)).left for s in (h, -h))
    expected = (ahead - back) / (2.0 * h)
    found = problem.residual.slope(at).reshape(-1, problem.moved.size) @ way
    found += problem.residual.slope_by_values(at).reshape(len(found), -1) @ (
        problem.values.range * by_x
    )
    size = np.abs(expected).max(axis=0)
    np.testing.assert_allclose(found.reshape(-1, 6) / size, expected / size, atol=5e-5)


def test_a_foot_that_touches_the_floor_in_one_frame_has_a_derivative():
    truth = single_support(8)
    problem = problem_of(truth)
    at = problem.at(problem.beginning)
    kept = np.zeros(len(truth.time))
    kept[0] = 1.0
    once = replace(at, wrench=at.wrench * kept[:, None])
    assert touching(once.wrench[0]) == [(0, 2)]
    assert np.isfinite(problem.residual.slope(once)).all()


def dense(problem, at, ease):
    """Prior of all unknowns, residuals' derivatives and residuals over their accuracy."""
    n = problem.moved.size
    J = problem.residual.slope(at).reshape(-1, n)
    K = problem.residual.slope_by_values(at).reshape(len(J), -1) * problem.values.range
    weight = problem.weight.ravel() / ease
    prior = np.zeros((n + K.shape[1],) * 2)
    prior[:n, :n] = np.stack([problem.prior.times(one) for one in np.eye(n)])
    prior[n:, n:] = problem.values.prior
    return prior, np.hstack([J, K]) * weight[:, None], at.left.ravel() * weight


@pytest.mark.parametrize(
    ("damping", "period", "free"),
    [(0.0, None, False), (7.0, None, False), (7.0, 16, False), (0.0, None, True), (7.0, 16, True)],
)
def test_a_step_solves_the_whole_linear_problem(damping, period, free):
    truth, rng = single_support(), np.random.default_rng(4)
    problem = problem_of(truth, period, free=free)
    n = problem.moved.size
    now = Unknowns(1e-3 * rng.normal(size=n), 0.1 * rng.normal(size=problem.values.size))
    at, ease = problem.at(now), 3.0
    prior, scaled, left = dense(problem, at, ease)
    z = np.concatenate(now)
    # normal equations, so much of the prior once more about z
    whole = (1.0 + damping) * prior + scaled.T @ scaled
    right = scaled.T @ (scaled @ z - left) + damping * prior @ z
    found = np.concatenate(problem.step(problem.linear(at), now, ease, damping))
    x = found[n:]
    if not free:
        np.testing.assert_allclose(found, np.linalg.solve(whole, right), atol=1e-7)
        return
    # Karush, Kuhn and Tucker: no slope but at bounds, where it leads out
    low, high = (
        np.isclose(x, bound, atol=1e-12) for bound in (problem.values.lower, problem.values.upper)
    )
    assert 0 < (low | high).sum() < len(x)
    slope = (whole @ found - right) / np.sqrt(whole.diagonal())
    size = np.abs(right / np.sqrt(whole.diagonal())).max()
    assert np.abs(np.r_[slope[:n], slope[n:][~(low | high)]]).max() < 1e-6 * size
    assert (slope[n:][low] > 0.0).all()
    assert (slope[n:][high] < 0.0).all()
    assert (x >= problem.values.lower).all()
    assert (x <= problem.values.upper).all()


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
    before = problem_of(truth)
    left = before.at(before.beginning).left[5:]
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


@pytest.mark.parametrize(("squares", "best"), [((4.0, 2.0, 3.0), 1), ((4.0, 0.9), 1), ((0.9,), 0)])
def test_where_too_much_is_left_other_ways_are_tried_and_the_best_is_taken(
    monkeypatch, squares, best
):
    truth, design = single_support(8), soles()
    problem, told = problem_of(truth), []
    at = problem.at(problem.beginning)
    ends = [replace(at, left=at.left.copy()) for _ in squares]
    # of each of 8 frames' six errors, but for the first 50 ms
    count = 6 * (truth.motion.time - truth.motion.time[0] >= RecordingError().onset).sum()
    ways = iter(
        carried_motion._Way(end, problem.beginning, 0.5 * count * square, None, 5, True)
        for end, square in zip(ends, squares, strict=True)
    )

    def ended(problem, ease, progress):
        progress(1.0)
        return next(ways)

    monkeypatch.setattr(carried_motion, "_eased", ended)
    found = carry(truth.model, truth.motion, design, design.held, progress=told.append)
    assert found.left is ends[best].left
    assert found.iterations == 5 * len(squares)
    assert told == [(k + 1) / 3 for k in range(len(squares))]


def test_values_known_within_an_error_let_the_motion_move_less():
    truth, design = single_support(16), free_soles()
    held = carry(truth.model, truth.motion, design, design.held)
    nothing = np.zeros((len(design.free),) * 2)
    found = carry(truth.model, truth.motion, design, design.held, information=nothing)
    assert (held.values == design.held).all()
    variables = design.variables(found.values)
    assert (variables >= design.lower).all()
    assert (variables <= design.upper).all()
    assert np.sqrt((found.moved**2).mean()) < 0.7 * np.sqrt((held.moved**2).mean())
    assert np.sqrt((found.left[5:] ** 2).mean(axis=0)).max() < 4.0
    # what is known exactly does not change
    exact = np.diag(1e8 / (design.upper - design.lower) ** 2)
    known = carry(truth.model, truth.motion, design, design.held, information=exact)
    np.testing.assert_allclose(known.moved, held.moved, atol=1e-4)
    with pytest.raises(ValueError, match="variables"):
        carry(truth.model, truth.motion, design, design.held, information=exact[1:])


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
    alike = spheres_on_ground(own.body, own.centre, own.radius, NORMAL, FRICTION)
    stiffer = own.values.copy()
    stiffer[1:, 0] *= 2.0
    other = own._replace(values=stiffer)
    R, p = forward_kinematics(truth.model.tree, truth.motion.q)
    w, u = body_velocities(truth.model.tree, truth.motion.q, truth.motion.v)
    s = 1e-4 * np.random.default_rng(2).normal(size=(3, 3 * len(own.body)))
    found, same, differ = (contact_wrenches(law, R, p, w, u, s) for law in (own, alike, other))
    np.testing.assert_allclose(found, same, rtol=1e-12)
    # some sphere is pressed, or this would prove nothing
    assert np.abs(found - differ).max() > 10.0
    with pytest.raises(ValueError, match="parameters"):
        per_sphere(NORMAL, stiffer[:, :2])

"""A foot of two segments going forwards on spheres under an extended Kalman filter.

Its equations are judged by the tree's recursions, its steps by a walk that another integrator
made, the filter by a truth disturbed and measured with noise as the filter assumes it.
"""

from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from scipy.linalg import expm, solve_continuous_are
from scipy.spatial.transform import Rotation
from scipy.stats import chi2
from tests.invariants.test_foot_contact import LAWS, SEGMENT, spheres, true_values, walk

from ambulo.foot_contact.covariance import correct, fill_turns, propagate
from ambulo.foot_contact.design import SoleDesign, sole_design
from ambulo.foot_contact.foot_dynamics import (
    FootBody,
    foot_equations,
    foot_frame,
    hold_metatarsal,
)
from ambulo.foot_contact.foot_filter import FilterNoise, FootPath, foot_rows, track_foot
from ambulo.foot_contact.foot_record import FootRecord
from ambulo.foot_contact.foot_spheres import Touch, add_sphere_forces
from ambulo.foot_contact.forward_misfit import (
    ForwardAim,
    fit_forward,
    forward_judge,
    forward_misfits,
)
from ambulo.foot_contact.person import person_spheres
from ambulo.foot_contact.sphere import slopes_of
from ambulo.foot_contact.tracked_foot import FilterErrors, follow_foot, foot_path
from ambulo.math.dispatch import generic
from ambulo.multibody.contact.friction_laws.bristle import Bristle
from ambulo.multibody.contact.friction_laws.viscous import Viscous
from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley
from ambulo.multibody.contact.pointed import laws_of
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.multibody.tree.tree import JointType
from ambulo.multibody.tree.tree_builder import Body, build_tree

RIGHT = 1
RATE = 200
H = 1e-3


@generic
def evaluate(
    laws, body, values, p, R, v, a, touch, need, load, by_pose, by_speed, on_pose, on_speed,
    on_stretch, M,
):  # fmt: skip
    at = foot_frame(body, R)
    foot_equations(body, at, v, a, M, need, by_pose, by_speed)
    add_sphere_forces(
        laws, slopes_of(laws, 0, 0), SEGMENT, values, body.joint, H, p, R, v, touch, load, on_pose,
        on_speed, on_stretch,
    )  # fmt: skip
    hold_metatarsal(body, R, v, load, on_pose, on_speed)


@generic
def covariance_step(P, by_state, v, h, rate, noise, off, shift):
    E, J = np.empty((9, 3)), np.empty((9, 3))
    fill_turns(v, h, E, J)
    propagate(P, by_state, E, J, h, rate, np.empty((18, 18)), np.empty((18, 18)))
    return correct(P, noise, h, off, np.empty((9, 9)), np.empty((9, 18)), np.empty(9), shift)


def some_foot(hold=(15.0, 0.3)):
    rng = np.random.default_rng(0)
    spread = [1e-3 * (x @ x.T + np.eye(3)) for x in rng.normal(size=(2, 3, 3))]
    inertia = [np.trace(x) * np.eye(3) - x for x in spread]
    return FootBody(
        np.array([1.0, 0.3]), 0.05 * rng.normal(size=(2, 3)), np.stack(inertia).reshape(2, 9),
        np.array([0.12, 0.01, -0.04]), np.array([0.0, 0.0, -9.80665]), np.array(hold),
    )  # fmt: skip


PLACE, TURNS = np.array([0.3, 0.1, 0.072]), np.array([[0.02, -0.05, 0.1], [-0.03, 0.1, 0.12]])
SPEED = 0.05 * np.random.default_rng(1).normal(size=9)
ACCELERATION = 3.0 * np.random.default_rng(2).normal(size=9)
STRETCH = 1e-3 * np.random.default_rng(3).normal(size=(4, 2))


def at_state(shift=0.0, speed=0.0, stretch=0.0, body=None):
    """All that `evaluate` fills at a state moved by (9,), with velocities and bristles changed."""
    shift, out = np.zeros(9) + shift, [np.zeros(9), np.zeros(9)]
    out += [np.zeros((9, 9)) for _ in range(6)]
    R = np.stack(
        [
            (
                Rotation.from_rotvec(shift[3 + 3 * k : 6 + 3 * k]) * Rotation.from_rotvec(TURNS[k])
            ).as_matrix()
            for k in range(2)
        ]
    ).reshape(2, 9)
    touch = Touch(np.ones(4, bool), np.full(4, 0.2), STRETCH + stretch, np.zeros((4, 2)))
    evaluate(
        laws_of(*LAWS["right"]), body or some_foot(), true_values()[RIGHT], PLACE + shift[:3], R,
        SPEED + speed, ACCELERATION, touch, *out,
    )  # fmt: skip
    return out


def arms():
    """Of each sphere: how its place over the floor moves with a displacement, (4, 2, 9)."""
    R, joint = Rotation.from_rotvec(TURNS).as_matrix(), some_foot().joint
    found = np.zeros((4, 3, 9))
    for s, seg in enumerate(SEGMENT):
        found[s, :, :3] = np.eye(3)
        b = R[seg] @ true_values()[RIGHT, s, :3]
        found[s, :, 3 + 3 * seg : 6 + 3 * seg] = np.cross(np.eye(3), b).T
        if seg:
            found[s, :, 3:6] = np.cross(np.eye(3), R[0] @ joint).T
    return found[:, :2]


@pytest.mark.parametrize("d", range(9))
def test_derivatives_are_those_of_differences(d):
    _, load, by_pose, by_speed, on_pose, on_speed, on_stretch, _ = at_state()
    assert (np.abs(load) > 1e-3).all()  # the foot stands on its spheres
    e = 1e-6 * np.eye(9)[d]
    moved = arms() @ e
    for i, got, ways in (
        (0, by_pose, ({"shift": e}, {"shift": -e})),
        (0, by_speed, ({"speed": e}, {"speed": -e})),
        (1, on_pose, ({"shift": e}, {"shift": -e})),
        (1, on_speed, ({"speed": e}, {"speed": -e})),
        (1, on_stretch, ({"stretch": moved}, {"stretch": -moved})),
    ):
        wanted = (at_state(**ways[0])[i] - at_state(**ways[1])[i]) / 2e-6
        scale = max(np.abs(wanted).max(), 1e-3)
        np.testing.assert_allclose(got[d], wanted, atol=1e-6 * scale)


def test_equations_are_those_of_the_tree():
    foot = some_foot(hold=(0.0, 0.0))
    need, *_, M = at_state(body=foot)
    bodies = [
        Body(
            name=name, parent=parent, joint=joint, p_PJ=place, mass=float(foot.mass[i]),
            com=foot.com[i], inertia=foot.inertia[i].reshape(3, 3),
        )
        for i, (name, parent, joint, place) in enumerate(
            (("hindfoot", None, JointType.FREE, np.zeros(3)),
             ("forefoot", "hindfoot", JointType.BALL, foot.joint))
        )
    ]  # fmt: skip
    tree = build_tree(bodies, foot.gravity)
    turns = Rotation.from_rotvec(TURNS)
    R = turns.as_matrix()
    between = (turns[0].inv() * turns[1]).as_quat()[[3, 0, 1, 2]]
    q = np.r_[PLACE, turns[0].as_quat()[[3, 0, 1, 2]], between]
    spin, rate = (x[3:].reshape(2, 3) for x in (SPEED, ACCELERATION))
    v = np.r_[SPEED[:3], R[0].T @ spin[0], R[1].T @ (spin[1] - spin[0])]
    apart = rate[1] - rate[0] - np.cross(spin[1], spin[1] - spin[0])
    a = np.r_[ACCELERATION[:3], R[0].T @ rate[0], R[1].T @ apart]
    tau = inverse_dynamics(tree, q[None], v[None], a[None])[0][0]
    # dual to the tree's velocities: force, moment of all about the ankle, moment at the joint
    np.testing.assert_allclose(tau[:3], need[:3], atol=1e-9)
    np.testing.assert_allclose(R[0] @ tau[3:6], need[3:6] + need[6:], atol=1e-9)
    np.testing.assert_allclose(R[1] @ tau[6:], need[6:], atol=1e-9)
    np.testing.assert_allclose(M, M.T, atol=1e-12)


def test_riccati_equation_settles_where_it_should():
    """A free mass: the covariance tends to the algebraic equation's, in proportion to the step."""
    noise, rate = np.full(9, 1e-6), np.r_[np.zeros(9), np.full(9, 100.0)]
    F = np.zeros((18, 18))
    F[:9, 9:] = np.eye(9)
    H = np.eye(9, 18)
    wanted = solve_continuous_are(F.T, H.T, np.diag(rate), np.diag(noise))
    still, missed = np.eye(9, 18, 9), []
    for h in (1e-3, 5e-4):
        P = np.zeros((18, 18))
        for _ in range(round(0.3 / h)):
            covariance_step(P, still, np.zeros(9), h, rate, noise, np.zeros(9), np.zeros(18))
        assert np.allclose(P, P.T)
        counts = wanted > 1e-9 * wanted.max()
        missed.append(np.abs(P[counts] / wanted[counts] - 1.0).max())
    assert missed[0] < 0.15
    assert missed[1] == pytest.approx(0.5 * missed[0], rel=0.2)


def test_gain_is_that_of_the_textbook():
    """One step against P H^T (H P H^T + R / h)^-1 and Joseph's form, written out by numpy."""
    rng = np.random.default_rng(4)
    A = rng.normal(size=(18, 18))
    P, h, v = A @ A.T, 2e-3, 3.0 * rng.normal(size=9)
    noise, rate, off = rng.uniform(0.1, 1.0, 9), rng.uniform(0.1, 1.0, 18), rng.normal(size=9)
    by_state, shift = rng.normal(size=(9, 18)), np.empty(18)
    turn = np.eye(9)
    half = np.eye(9)
    for k in (3, 6):
        block = np.cross(np.eye(3), h * v[k : k + 3])
        turn[k : k + 3, k : k + 3] = expm(block)
        half[k : k + 3, k : k + 3] = np.eye(3) + block / 2 + block @ block / 6
    Phi = np.zeros((18, 18))
    Phi[9:] = by_state
    Phi[:9] = h * half @ by_state
    Phi[:9, :9] += turn
    wanted = Phi @ P @ Phi.T + h * np.diag(rate)
    S = wanted[:9, :9] + np.diag(noise) / h
    K = wanted[:, :9] @ np.linalg.inv(S)
    left = np.eye(18) - K @ np.eye(9, 18)
    after = left @ wanted @ left.T + K @ (np.diag(noise) / h) @ K.T
    square = covariance_step(P, by_state, v, h, rate, noise, off, shift)
    np.testing.assert_allclose(P, after, rtol=1e-6, atol=1e-6 * np.abs(after).max())
    np.testing.assert_allclose(shift, K @ off, rtol=1e-7)
    assert square == pytest.approx(off @ np.linalg.solve(S, off), rel=1e-7)


@cache
def stance(rate=RATE):
    """The right foot's record over its first whole stance, from just before it."""
    truth = walk(rate)
    on = truth.wrench[RIGHT, :, 5] > 0.0
    first = int(np.flatnonzero(np.diff(on.astype(int)) == 1)[0]) - rate // 40
    part = slice(first, first + round(0.7 * rate) + 1)
    feet = truth.feet
    return FootRecord(
        truth.bodies[RIGHT], feet.time[part], feet.p[RIGHT, part, 0], feet.R[RIGHT, part],
        truth.drive[RIGHT, part], truth.wrench[RIGHT, part], True,
    )  # fmt: skip


def force_error(found, record):
    wanted = np.stack([np.interp(found.time, record.time, x) for x in record.wrench.T], axis=1)
    return np.sqrt(((found.rows.wrench - wanted) ** 2).mean(axis=0))


def test_the_true_contact_gives_the_true_motion_and_forces():
    """Integrated by another method under another formulation; the filter has hardly to help."""
    record = stance()
    found = follow_foot(
        record, *LAWS["right"], SEGMENT, true_values()[RIGHT],
        errors=FilterErrors(acceleration=1.0, rotation=10.0),
    )  # fmt: skip
    assert found.unsolved == 0
    # Euler's rule leaves 2.1 mm and 0.79 degrees at 1 ms, 1.1 and 0.41 at a quarter of it
    assert np.abs(found.off[:, :3]).max() < 2.4e-3
    assert np.abs(found.off[:, 3:]).max() < np.radians(0.9)
    # of 800 N, and moments of 80 N m
    assert (force_error(found, record)[3:] < 1.5).all()
    assert (force_error(found, record)[:3] < 0.1).all()
    assert np.sqrt((found.rows.correction[:, :3] ** 2).mean()) < 1.0


def test_a_wrong_contact_shows_in_the_correction():
    record, values = stance(), true_values()[RIGHT].copy()
    values[:, 4] *= 0.5  # half as stiff
    soft = follow_foot(record, *LAWS["right"], SEGMENT, values)
    true = follow_foot(record, *LAWS["right"], SEGMENT, true_values()[RIGHT])
    rms = [np.sqrt((x.rows.correction[:, 2] ** 2).mean()) for x in (soft, true)]
    assert rms[0] > 10.0 * rms[1]


def test_steps_of_half_the_length_come_to_the_same():
    record = stance()
    found = [
        follow_foot(record, *LAWS["right"], SEGMENT, true_values()[RIGHT], step=h)
        for h in (1e-3, 5e-4, 2.5e-4)
    ]
    coarse, fine = (
        np.sqrt(((a.rows.wrench[:, 5] - b.rows.wrench[::2, 5]) ** 2).mean())
        for a, b in pairwise(found)
    )
    assert coarse < 1.0
    assert fine < 0.75 * coarse


def disturbed(path, noise, seed):
    """Truth and measurement: process and measurement noise as the filter assumes them.

    The truth takes quarter steps of the equations alone, the filter turned off, and is kicked
    between them.
    """
    rng, record, parts = np.random.default_rng(seed), stance(), 4
    n, small = len(path.p), path.h / parts
    deaf = FilterNoise(np.full(9, 1e30), np.zeros(18), np.zeros((18, 18)))
    rows, values, laws = foot_rows(2), true_values()[RIGHT], laws_of(*LAWS["right"])
    p, R, v = path.p[0].copy(), path.R[0].copy(), path.v.copy()
    true = (np.empty((n, 3)), np.empty((n, 2, 9)), np.empty((n, 9)))
    for k in range(n):
        for kept, x in zip(true, (p, R, v), strict=True):
            kept[k] = x
        if k == n - 1:
            break
        for i in range(parts):
            drive = path.drive[k] + (i + 1) / parts * (path.drive[k + 1] - path.drive[k])
            step = FootPath(small, np.stack([p, p]), np.stack([R, R]), v, np.stack([drive] * 2))
            track_foot(laws, record.body, step, deaf, SEGMENT, values, rows)
            p, R = rows.p[1].copy(), rows.R[1].copy()
            v = rows.v[1] + np.sqrt(small * noise.process[9:]) * rng.normal(size=9)
    seen = np.sqrt(noise.measured / path.h) * rng.normal(size=(n, 9))
    turned = np.stack(
        [
            (
                Rotation.from_rotvec(seen[:, 3 + 3 * s : 6 + 3 * s])
                * Rotation.from_matrix(true[1][:, s].reshape(-1, 3, 3))
            ).as_matrix()
            for s in range(2)
        ],
        axis=1,
    )
    measured = FootPath(path.h, true[0] + seen[:, :3], turned.reshape(-1, 2, 9), path.v, path.drive)
    # the first state is known
    measured.p[0], measured.R[0] = path.p[0], path.R[0]
    return true, measured


def test_the_filter_is_consistent():
    """Errors as large as the covariance says, innovations white (Bar-Shalom et al. 2001, 5.4).

    In the air, where nothing but the foot's own dynamics counts.
    """
    record = stance()
    _, whole = foot_path(record, H)
    n, runs, laws = 200, 12, laws_of(*LAWS["right"])
    v = np.array([0.2, 0.1, 0.5, 0.3, -0.5, 0.4, 0.2, -0.4, 0.3])
    lift = np.array([0.0, 0.0, 0.5])
    path = FootPath(H, whole.p[:n] + lift, whole.R[:n].copy(), v, np.zeros((n, 9)))
    path.drive[:, 2] = 9.80665 * record.body.mass.sum()
    errors = np.r_[np.zeros(9), np.full(3, 1.0), np.full(6, 10.0)] ** 2
    noise = FilterNoise(np.full(9, 1e-8), errors, np.zeros((18, 18)))
    nees, nis, lagged = [], [], []
    for seed in range(runs):
        (p, R, speed), measured = disturbed(path, noise, seed)
        rows = foot_rows(n, covariance=True)
        track_foot(laws, record.body, measured, noise, SEGMENT, true_values()[RIGHT], rows)
        wrong = np.empty((n, 18))
        wrong[:, :3], wrong[:, 9:] = p - rows.p, speed - rows.v
        for s in range(2):
            back = rows.R[:, s].reshape(-1, 3, 3).transpose(0, 2, 1)
            between = R[:, s].reshape(-1, 3, 3) @ back
            wrong[:, 3 + 3 * s : 6 + 3 * s] = Rotation.from_matrix(between).as_rotvec()
        settled = range(40, n, 40)
        nees += [wrong[k] @ np.linalg.solve(rows.P[k], wrong[k]) for k in settled]
        nis += list(rows.square[20:])
        x = rows.innovation[20:] / rows.innovation[20:].std(axis=0)
        lagged.append((x[1:] * x[:-1]).mean(axis=0))
    for squares, freedoms in ((nees, 18), (nis, 9)):
        low, high = chi2.ppf((1e-4, 1.0 - 1e-4), freedoms * len(squares)) / len(squares)
        assert low < np.mean(squares) < high
    # of white innovations the mean correlation has this deviation
    assert np.abs(np.mean(lagged)) < 4.0 / np.sqrt(runs * 9 * (n - 20))


def of_right_foot(design):
    keep = design.of_foot(RIGHT)
    return SoleDesign(
        design.normal, design.friction, design.names, design.segment, design.held,
        design.free[keep], design.lower[keep], design.upper[keep],
    )  # fmt: skip


def test_the_misfit_is_that_of_a_single_motion():
    """One compiled call for many designs gives what one motion and numpy give."""
    record = stance()
    design = sole_design(
        person_spheres(walk(RATE).feet), HuntCrossley(3e4, 1.5, 0.5),
        Bristle(0.8, 0.05, 2e4, 50.0, 0.0), feet=("right",),
    )  # fmt: skip
    h = (0.5, 0.0, 1.0, 1.0, 2.0, 0.0)
    part = np.random.default_rng(0).uniform(0.3, 0.7, (2, len(design.free)))
    out = forward_misfits(forward_judge(ForwardAim(design, record, RIGHT, h, (0.02, 0.1)))(part))
    for k in range(2):
        values = design.values(design.lower + part[k] * (design.upper - design.lower))
        found = follow_foot(record, design.normal, design.friction, SEGMENT, values[RIGHT])
        error = force_error(found, record) / np.ptp(record.wrench, axis=0)
        rms = np.sqrt((found.rows.innovation**2).mean(axis=0))
        wanted = h @ error[[3, 4, 5, 0, 1, 2]] + rms[:3].sum() / 0.02 + rms[3:].sum() / 0.1
        assert out[k] == pytest.approx(wanted, rel=0.02)


def test_identification_finds_the_forces_of_a_simulated_foot():
    """From a start 15 % off: forces and motion within a tenth of what the row of the walk asks."""
    record, truth = stance(), true_values()
    design = of_right_foot(
        sole_design(
            spheres(friction=True),
            HuntCrossley(3e4, 1.5, 0.5),
            Bristle(0.8, 0.05, 2e4, 50.0, 0.0),
        )
    )
    off = 1.0 + 0.15 * np.random.default_rng(1).uniform(-1.0, 1.0, truth.shape)
    aim = ForwardAim(design, record, RIGHT, (1.0,) * 6, (0.02, 0.07))
    values = fit_forward(aim, truth * off)[0][RIGHT]
    motion = follow_foot(record, design.normal, design.friction, SEGMENT, values)
    assert np.abs(motion.off[:, :3]).max() < 3e-3
    error = force_error(motion, record)
    assert error[5] < 30.0
    assert error[0] < 3.0
    assert error[1] < 7.0


def test_a_foot_without_friction_needs_the_filter_to_hold_it_back():
    """Driven by forces that friction balanced, it would slide away: the filter carries them."""
    record = stance()
    bare = np.c_[true_values()[RIGHT][:, :7], np.zeros(4)]
    found = follow_foot(record, LAWS["right"][0], Viscous(0.0), SEGMENT, bare)
    sideways = np.sqrt((record.wrench[:, 3] ** 2).mean())
    pulled = np.sqrt((found.rows.correction[:, 0] ** 2).mean())
    assert pulled == pytest.approx(sideways, rel=0.25)


def test_a_record_in_which_nothing_is_known_is_refused():
    record = replace(stance(), wrench=np.full_like(stance().wrench, np.nan))
    design = sole_design(person_spheres(walk(RATE).feet), HuntCrossley(3e4, 1.5, 0.5), Viscous(0.0))
    with pytest.raises(ValueError, match="known in no frame"):
        forward_judge(ForwardAim(design, record, RIGHT))

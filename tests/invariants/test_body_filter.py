"""The Kalman filter of a whole body on its contact, on truth made by the equations alone."""

from functools import cache

import numpy as np
import pytest
from scipy.stats import chi2
from tests.invariants.test_walk_on_contact import soles, standing

from ambulo.foot_contact.person import body_spheres
from ambulo.forward_check.body_filter import (
    BodyErrors,
    filter_instants,
    filter_on_contact,
    state_rates,
)
from ambulo.forward_check.following import driven_body
from ambulo.forward_check.pd import StandingGains
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.composite_inertia import mass_matrix
from ambulo.multibody.tree.configuration import difference, integrate
from ambulo.multibody.tree.newton_euler import inverse_dynamics

RATE, FRAMES = 100.0, 16
STEP = 1e-4


@cache
def still_body():
    """The simulated subject on both feet's spheres, his moments those that hold him up.

    What the spheres cannot give is left to the controller at the start, then to whoever holds.
    """
    truth = standing()
    tree, model = truth.model.tree, truth.model
    q = np.repeat(truth.motion.q[:1], FRAMES, axis=0)
    none = np.zeros((FRAMES, tree.nv))
    still = Motion(np.arange(FRAMES) / RATE, q, none, none)
    _, moment, _ = inverse_dynamics(tree, q, none, none)
    spheres = body_spheres(model, soles(), soles().held)
    return driven_body(tree, still, moment, spheres, StandingGains().gains(model), step=STEP)


def go_alone(body, time, q, v, s):
    """The equations of motion, nothing holding the body."""
    run = body.go(time, q, v, s, joints=0.0, root=0.0)
    return run.q[-1], run.v[-1], run.s[-1]


@pytest.mark.exhaustive
def test_small_changes_grow_as_the_derivatives_say():
    body = still_body()
    rows, k, nv = body.started(), body.first, body.tree.nv
    held, h = len(body.stiffness), 2e-4
    q, v, s = rows.q[k], rows.v[k], rows.s[k]
    time = body.motion.time[k] + np.array([0.0, h])
    F = state_rates(body, time, q[None], v[None], s[None, held:])[0]
    rng = np.random.default_rng(0)
    for _ in range(4):
        x = 1e-6 * rng.normal(size=len(F))
        ends = []
        for e in (1.0, -1.0):
            other = s.copy()
            other[held:] += e * x[2 * nv :]
            ends.append(
                go_alone(body, time, integrate(body.tree, q, e * x[:nv]),
                         v + e * x[nv : 2 * nv], other)
            )  # fmt: skip
        (q_1, v_1, s_1), (q_0, v_0, s_0) = ends
        grown = 0.5 * np.concatenate(
            [difference(body.tree, q_0, q_1), v_1 - v_0, (s_1 - s_0)[held:]]
        )
        wanted = x + h * F @ x + 0.5 * h**2 * F @ (F @ x)
        change = np.linalg.norm(F @ x) * h
        assert np.linalg.norm(grown - wanted) < 0.05 * change


def pushed(body, kick):
    """True states (q, v) at the filter's instants, kick(k) [N*s, N*m*s] given at the end of each.

    They begin where the filter does; before, they are the body's first posture.
    """
    time, rows, tree = filter_instants(body.motion.time), body.started(), body.tree
    first = body.first * (len(time) - 1) // (FRAMES - 1)
    q, v, s = rows.q[body.first], rows.v[body.first], rows.s[body.first]
    true = [(q, v)] * (first + 1)
    for k in range(first, len(time) - 1):
        q, v, s = go_alone(body, time[k : k + 2], q, v, s)
        v = v + np.linalg.solve(mass_matrix(tree, q[None])[0], kick(time[k + 1] - time[k]))
        true.append((q, v))
    return first, true


@pytest.mark.exhaustive
def test_the_filter_is_consistent():
    """Errors and innovations as large as the covariance says (Bar-Shalom et al. 2001, 5.4)."""
    body = still_body()
    tree, nv = body.tree, body.tree.nv
    missing = np.r_[2.0, 0.5, np.full(tree.nb - 1, 0.01)]
    errors = BodyErrors(1e-4, 1e-4, missing)
    each = np.repeat(missing, [3, 3, *np.diff(np.append(tree.v_start[1:], nv))])
    nees, nis, lagged = [], [], []
    for seed in range(4):
        rng = np.random.default_rng(seed)
        first, true = pushed(body, lambda h, r=rng: each * np.sqrt(h) * r.normal(size=nv))
        seen = [1e-4 * np.sqrt(500.0) * rng.normal(size=nv) for _ in true]
        pose = np.array([integrate(tree, q, x) for (q, _), x in zip(true, seen, strict=True)])
        found = filter_on_contact(body, errors, pose)
        last = FRAMES - 1
        q, v = found.followed.q[last], found.followed.v[last]
        wrong = np.r_[difference(tree, q, true[-1][0]), true[-1][1] - v]
        nees.append(wrong @ np.linalg.solve(found.P[last], wrong))
        nis += list(found.square[first + 1 :])
        x = found.innovation[first + 10 :]
        lagged.append((x[1:] * x[:-1]).mean(axis=0) / (x**2).mean(axis=0))
    low, high = chi2.ppf([0.001, 0.999], nv * len(nis)) / len(nis)
    assert low < np.mean(nis) < high
    low, high = chi2.ppf([0.001, 0.999], 2 * nv * len(nees)) / len(nees)
    assert low < np.mean(nees) < high
    # white: one innovation says nothing of the next
    assert abs(np.mean(lagged)) < 0.05


@pytest.mark.exhaustive
def test_a_force_that_nobody_gave_is_the_filters_correction():
    """A body pushed sideways at the pelvis: the correction at the root comes to the push."""
    body = still_body()
    nv, push = body.tree.nv, np.array([0.0, 30.0, 0.0])
    sharp = BodyErrors(1e-5, 1e-5, np.r_[60.0, 5.0, np.full(body.tree.nb - 1, 0.5)])
    for size in (0.0, 1.0):
        _, true = pushed(body, lambda h, n=size: np.r_[n * h * push, np.zeros(nv - 3)])
        found = filter_on_contact(body, sharp, np.array([q for q, _ in true]))
        force = found.correction[-25:, :3].mean(axis=0)
        np.testing.assert_allclose(force, size * push, atol=0.1 + 3.0 * size)
        # and it is what is reported
        assert found.followed.root_force <= 1.1 * size * 30.0 + 0.1

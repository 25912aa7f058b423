"""The uncertainty study: its compiled torques against matrix R, its claims, its printed tables."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest
from scipy.interpolate import make_interp_spline

from ambulo.demo.trial import walking_demo
from ambulo.demo.truth import walk_truth
from ambulo.gait.planar.planar_body import PlanarBody
from ambulo.gait.planar.planar_dynamics import PlanarMotion, driving_forces
from ambulo.gait.planar.planar_tables import load_planar_body
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.multibody.natural.mass_matrix import planar_element_mass_matrix
from ambulo.studies.printed.rule import STATISTICS, scatter
from ambulo_studies import pamies2012_uncertainty as study
from ambulo_studies.planar_errors import support
from ambulo_studies.planar_errors.names import (
    KINDS,
    WEIGHTS,
    by_parameter,
    by_weights,
    value,
)
from ambulo_studies.planar_errors.newton_euler import SegmentValues, planar_torques
from ambulo_studies.planar_errors.support import SingleSupport
from ambulo_studies.planar_errors.torques import (
    SAMPLES,
    Torques,
    errors_by,
    perturbed_values,
    relative_errors,
    seen_from_trunk,
    statistics,
)
from ambulo_studies.planar_errors.weights import weight_errors


def _body(base: str) -> PlanarBody:
    return load_planar_body("pamies2012_printed", base=base)[0]


def _motion(body: PlanarBody, frames: int = 5) -> PlanarMotion:
    rng = np.random.default_rng(1)
    series = [rng.normal(size=(frames, body.freedom)) for _ in range(3)]
    return PlanarMotion(np.arange(frames) * 1e-3, *series)


@pytest.mark.parametrize("base", ["right_hindfoot", "left_hindfoot", "trunk", "left_upper_arm"])
def test_recursion_is_matrix_r(base: str) -> None:
    body = _body(base)
    motion = _motion(body)
    found = planar_torques(body, motion, SegmentValues.of(body, 2))
    expected = driving_forces(body, motion)[:, 2:]
    for one in found:
        np.testing.assert_allclose(one, expected, atol=1e-10 * np.abs(expected).max())


@pytest.mark.parametrize("kind", KINDS)
def test_perturbed_bodies_are_those_of_matrix_r(kind: str) -> None:
    """Each row is a body of its own: the same parameters in a planar body give the same torques."""
    body = _body("right_hindfoot")
    motion = _motion(body)
    e = np.random.default_rng(2).normal(scale=0.05, size=(3, len(body.segments)))
    values = perturbed_values(body, kind, e)
    found = planar_torques(body, motion, values)
    for k in range(len(e)):
        segments = tuple(
            replace(
                s,
                length=float(values.length[k, i]),
                mass=float(values.mass[k, i]),
                com=values.com[k, i],
                inertia=float(values.inertia[k, i]),
            )
            for i, s in enumerate(body.segments)
        )
        other = driving_forces(replace(body, segments=segments), motion)[:, 2:]
        np.testing.assert_allclose(found[k], other, atol=1e-10 * np.abs(other).max())


def test_a_level_is_three_standard_deviations() -> None:
    found = relative_errors("mass", 15, 20_000, 5)
    assert found.std() == pytest.approx(0.05, rel=0.01)
    assert found.mean() == pytest.approx(0.0, abs=0.001)


@pytest.mark.parametrize("kind", KINDS)
def test_errors_by_what_torques_are_linear_in_are_those_of_the_bodies(kind: str) -> None:
    body = _body("right_hindfoot")
    one = SingleSupport(body, np.empty((0, 0, 2)), np.empty(0), np.empty(0))
    motion = _motion(body)
    values = errors_by(body, kind, 10, 20_000)
    some = [0, 1, 19_999]
    few = SegmentValues(*(getattr(values, f.name)[some] for f in fields(values)))
    own, off = (
        planar_torques(body, motion, v)[:, :, one.columns()] for v in (SegmentValues.of(body), few)
    )
    found = Torques(one, motion).errors(kind, 10)
    expected = np.sqrt(np.mean((off - own) ** 2, axis=1))
    scale = np.abs(own).max()
    np.testing.assert_allclose(found.rmse[some], expected, rtol=1e-7, atol=1e-10 * scale)
    of_range = 100.0 * expected / np.ptp(own[0], axis=0)
    np.testing.assert_allclose(found.nrmse[some], of_range, rtol=1e-7, atol=1e-8)


def test_statistics_of_a_draw_are_those_of_many_draws() -> None:
    """Of a draw of 1000 gamma numbers; 2000 draws, each with its own statistics."""
    rng, shape = np.random.default_rng(7), 4.0
    found = statistics(rng.gamma(shape, size=100_000))
    draws = rng.gamma(shape, size=(2_000, SAMPLES))
    each = [draws.mean(axis=1), draws.std(axis=1), draws.max(axis=1)]
    for name, average, one in zip(STATISTICS, found, each, strict=True):
        # the tail of 100 000 numbers is that much by chance
        assert average == pytest.approx(one.mean(), rel=0.02)
        below = scatter(name, shape, np.sqrt(shape), SAMPLES)
        assert below == pytest.approx(one.mean() - np.quantile(one, 0.025), rel=0.1)


def test_mass_and_height_are_kept() -> None:
    body = _body("right_hindfoot")
    e = np.random.default_rng(2).normal(scale=0.05, size=(50, len(body.segments)))
    mass = perturbed_values(body, "mass", e).mass
    np.testing.assert_allclose(mass.sum(axis=1), body.mass, rtol=1e-12)
    # a length that errs by a factor makes the centre's share of it smaller by that factor
    kept = perturbed_values(body, "length", e)
    own = SegmentValues.of(body)
    length = own.length * np.linalg.norm(own.com, axis=2) / np.linalg.norm(kept.com, axis=2)
    place = {s.name: k for k, s in enumerate(body.segments)}
    legs = [f"{side}_{part}" for side in ("left", "right") for part in ("thigh", "shank")]
    height = length[:, place["trunk"]] + length[:, place["head"]]
    height = height + 0.5 * sum(length[:, place[leg]] for leg in legs)
    assert np.ptp(height) < 1e-12
    assert np.ptp(length[:, place["trunk"]]) > 0.01
    # in the mass matrix alone (eq. 3.49): the segment between the same ends has it
    for k, i in np.ndindex(3, len(body.segments)):
        one = body.segments[i]
        found = planar_element_mass_matrix(
            one.length, one.mass, kept.com[k, i], float(kept.inertia[k, i])
        )
        expected = planar_element_mass_matrix(float(length[k, i]), one.mass, one.com, one.inertia)
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12 * one.mass)
    assert not np.ptp(kept.length, axis=0).any()


def test_the_motion_is_the_same_seen_from_the_trunk() -> None:
    from ambulo.gait.planar.planar_dynamics import place_points

    body = _body("right_hindfoot")
    motion = _motion(body)
    other, moved = seen_from_trunk(body, motion)
    here = dict(zip(body.points, np.moveaxis(place_points(body, motion.z), 1, 0), strict=True))
    there = dict(zip(other.points, np.moveaxis(place_points(other, moved.z), 1, 0), strict=True))
    for point, path in here.items():
        np.testing.assert_allclose(there[point], path, atol=1e-12)


def test_swing_ankle_and_hip_are_exchanged_in_table_5_3() -> None:
    """RMSE over NRMSE is the torque's range, the same in every table of one motion."""
    for joint in range(6):
        absolute, relative = (
            value(by_parameter(what, "mass", "mean", joint, 15)) for what in ("RMSE", "NRMSE")
        )
        for key in WEIGHTS:
            own = value(by_weights("RMSE", key, joint)) / value(by_weights("NRMSE", key, joint))
            assert own == pytest.approx(absolute / relative, rel=0.02)


def test_the_head_s_z_tells_that_chapter_5_has_85_kg() -> None:
    """Of the centre of mass's z, the stance ankle feels the head's weight, and the swing foot."""

    def growing(joint: int) -> float:
        squares = [
            sum(
                value(by_parameter("RMSE", "centre of mass z", statistic, joint, level)) ** 2
                for statistic in ("mean", "standard deviation")
            )
            for level in (5, 15)
        ]
        return float(np.sqrt(np.diff(squares)[0] / (15**2 - 5**2)) * 10)

    def felt(mass: float) -> float:
        body = load_planar_body("pamies2012_printed", mass=mass)[0]
        head = next(s for s in body.segments if s.name == "head")
        by_head = head.mass * STANDARD_GRAVITY * abs(head.com[1]) * 0.1 / 3
        return float(np.hypot(by_head, growing(3)))

    assert felt(85.0) == pytest.approx(growing(0), rel=0.01)
    assert felt(74.0) < 0.9 * growing(0)


def test_weights_alone_move_the_stance_ankle_more_by_w2(monkeypatch: pytest.MonkeyPatch) -> None:
    """Splines go through the same coordinates as Bézier curves, whose order hangs on weights."""
    demo = walking_demo()
    truth = walk_truth(demo, 0.0, np.arange(round(200.0 * demo.walk.cycle.stride_time)) / 100.0)
    monkeypatch.setattr(support, "fit_bezier", lambda x, y, _: make_interp_spline(x, y, k=5))
    stance, asked = support.single_support(truth.model, truth.motion, truth.events), []
    motion = SingleSupport.motion

    def noted(self, weight):
        asked.append(dict(zip(self.body.points, weight.tolist(), strict=True)))
        return motion(self, weight)

    monkeypatch.setattr(SingleSupport, "motion", noted)
    found = weight_errors(stance)
    # her own, all alike, and ten times as much on the leg that stands
    assert set(asked[1].values()) == {1.0}
    assert {name for name, weight in asked[2].items() if weight == 10.0} == {
        "right_knee", "right_ankle", "right_metatarsal", "right_toe",
    }  # fmt: skip
    w1, w2 = (np.sqrt(np.mean(error[:, 0] ** 2)) for error, _ in found.values())
    assert w2 > 2.0 * w1


def test_its_claims_hold() -> None:
    result = study.run(lambda _what, _part: None)
    assert result.checks
    assert all(result.checks.values())
    assert result.passed

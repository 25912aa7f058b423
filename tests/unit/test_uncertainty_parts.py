"""Samples, quantiles and perturbed models by themselves."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest
from tests.synthetic_analysis import make_analysis

from ambulo.execution.tasks import in_order
from ambulo.gait.configuration import Configuration, read_configuration
from ambulo.inputs.errors import InputError
from ambulo.math.random_points import BLOCK, normal_points, unit_points
from ambulo.records import SIDES, Model
from ambulo.uncertainty.bands import quantiles
from ambulo.uncertainty.geometry import joint_positions, move_joints, segment_lengths
from ambulo.uncertainty.source import alike_on_both_sides
from ambulo.uncertainty.sources.registry import SOURCES
from ambulo.uncertainty.sources.segments import stretched
from ambulo.uncertainty.sources.soft_tissue import _courses


@pytest.fixture(scope="module")
def model() -> Model:
    return make_analysis().model


def test_a_point_is_the_same_whoever_asks() -> None:
    whole = np.concatenate([unit_points(3, 7, first, BLOCK) for first in (0, BLOCK, 2 * BLOCK)])
    np.testing.assert_array_equal(unit_points(3, 7, BLOCK, 5), whole[BLOCK : BLOCK + 5])
    assert len({tuple(point) for point in whole}) == len(whole)
    assert not np.array_equal(unit_points(4, 7, 0, BLOCK), whole[:BLOCK])
    assert np.all((whole > 0.0) & (whole < 1.0))
    # in the middle of each step of 2^-30, for a step's lower end may be zero
    np.testing.assert_array_equal(np.mod(whole * 2.0**30, 1.0), 0.5)
    # one point in each 64th of every axis: what makes it a net and not chance
    assert all(len(set((64 * axis).astype(int))) == 64 for axis in whole[:64].T)


def test_points_are_standard_normal() -> None:
    points = np.concatenate([normal_points(0, 3, k * BLOCK, BLOCK) for k in range(64)])
    np.testing.assert_allclose(points.mean(axis=0), 0.0, atol=2e-3)
    covariance = np.cov(points.T)
    np.testing.assert_allclose(covariance.diagonal(), 1.0, atol=6e-3)
    # between coordinates they are as of chance
    np.testing.assert_allclose(covariance, np.eye(3), atol=4.0 / np.sqrt(len(points)))


@pytest.mark.parametrize(("size", "count"), [(150, 256), (800, 64)])
def test_coordinates_of_points_do_not_go_together(size: int, count: int) -> None:
    """Of Sobol's own some pairs are correlated by 0.6 at any power of two."""
    points = np.concatenate([normal_points(0, size, k, BLOCK) for k in range(0, count, BLOCK)])
    r = np.corrcoef(points.T)[np.triu_indices(size, 1)] * np.sqrt(count)
    # largest of so many of chance: P(|r| > x) is 2 Q(x) for large counts
    assert np.abs(r).max() < 5.5
    assert np.sqrt((r**2).mean()) == pytest.approx(1.0, abs=0.05)


def test_points_across_blocks_are_refused() -> None:
    with pytest.raises(ValueError, match="one block"):
        unit_points(0, 2, 3, 4)


def test_quantiles_are_numpys_where_all_is_known() -> None:
    values = np.random.default_rng(0).normal(size=(101, 4, 3))
    found = quantiles(values.copy(), (0.05, 0.5, 0.95))
    known = np.quantile(values, (0.05, 0.5, 0.95), axis=0, method="weibull")
    np.testing.assert_allclose(found, known, rtol=1e-12)


def test_quantiles_leave_out_what_failed_and_say_nothing_of_what_mostly_did() -> None:
    values = np.random.default_rng(0).normal(size=(40, 3))
    values[:3, 0] = np.nan
    values[:5, 1] = np.nan
    (median,) = quantiles(values.copy(), (0.5,))
    assert median[0] == pytest.approx(np.median(values[3:, 0]))
    assert np.isnan(median[1])
    assert median[2] == pytest.approx(np.median(values[:, 2]))


def test_too_few_samples_hold_no_band_but_have_a_median() -> None:
    """Of 18 the least and the greatest hold 17 of 19: a band of 90 % lies beyond them."""
    values = np.arange(19.0)[:, None]
    median, low, high = quantiles(np.delete(values, 18, axis=0), (0.5, 0.05, 0.95))
    assert median[0] == 8.5
    assert np.isnan([low[0], high[0]]).all()
    assert quantiles(values, (0.05, 0.95))[:, 0].tolist() == [0.0, 18.0]
    assert Configuration().uncertainty.least == 19
    assert Configuration(uncertainty={"share": 0.99}).uncertainty.least == 199
    assert Configuration(uncertainty={"share": 0.5}).uncertainty.least == 3


def test_moved_joints_leave_markers_and_landmarks_where_they_are(model: Model) -> None:
    shift = np.random.default_rng(0).normal(scale=0.01, size=(model.tree.nb, 3))
    shift[0] = 0.0
    moved = move_joints(model, shift)
    before, after = joint_positions(model), joint_positions(moved)
    np.testing.assert_allclose(after - before, shift, atol=1e-15)
    for name, (body, place) in moved.points.items():
        was = before[body] + model.points[name][1]
        np.testing.assert_allclose(after[body] + place, was, atol=1e-15)
    on = model.marker_body
    np.testing.assert_allclose(
        after[on] + moved.marker_local, before[on] + model.marker_local, atol=1e-15
    )


def test_an_axis_through_joints_turns_with_them(model: Model) -> None:
    """By atan(8 mm / length); what lies on the segment keeps its distances."""
    hip, knee = (model.joints.index(f"left_{name}") for name in ("hip", "knee"))
    shift = np.zeros((model.tree.nb, 3))
    shift[hip] = 0.008, 0.0, 0.0
    still, turned = move_joints(model, shift), move_joints(model, shift, {hip: knee})
    before, seen, after = (of.tree.p_PJ[knee] for of in (model, still, turned))
    np.testing.assert_allclose(np.cross(after, before), 0.0, atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(after), np.linalg.norm(seen), rtol=1e-12)
    assert np.linalg.norm(np.cross(seen, before)) / (before @ seen) == pytest.approx(
        0.008 / np.linalg.norm(before), rel=0.05
    )
    on = model.marker_body == hip
    for of in (still, turned):
        apart = np.linalg.norm(of.marker_local[on] - of.tree.p_PJ[knee], axis=1)
        apart_before = np.linalg.norm(model.marker_local[on] - before, axis=1)
        np.testing.assert_allclose(apart, apart_before, rtol=1e-12)


def test_a_centre_of_mass_keeps_its_share_of_the_segment(model: Model) -> None:
    knee, ankle = (model.joints.index(f"left_{name}") for name in ("knee", "ankle"))
    shift = np.zeros((model.tree.nb, 3))
    shift[ankle:] = 0.0
    end = model.tree.p_PJ[ankle]
    # the whole leg below moves on along the shank's line, so that the shank alone is longer
    shift[ankle] = 0.1 * end
    shift[np.flatnonzero(model.tree.parent == ankle)] = 0.1 * end
    moved = move_joints(model, shift)
    along = model.tree.com[knee] @ end / (end @ end)
    after = moved.tree.p_PJ[ankle]
    assert moved.tree.com[knee] @ after / (after @ after) == pytest.approx(along, rel=1e-12)
    assert segment_lengths(moved)[knee] == pytest.approx(1.1 * np.linalg.norm(end))


def test_longer_segments_keep_the_height(model: Model) -> None:
    factor = 1.0 + np.random.default_rng(0).normal(scale=0.05, size=model.tree.nb)
    moved = move_joints(model, stretched(model, factor))
    ankles = [model.joints.index(f"{side}_ankle") for side in SIDES]
    head = model.segments.index("head")

    def height(of: Model) -> float:
        place = joint_positions(of)
        return float(place[head, 2] - place[ankles, 2].mean())

    assert height(moved) == pytest.approx(height(model), rel=1e-12)
    ratio = segment_lengths(moved) / segment_lengths(model)
    assert np.ptp(ratio) > 0.05


def test_sides_are_correlated_as_asked() -> None:
    names = ("pelvis", "left_thigh", "right_thigh", "right_hand")
    z = np.random.default_rng(0).normal(size=(20_000, 4, 3))
    found = np.stack([alike_on_both_sides(names, each, 0.6, mirrored=1) for each in z])
    np.testing.assert_allclose(found.std(axis=0), 1.0, atol=0.02)
    both = [np.corrcoef(found[:, 1, axis], found[:, 2, axis])[0, 1] for axis in range(3)]
    np.testing.assert_allclose(both, [0.6, -0.6, 0.6], atol=0.02)
    assert abs(np.corrcoef(found[:, 0, 0], found[:, 3, 0])[0, 1]) < 0.02


def test_soft_tissue_is_slow_and_of_the_size_asked() -> None:
    time = np.arange(200) / 100.0
    course = _courses(time, 1.1, np.sqrt([0.6, 0.3, 0.1]))
    np.testing.assert_allclose(np.square(course).sum(axis=0), 1.0, rtol=1e-12)
    moves = np.random.default_rng(0).normal(size=(4000, len(course))) @ course
    # half a tenth of a stride later it is nearly where it was; white noise would not be
    assert np.corrcoef(moves[:, 50], moves[:, 55])[0, 1] > 0.85


def test_tasks_come_back_in_order_and_few_are_taken_ahead() -> None:
    taken: list[int] = []

    def tasks(count: int):  # type: ignore[no-untyped-def]
        for k in range(count):
            taken.append(k)
            yield k

    with ThreadPoolExecutor(2) as threads:
        found = in_order(lambda k: k * k, tasks(100), threads, workers=2)
        assert next(found) == 0
        assert len(taken) <= 5
        assert list(found) == [k * k for k in range(1, 100)]


def test_sources_and_their_entries_are_checked(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "choice.toml"
    path.write_text('[uncertainty]\nseed = 4\nsources = ["segment_mass"]\n')
    found = read_configuration(path, uncertainty={"samples": 200}).uncertainty
    assert (found.samples, found.seed, found.sources) == (200, 4, ("segment_mass",))
    for text, word in (
        ('sources = ["segment_mas"]', "segment_mas"),
        ("[uncertainty.source.segment_mass]\nlargest = 2.0", "largest"),
        ("[uncertainty.source.segment_mass]\nbiggest = 0.1", "biggest"),
        ("[uncertainty.source.shoe_size]\nlargest = 0.1", "shoe_size"),
        ("samples = 1", "samples"),
    ):
        path.write_text(f"[uncertainty]\n{text}\n")
        with pytest.raises(InputError, match=word):
            read_configuration(path)
    with pytest.raises(InputError, match="not a number of samples"):
        read_configuration(None, uncertainty={"samples": "many"})
    assert Configuration().uncertainty.samples is None


def test_perturbed_inertia_is_that_of_a_person_of_the_same_mass(model: Model) -> None:
    from ambulo.uncertainty.sources.registry import SOURCES

    mass, inertia = SOURCES["segment_mass"], SOURCES["segment_inertia"]
    nb = model.tree.nb
    z = np.random.default_rng(1).normal(size=nb)
    heavier = mass.settings(largest=0.3).change(None, model, z)
    assert heavier.tree.mass.sum() == pytest.approx(model.tree.mass.sum(), rel=1e-14)
    assert np.ptp(heavier.tree.mass / model.tree.mass) > 0.05
    independent = mass.settings(largest=0.3, left_right=0.0).change(None, model, z)
    ratio = independent.tree.mass / model.tree.mass
    np.testing.assert_allclose(ratio / ratio[0], (1 + 0.1 * z) / (1 + 0.1 * z[0]), rtol=1e-12)
    other = inertia.settings(largest=0.3, left_right=0.0).change(None, model, z)
    for before, after, e in zip(model.tree.inertia, other.tree.inertia, z, strict=True):
        np.testing.assert_allclose(after, (1 + 0.1 * e) * before, rtol=1e-12)


def test_a_segment_moved_as_a_whole_keeps_its_centre_of_mass(model: Model) -> None:
    knee, ankle = (model.joints.index(f"left_{name}") for name in ("knee", "ankle"))
    shift = np.zeros((model.tree.nb, 3))
    shift[[knee, ankle]] = [0.01, -0.02, 0.005]
    moved = move_joints(model, shift)
    np.testing.assert_allclose(moved.tree.com[knee], model.tree.com[knee], atol=1e-15)


def test_centres_that_no_marker_shows_err_as_the_fitted_body_says(model: Model) -> None:
    """In its directions, by its sizes; where it is surer than usual, or has no joint, as usual."""
    place = np.diag([0.030, 0.001, 0.020]) ** 2
    covariances = dict.fromkeys(model.joints[1:], place)
    lacking = next(k for k in range(2, model.tree.nb) if model.tree.parent[k] == 0)
    del covariances[model.joints[lacking]]
    body = SimpleNamespace(covariances=covariances)
    settings = SOURCES["joint_centres"].settings(left_right=0.0)
    size = 3 * (model.tree.nb - 1)
    rng = np.random.default_rng(5)
    moved = {}
    for known in (None, SimpleNamespace(body=body)):
        named = SimpleNamespace(match=SimpleNamespace(marker_set=SimpleNamespace(frames={})))
        named.completed = known
        nominal = SimpleNamespace(model=model, stages=SimpleNamespace(named=named))
        moved[known is None] = np.array(
            [
                (settings.change(nominal, model, z).tree.p_PJ - model.tree.p_PJ)[[1, lacking]]
                for z in rng.standard_normal((400, size))
            ]
        ).std(axis=0)
    np.testing.assert_allclose(moved[True][0], 0.008, rtol=0.15)
    np.testing.assert_allclose(moved[False][0], [0.030, 0.008, 0.020], rtol=0.15)
    np.testing.assert_allclose(moved[False][1], 0.008, rtol=0.15)

"""Gaps: which are filled, how well, and which are refused."""

import numpy as np

from ambulo.mocap.gaps import MAX_ERROR, constant_distance_groups, fill_gaps
from ambulo.records import Markers

RATE = 100.0
FRAMES = 300


def leg(tissue: float = 0.0) -> Markers:
    """A shank of five markers that swings and turns, and a lone marker beside it."""
    rng = np.random.default_rng(4)
    time = np.arange(FRAMES) / RATE
    angle = 0.8 * np.sin(2 * np.pi * 1.0 * time)
    spin = 0.3 * np.sin(2 * np.pi * 1.7 * time)
    local = np.array(
        [
            [0.05, 0.0, 0.0],
            [-0.04, 0.06, -0.1],
            [0.0, -0.05, -0.2],
            [0.03, 0.04, -0.3],
            [0, 0, -0.4],
        ]
    )
    zero = np.zeros(FRAMES)
    about_y = np.array(
        [
            [np.cos(angle), zero, np.sin(angle)],
            [zero, zero + 1, zero],
            [-np.sin(angle), zero, np.cos(angle)],
        ]
    ).transpose(2, 0, 1)
    about_z = np.array(
        [
            [np.cos(spin), -np.sin(spin), zero],
            [np.sin(spin), np.cos(spin), zero],
            [zero, zero, zero + 1],
        ]
    ).transpose(2, 0, 1)
    place = np.einsum("fij,kj->fki", about_z @ about_y, local)
    place += np.column_stack([1.2 * time, zero, 0.5 + zero])[:, None]
    place += tissue * rng.normal(size=place.shape)
    lone = np.column_stack([time, np.sin(5 * time), 1 + 0.1 * np.cos(6 * time)])
    return Markers(
        ("S1", "S2", "S3", "S4", "S5", "LONE"),
        time,
        np.concatenate([place, lone[:, None]], axis=1),
    )


SHANK = dict.fromkeys(("S1", "S2", "S3", "S4", "S5"), ("S1", "S2", "S3", "S4", "S5"))


def without(markers: Markers, name: str, start: int, stop: int) -> Markers:
    position = markers.position.copy()
    position[start:stop, markers.names.index(name)] = np.nan
    return Markers(markers.names, markers.time, position)


def test_nothing_missing_changes_nothing():
    markers = leg()
    filled, report = fill_gaps(markers)
    np.testing.assert_array_equal(filled.position, markers.position)
    assert report.gaps == ()
    assert report.notes == ()
    assert report.complete == (0, FRAMES)


def test_short_gap_of_a_lone_marker_by_spline():
    markers = leg()
    filled, report = fill_gaps(without(markers, "LONE", 100, 108))
    (gap,) = report.of("LONE")
    assert (gap.start, gap.stop, gap.action) == (100, 108, "spline")
    np.testing.assert_allclose(filled.of("LONE"), markers.of("LONE"), atol=2e-4)
    assert report.longest("LONE") == 8
    assert "frames 101-108" in report.notes[0]


def test_long_gap_from_the_segment_is_exact_for_a_rigid_one():
    markers = leg()
    filled, report = fill_gaps(without(markers, "S2", 100, 170), SHANK)
    assert [gap.action for gap in report.gaps] == ["segment"]
    np.testing.assert_allclose(filled.of("S2"), markers.of("S2"), atol=1e-9)


def test_the_segment_is_found_from_constant_distances():
    markers = leg(tissue=0.0005)
    assert set(constant_distance_groups(markers)["S2"]) == {"S1", "S3", "S4", "S5"}
    assert constant_distance_groups(markers)["LONE"] == ()
    filled, report = fill_gaps(without(markers, "S2", 100, 170))
    assert np.abs(filled.of("S2") - markers.of("S2")).max() < 0.004
    assert any("constant distances" in note for note in report.notes)


def test_a_fill_meets_the_frames_around_it():
    markers = leg(tissue=0.001)
    filled, _ = fill_gaps(without(markers, "S2", 100, 150), SHANK)
    jumps = np.linalg.norm(np.diff(filled.of("S2"), axis=0), axis=1)
    usual = np.linalg.norm(np.diff(markers.of("S2"), axis=0), axis=1)
    assert jumps[98:152].max() < 1.5 * usual.max()


def test_the_stated_error_is_that_of_fills_like_it():
    markers = leg(tissue=0.002)
    errors, stated = [], []
    for start in range(20, 240, 20):
        filled, report = fill_gaps(without(markers, "S3", start, start + 15), SHANK)
        gap = slice(start, start + 15)
        errors.append(np.linalg.norm((filled.of("S3") - markers.of("S3"))[gap], axis=1).max())
        stated.append(report.gaps[0].error)
    assert np.median(errors) < np.median(stated) < 3 * np.median(errors)


def test_a_required_marker_with_a_long_gap_stays_missing_there_and_is_said():
    filled, report = fill_gaps(without(leg(), "LONE", 100, 180), required=["LONE"])
    assert np.isnan(filled.of("LONE")[100:180]).all()
    assert np.isfinite(filled.of("LONE")[:100]).all()
    assert [gap.action for gap in report.gaps] == ["open"]
    (note,) = report.notes
    assert "LONE" in note
    assert (
        f"frames 101-180 not filled: no method would fill it within {1000 * MAX_ERROR:.0f} mm"
        in note
    )


def test_another_marker_with_a_long_gap_is_taken_out_and_said():
    filled, report = fill_gaps(without(leg(), "LONE", 100, 180))
    assert "LONE" not in filled.names
    assert report.dropped == ("LONE",)
    assert any("so the marker was left out" in note for note in report.notes)


def test_two_other_markers_are_not_a_rigid_body():
    position = leg().position
    markers = Markers(leg().names, leg().time, position)
    pair = {"S1": ("S2", "S3")}
    filled, _ = fill_gaps(without(markers, "S1", 100, 150), pair, required=["S1"])
    assert np.isnan(filled.of("S1")[100:150]).all()


def test_soft_markers_carry_one_that_is_needed_and_say_how_badly():
    filled, report = fill_gaps(without(leg(tissue=0.02), "S2", 100, 150), SHANK, required=["S2"])
    (gap,) = report.gaps
    assert gap.action == "carried"
    assert gap.error > MAX_ERROR
    assert any(
        "whatever the error, because the marker is required" in note for note in report.notes
    )
    assert np.isfinite(filled.of("S2")).all()


def test_soft_markers_do_not_fill_one_that_is_not_needed():
    _, report = fill_gaps(without(leg(tissue=0.02), "S2", 100, 150), SHANK)
    assert report.dropped == ("S2",)


def test_ends_are_not_extrapolated():
    markers = without(leg(), "LONE", 280, 300)
    filled, report = fill_gaps(markers, required=["LONE"])
    assert np.isnan(filled.of("LONE")[280:]).all()
    assert [gap.action for gap in report.gaps] == ["left"]
    assert report.complete == (0, 280)


def test_the_segment_may_fill_an_end():
    markers = leg()
    filled, _ = fill_gaps(without(markers, "S4", 270, 300), SHANK)
    np.testing.assert_allclose(filled.of("S4"), markers.of("S4"), atol=1e-9)


def test_frames_before_the_subject_comes_into_view_are_left_alone():
    position = leg().position.copy()
    position[:80] = np.nan
    position[280:] = np.nan
    markers = Markers(leg().names, leg().time, position)
    filled, report = fill_gaps(without(markers, "S2", 150, 160), SHANK, required=markers.names)
    assert report.span == (80, 280)
    assert np.isnan(filled.position[:80]).all()
    assert np.isfinite(filled.position[80:280]).all()


def test_noise_is_not_carried_across_a_gap():
    """On camera noise a smoothing spline errs by half of what interpolation does."""
    from scipy.interpolate import CubicSpline

    time = np.arange(FRAMES) / RATE
    clean = np.column_stack(
        [1.2 * time, 0.04 * np.sin(7 * time), 0.9 + 0.03 * np.sin(12 * time + 1)]
    )
    rng = np.random.default_rng(8)
    ours, interpolated = [], []
    for start in range(40, 240, 20):
        stop = start + 8
        noisy = clean + 0.0004 * rng.normal(size=clean.shape)
        noisy[start:stop] = np.nan
        markers = Markers(("M",), time, noisy[:, None])
        filled, report = fill_gaps(markers)
        assert report.gaps[0].action == "spline"
        ours.append(filled.position[start:stop, 0] - clean[start:stop])
        near = np.r_[start - 25 : start, stop : stop + 25]
        cubic = CubicSpline(near, noisy[near])(np.arange(start, stop))
        interpolated.append(cubic - clean[start:stop])
    assert np.sqrt(np.mean(np.square(ours))) < 0.6 * np.sqrt(np.mean(np.square(interpolated)))


def test_frames_that_lack_a_required_marker_take_no_other_out():
    """One frame near the start lost by all cameras: no fill, and it is not used anyway."""
    markers = leg()
    position = markers.position.copy()
    position[1] = np.nan
    lost = Markers(markers.names, markers.time, position)
    for required, dropped in (({"LONE"}, set()), (set(), {*markers.names})):
        filled, report = fill_gaps(lost, SHANK, required=required)
        assert {*report.dropped} == dropped
        assert {*filled.names} == {*markers.names} - dropped

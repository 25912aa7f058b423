"""Wrong positions of markers: put back, taken out, or said."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ambulo.inputs.errors import InputError
from ambulo.mocap.cleaning import clean_markers
from ambulo.mocap.gaps import fill_gaps
from ambulo.records import Markers
from ambulo.report.verdict import put_back

RATE, FRAMES = 100.0, 300
NAMES = ("hip", "thigh", "knee", "shank", "ankle", "heel")


def walk(noise: float = 0.0003) -> Markers:
    """Six markers of a swinging double pendulum that is carried along at 1.3 m/s."""
    time = np.arange(FRAMES) / RATE
    first = 0.45 * np.sin(2 * np.pi * 0.95 * time)
    second = first - 0.5 * (1 - np.cos(2 * np.pi * 0.95 * time + 0.6))
    down = [np.stack([np.sin(a), 0 * a, -np.cos(a)], axis=1) for a in (first, second)]
    hip = np.stack([1.3 * time, 0 * time, 0.95 + 0.02 * np.cos(4 * np.pi * 0.95 * time)], axis=1)
    knee = hip + 0.4 * down[0]
    aside = np.array([0.0, 0.05, 0.0])
    places = [
        hip,
        hip + 0.2 * down[0] + aside,
        knee + aside,
        knee + 0.2 * down[1] + aside,
        knee + 0.42 * down[1],
        knee + 0.46 * down[1] - [0.05, 0, 0],
    ]
    position = np.stack(places, axis=1)
    position += noise * np.random.default_rng(1).standard_normal(position.shape)
    return Markers(NAMES, time, position)


def changed(change) -> Markers:
    markers = walk()
    position = markers.position.copy()
    change(position)
    return replace(markers, position=position)


@pytest.mark.parametrize("degrees", [0.0, 0.004, 30.0])
@pytest.mark.parametrize(("step", "refused"), [(0.001, False), (0.003, False), (0.008, True)])
def test_positions_on_a_coarse_grid_are_refused_for_what_they_are(step, refused, degrees):
    right = walk()
    # the file's axes are turned against the way of the walk
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    R_WL = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    coarse = np.round(right.position / step) * step @ R_WL.T
    if refused:
        with pytest.raises(InputError, match="rounded to steps of 8 mm"):
            clean_markers(replace(right, position=coarse), NAMES, R_WL)
    else:
        clean_markers(replace(right, position=coarse), NAMES, R_WL)


def test_a_right_recording_stays_as_it_is():
    found = clean_markers(walk(), NAMES)
    assert np.array_equal(found.markers.position, walk().position)
    assert (found.jumps, found.breaks, dict(found.lost), found.notes) == ((), (), {}, ())


@pytest.mark.parametrize("frames", [2, 5, 40])
@pytest.mark.parametrize("pair", [("knee", "shank"), ("ankle", "heel")])
def test_exchanged_labels_are_put_back_exactly(frames, pair):
    a, b = map(NAMES.index, pair)
    rows = slice(120, 120 + frames)

    def change(position):
        position[rows, a], position[rows, b] = position[rows, b].copy(), position[rows, a].copy()

    found = clean_markers(changed(change), NAMES)
    assert np.array_equal(found.markers.position, walk().position)
    assert put_back(found.notes) == found.notes[0]
    assert pair[0] in found.notes[0]
    assert pair[1] in found.notes[0]


@pytest.mark.parametrize(("size", "frames"), [(0.05, 1), (0.05, 4), (5.0, 1), (0.5, 3)])
def test_a_spike_is_taken_out_and_nothing_else(size, frames):
    def change(position):
        position[150 : 150 + frames, 2] += [size, 0.0, 0.3 * size]

    found = clean_markers(changed(change), NAMES)
    missing = np.isnan(found.markers.position).any(axis=2)
    assert missing[150 : 150 + frames, 2].all()
    assert missing.sum() == frames
    assert "knee" in found.notes[0]


@pytest.mark.parametrize("forwards", [True, False])
def test_a_marker_that_slides_away_and_jumps_back_is_taken_out_where_it_was_away(forwards):
    away = np.linspace(0.0, 0.045, 6)[1:, None] * [0.6, 0.0, 0.8]

    def change(position):
        position[120:125, NAMES.index("thigh")] += away if forwards else away[::-1]

    found = clean_markers(changed(change), NAMES)
    assert found.jumps == ()
    gone = np.argwhere(np.isnan(found.markers.position).all(axis=2))
    assert set(gone[:, 1]) == {NAMES.index("thigh")}
    assert {121, 122, 123} <= set(gone[:, 0].tolist()) <= set(range(116, 129))
    filled, _ = fill_gaps(found.markers, {}, required=())
    assert np.abs(filled.position - walk().position).max() < 0.003


def test_frozen_positions_are_taken_out():
    def change(position):
        position[100:130, 4] = position[100, 4]

    found = clean_markers(changed(change), NAMES)
    missing = np.isnan(found.markers.position).any(axis=2)
    assert missing[101:130, 4].all()
    assert missing.sum() == 29
    assert found.lost["ankle"] == pytest.approx(0.29, abs=0.011)


def test_a_marker_that_slides_is_said_and_left():
    def change(position):
        position[160:, 2] += [0.0, 0.0, -0.04]

    markers = changed(change)
    found = clean_markers(markers, NAMES)
    assert np.array_equal(found.markers.position, markers.position)
    [jump] = found.jumps
    assert (jump.marker, jump.time) == ("knee", pytest.approx(1.6, abs=0.011))
    assert jump.size == pytest.approx(0.04, abs=0.005)


@pytest.mark.parametrize("lost", [1, 3, 8])
def test_frames_that_the_cameras_lost_are_found(lost):
    markers = walk()
    at = np.arange(FRAMES - lost)
    position = markers.position[np.where(at < 140, at, at + lost)]
    found = clean_markers(Markers(NAMES, markers.time[: len(at)], position), NAMES)
    assert found.breaks
    assert min(abs(time - 1.40) for time in found.breaks) < 0.015


def test_a_pose_that_is_repeated_is_no_loss_of_the_cameras():
    pose = np.repeat(walk().position[:1], 20, axis=0)
    found = clean_markers(Markers(walk().names, walk().time[:20], pose), NAMES)
    assert found.breaks == ()
    np.testing.assert_array_equal(found.markers.position, pose)


def test_a_frame_that_the_cameras_held_is_found():
    def change(position):
        position[141:144] = position[140]

    assert clean_markers(changed(change), NAMES).breaks


def test_a_fast_movement_at_few_frames_is_no_error():
    markers = walk()
    slow = Markers(NAMES, markers.time[::2], markers.position[::2])
    found = clean_markers(slow, NAMES)
    assert (found.notes, found.jumps, found.breaks) == ((), (), ())


def test_flicker_is_filled_to_the_noise():
    """A fifth of the frames of one marker hidden at random: more than fifty gaps."""
    markers = walk()
    position = markers.position.copy()
    hidden = np.random.default_rng(3).random(FRAMES) < 0.2
    hidden[[0, 1, 2, -3, -2, -1]] = False
    position[hidden, 2] = np.nan
    filled, report = fill_gaps(replace(markers, position=position))
    assert not report.dropped
    off = np.linalg.norm(filled.position[hidden, 2] - markers.position[hidden, 2], axis=1)
    assert np.sqrt(np.mean(off**2)) < 0.002


@pytest.mark.parametrize("factor", [2, 4])
def test_frames_drawn_between_those_of_slower_cameras_are_found(factor):
    markers = walk()
    whole = np.arange(0, FRAMES - factor, factor)
    at = np.arange(whole[-1])
    share = (at % factor / factor)[:, None, None]
    before = whole[at // factor]
    position = markers.position
    drawn = (1 - share) * position[before] + share * position[before + factor]
    # as a file of single precision in millimetres holds it
    drawn = (1e3 * drawn).astype(np.float32).astype(float) / 1e3
    found = clean_markers(Markers(NAMES, markers.time[at], drawn), NAMES)
    assert len(found.breaks) > 0.3 * len(at)
    assert np.array_equal(found.markers.position, drawn)


def test_frames_of_a_file_of_whole_millimetres_are_not_drawn():
    markers = walk()
    found = clean_markers(replace(markers, position=np.round(markers.position, 3)), NAMES)
    assert found.breaks == ()

"""Labels put back, and positions left out, by the distances between markers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ambulo.mocap.cleaning import clean_markers
from ambulo.mocap.not_measured import straight_steps, take_out_lines
from ambulo.records import Markers

RATE, FRAMES = 100.0, 400
LEG = ("thigh", "front", "side", "knee", "shank", "calf", "ankle", "heel", "toe")
NAMES = tuple(f"{side} {name}" for side in ("left", "right") for name in LEG)
# on the thigh, the shank and the foot, from the joint above: forward, aside, down [m]
THIGH = [(0.05, 0.06, -0.15), (0.08, 0.0, -0.25), (0.0, 0.08, -0.3), (0.0, 0.06, -0.40)]
SHANK = [(0.04, 0.05, -0.15), (-0.05, 0.03, -0.2), (0.0, 0.04, -0.42)]
FOOT = [(-0.05, 0.0, -0.05), (0.16, 0.02, -0.05)]


def _turn(angle: np.ndarray) -> np.ndarray:
    """Rotations (frames, 3, 3) about the axis to the left."""
    c, s, o = np.cos(angle), np.sin(angle), 0 * angle
    return np.stack([c, o, s, o, 1 + o, o, -s, o, c], axis=1).reshape(-1, 3, 3)


def walk(frames: int = FRAMES) -> Markers:
    """Two legs that swing in turn, with skin that slides by 5 mm and noise of 0.3 mm."""
    time = np.arange(frames) / RATE
    rng = np.random.default_rng(2)
    places = []
    for phase, side in ((0.0, 0.09), (np.pi, -0.09)):
        way = 2 * np.pi * 0.95 * time + phase
        thigh, knee = 0.4 * np.sin(way), 0.5 * (1 - np.cos(way + 0.6))
        turns = [_turn(-thigh), _turn(knee - thigh), _turn(0.5 * knee - thigh)]
        joint = np.stack([1.3 * time, side + 0 * time, 0.92 + 0.02 * np.cos(2 * way)], axis=1)
        for turn, markers, below in zip(turns, (THIGH, SHANK, FOOT), (0.4, 0.42, 0.0), strict=True):
            for at in markers:
                slid = 0.005 * np.sin(way + rng.uniform(0, 6, 3)[:, None]).T
                local = np.array(at) * [1, np.sign(side), 1] + slid
                places.append(joint + np.einsum("fij,fj->fi", turn, local))
            joint = joint + turn @ np.array([0.0, 0.0, -below])
    position = np.stack(places, axis=1)
    position += 0.0003 * rng.standard_normal(position.shape)
    return Markers(NAMES, time, position)


def _column(name: str) -> int:
    return NAMES.index(name)


def _exchange(position: np.ndarray, first: str, second: str, rows: slice) -> None:
    a, b = _column(first), _column(second)
    position[rows, a], position[rows, b] = position[rows, b].copy(), position[rows, a].copy()


def cleaned(position: np.ndarray):
    return clean_markers(replace(walk(), position=position), NAMES)


def test_skin_that_slides_is_nothing_to_mend():
    found = clean_markers(walk(), NAMES)
    assert np.array_equal(found.markers.position, walk().position)
    assert (found.notes, found.jumps) == ((), ())


@pytest.mark.parametrize(
    "rows", [slice(0, 60), slice(340, 400), slice(100, 220)], ids=["start", "end", "long"]
)
@pytest.mark.parametrize("pair", [("left knee", "left calf"), ("left side", "right shank")])
def test_what_no_pair_of_jumps_tells_is_put_back_exactly(rows, pair):
    position = walk().position.copy()
    _exchange(position, *pair, rows)
    found = cleaned(position)
    assert np.array_equal(found.markers.position, walk().position)
    [note] = found.notes
    assert all(name in note for name in pair)
    assert f"frames {rows.start + 1} to {rows.stop}" in note
    assert found.jumps == ()


def test_labels_that_come_back_wrong_after_a_gap_are_put_back():
    position = walk().position.copy()
    _exchange(position, "left knee", "left shank", slice(150, 190))
    columns = [_column("left knee"), _column("left shank")]
    for gap in (slice(142, 150), slice(190, 198)):
        position[gap, columns] = np.nan
    wanted = walk().position.copy()
    wanted[np.isnan(position)] = np.nan
    found = cleaned(position)
    assert np.array_equal(found.markers.position, wanted, equal_nan=True)
    assert "exchanged" in found.notes[0]


def test_a_label_on_a_marker_that_has_none_moves_there():
    position = walk().position.copy()
    knee, shank = _column("left knee"), _column("left shank")
    position[150:190, knee], position[150:190, shank] = position[150:190, shank].copy(), np.nan
    position[142:150, knee] = np.nan
    found = cleaned(position)
    assert np.isnan(found.markers.position[150:190, knee]).all()
    assert np.array_equal(found.markers.position[150:190, shank], walk().position[150:190, shank])
    assert "had the other's label" in found.notes[0]


def test_the_mirrored_pair_is_not_exchanged_instead():
    """A pelvis' four markers with the front ones exchanged have the distances of the back ones
    exchanged: the paths tell which it was.
    """
    time = np.arange(200) / RATE
    corners = np.array([[0.1, 0.13, 0], [0.1, -0.13, 0], [-0.1, 0.05, 0.02], [-0.1, -0.05, 0.02]])
    turn = _turn(0.1 * np.sin(6 * time))
    centre = np.stack([1.2 * time, 0.02 * np.sin(6 * time), 1.0 + 0 * time], axis=1)
    position = np.einsum("fij,mj->fmi", turn, corners) + centre[:, None]
    right = position.copy()
    names = ("back left", "back right", "left", "right")
    position, right = position[:, [2, 3, 0, 1]], right[:, [2, 3, 0, 1]]
    position[80:110, [2, 3]] = position[80:110, [3, 2]].copy()
    right[[*range(75, 80), *range(110, 115)], 2:] = np.nan
    position[np.isnan(right)] = np.nan
    found = clean_markers(Markers(names, time, position), names)
    assert np.array_equal(found.markers.position[:, :2], right[:, :2])
    put = found.markers.position[80:110, 2:]
    assert np.array_equal(put, right[80:110, 2:]) or np.array_equal(put, position[80:110, 2:])


def test_what_comes_back_elsewhere_after_a_gap_for_long_is_said():
    position = walk().position.copy()
    knee = _column("left knee")
    position[150:158, knee] = np.nan
    position[158:190, knee] += [0.0, 0.18, 0.0]
    position[190:198, knee] = np.nan
    found = cleaned(position)
    assert np.array_equal(found.markers.position, position, equal_nan=True)
    assert "left knee" in {jump.marker for jump in found.jumps}
    [jump] = [jump for jump in found.jumps if 1.57 < jump.time < 1.62]
    assert 0.030 < jump.size < 0.18


def test_what_comes_back_elsewhere_for_a_moment_is_left_out():
    position = walk().position.copy()
    knee = _column("left knee")
    position[150:158, knee] = np.nan
    position[158:162, knee] += [0.0, 0.25, 0.0]
    found = cleaned(position)
    missing = np.isnan(found.markers.position).any(axis=2)
    assert np.array_equal(np.flatnonzero(missing[:, knee]), np.arange(150, 162))
    assert missing.sum() == 12
    assert "neighbouring markers" in found.notes[0]


def test_beside_labels_that_were_put_back_a_stray_is_told_by_where_they_are_now():
    position = walk().position.copy()
    _exchange(position, "left ankle", "left calf", slice(100, 220))
    knee = _column("left knee")
    position[150:158, knee] = np.nan
    position[158:162, knee] += [0.0, 0.25, 0.0]
    found = cleaned(position)
    wanted = walk().position.copy()
    wanted[150:162, knee] = np.nan
    assert np.array_equal(found.markers.position, wanted, equal_nan=True)
    exchanged, left_out = found.notes
    assert "left ankle" in exchanged
    assert "left calf" in exchanged
    assert "Marker left knee" in left_out
    assert found.jumps == ()


def test_a_stray_is_told_though_a_marker_beside_it_jumped_away_meanwhile():
    position = walk().position.copy()
    knee, ankle = _column("left knee"), _column("left ankle")
    position[150:158, knee] = np.nan
    position[158:162, knee] += [0.0, 0.25, 0.0]
    position[159:161, ankle] += [0.2, 0.0, 0.1]
    found = cleaned(position)
    wanted = walk().position.copy()
    wanted[150:162, knee] = wanted[159:161, ankle] = np.nan
    assert np.array_equal(found.markers.position, wanted, equal_nan=True)
    assert found.jumps == ()


def test_a_body_that_stands_for_long_and_bends_its_knee_is_not_mended():
    """Standing still, all distances are steady, those across a joint too."""
    moving = walk(FRAMES).position[100:160]
    still = np.repeat(moving[:1], 600, axis=0)
    still = still + 0.0003 * np.random.default_rng(4).standard_normal(still.shape)
    position = np.concatenate([still, moving])
    time = np.arange(len(position)) / RATE
    found = clean_markers(Markers(NAMES, time, position), NAMES)
    assert np.array_equal(found.markers.position, position)
    assert (found.notes, found.jumps) == ((), ())


def test_a_gap_that_was_filled_by_a_line_is_a_gap_again():
    position = walk().position.copy()
    knee = _column("left knee")
    position[150:191, knee] = np.linspace(position[150, knee], position[190, knee], 41)
    # as a file of single precision in millimetres holds it
    position = (1e3 * position).astype(np.float32).astype(float) / 1e3
    found = cleaned(position)
    missing = np.isnan(found.markers.position).any(axis=2)
    assert np.array_equal(np.flatnonzero(missing[:, knee]), np.arange(151, 190))
    assert missing.sum() == 39
    assert "straight line" in found.notes[0]


@pytest.mark.parametrize(("rate", "filled"), [(500.0, False), (250.0, False), (250.0, True)])
def test_fast_cameras_see_smooth_paths_go_straight_for_some_frames(rate, filled):
    """A wrist at 2 m/s where its acceleration changes sign; and a gap of 0.1 s filled by a line."""
    time = np.arange(-0.5, 0.5, 1.0 / rate)
    curved = (0.004 if rate < 500.0 and not filled else 0.02) * np.sin(10.0 * time)
    path = np.column_stack([2.0 * time, curved, 1.0 + 0.5 * curved])[:, None]
    gap = np.flatnonzero(np.abs(time - 0.2) < 0.05)
    if filled:
        path[gap] = np.linspace(path[gap[0]], path[gap[-1]], len(gap))
    straight, pace = straight_steps(path)
    assert straight.sum() >= 8
    notes = take_out_lines(path, ["LWRA"], straight, pace)
    assert len(notes) == filled
    assert np.isnan(path[:, 0, 0]).sum() == (len(gap) - 2 if filled else 0)


def test_on_most_frames_nothing_tells_which_place_is_the_usual():
    position = walk().position.copy()
    # markers of one segment: exchanged for long they keep their distances as well
    _exchange(position, "left shank", "left calf", slice(0, 240))
    found = cleaned(position)
    assert np.array_equal(found.markers.position, position)
    assert found.notes == ()
    assert found.jumps


def test_a_file_of_whole_millimetres_has_no_lines():
    position = np.round(walk().position, 3)
    step = np.diff(position, n=2, axis=0)
    assert (np.abs(step) < 1e-6).all(axis=2).any(), "some steps are equal"
    found = cleaned(position)
    assert np.array_equal(found.markers.position, position)

"""Laboratory axes, units and the way walked are found, and can be given."""

import itertools

import numpy as np
import pytest
from tests.synthetic_c3d import walker, write_c3d

from ambulo.inputs.errors import InputError
from ambulo.mocap.files.lab_frame import find_lab_frame, turned_by
from ambulo.mocap.files.trial_file import read_trial


def proper_turns() -> list[np.ndarray]:
    """The 24 right-handed ways to name the axes of a laboratory."""
    turns = []
    for order in itertools.permutations(range(3)):
        for signs in itertools.product([1.0, -1.0], repeat=3):
            turn = np.zeros((3, 3))
            turn[range(3), order] = signs
            if np.linalg.det(turn) > 0:
                turns.append(turn)
    return turns


@pytest.mark.parametrize("turn", proper_turns())
def test_every_laboratory_gives_the_same_world(tmp_path, turn):
    path = write_c3d(tmp_path / "walk.c3d", walker(), turn=turn)
    trial = read_trial(path)
    for name, place in walker().items():
        np.testing.assert_allclose(trial.markers.of(name), place, atol=1e-4)
    np.testing.assert_allclose(trial.lab.R_WL, turn.T, atol=1e-12)


@pytest.mark.parametrize("degrees", [0.5, 9.9, 10.1, 44.0, 46.0])
def test_progression_is_as_measured_and_the_nearest_axis_by_name(degrees):
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    figure = walker()
    position = np.stack([figure[name] @ turn.T for name in figure], axis=1)
    lab = find_lab_frame(tuple(figure), position, unit=1.0)
    np.testing.assert_allclose(lab.R_WL, turn.T, atol=1e-9)
    axis = "+X" if degrees < 45.0 else "+Y"
    assert f"{min(degrees, 90.0 - degrees):.1f} degrees from {axis}" in lab.reason
    near = find_lab_frame(tuple(figure), position, unit=1.0, forward="laboratory")
    assert near.R_WL[0].argmax() == "XY".index(axis[1])
    assert np.isin(near.R_WL, [-1.0, 0.0, 1.0]).all()


def stacked(figure):
    return tuple(figure), np.stack([figure[name] for name in figure], axis=1)


def test_standing_subject_faces_x():
    names, position = stacked(walker(speed=0.0))
    turn = np.array([[-1.0, 0, 0], [0, -1, 0], [0, 0, 1]])
    lab = find_lab_frame(names, position @ turn.T, unit=1.0)
    np.testing.assert_allclose(lab.R_WL, turn.T, atol=1e-12)
    assert "faces" in lab.reason


def test_walking_backwards_the_subject_still_faces_x():
    names, position = stacked(walker(speed=-1.2))
    lab = find_lab_frame(names, position, unit=1.0)
    np.testing.assert_allclose(lab.R_WL, np.eye(3), atol=1e-12)
    assert "backwards" in lab.reason


@pytest.mark.parametrize("way", [1.0, -1.0])
def test_stepping_sideways_the_subject_still_faces_x(way):
    aside = np.linspace(0.0, way, 100)[:, None] * [0.0, 1.0, 0.0]
    names, position = stacked({n: p[:100] + aside for n, p in walker(speed=0.0).items()})
    lab = find_lab_frame(names, position, unit=1.0)
    np.testing.assert_allclose(lab.R_WL, np.eye(3), atol=1e-12)
    assert "sideways" in lab.reason


def test_exchanged_sides_are_noticed():
    figure = walker()
    swapped = {("R" if n[0] == "L" else "L") + n[1:]: place for n, place in figure.items()}
    lab = find_lab_frame(*stacked(swapped), unit=1.0)
    np.testing.assert_allclose(lab.R_WL, np.eye(3), atol=1e-12)
    assert "exchanged" in lab.reason


@pytest.mark.parametrize("feet", [True, False])
def test_a_front_label_exchanged_with_a_back_one_does_not_turn_the_way(feet):
    figure = {n: path for n, path in walker().items() if feet or n[1:] not in ("HEE", "TOE")}
    figure["LASI"], figure["LPSI"] = figure["LPSI"], figure["LASI"]
    lab = find_lab_frame(*stacked(figure), unit=1.0)
    np.testing.assert_allclose(lab.R_WL, np.eye(3), atol=1e-12)
    assert "sideways" not in lab.reason


def test_a_turn_takes_the_way_in():
    figure = walker(frames=300)
    bend = np.concatenate([np.zeros(150), np.linspace(0, 1.8, 150)])
    straight = np.minimum(np.arange(300) / 100 * 1.2, 1.8)
    place = {
        name: path - path[:1] * 0 - np.outer(np.arange(300) / 100 * 1.2, [1, 0, 0])
        for name, path in figure.items()
    }
    walked = np.column_stack([straight, bend, np.zeros(300)])
    lab = find_lab_frame(*stacked({n: p + walked for n, p in place.items()}), unit=1.0)
    np.testing.assert_allclose(lab.R_WL, np.eye(3), atol=1e-12)
    assert f"turns by {np.degrees(turned_by(walked)):.0f} degrees" in lab.reason
    assert turned_by(walked[:150]) == turned_by(0.1 * walked) == 0.0


def test_given_axes_override(tmp_path):
    path = write_c3d(tmp_path / "walk.c3d", walker())
    trial = read_trial(path, up="+Z", forward="-y")
    np.testing.assert_allclose(trial.lab.R_WL[0], [0, -1, 0])
    np.testing.assert_allclose(np.linalg.det(trial.lab.R_WL), 1.0)


def test_a_given_axis_across_the_path_is_said(tmp_path):
    path = write_c3d(tmp_path / "walk.c3d", walker())
    along = read_trial(path, forward="+x").lab.reason
    assert "from the direction found" not in along
    across = read_trial(path, forward="-y").lab.reason
    assert "90 degrees from the direction found, which is" in across


@pytest.mark.parametrize(("up", "forward"), [("up", None), ("+Z", "Z"), (None, "W")])
def test_axes_that_make_no_sense_are_refused(tmp_path, up, forward):
    path = write_c3d(tmp_path / "walk.c3d", walker())
    with pytest.raises(InputError):
        read_trial(path, up=up, forward=forward)


@pytest.mark.parametrize(
    ("said", "scale", "hint"),
    [
        ("dm", 1.0, "look like m;|look like m\\. "),
        ("cm", 1000.0, "look like mm"),
        ("mm", 1 / 0.0254, "look like cm or in"),
        ("mm", 150.0, "look like cm"),
    ],
)
def test_a_unit_that_contradicts_the_body_is_refused(tmp_path, said, scale, hint):
    path = write_c3d(tmp_path / "walk.c3d", walker(), unit=said, scale=scale)
    with pytest.raises(InputError, match=hint) as caught:
        read_trial(path)
    assert "\n" not in str(caught.value)
    assert "--unit" in str(caught.value)


@pytest.mark.parametrize(
    ("unit", "scale"),
    [("mm", 1000.0), ("cm", 100.0), ("m", 1.0), ("Millimeters", 1000.0), ("inch", 1 / 0.0254)],
)
def test_units_are_read_and_can_be_given(tmp_path, unit, scale):
    right = write_c3d(tmp_path / "a.c3d", walker(), unit=unit, scale=scale)
    wrong = write_c3d(tmp_path / "b.c3d", walker(), unit="furlong", scale=scale)
    for trial in (read_trial(right), read_trial(wrong, unit=unit)):
        np.testing.assert_allclose(trial.markers.of("LASI"), walker()["LASI"], atol=1e-4)


def test_an_unstated_unit_that_may_be_inches_is_asked_for(tmp_path):
    path = write_c3d(tmp_path / "walk.c3d", walker(), unit="", scale=1 / 0.0254)
    with pytest.raises(InputError, match=r"0\.\d\d m in cm or 0\.\d\d m in in"):
        read_trial(path)
    assert read_trial(path, unit="in").lab.unit == 0.0254


def test_an_unstated_unit_is_found_by_the_size_of_the_body_and_said(tmp_path):
    path = write_c3d(tmp_path / "walk.c3d", walker(), unit="", scale=1000.0)
    trial = read_trial(path)
    assert trial.lab.unit == 1e-3
    assert any("assumed to be in mm" in note for note in trial.notes)


def test_up_without_telling_names_is_the_longest_way_of_the_body():
    names, position = stacked(walker())
    lab = find_lab_frame([f"m{k}" for k in range(len(names))], position, unit=1.0)
    np.testing.assert_allclose(lab.R_WL[2], [0, 0, 1])
    assert "assumed to be" in lab.reason

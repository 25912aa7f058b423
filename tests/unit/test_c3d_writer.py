"""What is written as C3D comes back the same through the reader."""

from __future__ import annotations

import numpy as np
import pytest
from tests.synthetic_c3d import FIGURE

from ambulo.inputs.errors import InputError
from ambulo.mocap.files.c3d_writer import PlateRecording, write_c3d
from ambulo.mocap.files.trial_file import read_trial
from ambulo.records import Event, Markers, Subject

RATE, PLATE_RATE, FRAMES = 100.0, 1000.0, 120


def walker():
    """A figure of a few markers that glides along +X and starts at 0.5 s."""
    place = {"SACR": (-0.10, 0.0, 0.97), **FIGURE}
    time = 0.5 + np.arange(FRAMES) / RATE
    at = np.array(list(place.values()))
    glide = np.multiply.outer(time, [1.2, 0.0, 0.0])
    return Markers(tuple(place), time, at[None] + glide[:, None])


def plate(force, point, free_moment):
    """A plate of 0.6 by 0.4 m around (0.9, 0.1, 0) loaded at a point."""
    middle = np.array([0.9, 0.1, 0.0])
    corner = np.array([[0.3, 0.2, 0], [0.3, -0.2, 0], [-0.3, -0.2, 0], [-0.3, 0.2, 0]])
    moment = np.cross(point - middle, force)
    moment[:, 2] += free_moment
    return PlateRecording(middle + corner, 0.045, force, moment)


def load():
    """A push of a third of a second: force, point and free moment on the plate's samples."""
    time = np.arange(FRAMES * 10) / PLATE_RATE
    bell = np.where((time > 0.4) & (time < 0.8), np.sin(np.pi * (time - 0.4) / 0.4) ** 2, 0.0)
    force = bell[:, None] * np.array([-80.0, 35.0, 900.0])
    point = np.column_stack([0.75 + 0.5 * (time - 0.4), 0.12 + 0.02 * time, 0 * time])
    return force, point, 4.0 * bell


def test_markers_plates_events_and_subject_come_back(tmp_path):
    markers = walker()
    markers.position[10:16, 3] = np.nan
    force, point, free = load()
    events = [Event("left", "strike", 0.71, "file"), Event("right", "off", 0.83, "file")]
    path = write_c3d(
        tmp_path / "trial.c3d",
        markers,
        [plate(force, point, free)],
        plate_rate=PLATE_RATE,
        events=events[::-1],
        subject=Subject(name="Ann", mass=61.5, height=1.68),
        parameters={"LKneeWidth": 101.0},
    )
    trial = read_trial(path)
    assert trial.markers.names == markers.names
    np.testing.assert_allclose(trial.markers.time, markers.time, atol=1e-9)
    # float32 millimetres
    np.testing.assert_allclose(trial.markers.position, markers.position, atol=1e-6)
    found = trial.plates[0]
    np.testing.assert_allclose(found.time[0], markers.time[0], atol=1e-9)
    np.testing.assert_allclose(found.force, force, atol=0.05)
    loaded = force[:, 2] > 50
    np.testing.assert_allclose(found.centre_of_pressure[loaded], point[loaded], atol=1e-5)
    np.testing.assert_allclose(found.free_moment[loaded], free[loaded], atol=1e-3)
    assert [(e.side, e.kind) for e in trial.events] == [("left", "strike"), ("right", "off")]
    np.testing.assert_allclose([e.time for e in trial.events], [0.71, 0.83], atol=1e-6)
    assert trial.subject.name == "Ann"
    assert trial.subject.mass == pytest.approx(61.5)
    assert trial.subject.height == pytest.approx(1.68)
    assert trial.subject.measurements["left_knee_width"] == pytest.approx(0.101)


def test_a_file_without_plates(tmp_path):
    trial = read_trial(write_c3d(tmp_path / "static.c3d", walker()))
    assert trial.plates == ()


@pytest.mark.parametrize(
    ("rate", "cut", "what"), [(None, 0, "rate"), (1050.5, 0, "multiple"), (1000.0, 3, "samples")]
)
def test_plates_that_do_not_fit(tmp_path, rate, cut, what):
    force, point, free = (x[: len(x) - cut] for x in load())
    with pytest.raises(InputError, match=what):
        write_c3d(tmp_path / "x.c3d", walker(), [plate(force, point, free)], plate_rate=rate)


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="cannot be written"):
        write_c3d(tmp_path / "no" / "x.c3d", walker())

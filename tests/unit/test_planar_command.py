"""`ambulo planar`: a camera's points in a CSV file become sagittal joint moments."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest
from tests.command_line import ambulo, refusal

from ambulo.gait.planar.planar import analyse_planar
from ambulo.gait.planar.planar_dynamics import place_points
from ambulo.gait.planar.planar_tables import load_planar_body
from ambulo.gait.planar.points_file import read_points

G = 9.80665
TIME = np.arange(60) / 100.0


def posed(raised, forwards=0.0):
    """Points (frames, points, 2) of Table 3.5's body on its right foot, the left leg raised."""
    body, _ = load_planar_body("pamies2012", base="right_hindfoot")
    neutral = np.array([segment.neutral for segment in body.segments])
    seen = np.array(body.origin)
    z = np.hstack([[forwards, 0.087], neutral - np.where(seen < 0, 0.0, neutral[seen])])
    z = np.tile(z, (len(TIME), 1))
    z[:, 2 + body.index("left_thigh")] += raised
    return body, place_points(body, z)


def written(path, body, x, factor=1.0, unit="", time=TIME):
    names = [f"{point}_{axis}{unit}" for point in body.points for axis in "xz"]
    rows = np.column_stack([time, factor * x.reshape(len(x), -1)])
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([["time", *names], *rows.tolist()])
    return path


def table(path):
    rows = list(csv.reader(path.read_text().splitlines()))
    return {head: np.array([float(row[k]) for row in rows[1:]]) for k, head in enumerate(rows[0])}


def weight_moment(body, x, names, point):
    """Moment about +Y of the weight of some segments about a point, N*m."""
    start, end = body.ends()
    moment = 0.0
    for name in names:
        k = body.index(name)
        segment = body.segments[k]
        along = (x[0, end[k]] - x[0, start[k]]) / segment.length
        com = x[0, start[k]] + segment.com[0] * along
        com = com + segment.com[1] * np.array([-along[1], along[0]])
        moment += (com[0] - x[0, body.points.index(point)][0]) * segment.mass * G
    return moment


def test_a_raised_leg_hangs_on_the_hip_with_its_weight(tmp_path):
    body, x = posed(-0.5)
    path = written(tmp_path / "still.csv", body, x)
    made = ambulo(
        "planar", path, "--base", "right_hindfoot", "--cutoff", 6, "--out", tmp_path / "a"
    )
    assert made.status == 0, made.err
    moments = table(tmp_path / "a" / "moments.csv")
    leg = [f"left_{part}" for part in ("thigh", "shank", "hindfoot", "forefoot")]
    # the hip's flexors hold up what hangs in front of it
    expected = weight_moment(body, x, leg, "hip")
    assert expected > 15.0
    np.testing.assert_allclose(moments["left_hip_flexion [N*m]"], expected, atol=0.01)
    knee = weight_moment(body, x, leg[1:], "left_knee")
    np.testing.assert_allclose(np.abs(moments["left_knee_flexion [N*m]"]), knee, atol=0.01)
    base = table(tmp_path / "a" / "base.csv")
    np.testing.assert_allclose(base["force_z [N]"], 74.002 * G, rtol=1e-4)
    np.testing.assert_allclose(base["force_x [N]"], 0.0, atol=0.01)
    angles = table(tmp_path / "a" / "angles.csv")
    np.testing.assert_allclose(angles["left_hip_flexion [deg]"], np.degrees(0.5), atol=0.01)


def test_the_file_gives_what_the_points_in_memory_give(tmp_path):
    body, x = posed(-0.4 * np.sin(8.0 * TIME))
    path = written(tmp_path / "swing.csv", body, x, 1000.0, " [mm]")
    time, points = read_points(path)
    np.testing.assert_allclose(time, TIME)
    # as spreadsheets write where a decimal comma is usual
    commas = tmp_path / "commas.csv"
    commas.write_text(path.read_text().replace(",", ";").replace(".", ","))
    np.testing.assert_array_equal(read_points(commas)[1]["left_knee"], points["left_knee"])
    np.testing.assert_allclose(
        points["left_knee"], x[:, body.points.index("left_knee")], atol=1e-12
    )
    asked = ("--mass", 60, "--base", "right_hindfoot", "--lengths", "table", "--cutoff", 12)
    made = ambulo("planar", path, *asked, "--out", tmp_path / "b", "--json")
    said = json.loads(made.out)
    assert said["body_mass_kg"] == pytest.approx(60.0)
    assert said["base"] == "right_hindfoot"
    light, remarks = load_planar_body("pamies2012", mass=60.0, base="right_hindfoot")
    assert set(remarks) <= set(said["notes"])
    direct = analyse_planar(light, TIME, points, cutoff=12.0)
    moments = table(tmp_path / "b" / "moments.csv")
    for quantity in direct.moments:
        found = moments[f"{quantity.name} [{quantity.unit}]"]
        np.testing.assert_allclose(found, quantity.values, rtol=1e-5, atol=1e-4)


def test_segments_have_their_own_lengths_unless_the_tables_are_asked_for(tmp_path):
    """Of a man who is a tenth smaller nothing is moved, and his levers are a tenth shorter."""
    body, x = posed(-0.5)
    path = written(tmp_path / "small.csv", body, 0.9 * x)
    own, tables = (
        json.loads(
            ambulo("planar", path, "--base", "right_hindfoot", "--cutoff", 6, "--lengths", lengths,
                   "--out", tmp_path / lengths, "--json").out
        )
        for lengths in ("points", "table")
    )  # fmt: skip
    assert own["points_moved_rms_m"] < 1e-6
    assert tables["points_moved_rms_m"] > 0.01
    leg = [f"left_{part}" for part in ("thigh", "shank", "hindfoot", "forefoot")]
    expected = 0.9 * weight_moment(body, x, leg, "hip")
    assert own["largest_moment_Nm"]["left_hip_flexion"] == pytest.approx(expected, abs=0.01)


def first_frames(path, change):
    lines = path.read_text().splitlines()
    path.write_text("\n".join(change(lines)) + "\n")
    return path


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda t: t[:1], "no frames"),
        (lambda t: [t[0].replace("time", "when"), *t[1:]], "there is no column time"),
        (lambda t: [t[0].replace("hip_z", "hip_y", 1), *t[1:]], "hip_x is not one of a pair"),
        (lambda t: [t[0].replace("hip_x", "hip_x [inch]", 1), *t[1:]], "has the unit inch"),
        (lambda t: [t[0], t[1] + ",5", *t[2:]], "line 2 has"),
        (lambda t: [t[0], t[1].replace("0.0,", "left,", 1), *t[2:]], "'left' in the column time"),
        (lambda t: [*t[:20], *t[25:]], "not evenly spaced"),
        (lambda t: [t[0].replace("head_end", "hat"), *t[1:]], "points are missing: head_end"),
        (lambda t: [t[0] + ",time", *(row + ",1" for row in t[1:])], "time is given twice"),
    ],
)
def test_what_is_wrong_with_the_file_is_said_in_one_line(tmp_path, change, said):
    body, x = posed(-0.5)
    path = first_frames(written(tmp_path / "wrong.csv", body, x), change)
    assert said in refusal("planar", path, "--out", tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("choice", "said"),
    [(("--mass", value), "is impossible") for value in ("-3", "0", "nan", "1e9")]
    + [(("--cutoff", value), "Hz is not possible") for value in ("-1", "0", "nan")],
)
def test_a_mass_or_a_cutoff_that_is_none_is_refused(tmp_path, choice, said):
    body, x = posed(-0.5)
    path = written(tmp_path / "still.csv", body, x)
    assert said in refusal("planar", path, *choice, "--out", tmp_path / "out")
    assert not (tmp_path / "out").exists()

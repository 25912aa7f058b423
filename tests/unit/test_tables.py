"""CSV tables: header rules, digits, empty cells, curves over the stride."""

from __future__ import annotations

import csv
from dataclasses import replace

import numpy as np
import pytest
from tests.synthetic_analysis import MASS, SPEED, make_analysis

from ambulo.mocap.event_timing import COMMON, SINGLE
from ambulo.records import Quantity, Stride
from ambulo.results.gait_cycle import event_errors
from ambulo.results.posture import posture
from ambulo.results.tables import write_tables


@pytest.fixture(scope="module")
def analysis():
    return make_analysis()


@pytest.fixture(scope="module")
def folder(analysis, tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    write_tables(analysis, posture(analysis.model, analysis.motion), folder)
    return folder


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    return rows[0], rows[1:]


def column(path, header):
    headers, rows = read(path)
    k = headers.index(header)
    return np.array([float(row[k]) if row[k] else np.nan for row in rows])


def test_headers_follow_the_rule(folder):
    headers, _ = read(folder / "joint_angles.csv")
    assert headers[0] == "time"
    assert {"left_hip_flexion [deg]", "right_ankle_dorsiflexion [deg]"} <= set(headers)
    assert "left_knee_flexion [N*m]" in read(folder / "joint_moments.csv")[0]
    assert "left_knee_flexion [N*m/kg]" in read(folder / "joint_moments_per_kg.csv")[0]
    assert "left_knee_power [W]" in read(folder / "joint_powers.csv")[0]
    expected = [f"{side}_F{a} [N]" for side in ("left", "right") for a in "xyz"]
    expected += [f"{side}_M{a} [N*m]" for side in ("left", "right") for a in "xyz"]
    expected += [f"{side}_cop_{a} [m]" for side in ("left", "right") for a in "xyz"]
    assert set(read(folder / "ground_reaction.csv")[0]) == {"time", *expected}


def test_values_keep_six_digits_and_unknown_cells_are_empty(analysis, folder):
    quantity = next(q for q in analysis.moments if q.name == "left_knee_flexion")
    written = column(folder / "joint_moments.csv", "left_knee_flexion [N*m]")
    assert np.array_equal(np.isnan(written), np.isnan(quantity.values))
    assert np.isnan(written).any()
    np.testing.assert_allclose(written, quantity.values, rtol=5.1e-6)
    assert "nan" not in (folder / "joint_moments.csv").read_text(encoding="utf-8").lower()


def test_no_negative_zero(analysis, tmp_path):
    zero = Quantity("left_hip_flexion", "deg", np.full(len(analysis.motion.time), -0.0))
    changed = replace(analysis, angles=(zero,))
    write_tables(changed, posture(analysis.model, analysis.motion), tmp_path)
    assert {row[1] for row in read(tmp_path / "joint_angles.csv")[1]} == {"0"}


def test_per_kg_is_divided_by_the_subjects_mass(folder):
    name = "right_ankle_dorsiflexion"
    whole = column(folder / "joint_moments.csv", f"{name} [N*m]")
    per_kg = column(folder / "joint_moments_per_kg.csv", f"{name} [N*m/kg]")
    np.testing.assert_allclose(per_kg, whole / MASS, rtol=2e-5, atol=1e-12)


def test_part_model_is_divided_by_the_whole_body_mass(analysis):
    from ambulo.results.columns import body_mass

    part = replace(analysis.model.tree, mass=0.3 * analysis.model.tree.mass)
    legs = replace(analysis, model=replace(analysis.model, tree=part))
    assert body_mass(legs) == MASS


def test_a_force_through_the_ankle_has_no_moment_about_it(analysis, tmp_path):
    where = posture(analysis.model, analysis.motion)
    ground = analysis.ground
    ankles = np.stack([where.joint(f"{s}_ankle") for s in ("left", "right")], axis=1)
    force = np.broadcast_to(np.array([40.0, -10.0, 600.0]), ankles.shape)
    arm = np.array([0.0, 0.1, 0.0])
    moment = np.cross(ankles, force)
    # the same force 0.1 m further left for the right foot: M = arm x F
    moment[:, 1] += np.cross(arm, force[:, 1])
    changed = replace(ground, force=force, moment_origin=moment, known=np.ones_like(ground.known))
    write_tables(replace(analysis, ground=changed), where, tmp_path)
    table = tmp_path / "ground_reaction.csv"
    for axis, expected in zip("xyz", np.cross(arm, force[0, 1]), strict=True):
        np.testing.assert_allclose(column(table, f"left_M{axis} [N*m]"), 0.0, atol=1e-9)
        np.testing.assert_allclose(column(table, f"right_M{axis} [N*m]"), expected, rtol=1e-5)


def test_a_ramp_over_each_stride_becomes_the_percent_itself(analysis, tmp_path):
    time = analysis.motion.time
    strides = (Stride("left", 0.2, 1.2), Stride("left", 1.2, 2.2))
    phase = 100.0 * ((time - 0.2) % 1.0)
    first = time < 1.2 - 1e-9
    quantity = Quantity("left_hip_flexion", "deg", phase + np.where(first, 0.0, 2.0))
    write_tables(
        replace(analysis, angles=(quantity,), strides=strides),
        posture(analysis.model, analysis.motion),
        tmp_path,
    )
    table = tmp_path / "joint_angles_by_stride.csv"
    percent = column(table, "stride [%]")
    inner = (percent > 1) & (percent < 99)
    np.testing.assert_array_equal(percent, np.arange(101))
    mean = column(table, "left_hip_flexion_mean [deg]")
    np.testing.assert_allclose(mean[inner], percent[inner] + 1.0, atol=1e-3)
    sd = column(table, "left_hip_flexion_sd [deg]")
    # two strides 2 deg apart: sample standard deviation is sqrt(2)
    np.testing.assert_allclose(sd[inner], np.sqrt(2.0), rtol=1e-4)


def test_stride_table_measures_the_walk(folder):
    np.testing.assert_allclose(column(folder / "strides.csv", "speed [m/s]"), SPEED, rtol=0.06)
    np.testing.assert_allclose(
        column(folder / "strides.csv", "cadence [steps/min]"), 120.0 / 1.06, rtol=1e-5
    )
    np.testing.assert_allclose(column(folder / "strides.csv", "stance [%]"), 61.0, rtol=1e-5)
    np.testing.assert_allclose(column(folder / "strides.csv", "step_time [s]"), 0.53, rtol=1e-5)
    # the other foot's first off comes after the first stride's end
    for head, share in (("single_support [%]", 39.0), ("double_support [%]", 22.0)):
        found = column(folder / "strides.csv", head)
        assert np.isnan(found[0])
        np.testing.assert_allclose(found[1:], share, rtol=1e-5)


def test_events_are_listed_with_their_source(analysis, folder):
    headers, rows = read(folder / "events.csv")
    assert headers == ["time", "side", "kind", "source", "time_error [s]"]
    assert [(row[1], row[2], row[3]) for row in rows] == [
        (e.side, e.kind, e.source) for e in analysis.events
    ]


def test_an_event_has_an_error_by_its_source_in_walks_only():
    walk = make_analysis()
    on_plates = tuple(replace(e, source="force", doubt=0.0) for e in walk.events)
    frame = 1.0 / walk.trial.markers.rate
    assert set(event_errors(replace(walk, events=on_plates))) == {frame}
    seen = tuple(replace(e, source="kinematics") for e in on_plates)
    sliding = (replace(seen[0], doubt=0.05), *seen[1:])
    alone = event_errors(replace(walk, events=seen))
    for event, error in zip(seen, alone, strict=True):
        assert error == pytest.approx(np.hypot(SINGLE, COMMON[event.kind]))
    assert event_errors(replace(walk, events=sliding))[0] > 2.0 * alone[0]
    other = replace(walk, activity=replace(walk.activity, name="jump"))
    assert set(event_errors(other)) == {None}


def test_without_strides_the_cycle_tables_are_empty_of_values(tmp_path):
    analysis = make_analysis(strides=False)
    write_tables(analysis, posture(analysis.model, analysis.motion), tmp_path)
    _, rows = read(tmp_path / "joint_angles_by_stride.csv")
    assert len(rows) == 101
    assert all(cell == "" for row in rows for cell in row[1:])

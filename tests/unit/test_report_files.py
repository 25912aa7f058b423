"""results.nc, OpenSim files, summary and provenance, read back by independent means."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from tests.synthetic_analysis import make_analysis

from ambulo.gait.configuration import Configuration
from ambulo.mocap.files.mot import read_storage
from ambulo.mocap.files.trc import read_trc
from ambulo.records import InputFile, Provenance, Quantities
from ambulo.report.wording import codes_in_words
from ambulo.report.write import write
from ambulo.results.json_file import plain
from ambulo.results.opensim_files import known_stretch, write_opensim
from ambulo.results.osim_model import R_OW, body_name, side_last
from ambulo.results.posture import posture


@pytest.fixture(scope="module")
def analysis():
    made = make_analysis(truth=True, failed=True)
    # feet that twist on the ground, some newton metres
    free = 0.004 * made.ground.force[..., 2]
    moment = made.ground.moment_origin + free[..., None] * [0.0, 0.0, 1.0]
    return replace(made, ground=replace(made.ground, free_moment=free, moment_origin=moment))


@pytest.fixture(scope="module")
def out(analysis, tmp_path_factory):
    folder = tmp_path_factory.mktemp("results")
    trial = folder / "trial.c3d"
    trial.write_bytes(b"not really a trial")
    configuration = Configuration(mass=68.0).model_dump_json()
    made = Provenance((InputFile.of("trial", trial),), configuration, seed=7, version="0.1.0")
    write(replace(analysis, provenance=made), folder / "out")
    return folder / "out"


def test_everything_promised_is_there(out):
    assert {path.name for path in out.iterdir()} == {
        "results.nc",
        "model.json",
        "tables",
        "opensim",
        "summary.json",
        "report.html",
        "provenance.json",
        "log.txt",
        "manifest.json",
    }
    assert {path.name for path in (out / "opensim").iterdir()} == {
        "model.osim",
        "markers.trc",
        "ground_reaction.mot",
        "coordinates.mot",
        "inverse_dynamics.sto",
        "external_loads.xml",
        "README.txt",
    }


# ---------------------------------------------------------------------------- results.nc


@pytest.fixture(scope="module")
def dataset(out):
    xarray = pytest.importorskip("xarray")
    with xarray.open_dataset(out / "results.nc") as dataset:
        yield dataset.load()


def test_dataset_gives_the_numbers_back(analysis, dataset):
    np.testing.assert_array_equal(dataset.q, analysis.motion.q)
    np.testing.assert_array_equal(dataset.ground_reaction_force, analysis.ground.force)
    np.testing.assert_array_equal(dataset.marker_position, analysis.trial.markers.position)
    knee = next(q for q in analysis.moments if q.name == "left_knee_flexion")
    found = dataset.joint_moments.sel(moment="left_knee_flexion")
    np.testing.assert_array_equal(found, knee.values)
    assert found.attrs["units"] == "N m"
    assert str(dataset.moment_positive.sel(moment="left_knee_flexion").values) == "flexion"
    truth = dataset.joint_moments_truth.sel(moment="left_knee_flexion")
    np.testing.assert_array_equal(truth, analysis.truth["left_knee_flexion [N*m]"])


def test_every_variable_says_its_unit_and_name(dataset):
    # words, among them the unit of each column
    ends = ("_positive", "_column_unit", "_trust")
    text = {"segment", "stride_side", "stride_events"} | {
        n for n in dataset if str(n).endswith(ends)
    }
    for name in set(dataset.data_vars) - text:
        assert dataset[name].attrs["units"]
    for name in ("q", "v", "a", "joint_moment", "root_residual", "ground_reaction_force"):
        assert dataset[name].attrs["long_name"]
    assert "z up" in dataset.attrs["frame"]
    assert dataset.ground_reaction_force.attrs["frame"].startswith("world")


def test_strides_in_the_dataset_belong_to_their_side(analysis, dataset):
    left = dataset.joint_angles_by_stride.sel(angle="left_knee_flexion")
    of_left = np.array([s.side == "left" for s in analysis.strides])
    assert np.isfinite(left.values[of_left]).all()
    assert np.isnan(left.values[~of_left]).all()


def test_model_markers_lie_at_the_residual_from_the_recorded_ones(analysis, dataset):
    gap = np.linalg.norm(
        dataset.model_marker_position.values - dataset.marker_position.values, axis=2
    )
    np.testing.assert_allclose(gap, analysis.marker_residual, atol=1e-9)


# ---------------------------------------------------------------------------- OpenSim


def test_turn_to_opensim_is_a_rotation_with_y_up_and_z_right():
    np.testing.assert_allclose(R_OW @ R_OW.T, np.eye(3))
    assert np.linalg.det(R_OW) == pytest.approx(1.0)
    np.testing.assert_array_equal(R_OW @ [0, 0, 1], [0, 1, 0])
    np.testing.assert_array_equal(R_OW @ [0, -1, 0], [0, 0, 1])


def test_markers_come_back_through_the_trc_reader(analysis, out):
    trc = read_trc(out / "opensim" / "markers.trc")
    markers = analysis.trial.markers
    assert trc.names == markers.names
    assert trc.unit == "m"
    assert trc.rate == pytest.approx(markers.rate, abs=1e-3)
    np.testing.assert_allclose(trc.position @ R_OW, markers.position, atol=1e-6)


def test_ground_reaction_file_carries_the_whole_wrench(analysis, out):
    table = read_storage(out / "opensim" / "ground_reaction.mot")
    ground, rows = analysis.ground, known_stretch(analysis.ground)
    np.testing.assert_allclose(table.time, ground.time[rows], atol=1e-6)
    assert np.isfinite(table.values).all()

    def vector(stem):
        return np.stack([table.of(f"ground_{stem}{a}") for a in "xyz"], axis=1)

    for s, letter in enumerate("lr"):
        force, point = vector(f"force_{letter}_v"), vector(f"force_{letter}_p")
        moment = np.cross(point, force) + vector(f"torque_{letter}_")
        assert abs(force).max() > 100.0
        np.testing.assert_allclose(force @ R_OW, ground.force[rows, s], rtol=1e-6)
        np.testing.assert_allclose(moment @ R_OW, ground.moment_origin[rows, s], atol=1e-3)
        air = np.isnan(ground.centre_of_pressure[rows, s, 0])
        assert air.any()
        assert (point[air] == 0.0).all()


def test_the_longest_known_stretch_is_where_both_feet_are_known(analysis):
    known = np.ones((10, 2), dtype=bool)
    known[[0, 3], 0] = False
    known[9, 1] = False
    ground = replace(analysis.ground, known=known)
    assert known_stretch(ground) == slice(4, 9)
    assert known_stretch(replace(ground, known=~known & ~known[::-1])) == slice(0, 0)


def test_without_a_known_stretch_opensim_gets_no_loads(analysis, tmp_path):
    unknown = replace(analysis.ground, known=np.zeros_like(analysis.ground.known))
    at = posture(analysis.model, analysis.motion)
    files = write_opensim(analysis, at, tmp_path)
    assert {"ground_reaction.mot", "external_loads.xml"} <= {f.name for f in files}
    files = write_opensim(replace(analysis, ground=unknown), at, tmp_path)
    assert {f.name for f in files} == {f.name for f in tmp_path.iterdir()}
    assert not (tmp_path / "external_loads.xml").exists()
    assert "no external_loads.xml" in (tmp_path / "README.txt").read_text(encoding="utf-8")


def test_external_loads_name_columns_that_exist(out):
    root = ElementTree.parse(out / "opensim" / "external_loads.xml").getroot()
    data = root.findtext(".//datafile")
    names = read_storage(out / "opensim" / data).names
    identifiers = [
        e.text for tag in ("force", "point", "torque") for e in root.iter(f"{tag}_identifier")
    ]
    assert len(identifiers) == 6
    for identifier in identifiers:
        assert {f"{identifier}{a}" for a in "xyz"} <= set(names)


def test_moments_and_coordinates_keep_their_values_and_state_their_signs(analysis, out):
    moments = read_storage(out / "opensim" / "inverse_dynamics.sto")
    assert "hip_adduction_r_moment" in moments.names
    coordinates = read_storage(out / "opensim" / "coordinates.mot")
    assert coordinates.header["indegrees"] == "yes"
    knee = next(q for q in analysis.angles if q.name == "left_knee_flexion")
    np.testing.assert_allclose(coordinates.of("knee_flexion_l"), knee.values, rtol=1e-6)
    np.testing.assert_allclose(coordinates.of("pelvis_ty"), analysis.motion.q[:, 2], rtol=1e-6)
    head = (out / "opensim" / "coordinates.mot").read_text(encoding="utf-8").split("endheader")[0]
    assert "y up" in head
    assert "flexion" in head
    assert "direction walked" in head, "the pelvis is relative to other axes than in the tables"


def test_opensim_names_put_the_side_last():
    assert side_last("left_hip_flexion") == "hip_flexion_l"
    assert side_last("pelvis_tilt") == "pelvis_tilt"
    assert [body_name(n) for n in ("left_thigh", "right_hand", "torso")] == [
        "femur_l",
        "hand_r",
        "torso",
    ]


# ---------------------------------------------------------------------------- summary, provenance


def test_summary_is_strict_json_with_the_promised_keys(analysis, out):
    def refuse(constant):
        raise AssertionError(constant)

    text = (out / "summary.json").read_text(encoding="utf-8")
    summary = json.loads(text, parse_constant=refuse)
    assert {
        "marker_rms_mm",
        "root_residual",
        "plates_vs_inverse",
        "events",
        "strides",
        "gates",
        "timing_s",
    } <= set(summary)
    seen = analysis.marker_residual[np.isfinite(analysis.marker_residual)]
    assert summary["marker_rms_mm"] == pytest.approx(1e3 * np.sqrt(np.mean(seen**2)))
    known = analysis.residual[np.isfinite(analysis.residual).all(axis=1)]
    length = np.sqrt(np.mean(np.sum(known[:, 3:] ** 2, axis=1)))
    assert summary["root_residual"]["force_N"] == pytest.approx(length)
    assert [g["grade"] for g in summary["gates"]] == [g.grade for g in analysis.checks]
    assert [g["passed"] for g in summary["gates"]] == [g.passed for g in analysis.checks]
    assert {g["grade"] for g in summary["gates"] if g["passed"]} == {"good", "look"}
    assert len(summary["strides"]) == len(analysis.strides)
    # what the pipeline found stands
    assert summary["timing_s"] == {"read": 0.21, "fit": 0.09, "report": 0.4}


def test_plain_turns_what_json_lacks():
    assert plain(
        {
            "a": np.float64("nan"),
            "b": [np.int64(3), np.bool_(True)],
            "c": np.array([1.0, np.inf]),
            3: Path("x"),
        }
    ) == {"a": None, "b": [3, True], "c": [1.0, None], "3": "x"}
    with pytest.raises(TypeError, match="object"):
        plain(object())


def test_provenance_knows_the_inputs_and_settings(out):
    record = json.loads((out / "provenance.json").read_text(encoding="utf-8"))
    expected = hashlib.sha256(b"not really a trial").hexdigest()
    assert record["inputs"]["trial"]["sha256"] == expected
    assert Configuration.model_validate(record["configuration"]) == Configuration(mass=68.0)
    assert record["seed"] == 7
    assert record["packages"]["numpy"] == np.__version__


def test_log_has_every_note_once_and_the_checks(analysis, out):
    lines = (out / "log.txt").read_text(encoding="utf-8").splitlines()
    for line in (*analysis.log, *analysis.trial.notes, *analysis.model.notes):
        assert lines.count(codes_in_words(line)) == 1
    for grade, count in (("do not use", 1), ("look", 1), ("good", 3)):
        assert sum(line.startswith(f"{grade}: ") for line in lines) == count


def test_part_of_the_body_without_plates_or_strides_is_written_too(tmp_path):
    bare = make_analysis(upper=False, strides=False)
    trial = replace(bare.trial, plates=())
    unknown = replace(
        bare.ground,
        force=np.full_like(bare.ground.force, np.nan),
        known=np.zeros_like(bare.ground.known),
    )
    bare = replace(bare, trial=trial, contacts=(), plates_ground=None, ground=unknown, checks=())
    bare = replace(
        bare,
        residual=np.full_like(bare.residual, np.nan),
        moments=Quantities(),
        powers=Quantities(),
    )
    write(bare, tmp_path)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "No whole stride was found" in page
    assert json.loads((tmp_path / "summary.json").read_text())["root_residual"]["force_N"] is None

"""results.c3d: opened by ezc3d, and read back by way of the reader of Plug-in Gait's outputs."""

from __future__ import annotations

from dataclasses import replace

import ezc3d
import numpy as np
import pytest
from tests.synthetic_analysis import make_analysis

from ambulo.inputs.errors import InputError
from ambulo.mocap.files.c3d import read_c3d
from ambulo.mocap.files.c3d_encoding import C3DContent
from ambulo.mocap.files.c3d_writer import save_c3d
from ambulo.mocap.files.plug_in_gait_outputs import plug_in_gait_results
from ambulo.mocap.files.trial_file import points_by_kind, read_trial
from ambulo.records import InputFile, LabFrame, Provenance
from ambulo.report.write import write
from ambulo.results.c3d_file import write_results_c3d
from ambulo.results.columns import body_mass
from ambulo.results.conventions import conventions
from ambulo.results.foot_progression import foot_progression
from ambulo.results.gait_cycle import stride_parameters
from ambulo.results.posture import posture

# the walker goes along the laboratory's -y; x_world = R_WL x_lab
R_WL = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
FIRST, BEFORE, AFTER = 40, 7, 5
OTHERS = 240


def file_of(analysis, path):
    """The trial as a laboratory's file: some frames more at both ends, EMG, others' results."""
    markers = analysis.trial.markers
    frames = len(markers.time)
    own = markers.position @ R_WL * 1000.0
    own = np.concatenate([own[:1].repeat(BEFORE, 0), own, own[-1:].repeat(AFTER, 0)])
    rng = np.random.default_rng(4)
    others = rng.normal(size=(len(own), OTHERS, 3))
    theirs = [f"L{k}XAngles" for k in range(OTHERS - 1)]
    content = C3DContent(
        labels=[*markers.names, "LHipAngles", *theirs],
        points=np.concatenate([own, others], axis=1),
        rate=100.0,
        first_frame=FIRST,
        analog=rng.normal(size=(10 * len(own), 2)),
        groups={
            "POINT": {
                "UNITS": ["mm"],
                "ANGLES": ["LHipAngles", *theirs],
                "TYPE_GROUPS": ["ANGLES", "ANGLE"],
            },
            "ANALOG": {"LABELS": ["L Rect", "R Rect"], "UNITS": ["V", "V"]},
            "EVENT": {
                "USED": np.array([2]),
                "CONTEXTS": ["General", "Left"],
                "LABELS": ["Light goes on", "Foot Strike"],
                "TIMES": np.array([[0.0, 0.0], [0.7, 0.9]]),
            },
            "ANALYSIS": {
                "USED": np.array([1]),
                "NAMES": ["Step Length"],
                "CONTEXTS": ["Left"],
                "UNITS": ["m"],
                "VALUES": np.array([9.0]),
            },
            "PROCESSING": {"LKneeWidth": np.array([101.5]), "Trials": np.array([3])},
        },
    )
    save_c3d(path, content)
    shift = (FIRST + BEFORE) / 100.0 - markers.time[0]
    moved = replace(markers, time=markers.time + shift)
    trial = replace(analysis.trial, path=path, markers=moved, lab=LabFrame(R_WL, 0.001, "given"))
    motion = replace(analysis.motion, time=analysis.motion.time + shift)
    assert len(motion.time) == frames
    return replace(
        analysis,
        trial=trial,
        motion=motion,
        events=tuple(replace(event, time=event.time + shift) for event in analysis.events),
        provenance=Provenance((InputFile.of("trial", path),)),
    )


@pytest.fixture(scope="module")
def analysis(tmp_path_factory):
    folder = tmp_path_factory.mktemp("c3d")
    return file_of(make_analysis(), folder / "walk.c3d")


@pytest.fixture(scope="module")
def written(analysis):
    return write_results_c3d(analysis, analysis.trial.path.with_name("results.c3d"))


@pytest.fixture(scope="module")
def opened(written):
    return ezc3d.c3d(str(written))


def labels(file):
    point = file["parameters"]["POINT"]
    return [*point["LABELS"]["value"], *(point["LABELS2"]["value"] if "LABELS2" in point else ())]


def inside(analysis):
    return slice(BEFORE, BEFORE + len(analysis.motion.time))


def test_what_was_measured_is_in_it_as_it_was(analysis, opened):
    source = ezc3d.c3d(str(analysis.trial.path))
    ours, theirs = labels(opened), labels(source)
    for name in analysis.trial.markers.names:
        np.testing.assert_array_equal(
            opened["data"]["points"][:3, ours.index(name)],
            source["data"]["points"][:3, theirs.index(name)],
        )
    np.testing.assert_array_equal(opened["data"]["analogs"], source["data"]["analogs"])
    before, after = source["parameters"], opened["parameters"]
    for group, name in (("ANALOG", "LABELS"), ("ANALOG", "RATE"), ("PROCESSING", "TRIALS")):
        np.testing.assert_array_equal(after[group][name]["value"], before[group][name]["value"])
        assert after[group][name]["type"] == before[group][name]["type"]
    assert after["PROCESSING"]["LKNEEWIDTH"]["value"] == pytest.approx([101.5])
    assert opened["header"]["points"]["first_frame"] == FIRST


def test_its_foot_events_are_those_by_which_strides_were_cut(analysis, written, opened):
    events = opened["parameters"]["EVENT"]
    assert events["LABELS"]["value"].count("Light goes on") == 1
    assert events["USED"]["value"] == [len(analysis.events) + 1]
    back = read_trial(written).events
    assert [(e.side, e.kind) for e in back] == [(e.side, e.kind) for e in analysis.events]
    np.testing.assert_allclose([e.time for e in back], [e.time for e in analysis.events], atol=1e-5)


def test_its_own_group_states_the_conventions(analysis, opened):
    group = opened["parameters"]["AMBULO"]
    said = conventions(analysis)
    assert {"moment_axes", "forward"} <= {*said}
    assert {name: group[name.upper()]["value"] for name in said} == {
        name: [words] for name, words in said.items()
    }


def test_strides_are_those_of_the_other_files(analysis, opened):
    theirs = opened["parameters"]["ANALYSIS"]
    names, sides, means = (theirs[name]["value"] for name in ("NAMES", "CONTEXTS", "VALUES"))
    values = dict(zip(zip(names, sides, strict=True), means, strict=True))
    strides = stride_parameters(analysis, posture(analysis.model, analysis.motion))
    for side in ("left", "right"):
        mine = [p.step_length for p in strides if p.stride.side == side]
        assert values["Step Length", side.capitalize()] == pytest.approx(np.mean(mine))


def test_another_systems_results_are_not(opened):
    assert not [name for name in labels(opened) if name.endswith("XAngles")]
    assert labels(opened).count("LHipAngles") == 1


def test_ezc3d_reads_the_results(analysis, opened):
    ours, points, rows = labels(opened), opened["data"]["points"], inside(analysis)
    mass = body_mass(analysis)

    def of(label):
        return points[:3, ours.index(label), rows]

    angles, moments, powers = analysis.angles, analysis.moments, analysis.powers
    for row, motion in enumerate(("flexion", "adduction", "rotation")):
        name = f"right_hip_{motion}"
        np.testing.assert_allclose(of("RHipAngles")[row], angles[name].values, rtol=1e-6)
        expected = -1000.0 * moments[name].values / mass
        np.testing.assert_allclose(of("RHipMoment")[row], expected, rtol=1e-6)
    expected = powers["left_ankle_power"].values / mass
    np.testing.assert_allclose(of("LAnklePower")[2], expected, rtol=1e-6)
    # to the left is the laboratory's +x, forward its -y
    force = analysis.ground.force[:, 0]
    turned = np.stack([force[:, 1], -force[:, 0], force[:, 2]])
    turned[:, ~analysis.ground.known[:, 0]] = np.nan
    np.testing.assert_allclose(of("LGroundReactionForce"), turned / mass, rtol=1e-6)
    place = 1000.0 * analysis.ground.centre_of_pressure[:, 0]
    np.testing.assert_allclose(of("LCentreOfPressure")[0], place[:, 1], rtol=1e-6)
    where = posture(analysis.model, analysis.motion)
    centre = 1000.0 * where.mass_centre()
    expected = np.stack([centre[:, 1], -centre[:, 0], centre[:, 2]])
    np.testing.assert_allclose(of("CentreOfMass"), expected, rtol=1e-6, atol=1e-4)
    (inwards, _) = foot_progression(analysis, where)
    np.testing.assert_allclose(of("LFootProgressAngles")[2], inwards.values, rtol=1e-6)
    # its left side forward: a turn to the right
    turn = angles["pelvis_rotation"].values
    np.testing.assert_allclose(of("LPelvisAngles")[2], -turn, rtol=1e-6)
    np.testing.assert_allclose(of("RPelvisAngles")[2], turn, rtol=1e-6)


def test_units_and_meanings_are_said(opened):
    point = opened["parameters"]["POINT"]
    assert point["ANGLE_UNITS"]["value"] == ["deg"]
    assert point["MOMENT_UNITS"]["value"] == ["Nmm/kg"]
    assert point["POWER_UNITS"]["value"] == ["W/kg"]
    assert {"ANGLES", "MOMENTS", "POWERS", "FORCES"} <= set(point["TYPE_GROUPS"]["value"])
    assert "RKneeMoment" in point["MOMENTS"]["value"]
    said = dict(zip(labels(opened), point["DESCRIPTIONS"]["value"], strict=True))
    assert said["LKneeMoment"].startswith("internal, Nmm/kg: extension, abduction")


def test_frames_that_were_not_analysed_have_no_results(analysis, opened):
    rows = inside(analysis)
    curve = opened["data"]["points"][:3, labels(opened).index("LKneeAngles")]
    assert np.isfinite(curve[:, rows]).all()
    assert np.isnan(np.delete(curve, np.r_[rows], axis=1)).all()


def test_its_own_results_are_no_other_systems(written):
    """Plug-in Gait's moments are on other axes."""
    trial = read_trial(written, forward="-y", up="+z")
    assert trial.outputs == {}
    assert any("Ambulo wrote this file" in note for note in trial.notes)


def test_its_results_are_those_that_a_reader_of_plug_in_gaits_finds(analysis, written):
    trial = read_trial(written, forward="-y", up="+z")
    assert trial.markers.names == analysis.trial.markers.names
    file = read_c3d(written)
    computed = points_by_kind(file).outputs
    trial = replace(trial, outputs={name: file.points[:, k] for name, k in computed.items()})
    rows = inside(analysis)
    found = plug_in_gait_results(trial, body_mass(analysis))
    assert len(found) == 2 * 3 * (3 + 3 + 1)
    for name, values in found.items():
        quantity, unit = name.removesuffix("]").split(" [")
        group = {"deg": "angles", "N*m": "moments", "W": "powers"}[unit]
        expected = getattr(analysis, group)[quantity].values
        np.testing.assert_allclose(values[rows], expected, rtol=1e-5, atol=1e-6)


def test_a_trial_of_another_kind(analysis, tmp_path):
    trial = replace(analysis.trial, path=tmp_path / "walk.trc")
    written = write_results_c3d(replace(analysis, trial=trial), tmp_path / "results.c3d")
    back = read_trial(written, forward="-y", up="+z")
    np.testing.assert_allclose(back.markers.time, trial.markers.time, atol=1e-6)
    np.testing.assert_allclose(
        back.markers.position, trial.markers.position, atol=2e-6, equal_nan=True
    )
    assert [(e.side, e.kind) for e in back.events] == [(e.side, e.kind) for e in analysis.events]
    np.testing.assert_allclose(
        [e.time for e in back.events], [e.time for e in analysis.events], atol=1e-6
    )
    assert back.subject.mass == pytest.approx(body_mass(analysis))


def test_a_trial_that_has_changed_is_refused(analysis, tmp_path):
    path = tmp_path / "walk.c3d"
    path.write_bytes(analysis.trial.path.read_bytes() + b"\0")
    moved = replace(analysis, trial=replace(analysis.trial, path=path))
    with pytest.raises(InputError, match="moved or changed"):
        write_results_c3d(moved, tmp_path / "results.c3d")


def test_it_is_in_the_folder_when_asked_for(analysis, written, tmp_path):
    plain, more = write(analysis, tmp_path / "a"), write(analysis, tmp_path / "b", also=["c3d"])
    assert not (plain / "results.c3d").exists()
    assert (more / "results.c3d").read_bytes() == written.read_bytes()
    assert "results.c3d" in (more / "manifest.json").read_text()


def test_recordings_longer_than_sixteen_bits(tmp_path):
    points = np.arange(3.0 * 70_000).reshape(70_000, 1, 3)
    points[5] = np.nan
    path = tmp_path / "long.c3d"
    save_c3d(path, C3DContent(["A"], points, 200.0, first_frame=66_000))
    found = read_c3d(path)
    assert found.first_frame == 66_000
    np.testing.assert_array_equal(found.points, points)


def test_lists_and_texts_as_long_as_they_can_be(tmp_path):
    count = 600
    points = np.zeros((2, count, 3))
    names = [f"M{k}" for k in range(count)]
    said = ["µ" * 200, *names[1:]]  # two bytes a letter, cut between letters
    groups = {"MINE": {"TIMES": np.arange(2.0 * 300).reshape(2, 300)}}
    path = tmp_path / "wide.c3d"
    save_c3d(path, C3DContent(names, points, 50.0, descriptions=said, groups=groups))
    found = read_c3d(path)
    assert list(found.labels) == names
    assert found.parameters.texts("POINT", "DESCRIPTIONS") == ["µ" * 127, *names[1:]]
    np.testing.assert_array_equal(
        np.concatenate(
            [found.parameters.array("MINE", name) for name in ("TIMES", "TIMES2")], axis=1
        ),
        groups["MINE"]["TIMES"],
    )
    theirs = ezc3d.c3d(str(path))
    assert theirs["data"]["points"].shape == (4, count, 2)


def test_more_parameters_than_a_file_can_hold(tmp_path):
    groups = {"MINE": {f"P{k}": ["x" * 255] * 255 for k in range(3)}}
    with pytest.raises(InputError, match="blocks"):
        save_c3d(tmp_path / "x.c3d", C3DContent(["A"], np.zeros((2, 1, 3)), 50.0, groups=groups))

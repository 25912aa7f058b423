"""One name, one axis: moments are on the joint coordinate system, on others by name."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tests.synthetic_analysis import make_analysis

from ambulo.gait.configuration import Configuration
from ambulo.inputs.errors import InputError
from ambulo.mocap.direction import direction_in_words
from ambulo.model.joint_angles import cardan_yxz
from ambulo.model.joint_moments import MOMENT_AXES, from_distal_axes, joint_axes, reported_moments
from ambulo.population import batch, study_files
from ambulo.population.compare import compare, unlike, ways
from ambulo.population.comparison_files import compare_folders, comparison_page
from ambulo.population.kept import KeptTrial
from ambulo.population.norms import make_norms, write_norms
from ambulo.population.stride_curves import StrideCurves
from ambulo.records import Bands, Provenance
from ambulo.report.page_data import to_json
from ambulo.report.panels.joint_curves import MOMENTS
from ambulo.report.scene import Scene
from ambulo.report.write import write
from ambulo.results.catalogue import axes_suffix
from ambulo.results.conventions import chosen, conventions
from ambulo.results.folder import read_folder
from ambulo.results.frame import frame
from ambulo.results.netcdf import opened
from ambulo.results.posture import posture


def compared(folders):
    return compare({folder: read_folder(folder) for folder in folders})


@pytest.fixture(scope="module")
def walk():
    return replace(make_analysis(whole=True), method="plates")


@pytest.fixture(scope="module")
def folders(walk, tmp_path_factory):
    """The walk of one person with moments on the usual axes, of another on the distal ones."""
    root, found = tmp_path_factory.mktemp("axes"), {}
    for name, axes in (("Ann", "jcs"), ("Bo", "distal"), ("Cem", "jcs")):
        model = replace(walk.model, subject=replace(walk.model.subject, name=name))
        found[name] = write(replace(walk, model=model, moment_axes=axes), root / name)
    return found


def test_a_moment_on_these_axes_is_what_works_on_the_angle_about_each():
    rng = np.random.default_rng(5)
    R_proximal, R_distal = (
        np.array([Rotation.from_rotvec(rng.normal(0.0, 0.5, 3)).as_matrix()]) for _ in range(2)
    )
    axes, h = joint_axes(R_proximal, R_distal, "jcs")[0], 1e-6
    before = cardan_yxz(np.swapaxes(R_proximal, 1, 2) @ R_distal)[0]
    # turned about y, x, z of the system one after the other: that angle alone moves
    for column, k in enumerate((1, 0, 2)):
        turned = Rotation.from_rotvec(h * axes[k]).as_matrix() @ R_distal
        after = cardan_yxz(np.swapaxes(R_proximal, 1, 2) @ turned)[0]
        np.testing.assert_allclose((after - before) / h, np.eye(3)[column], atol=1e-5)


@pytest.mark.parametrize("axes", ["jcs", "proximal"])
def test_another_systems_moments_are_told_on_the_axes_of_the_analysis(walk, axes):
    R = posture(walk.model, walk.motion).R_WB
    distal, wanted = (
        {f"{q.name} [N*m]": q.values for q in reported_moments(walk.model, walk.joint_forces, R, a)}
        for a in ("distal", axes)
    )
    del distal["left_knee_rotation [N*m]"]
    found = from_distal_axes(walk.model, distal, R, axes)
    for name, values in found.items():
        # of two components no third one follows: those stay as they are
        expected = (distal if name.startswith("left_knee") else wanted)[name]
        np.testing.assert_allclose(values, expected, atol=1e-9)
    assert (
        np.abs(found["left_ankle_inversion [N*m]"] - distal["left_ankle_inversion [N*m]"]).max() > 1
    )


def test_every_marker_set_has_the_same_axes():
    assert Configuration().moment_axes == "jcs"
    assert set(MOMENT_AXES) == {"jcs", "proximal", "distal"}


def test_files_say_the_axes(folders):
    usual, other = folders["Ann"], folders["Bo"]
    assert (usual / "tables/joint_moments.csv").is_file()
    for name in ("joint_moments", "joint_moments_per_kg", "joint_moments_by_stride"):
        assert not (other / f"tables/{name}.csv").exists()
    assert (other / "tables/joint_moments_distal.csv").is_file()
    assert (other / "tables/joint_moments_distal_by_stride.csv").is_file()
    for folder, axes in ((usual, "jcs"), (other, "distal")):
        with opened(folder / "results.nc") as file:
            assert file.attrs["moment_axes"] == MOMENT_AXES[axes]
            assert file.variables["joint_moments"].attrs["axes"] == MOMENT_AXES[axes]
        assert f'"moment_axes": "{MOMENT_AXES[axes]}"' in (folder / "summary.json").read_text()
    assert "joint coordinate system" in (other / "opensim/inverse_dynamics.sto").read_text()
    assert "tables/ are\non the distal segment's axes" in (other / "opensim/README.txt").read_text(
        "utf-8"
    )


def test_names_of_peaks_and_comparisons_say_unusual_axes(walk, folders, tmp_path):
    other = replace(walk, moment_axes="distal", bands=Bands(32, 0, 0.9, (), {}, {}, {}))
    banded = write(other, tmp_path / "banded")
    names = {path.name for path in banded.glob("tables/peaks*")}
    assert names == {"peaks_distal.csv", "peaks_distal_bands.csv"}
    assert len(frame(other, "peaks_distal", "time"))
    with pytest.raises(InputError, match="Did you mean peaks_distal"):
        frame(other, "peaks", "time")
    assert [path.name for path in folders["Ann"].glob("tables/peaks*")] == ["peaks.csv"]
    for pair, table, axes in (
        ([folders["Ann"], folders["Cem"]], "curves.csv", "jcs"),
        ([folders["Bo"], banded], "curves_distal.csv", "distal"),
    ):
        made = compare_folders(pair, tmp_path / axes)
        assert made.table == table
        assert {path.name for path in made.folder.glob("curves*")} == {table}
        page = (made.folder / "compare.html").read_text("utf-8")
        assert f"Moments are about {MOMENT_AXES[axes]}." in page
    # angles alone have no axes of moments
    alone = replace(other, moments=())
    page = comparison_page([], [alone, alone], ["a", "b"])
    assert "Moments are about" not in to_json(page)


@pytest.mark.parametrize("in_one_file", [1000, 1])
def test_the_files_of_a_study_say_the_axes(in_one_file, tmp_path, monkeypatch):
    curves = {f"left_knee_flexion [{unit}]": np.ones((2, 101)) for unit in ("deg", "N*m/kg")}
    kept = KeptTrial("a", "analysed", "good", ""), StrideCurves(curves, 70.0, {})
    monkeypatch.setattr(batch, "analyse_or_keep", lambda *_: kept)
    monkeypatch.setattr(study_files, "_IN_ONE_FILE", in_one_file)
    (tmp_path / "choices.toml").write_text('moment_axes = "distal"\nforward = "+x"\n')
    trials = "".join(f'[[trial]]\nsubject = "{who}"\ntrial = "walk.c3d"\n' for who in "AB")
    (tmp_path / "study.toml").write_text(f'configuration = "choices.toml"\n{trials}')
    made = batch.run_batch(tmp_path / "study.toml", tmp_path / "out", workers=1)
    averages = tmp_path / "out" / "averages"
    whole = in_one_file > 1
    part = averages / ("population" if whole else "population/00000")
    assert averages / ("population_distal.csv" if whole else "population") in made.files
    assert part.with_name(f"{part.name}_distal.csv").is_file()
    assert not part.with_suffix(".csv").exists()
    with opened(part.with_suffix(".nc")) as file:
        assert file.attrs["moment_axes"] == MOMENT_AXES["distal"]
        assert file.attrs["forward"] == "an axis of the laboratory"
    page = (averages / "index.html").read_text("utf-8")
    assert "relative to an axis of the laboratory." in page
    assert f"Moments are about {MOMENT_AXES['distal']}." in page


def test_the_names_of_a_planar_model_stay(walk):
    text = Configuration(model="planar").model_dump_json()
    planar = replace(walk, moment_axes="distal", provenance=Provenance(configuration=text))
    assert axes_suffix(planar) == ""
    assert chosen(json.loads(text)) == conventions(planar) | {"plates_cutoff": "none"}


def test_moments_on_different_axes_are_not_compared(folders):
    with pytest.raises(InputError, match=r"different axes.*again with one choice of moment_axes"):
        compared([folders["Ann"], folders["Bo"]])
    assert compared([folders["Ann"], folders["Cem"]])


def test_nor_averaged_to_norms_nor_set_beside_them(walk, folders, tmp_path):
    with pytest.raises(InputError, match="different axes"):
        make_norms([folders["Ann"], folders["Bo"]])
    path = tmp_path / "ours.nc"
    write_norms(make_norms([folders["Ann"], folders["Cem"]]), path)
    text = Configuration(norms=str(path)).model_dump_json()
    beside = replace(walk, provenance=Provenance(configuration=text))
    assert Scene(beside).band.conventions["moment_axes"] == MOMENT_AXES["jcs"]
    with pytest.raises(InputError, match=r"this trial: the distal segment.*different axes"):
        _ = Scene(replace(beside, moment_axes="distal")).band


@pytest.mark.parametrize(
    ("choice", "what"),
    [
        ({"forward": "laboratory"}, "different directions"),
        ({"knee_axis": "functional"}, "knee axes are found in different ways"),
        ({"plates_cutoff": 6.0}, "different filters"),
    ],
)
def test_other_conventions_are_not_mixed_either(walk, folders, tmp_path, choice, what):
    text = Configuration(**choice).model_dump_json()
    model = replace(walk.model, subject=replace(walk.model.subject, name="Dan"))
    found = replace(walk, model=model, provenance=Provenance(configuration=text))
    other = write(found, tmp_path / "Dan")
    said = rf"{what}.*one choice of {next(iter(choice))}"
    for refused in (compared, make_norms):
        with pytest.raises(InputError, match=said):
            refused([folders["Ann"], other])
    write_norms(make_norms([folders["Ann"], folders["Cem"]]), tmp_path / "ours.nc")
    mixed = Configuration(norms=str(tmp_path / "ours.nc"), **choice).model_dump_json()
    with pytest.raises(InputError, match=said):
        _ = Scene(replace(found, provenance=Provenance(configuration=mixed))).band


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        (30.0, "an axis of the laboratory"),
        (90.0, "the laboratory's axis +x, which is not the direction walked"),
        (170.0, "the laboratory's axis +x, which is not the direction walked"),
    ],
)
def test_an_axis_off_the_path_is_a_convention_of_its_own(walk, turn, said):
    text = Configuration(forward="+x").model_dump_json()
    found = replace(walk, provenance=Provenance(configuration=text))
    ahead = np.radians(turn)
    path = np.outer(1.2 * walk.motion.time, [np.cos(ahead), np.sin(ahead), 0.0])
    assert direction_in_words(found, path) == said


def test_forces_from_motion_have_no_filter_and_are_no_normal_moments(walk, folders, tmp_path):
    text = Configuration(plates_cutoff=6.0, cutoff=8.0).model_dump_json()
    found = replace(walk, method="whole-body", provenance=Provenance(configuration=text))
    other = write(found, tmp_path / "Dan")
    assert compared([folders["Ann"], other])
    usual = replace(walk, provenance=Provenance(configuration=Configuration().model_dump_json()))
    assert unlike([ways(usual), ways(found)]) == {
        "ground reaction": ["measured by plates", "estimated from motion"],
        "cutoff": ["as found", "8.0"],
    }
    assert unlike([ways(usual), ways(replace(usual, plates_ground=None))]) == {
        "ground reaction": ["measured by plates", "not known"]
    }
    doubts = make_norms([folders["Ann"], folders["Cem"], other]).doubts
    assert doubts.startswith("Moments and powers of 1 walk without force plates are left out. The")
    assert "The walks differ in cutoff (as found: 2, 8.0: 1)" in doubts


def test_the_page_says_that_the_childrens_axes_are_not_known(walk):
    panel = MOMENTS.make(Scene(walk))
    assert panel is not None
    said = panel.caption
    assert "their source does not state" in said
    assert MOMENT_AXES["jcs"] in said

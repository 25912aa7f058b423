"""A study of several trials: kept by content, a bad one is a line, killed runs go on."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from tests.command_line import ambulo, refusal

from ambulo.demo.trial import make_trial, walking_demo
from ambulo.inputs.errors import InputError
from ambulo.population import batch, study_files
from ambulo.population.along_curve import Cluster, compare_conditions
from ambulo.population.batch import run_batch
from ambulo.population.group import Average, StrideSums, _mean, symmetry_indices
from ambulo.population.kept import KeptTrial, key_and_recording, link_trials
from ambulo.population.stride_curves import (
    STRIDES,
    StrideCurves,
    kept_strides,
    read_stride_curves,
)
from ambulo.population.study_file import StudyTrial, read_study
from ambulo.report.gait_profile import (
    VARIABLES,
    gait_profile_scores,
    movement_analysis_profile,
)
from ambulo.report.normal_band import load_band
from ambulo.results import netcdf
from ambulo.results.columns import header
from ambulo.results.gait_cycle import CYCLE
from ambulo.results.whole_folder import require_as_written


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    walk, static, _ = make_trial(folder / "S1")
    (folder / "S1" / "walk2.c3d").write_bytes(walk.read_bytes())
    (folder / "S2").mkdir()
    (folder / "S2" / "bad.c3d").write_bytes(static.read_bytes()[:700])
    return folder


def _study(folder: Path, name: str = "study.toml", mass: float = 85.0) -> Path:
    path = folder / name
    path.write_text(
        f"""
        [[trial]]
        subject = "S1"
        condition = "barefoot"
        static = "S1/static.c3d"
        trial = "S1/walk*.c3d"
        mass = {mass}
        sex = "m"

        [[trial]]
        subject = "S2"
        trial = "S2/bad.c3d"
        mass = 60.0
        """
    )
    return path


def test_a_study_is_analysed_kept_and_averaged(recorded: Path, tmp_path: Path) -> None:
    import h5netcdf

    study, out = _study(recorded), tmp_path / "out"
    first = run_batch(study, out, workers=1)
    assert (first.analysed, first.again, first.kept, len(first.failed)) == (1, 1, 0, 1)
    ((bad, message),) = first.failed.items()
    assert bad.endswith("bad.c3d (S2)")
    assert "\n" not in message
    # the same recording twice is analysed once, and both count in the mean
    assert first.groups == (("S1", "", "barefoot"),)
    assert any("1 of 3 trials repeat a recording" in note for note in first.notes)
    (folder,) = (out / "trials").iterdir()
    # a person finds it by whose it is
    links = {path.name: path.resolve() for path in (out / "by_name").iterdir()}
    assert links == {"S1_barefoot_walk": folder, "S1_barefoot_walk2": folder}
    analysed = read_stride_curves(folder)
    with h5netcdf.File(out / "averages" / "population.nc", "r") as file:
        assert file.variables["subject"][0] == b"S1"
        for k, name in enumerate(file.variables["quantity"][...]):
            one = analysed.curves[name.decode()]
            assert file.variables["strides"][0, k] == 2 * len(one)
            mean = file.variables["mean"][0, k]
            np.testing.assert_allclose(mean, one.mean(axis=0), rtol=1e-11, atol=1e-12)
    # what is kept for the averages is what results.nc has, to the last bit
    kept = kept_strides(folder / STRIDES)
    assert kept.mass == analysed.mass
    for mine, other in ((kept.curves, analysed.curves), (kept.steps, analysed.steps)):
        assert list(mine) == list(other)
        assert all(np.array_equal(mine[name], other[name]) for name in other)
    before = {path.name: path.read_bytes() for path in first.files}
    again = run_batch(study, out, workers=1)
    assert (again.analysed, again.again, again.kept) == (0, 0, 2)
    for path in again.files:
        assert path.name == "population.nc" or path.read_bytes() == before[path.name]
    # what is damaged is made again
    (folder / STRIDES).write_bytes((folder / STRIDES).read_bytes()[:700])
    mended = run_batch(study, out, workers=1)
    assert (mended.analysed, mended.again, len(mended.failed)) == (1, 1, 1)
    assert kept_strides(folder / STRIDES).mass == kept.mass
    # another mass is another analysis
    changed = run_batch(_study(recorded, "heavier.toml", 90.0), out, workers=1)
    assert changed.analysed == 1
    page = (out / "averages" / "index.html").read_text()
    assert re.findall("<title>(.*)</title>", page) == ["Heavier: 1 subject, 3 trials"]
    links = re.findall(r'"(\.\./trials/[^"]*report\.html)"', page)
    assert len(links) == 2
    assert all((out / "averages" / link).is_file() for link in links)


def test_processes_find_the_same(recorded: Path, tmp_path: Path) -> None:
    study = _study(recorded)
    run_batch(study, tmp_path / "here", workers=1)
    run_batch(study, tmp_path / "there", workers=2)
    for name in ("population.csv", "profile.csv"):
        here, there = (tmp_path / place / "averages" / name for place in ("here", "there"))
        assert here.read_bytes() == there.read_bytes()


def test_a_table_of_trials(recorded: Path, tmp_path: Path) -> None:
    study = recorded / "by_table.toml"
    study.write_text('trials = "table.csv"\n')
    table = recorded / "table.csv"
    table.write_text("subject,condition,trial,mass\nS1,slow,S1/walk.c3d,85\nS1,,S1/walk2.c3d,\n")
    first, second = read_study(study)
    assert (first.condition, first.configuration.mass) == ("slow", 85.0)
    assert (second.condition, second.configuration.mass) == ("", None)
    table.write_text("subject,trial\nS1,S1/walk[1-9].c3d\nS2,S2/none*.c3d\n")
    assert [trial.path.name for trial in read_study(study)] == ["walk2.c3d", "none*.c3d"]
    for rows, said in (
        ("subject,condition,trail,mass\nS1,slow,S1/walk.c3d,85\n",
         r"table.csv, line 1: unknown column 'trail'.*mean trial"),
        ("subject,trial,weight\nS1,S1/walk.c3d,85\n",
         r"line 1: unknown column 'weight'. Did you mean mass?"),
        ("subject,condition\nS1,slow\n", "line 1: there is no column trial"),
        ("subject,trial,mass\n\nS1,S1/walk.c3d,85,,\nS1,S1/walk.c3d,70,5\n",
         "line 4: the row has 4 cells, but only 3 columns"),
        ("subject,trial,mass,\nS1,S1/walk.c3d,85,fast\n", "line 2: the row has 4 cells"),
        ("subject,trial,mass\nS1,S1/walk.c3d,heavy\n", "mass"),
    ):  # fmt: skip
        table.write_text(rows)
        with pytest.raises(InputError, match=said):
            read_study(study)
    study.write_text("")
    with pytest.raises(InputError, match="no trial"):
        read_study(study)


@pytest.mark.parametrize("mass", ["inf", "nan", "true", "'62'"])
def test_a_subject_is_checked_as_in_a_configuration(mass: str, tmp_path: Path) -> None:
    study = tmp_path / "study.toml"
    study.write_text(f"[[trial]]\nsubject = 'S'\ntrial = 'walk.c3d'\nmass = {mass}\n")
    with pytest.raises(InputError, match=r"line 4: trial\[1\].mass is"):
        read_study(study)
    if mass.isalpha():
        (tmp_path / "table.csv").write_text(f"subject,trial,mass\nS,walk.c3d,{mass}\n")
        study.write_text("trials = 'table.csv'\n")
        with pytest.raises(InputError, match=r"table.csv, line 2: mass is"):
            read_study(study)


def test_a_static_trial_may_be_found_by_a_pattern_that_fits_one(recorded: Path) -> None:
    study = recorded / "pattern.toml"
    row = '[[trial]]\nsubject = "S1"\ntrial = "S1/walk.c3d"\nstatic = "S1/{}"\n'
    study.write_text(row.format("stat*.c3d"))
    (trial,) = read_study(study)
    assert trial.static == recorded / "S1" / "static.c3d"
    study.write_text(row.format("walk*.c3d"))
    with pytest.raises(InputError, match=r"2 files fit static = S1/walk\*.c3d.*S1/walk.c3d"):
        read_study(study)
    study.write_text(row.format("standing*.c3d"))
    (trial,) = read_study(study)  # it fails by itself, as a name without a file does
    assert trial.static == recorded / "S1" / "standing*.c3d"


def test_a_table_from_a_spreadsheet_with_decimal_commas(recorded: Path) -> None:
    study = recorded / "by_table.toml"
    study.write_text('trials = "table.csv"\n')
    table = recorded / "table.csv"
    table.write_text(
        "subject;condition;trial;mass\nS1 ;slow;S1/walk.c3d; 70,5\nS1; slow;S1/walk2.c3d;\n"
    )
    first, second = read_study(study)
    assert first.configuration.mass == 70.5
    assert (first.subject, first.condition) == (second.subject, second.condition) == ("S1", "slow")


def test_a_key_says_what_an_analysis_depends_on(recorded: Path, tmp_path: Path) -> None:
    a, b, _ = read_study(_study(recorded))
    assert key_and_recording(a) == key_and_recording(b), "the same content under another name"
    (c, *_) = read_study(_study(recorded, "other.toml", 86.0))
    assert key_and_recording(c) != key_and_recording(a)
    other = tmp_path / "walk.c3d"
    other.write_bytes(a.path.read_bytes() + b" ")
    assert key_and_recording(replace(a, path=other))[0] != key_and_recording(a)[0], (
        "other content under the same name"
    )


@pytest.mark.parametrize(
    ("entry", "name", "text"),
    [
        ("markers", "mine.toml", 'name = "mine"\nextends = "below"\n'),
        ("parameters", "mine.toml", 'name = "mine"\nbase = "below.toml"\n'),
        ("skeleton", "mine.toml", 'name = "mine"\nsource = "below"\n'),
        ("markers", "mine.toml", 'name = "mine"\nskeletons = ["legs", "below.toml"]\n'),
        ("norms", "adults.nc", "curves"),
    ],
)
def test_a_key_holds_what_a_named_file_says(
    recorded: Path, tmp_path: Path, entry: str, name: str, text: str
) -> None:
    """A file of the user's own, one that it is laid over or refers to, and none by its name.

    A skeleton's source is who published it, and names no file.
    """
    named, below = tmp_path / name, tmp_path / "below.toml"
    (trial, *_) = read_study(_study(recorded))

    def key(path: Path) -> tuple[str, str]:
        chosen = trial.configuration.model_copy(update={entry: str(path)})
        return key_and_recording(replace(trial, configuration=chosen))

    named.write_text(text)
    below.write_text('name = "below"\n')
    first = key(named)
    assert first == key(named) != key_and_recording(trial)
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    (moved / name).write_text(text)
    (moved / "below.toml").write_text('name = "below"\n')
    assert key(moved / name) == first, "the same files in another folder"
    named.write_text(text + "# one more\n")
    assert key(named) != first
    named.write_text(text)
    below.write_text('name = "other"\n')
    assert (key(named) != first) is (entry in ("markers", "parameters"))


def test_a_key_holds_the_marker_sets_that_a_laboratory_keeps(
    recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may be taken where no set was chosen."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    (trial, *_) = read_study(_study(recorded))
    beside = replace(trial, path=tmp_path / trial.path.name)
    beside.path.write_bytes(trial.path.read_bytes())
    chosen = trial.configuration.model_copy(update={"markers": "plug_in_gait_full"})
    named = replace(beside, configuration=chosen)
    without, by_name = key_and_recording(beside), key_and_recording(named)
    (tmp_path / "mine.toml").write_text('name = "mine"\n[markers]\n')
    with_one = key_and_recording(beside)
    (tmp_path / "mine.toml").write_text('name = "other"\n[markers]\n')
    assert len({without, with_one, key_and_recording(beside)}) == 3
    assert key_and_recording(named) == by_name
    # names are read by the user's words
    (tmp_path / "none" / "ambulo").mkdir(parents=True)
    (tmp_path / "none" / "ambulo" / "words.toml").write_text('[part]\nknee = ["zworp"]\n')
    assert key_and_recording(named) != by_name


def test_a_key_holds_the_trials_that_move_the_hips(recorded: Path, tmp_path: Path) -> None:
    (trial, *_) = read_study(_study(recorded))
    hips = tmp_path / "hips.c3d"
    hips.write_bytes(b"some")
    chosen = trial.configuration.model_copy(update={"hip": "functional", "functional": (hips,)})
    moving = replace(trial, configuration=chosen)
    first = key_and_recording(moving)
    hips.write_bytes(b"others")
    assert key_and_recording(moving) != first


def _normal(shift: dict[str, float]) -> dict[str, Average]:
    """Averages of who walks as the band's mean, but for constant differences [deg]."""
    band = load_band()
    sums = StrideSums()
    curves = {}
    for side in ("left", "right"):
        for variable in VARIABLES:
            name = variable if variable.startswith("pelvis") else f"{side}_{variable}"
            normal = (
                band.curves["angles"][variable]
                if variable == "foot_progression"
                else band.of("angles", name, side)
            )
            curve = np.interp(CYCLE, normal.cycle, normal.mean)
            own = f"{side}_{variable}"
            cut = f"{variable} over {side} strides" if name == variable else own
            curves[header(cut, "deg")] = curve[None] + shift.get(own, 0.0)
    sums.add(StrideCurves(curves, 70.0))
    return sums.averages()


def test_normal_walking_has_no_deviation_profile() -> None:
    found = movement_analysis_profile(
        partial(_mean, _normal({"right_knee_flexion": 4.0})), load_band()
    )
    assert found.pop("right_knee_flexion") == pytest.approx(4.0)
    assert len(found) == 17
    np.testing.assert_allclose(list(found.values()), 0.0, atol=1e-12)


def test_gait_profile_scores_are_rms_of_nine_and_of_fifteen() -> None:
    shift = {"right_knee_flexion": 4.0, "left_pelvis_tilt": 3.0, "right_pelvis_tilt": 5.0}
    profile = movement_analysis_profile(partial(_mean, _normal(shift)), load_band())
    scores = gait_profile_scores(profile)
    assert scores["left_gait_profile_score"] == pytest.approx(np.sqrt(9.0 / 9.0))
    assert scores["right_gait_profile_score"] == pytest.approx(np.sqrt((16.0 + 25.0) / 9.0))
    # the pelvis counts once, by the left strides (Baker et al. 2009)
    assert scores["gait_profile_score"] == pytest.approx(np.sqrt((16.0 + 9.0) / 15.0))
    del profile["left_foot_progression"]
    assert list(gait_profile_scores(profile)) == ["right_gait_profile_score"]


def test_a_limp_is_in_the_symmetry_index() -> None:
    steps = {
        "left_step_time [s]": np.array([0.60, 0.62]),
        "right_step_time [s]": np.array([0.50, 0.48]),
        "left_step_length [m]": np.array([0.7]),
    }
    found = symmetry_indices(steps)
    assert found["step_time_symmetry_index [%]"] == pytest.approx(200.0 * 0.12 / 1.10)
    assert "step_length_symmetry_index [%]" not in found
    assert found["left_step_length [m]"] == pytest.approx(0.7)


def test_steps_and_foot_progression_of_the_simulated_man(recorded: Path, tmp_path: Path) -> None:
    """He steps alike on both sides, half a stride in time and length, with toes out as drawn."""
    out = tmp_path / "out"
    run_batch(_study(recorded), out, workers=1)
    found = read_stride_curves(next((out / "trials").iterdir()))
    cycle = walking_demo().walk.cycle
    for side in ("left", "right"):
        time = found.steps[header(f"{side}_step_time", "s")]
        np.testing.assert_allclose(time, 0.5 * cycle.stride_time, atol=0.011)
        length = found.steps[header(f"{side}_step_length", "m")]
        np.testing.assert_allclose(length, 0.5 * cycle.stride_length, atol=0.02)
        progression = found.curves[header(f"{side}_foot_progression", "deg")]
        flat = slice(20, 35)
        outwards = -progression[:, flat].mean()
        # the marker of the toe is 3 cm to the inside of the foot's long axis
        assert outwards == pytest.approx(np.degrees(cycle.toe_out), abs=8.0)
        assert outwards > 0.0
    rows = (out / "averages" / "profile.csv").read_text()
    assert "\nS1,,barefoot,gait_profile_score," in rows
    assert "step_time_symmetry_index,%," in (out / "averages" / "symmetry.csv").read_text()


def test_parquet_is_the_csv(recorded: Path, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    out = tmp_path / "out"
    run_batch(_study(recorded), out, workers=1)
    whole = pandas.read_parquet(out / "averages" / "population.parquet")
    text = pandas.read_csv(out / "averages" / "population.csv", keep_default_na=False)
    assert list(whole.columns) == list(text.columns)
    assert (whole["quantity"] == text["quantity"]).all()
    np.testing.assert_allclose(whole["at 50 %"], text["at 50 %"], rtol=1e-4, atol=1e-6)


def test_a_folder_by_name_is_there_where_it_leads_somewhere(tmp_path: Path) -> None:
    assert link_trials(tmp_path, "trials", [(("S1", "walk"), "0b01")]) == ""
    assert [path.name for path in (tmp_path / "by_name").iterdir()] == ["S1_walk"]
    assert link_trials(tmp_path, "trials", []) == ""
    assert not (tmp_path / "by_name").exists()


def test_conditions_differ_where_they_were_made_to() -> None:
    """Smooth random curves of eight subjects; the second condition is raised from 40 to 60 %."""
    pytest.importorskip("spm1d")
    rng = np.random.default_rng(0)
    harmonics = np.cos(2 * np.pi * np.multiply.outer(np.arange(4), CYCLE / 100.0))
    raised = 4.0 * np.exp(-(((CYCLE - 50.0) / 6.0) ** 2))

    def average(curve: np.ndarray) -> Average:
        return Average(curve, np.full(101, np.nan), 1)

    found = {}
    for k in range(8):
        own = 5.0 * rng.normal(size=4) @ harmonics
        for condition, change in (("before", 0.0), ("after", raised)):
            again = 0.5 * rng.normal(size=4) @ harmonics
            found[f"S{k}", "", condition] = {
                "x [deg]": average(own + again + change),
                "y [deg]": average(own + again),
            }
    tests = {test.quantity: test for test in compare_conditions(found)}
    x, y = tests["x [deg]"], tests["y [deg]"]
    assert (x.kind, x.subjects, x.first) == ("paired", (8, 8), "before")
    (cluster,) = x.clusters
    assert 35.0 < cluster.start < 50.0 < cluster.stop < 65.0
    assert cluster.p < 0.05
    assert x.largest < 0.0, "the second is larger"
    # pairing takes out what subjects differ by, which is ten times what is looked for
    assert abs(x.largest) > 5.0
    assert len(y.clusters) == 0
    # one quantity without a spread is said, and keeps no other from its test
    for given in (found, {k: v for k, v in found.items() if k != ("S0", "", "after")}):
        untested: list[str] = []
        alike = average(np.cos(CYCLE))
        same = {key: {"z [deg]": alike, **value} for key, value in given.items()}
        left = [test.quantity for test in compare_conditions(same, untested)]
        assert left == ["x [deg]", "y [deg]"]
        (said,) = untested
        assert "before against after: z [deg], because at some instant all subjects" in said
    # what the library itself refuses is told with its own reason
    with pytest.MonkeyPatch.context() as patched:
        refuse = Mock(side_effect=RuntimeError("no such t"))
        patched.setattr("spm1d.stats.ttest_paired", refuse)
        refused: list[str] = []
        assert list(compare_conditions(found, refused)) == []
        assert "x [deg]. spm1d refuses this quantity (no such t)" in refused[0]
        assert len(refused) == refuse.call_count == 2
        with pytest.raises(RuntimeError, match="no such t"):
            list(compare_conditions(found))
    for count in (2, 4, 5):
        fewer = {key: value for key, value in found.items() if int(key[0][1:]) < count}
        assert bool(list(compare_conditions(fewer))) is (count >= 5)
    # no cluster that the field finds likely is a difference
    for seed in range(20):
        chance = np.random.default_rng(seed)
        noise = {
            (f"S{k}", "", condition): {"x [deg]": average(chance.normal(size=4) @ harmonics)}
            for k in range(5)
            for condition in ("before", "after")
        }
        for test in compare_conditions(noise):
            assert all(cluster.p <= 0.05 for cluster in test.clusters)
    assert [Cluster(0.0, 1.0, p).shown for p in (0.0, 0.0004, 0.0312)] == [
        "< 0.001", "< 0.001", "0.031"
    ]  # fmt: skip
    other = {(f"{s}b" if c == "after" else s, v, c): x for (s, v, c), x in found.items()}
    assert {test.kind for test in compare_conditions(other)} == {"two samples"}


def test_compared_analyses(recorded: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run_batch(_study(recorded), out, workers=1)
    run_batch(_study(recorded, "heavier.toml", 95.0), out, workers=1)
    folders = sorted(path for path in (out / "trials").iterdir())
    ending = ambulo("compare", *folders, "--out", tmp_path / "compared")
    assert ending.status == 0, ending.said
    assert "body mass: 95.0 kg, against" in ending.out or ", against 95.0 kg" in ending.out
    assert "curves differ by more than the ± of both" in ending.out
    text = (tmp_path / "compared" / "curves.csv").read_text(encoding="utf-8").splitlines()
    assert (tmp_path / "compared" / "compare.html").is_file()
    assert text[0].startswith("analysis,quantity,strides,rms from the first,± of both,at 0 %")
    # the first has no ± to itself
    assert [line.split(",")[4] == "" for line in text[1:3]] == [True, False]
    assert "Give two or more" in refusal("compare", folders[0])
    assert "given twice" in refusal("compare", folders[0], folders[0])


def test_trials_made_in_different_ways_are_told() -> None:
    def trial(folder: str, method: str) -> KeptTrial:
        return KeptTrial(folder, "analysed", "good", "", folder, method, "plug_in_gait")

    whole = [trial("a", "plates"), trial("b", "whole-body"), trial("c", "plates")]
    (said,) = batch._doubts({("S1", "", ""): [0, 1, 2]}, whole)
    assert said == (
        "The trials have 2 sources of the ground reaction (plates: 2, whole-body: 1). The method "
        "whole-body uses the motion alone."
    )
    assert list(batch._doubts({("S1", "", ""): [0, 1]}, whole[::2])) == []


def test_a_recording_of_two_averages_is_told_whatever_the_masses() -> None:
    def trial(folder: str, recording: str) -> KeptTrial:
        return KeptTrial(folder, "analysed", "good", "", recording)

    whole = [trial("a", "walk"), trial("b", "walk"), trial("c", "run"), trial("d", "run")]
    groups = {("S1", "", "shod"): [0], ("S2", "", "shod"): [1], ("S3", "", ""): [2, 3]}
    again, several = batch._doubts(groups, whole)
    assert "1 of 4 trials repeat a recording of the same average" in again
    assert several == (
        "1 recording is given for several subjects, sessions or conditions (S1, shod and S2, shod)."
    )
    assert list(batch._doubts({("S1", "", ""): [0], ("S2", "", ""): [2]}, whole)) == []


def test_a_study_of_which_every_trial_fails(recorded: Path, tmp_path: Path) -> None:
    study, out = recorded / "none.toml", tmp_path / "out"
    study.write_text('[[trial]]\nsubject = "S2"\ntrial = "S2/bad.c3d"\n')
    said = f"No trial could be analysed: {out / 'averages' / 'trials.csv'} says why."
    ending = ambulo("batch", study, "--out", out, "--workers", "1")
    assert ending.status == 2
    assert said in ending.out
    ending = ambulo("batch", study, "--out", out, "--workers", "1", "--quiet")
    assert (ending.status, ending.out, ending.err) == (2, "", f"{said}\n")
    assert "bad.c3d" in (out / "averages" / "trials.csv").read_text()


def _curves(trial: StudyTrial, store: Path) -> tuple[KeptTrial, StrideCurves | None]:
    """In the place of an analysis: curves that follow from the trial's mass; one trial fails."""
    mass = trial.configuration.mass
    assert mass is not None
    if mass == 9.0:
        return KeptTrial("", "failed", "", "made to fail"), None
    if mass >= 30.0:  # a squat
        return KeptTrial(f"{int(mass):03d}", "analysed", "good", ""), StrideCurves({}, mass, {})
    rng = np.random.default_rng(int(mass))
    # what comes early in the study is done late
    time.sleep(0.03 if trial.subject == "B" else float(rng.uniform(0.0, 0.005)))
    curves = {
        "left_knee_flexion [deg]": rng.normal(30.0, 5.0, (1 + int(mass) % 3, 101)),
        "left_knee_flexion [N*m/kg]": rng.normal(0.0, 1.0, (int(mass) % 2, 101)),
    }
    steps = {"left_step_time [s]": rng.normal(0.5, 0.01, 2)}
    return KeptTrial(f"{int(mass):03d}", "analysed", "good", ""), StrideCurves(curves, mass, steps)


def test_pieces_whoever_makes_them_and_whenever_they_come_give_the_same_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import h5netcdf

    # groups of 1, 3, 9 and 4 trials, one in which none succeeds, three without strides, mixed
    who = ["A", "B", "C", "B", "C", "C", "B", "C", *"DDDD", *"CCCCC", *"EFGH"]
    mass = [1, 2, 10, 4, 11, 12, 5, 13, 6, 7, 8, 14, 15, 16, 17, 18, 19, 9, 30, 31, 32]
    study = tmp_path / "study.toml"
    (tmp_path / "walk.c3d").touch()
    study.write_text(
        "".join(
            f'[[trial]]\nsubject = "{s}"\ntrial = "walk.c3d"\nmass = {m}\n'
            for s, m in zip(who, mass, strict=True)
        )
    )
    monkeypatch.setattr(batch, "analyse_or_keep", _curves)
    monkeypatch.setattr(batch, "_PIECES", 1)
    monkeypatch.setattr(study_files, "_GROUPS_AT_ONCE", 3)
    monkeypatch.setattr(netcdf, "_IN_MEMORY", 0)
    found: dict[int, list[np.ndarray]] = {}
    for size in (1, 4):
        monkeypatch.setattr(batch, "_LARGEST", size)
        for turn in range(2):
            out = tmp_path / f"{size}-{turn}"
            with ThreadPoolExecutor(1 + 3 * turn) as threads:
                made = run_batch(study, out, executor=threads)
            assert [key[0] for key in made.groups] == list("ABCDFGH")
            assert list(made.failed) == [f"{tmp_path / 'walk.c3d'} (E)"]
            with h5netcdf.File(out / "averages" / "population.nc", "r") as file:
                arrays = [file.variables[name][...] for name in ("strides", "mean", "sd")]
            for one, other in zip(found.setdefault(size, arrays), arrays, strict=True):
                assert np.array_equal(one, other, equal_nan=True)
            table = (out / "averages" / "population.csv").read_bytes()
            assert table == (tmp_path / "1-0" / "averages" / "population.csv").read_bytes()
    strides, mean, sd = found[4]
    for k, subject in enumerate("ABCD"):
        trials = [
            _curves(trial, tmp_path)[1] for trial in read_study(study) if trial.subject == subject
        ]
        every = np.concatenate([t.curves["left_knee_flexion [deg]"] for t in trials if t])
        assert strides[k, 0] == len(every)
        np.testing.assert_allclose(mean[k, 0], every.mean(axis=0), rtol=1e-12)
        np.testing.assert_allclose(sd[k, 0], every.std(axis=0, ddof=1), rtol=1e-11)
    assert "D,,,left_step_time,s," in (out / "averages" / "symmetry.csv").read_text()
    assert not [*tmp_path.glob("*/.groups-*")], "what waited is gone"
    # too many groups for one file
    monkeypatch.setattr(study_files, "_IN_ONE_FILE", 3)
    out = tmp_path / "parts"
    with ThreadPoolExecutor(3) as threads:
        made = run_batch(study, out, executor=threads)
    parts = out / "averages" / "population"
    assert parts in made.files
    lines = [path.read_bytes().split(b"\n", 1) for path in sorted(parts.glob("*.csv"))]
    assert len(lines) == 3
    assert lines[0][0] + b"\n" + b"".join(some for _, some in lines) == table
    opened = [h5netcdf.File(path, "r") for path in sorted(parts.glob("*.nc"))]
    for name, whole in zip(("strides", "mean", "sd"), found[4], strict=True):
        some = np.concatenate([file.variables[name][...] for file in opened])
        assert np.array_equal(some, whole, equal_nan=True)
    for file in opened:
        file.close()
    require_as_written(out / "averages", *(f"population/0000{k}.nc" for k in range(3)))


@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.exhaustive)])
def test_a_killed_run_goes_on(kills: int, recorded: Path, tmp_path: Path) -> None:
    study = recorded / "many.toml"
    rows = "".join(
        f'[[trial]]\nsubject = "S{k}"\nstatic = "S1/static.c3d"\ntrial = "S1/walk.c3d"\n'
        f"mass = {80 + k}\n"
        for k in range(4)
    )
    study.write_text(rows)
    run_batch(study, tmp_path / "whole", workers=1)
    out = tmp_path / "killed"
    rng = np.random.default_rng(0)
    command = [sys.executable, "-m", "ambulo", "batch", str(study), "--out", str(out)]
    done: set[str] = set()
    for wait in rng.uniform(1.0, 8.0, size=kills):
        run = subprocess.Popen([*command, "--workers", "1"], start_new_session=True)
        time.sleep(float(wait))
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        finished = {path.parent.name for path in out.glob("trials/*/manifest.json")}
        assert done <= finished, "what was finished stays"
        done = finished
    last = run_batch(study, out, workers=1)
    assert last.kept == len(done)
    assert last.analysed == 4 - len(done)
    for name in ("population.csv", "profile.csv"):
        after, whole = (folder / "averages" / name for folder in (out, tmp_path / "whole"))
        assert after.read_bytes() == whole.read_bytes()

"""A study of several trials: kept by content, a bad one is a line, killed runs go on."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.command_line import ambulo, refusal

from ambulo.demo.trial import make_trial
from ambulo.inputs.errors import InputError
from ambulo.population.averages import StrideSums
from ambulo.population.batch import run_batch
from ambulo.population.kept import key_of
from ambulo.population.profile import VARIABLES, movement_analysis_profile
from ambulo.population.stride_curves import StrideCurves, read_stride_curves
from ambulo.population.study_file import read_study
from ambulo.report.normal_band import load_band
from ambulo.results.columns import header
from ambulo.results.gait_cycle import CYCLE


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
    assert (first.analysed, first.kept, len(first.failed)) == (1, 1, 1)
    ((bad, message),) = first.failed.items()
    assert bad.endswith("bad.c3d")
    assert "\n" not in message
    # the same recording twice is analysed once, and both count in the mean
    ((key, averages),) = first.averages.items()
    assert key == ("S1", "", "barefoot")
    name = header("left_knee_flexion", "deg")
    one = read_stride_curves(next((out / "trials").iterdir())).curves[name]
    assert averages[name].strides == 2 * len(one)
    np.testing.assert_allclose(averages[name].mean, one.mean(axis=0), rtol=1e-12)
    with h5netcdf.File(out / "averages" / "population.nc", "r") as file:
        assert file.variables["mean"].shape == (1, len(averages), len(CYCLE))
    before = {path.name: path.read_bytes() for path in first.files}
    again = run_batch(study, out, workers=1)
    assert (again.analysed, again.kept) == (0, 2)
    for path in again.files:
        assert path.name == "population.nc" or path.read_bytes() == before[path.name]
    # another mass is another analysis
    changed = run_batch(_study(recorded, "heavier.toml", 90.0), out, workers=1)
    assert changed.analysed == 1
    links = re.findall(r'href="([^"]*)"', (out / "averages" / "index.html").read_text())
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
    table.write_text("subject,condition,trail,mass\nS1,slow,S1/walk.c3d,85\n")
    with pytest.raises(InputError, match=r"table.csv, line 2.*trail|trail.*|.*trial"):
        read_study(study)
    table.write_text("subject,trial,mass\nS1,S1/walk.c3d,heavy\n")
    with pytest.raises(InputError, match="mass"):
        read_study(study)
    study.write_text("")
    with pytest.raises(InputError, match="no trial"):
        read_study(study)


def test_a_key_says_what_an_analysis_depends_on(recorded: Path, tmp_path: Path) -> None:
    a, b, _ = read_study(_study(recorded))
    assert key_of(a) == key_of(b), "the same content under another name"
    (c, *_) = read_study(_study(recorded, "other.toml", 86.0))
    assert key_of(c) != key_of(a)
    other = tmp_path / "walk.c3d"
    other.write_bytes(a.path.read_bytes() + b" ")
    assert key_of(replace(a, path=other)) != key_of(a), "other content under the same name"


def test_running_means_are_means() -> None:
    rng = np.random.default_rng(0)
    parts = [rng.normal(40.0, 5.0, size=(n, 101)) for n in (1, 3, 2)]
    sums = StrideSums()
    for part in parts:
        sums.add(StrideCurves({"x [deg]": part}, 70.0))
    found = sums.averages()["x [deg]"]
    whole = np.concatenate(parts)
    np.testing.assert_allclose(found.mean, whole.mean(axis=0), rtol=1e-13)
    np.testing.assert_allclose(found.sd, whole.std(axis=0, ddof=1), rtol=1e-12)
    assert found.strides == 6


def test_normal_walking_has_no_deviation_profile() -> None:
    band = load_band()
    sums = StrideSums()
    curves = {}
    for side in ("left", "right"):
        for variable in VARIABLES:
            normal = band.of("angles", f"{side}_{variable}", side)
            curve = np.interp(CYCLE, normal.cycle, normal.mean)
            shift = 4.0 if (side, variable) == ("right", "knee_flexion") else 0.0
            curves[header(f"{side}_{variable}", "deg")] = curve[None] + shift
    sums.add(StrideCurves(curves, 70.0))
    found = movement_analysis_profile(sums.averages(), band)
    assert found.pop("right_knee_flexion") == pytest.approx(4.0)
    assert len(found) == 9
    np.testing.assert_allclose(list(found.values()), 0.0, atol=1e-12)


def test_compared_analyses(recorded: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run_batch(_study(recorded), out, workers=1)
    run_batch(_study(recorded, "heavier.toml", 95.0), out, workers=1)
    folders = sorted(path for path in (out / "trials").iterdir())
    ending = ambulo("compare", *folders, "--out", tmp_path / "compared")
    assert ending.status == 0, ending.said
    text = (tmp_path / "compared" / "curves.csv").read_text().splitlines()
    assert (tmp_path / "compared" / "compare.html").is_file()
    assert text[0].startswith("analysis,quantity,strides,rms from the first,at 0 %")
    assert "Give two or more" in refusal("compare", folders[0])
    assert "given twice" in refusal("compare", folders[0], folders[0])


@pytest.mark.slow
def test_a_killed_run_goes_on(recorded: Path, tmp_path: Path) -> None:
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
    command = [sys.executable, "-m", "ambulo.cli", "batch", str(study), "--out", str(out)]
    done: set[str] = set()
    for wait in rng.uniform(1.0, 8.0, size=20):
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

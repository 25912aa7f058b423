"""Tutorials and the first hour, as a reader goes: commands and blocks of Python in their order."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from types import SimpleNamespace

import matplotlib
import numpy as np
import pytest
from tests.command_line import ambulo

from ambulo.gait.activities.registry import ACTIVITIES
from ambulo.gait.checks.registry import CHECKS
from ambulo.population.compare import compare
from ambulo.results.output_columns import COLUMNS

DOCS = Path(__file__).resolve().parents[2] / "docs"


def blocks(name, kind):
    text = (DOCS / f"{name}.md").read_text("utf-8")
    return re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)


def run(name, capsys, without=""):
    """Names and printed lines of a page's blocks, without a block that contains a text."""
    names: dict[str, object] = {"__name__": name}
    for block in blocks(name, "python"):
        if without and without in block:
            continue
        exec(compile(block, f"{name}.md", "exec", dont_inherit=True), names)
    return names, capsys.readouterr().out.splitlines()


def test_recordings(made_trial, tmp_path, monkeypatch):
    """`ambulo demo` is what makes the recording; its own test runs it."""
    monkeypatch.chdir(tmp_path)
    kept = tmp_path / "ambulo-demo" / "recording"
    kept.mkdir(parents=True)
    for path in made_trial[:2]:
        (kept / path.name).write_bytes(path.read_bytes())
    said = []
    for line in "".join(blocks("tutorials/recordings", "sh")).splitlines():
        done = ambulo(*shlex.split(line)[1:])
        assert done.status == 0, done.err
        said.append(done.said)
    info, analysed, _ = said
    assert "Marker sets" in info
    assert "fits" in info
    assert "peak moment" in analysed
    assert (kept / "walk-ambulo" / "report.html").exists()
    assert len([*(kept / "walk-ambulo" / "figures").glob("*.png")]) > 2


def test_python_with_recordings_of_a_person(data, tmp_path, monkeypatch, capsys):
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    for path in (data / "biomechzoo" / "HC038A").glob("*/*.c3d"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    names, said = run("tutorials/python", capsys, without="make_trial")
    assert said[-1] == "True"
    # as the page says
    text = (DOCS / "tutorials" / "python.md").read_text("utf-8")
    left, both = f"{names['difference']:.2f}", f"{names['error']:.2f}"
    assert f"differ by {left} N·m/kg rms, which is less than the ± of both,\n{both}" in text
    # and as the command says
    folders = {
        names[one].save(tmp_path / f"{one}-ambulo"): names[one] for one in ("found", "other")
    }
    compared = {one.name: one.rms[1] for one in compare(folders)}
    assert f"{compared['left_knee_flexion [N*m/kg]']:.2f}" == left
    right = compared["right_knee_flexion [N*m/kg]"]
    assert f"the difference is {right:.2f} N·m/kg" in text
    assert np.isnan(names["first"].iloc[-1])
    later = names["after_per_kg"].unstack("trial")
    assert later.notna().all().all()
    peaks = names["trials"]["first"].to_pandas("peaks")["per_kg [N*m/kg]"]
    assert (later["first"] <= (1.0 + 1e-12) * peaks).all()
    assert [check.grade for check in names["found"].checks].count("look") == 0
    assert "about 11 %" in str(names["other"])


def test_python(tmp_path, monkeypatch, capsys):
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    names, said = run("tutorials/python", capsys)
    assert said[-1] == "True"
    assert 0.0 < names["difference"] < 0.1
    assert names["first"].index.tolist() == [*range(101)]
    assert 0.2 < abs(names["first"]).max() < 2.0  # N*m/kg
    assert (tmp_path / "knee.png").stat().st_size > 1000


def test_mechanics(tmp_path, monkeypatch, capsys):
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    names, said = run("tutorials/mechanics", capsys)
    assert (tmp_path / "path.png").stat().st_size > 1000
    # what the page says is printed
    text = (DOCS / "tutorials" / "mechanics.md").read_text("utf-8").replace("-0. ", " 0. ")
    for line in (said[k] for k in (0, 1, 2, 6, 7, 9, 10)):
        assert line.replace("-0. ", " 0. ") in text
    assert "'gravity': 4.931, 'spring': 16.816" in said[3]
    # what is missing of the energy, and the worst violation of a joint
    assert float(said[4]) < 1e-8
    assert float(said[5]) < 1e-9
    *said, inverse = said
    assert said[-1] == said[-5]
    assert "floor" in said[-4]
    assert inverse in text
    # the shoulder carries what moves both rods against weight and spring
    swung, held = names["swung"], names["held"]
    state = held.state(swung.q[-1], swung.v[-1], swung.time[-1])
    tip, _ = state.of(names["spring"].j)
    line = tip - [0.0, 0.0, 0.5]
    length = sum(line**2) ** 0.5
    pull = -20.0 * (length - 0.5) * line / length
    solved = held.dynamics(swung.q[-1], swung.v[-1], swung.time[-1])
    rods = [names["upper"], names["lower"]]
    moved = sum(solved.qdd[held.slice_of(rod)][:3] for rod in rods)
    expected = moved - pull + [0.0, 0.0, 2 * 9.80665]
    assert names["pull"].force == pytest.approx(expected, abs=1e-6)


def test_first_hour(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    try:
        there, said = run("first-hour", capsys)
    finally:
        CHECKS.remove("short_record")
        COLUMNS.remove("trunk")
        ACTIVITIES.remove("one-leg-stand")
    feet = {"left": np.zeros(3, dtype=bool), "right": np.ones(3, dtype=bool)}
    assert (
        there["balanced"](SimpleNamespace(rest=feet)) == "the left foot never touches the ground."
    )
    hips = np.array([[0.0, 0.0, 1.0], [0.02, 0.01, 1.0]])
    (sway,) = there["swayed"](SimpleNamespace(movement=SimpleNamespace(hips=hips))).numbers
    assert sway.value == 0.02
    # the recording lasts 3.5 s, 6.5 s less than ten
    assert said == ["look The recording lasts 3.5 s.", "time,trunk_lean [m]", "100.0", "sway"]
    assert "Trunk lean" in (tmp_path / "tried-ambulo" / "report.html").read_text("utf-8")

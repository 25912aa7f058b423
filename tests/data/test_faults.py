"""Every command that writes, killed or without room at every step: nothing mixed, nothing half.

What can be seen afterwards is the old results, the new ones, or none: every unit (a folder with a
manifest, or a single file) by itself, and nothing that was there before is touched.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.command_line import ambulo
from tests.faults import seen

from ambulo.demo.trial import make_trial
from ambulo.results.whole_folder import write_folder

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks of a process there"),
]

ROOT = Path(__file__).resolve().parents[2]
PROBLEM = """
times = [0.0, 0.25]
[chain]
names = ["upper arm", "forearm"]
lengths = [0.30, 0.27]
masses = [
  { segment = 1, distance = 0.13, mass = 2.0 },
  { segment = 2, distance = 0.20, mass = 1.6 },
]
[[posture]]
theta = [170, 160]
[[posture]]
theta = [140, 110]
"""
STUDY = """
[[trial]]
subject = "S1"
static = "../recording/static.c3d"
trial = "../recording/walk.c3d"
mass = {mass}
sex = "m"
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording, a finished analysis of it, and files that commands read."""
    folder = tmp_path_factory.mktemp("faults")
    walk, static, _ = make_trial(folder / "recording")
    out = folder / "walk"
    assert ambulo("analyse", walk, "--static", static, "--sex", "m", "--out", out).status == 0
    (folder / "inputs").mkdir()
    (folder / "inputs" / "problem.toml").write_text(PROBLEM)
    (folder / "inputs" / "earlier.toml").write_text(PROBLEM.replace("[140, 110]", "[150, 110]"))
    for mass in (80, 81):
        (folder / "inputs" / f"study{mass}.toml").write_text(STUDY.format(mass=mass))
    return folder


def _tried(place: Path, work: Path, *arguments: object) -> list[dict]:
    ending = subprocess.run(
        [sys.executable, "-m", "tests.faults", str(work),
         *(str(argument) for argument in arguments)],
        capture_output=True, text=True, check=False, cwd=ROOT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert ending.returncode == 0, ending.stderr
    return json.loads(ending.stdout.splitlines()[-1])


def _units(*states: Mapping[str, str]) -> set[str]:
    """Folders with a manifest, the inner one before the outer, and files outside of them all."""
    files = {name for state in states for name in state}
    folders = {
        name.removesuffix("manifest.json") for name in files if name.endswith("manifest.json")
    }
    single = {name for name in files if not any(name.startswith(folder) for folder in folders)}
    return folders | single


def _part(unit: str, state: Mapping[str, str], units: set[str]) -> dict[str, str]:
    """Files of a unit that belong to no unit within it."""
    inner = [one for one in units if one != unit and one.startswith(unit)]
    return {
        name: digest
        for name, digest in state.items()
        if name.startswith(unit) and not any(name.startswith(one) for one in inner)
    }


COMMANDS = {
    "analyse": ("analyse", "{place}/recording/walk.c3d", "--sex", "m", "--out", "{work}/walk",
                "--overwrite"),
    "demo": ("demo", "--out", "{work}/walk", "--overwrite"),
    "simulate": ("simulate", "{work}/walk", "--control", "pd",
                 "--step", "0.01"),
    "bone": ("bone", "{work}/walk"),
    "ballistic": ("ballistic", "{place}/inputs/problem.toml", "--out", "{work}/out", "--overwrite"),
    "study": ("study", "bruzzo2012_long_run", "--out", "{work}/out", "--overwrite"),
    "batch": ("batch", "{place}/inputs/study81.toml", "--workers", "1", "--out", "{work}/out"),
    "compare": ("compare", "{work}/walk", "{place}/walk", "--out", "{work}/out", "--overwrite"),
}  # fmt: skip
EARLIER = {
    "ballistic": ("ballistic", "{place}/inputs/earlier.toml", "--out", "{work}/out"),
    "study": ("study", "bruzzo2012_long_run", "--check", "--out", "{work}/out"),
    "batch": ("batch", "{place}/inputs/study80.toml", "--workers", "1", "--out", "{work}/out"),
    "compare": ("compare", "{place}/walk", "{work}/walk", "--out", "{work}/out"),
    "simulate": (*COMMANDS["simulate"][:-1], "0.02"),
}  # fmt: skip


def _another_bone(folder: Path) -> None:
    for name in ("strain.csv", "summary.json", "of_an_earlier_version.svg"):
        (folder / name).write_text("earlier")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("earlier", [False, True], ids=["first time", "over earlier results"])
def test_what_a_fault_leaves_is_old_new_or_nothing(command, earlier, place, tmp_path):
    if command == "bone":
        pytest.importorskip("skfem")
    work = tmp_path / "work"
    work.mkdir()
    names = {"place": place, "work": work}
    if earlier or "{work}/walk" in COMMANDS[command][1]:
        shutil.copytree(place / "walk", work / "walk")
    if earlier and command in EARLIER:
        done = ambulo(*(part.format(**names) for part in EARLIER[command]))
        assert done.status == 0, done.err
    if earlier and command == "bone":  # the same walk gives the same bytes again
        write_folder(work / "walk" / "bone", _another_bone)
    before = seen(work)
    endings = _tried(place, work, *(part.format(**names) for part in COMMANDS[command]))

    *others, whole = endings
    assert (whole["fault"], whole["status"]) == ("none", 0), whole["said"]
    new = whole["files"]
    assert new != before, "the faults would be tried on nothing"
    assert whole["hidden"] == []
    units = _units(before, new)
    assert units
    kinds = {kind: sum(one["fault"] == kind for one in others) for kind in
             ("kill", "full", "cut", "large")}  # fmt: skip
    assert kinds["kill"] == kinds["full"] == whole["at"] >= 3, kinds
    assert kinds["cut"] == kinds["large"] >= 1, kinds
    left = set()
    for one in others:
        label = f"{one['fault']} at {one['at']}: {one['said']}"
        assert not set(one["files"]) - set(new) - set(before), label
        assert not one["mixed"], label
        for unit in units:
            found = _part(unit, one["files"], units)
            old, made = _part(unit, before, units), _part(unit, new, units)
            # bytes may differ from run to run (a time, a process); a manifest tells of its own
            if found not in (old, {}):
                assert found.keys() == made.keys(), f"{label}: {unit} is half-written"
                assert found == made or unit.endswith("/"), f"{label}: {unit} is half-written"
            # what is not there in the end may be gone; what is the same before and after stays
            if old and old == made:
                assert found == old, f"{label}: {unit} was not to be touched"
            left.add("new" if found and found != old else "old" if found else "none")
        if one["fault"] in ("full", "large"):
            assert one["status"] in (0, 2), label
            if one["status"] == 2:
                assert one["said"].count("\n") == 1, label
                assert "Make room" in one["said"], label
                assert one["files"].items() >= before.items() or command == "batch", label
                assert not [name for name in one["hidden"] if "writing" in name], label
            else:
                assert one["files"].keys() == new.keys(), label
    refused = [one for one in others if one["status"] == 2]
    assert len(refused) >= kinds["full"] - 3
    assert {"old"} <= left or {"none"} <= left

"""Every command that writes, killed or without room while it does: nothing mixed, nothing half.

The 1st, 8th, 64th, ... step of each kind is tried, of one command for each way of writing: a
folder over an earlier one, a file, a batch. `make test-exhaustive` tries every command and every
step, over earlier results and the first time: all write by the same few functions.

What can be seen afterwards is the old results, the new ones, or none: every unit (a folder with a
manifest, or a single file) by itself, and nothing that was there before is touched.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.faults import REMOVALS, Request, seen
from tests.reaching_arm import CHAIN, FIRST, MIDDLE

from ambulo.results.whole_folder import write_folder, write_manifest

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks of a process there"),
]

ROOT = Path(__file__).resolve().parents[2]
KERNEL = "Compiled code cannot be kept"
PROBLEM = f"times = [0.0, 0.25]\n{CHAIN}{FIRST}{MIDDLE}"
STUDY = """
[[trial]]
subject = "S1"
static = "../walk/recording/static.c3d"
trial = "../walk/recording/walk.c3d"
mass = {mass}
sex = "m"
"""


Ask = Callable[[Request], object]


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    """What a process that has imported and compiled the commands answers."""
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.faults"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "MPLBACKEND": "agg"},
    )  # fmt: skip
    assert server.stdin is not None
    assert server.stdout is not None

    def asked(request: Request) -> object:
        server.stdin.write(json.dumps(asdict(request)) + "\n")
        server.stdin.flush()
        return json.loads(server.stdout.readline())

    yield asked
    server.stdin.close()
    assert server.wait(60) == 0


def _done(ask: Ask, *arguments: object) -> None:
    ending = ask(Request(tuple(str(argument) for argument in arguments)))
    assert ending["status"] == 0, ending["err"]


@pytest.fixture(scope="module")
def place(ask: Ask) -> Iterator[Path]:
    """Analyses of a simulated walk and its recording, and files that commands read."""
    with _folder() as folder:
        _done(ask, "demo", "--out", folder / "walk")
        # the same walk as somebody else's, for what wants two people
        shutil.copytree(folder / "walk", folder / "another")
        told = folder / "another" / "model.json"
        model = json.loads(told.read_text())
        model["subject"]["name"] = "Another"
        told.write_text(json.dumps(model))
        write_manifest(folder / "another")
        (folder / "inputs").mkdir()
        (folder / "inputs" / "problem.toml").write_text(PROBLEM)
        (folder / "inputs" / "earlier.toml").write_text(PROBLEM.replace("[140, 110]", "[150, 110]"))
        for mass in (80, 81):
            (folder / "inputs" / f"study{mass}.toml").write_text(STUDY.format(mass=mass))
        yield folder


@contextmanager
def _folder() -> Iterator[Path]:
    """A folder in memory where the system has one: every step is put back several times."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as name:
        yield Path(name)


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
    "analyse": ("analyse", "{place}/walk/recording/walk.c3d", "--sex", "m", "--out", "{work}/walk",
                "--overwrite"),
    "demo": ("demo", "--out", "{work}/walk", "--overwrite"),
    "simulate": ("simulate", "{work}/walk", "--control", "pd",
                 "--step", "0.01"),
    "bone": ("bone", "{work}/walk"),
    "ballistic": ("ballistic", "{place}/inputs/problem.toml", "--out", "{work}/out", "--overwrite"),
    "study": ("study", "bruzzo2012_long_run", "--out", "{work}/out", "--overwrite"),
    "batch": ("batch", "{place}/inputs/study81.toml", "--workers", "1", "--out", "{work}/out"),
    "compare": ("compare", "{work}/walk", "{place}/walk", "--out", "{work}/out", "--overwrite"),
    "norms": ("norms", "{place}/walk", "{place}/another", "--out", "{work}/out/norms.nc"),
    "figures": ("figures", "{work}/walk"),
}  # fmt: skip
EARLIER = {
    "ballistic": ("ballistic", "{place}/inputs/earlier.toml", "--out", "{work}/out"),
    "study": ("study", "bruzzo2012_long_run", "--check", "--out", "{work}/out"),
    "batch": ("batch", "{place}/inputs/study80.toml", "--workers", "1", "--out", "{work}/out"),
    "compare": ("compare", "{place}/walk", "{work}/walk", "--out", "{work}/out"),
    "norms": (*COMMANDS["norms"], "--population", "others"),
    "simulate": (*COMMANDS["simulate"][:-1], "0.02"),
}  # fmt: skip


# names of a few files that an earlier version may have written there
ANOTHER = {"bone": ("strain.csv", "summary.json"), "figures": ("joints.svg", "captions.md")}


SAMPLE = {("analyse", True), ("norms", True), ("batch", False)}
"""Commands, and whether over earlier results, that are not left to `make test-exhaustive`."""


def _another(folder: Path, names: tuple[str, ...]) -> None:
    for name in (*names, "of_an_earlier_version.svg"):
        (folder / name).write_text("earlier")


@pytest.mark.parametrize(
    ("command", "earlier"),
    [
        pytest.param(
            name,
            earlier,
            marks=() if (name, earlier) in SAMPLE else pytest.mark.exhaustive,
        )
        for name, earlier in [*((n, True) for n in COMMANDS), ("analyse", False), ("batch", False)]
    ],
)
def test_what_a_fault_leaves_is_old_new_or_nothing(command, earlier, place, ask):
    with _folder() as folder:
        _try(command, earlier, False, place, ask, folder)


@pytest.mark.exhaustive
@pytest.mark.parametrize("earlier", [False, True], ids=["first time", "over earlier results"])
@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_fault_at_any_step_leaves(command, earlier, place, ask):
    with _folder() as folder:
        _try(command, earlier, True, place, ask, folder)


def _try(command: str, earlier: bool, every: bool, place: Path, ask: Ask, folder: Path) -> None:
    if command == "bone":
        pytest.importorskip("skfem")
        # the bone's stiffness is found in the process that answers, once
        if not (place / "before" / "bone").exists():
            shutil.copytree(place / "walk", place / "before")
            _done(ask, "bone", place / "before")
    work = folder / "work"
    work.mkdir()
    names = {"place": place, "work": work}
    if earlier or "{work}/walk" in COMMANDS[command][1]:
        shutil.copytree(place / "walk", work / "walk")
    if earlier and command in EARLIER:
        _done(ask, *(part.format(**names) for part in EARLIER[command]))
    if earlier and command in ANOTHER:
        write_folder(work / "walk" / command, lambda to: _another(to, ANOTHER[command]))
    before = seen(work)
    arguments = tuple(part.format(**names) for part in COMMANDS[command])
    endings = ask(Request(arguments, str(work), every))

    *others, whole = endings
    assert (whole["fault"], whole["status"]) == ("none", 0), whole["said"]
    new = whole["files"]
    assert new != before, "the faults would be tried on nothing"
    assert whole["hidden"] == []
    units = _units(before, new)
    assert units
    kinds = {kind: sum(one["fault"] == kind for one in others) for kind in
             ("kill", "full", "cut", "large")}  # fmt: skip
    removals = {one["at"] for one in others if one["kind"].startswith(REMOVALS)}
    assert kinds["kill"] == kinds["full"] + len(removals) >= 3, kinds
    assert kinds["kill"] == whole["at"] if every else kinds["kill"] <= whole["at"], kinds
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
                # a kernel that is new cannot be kept either, which is a line of its own
                lines = one["said"].splitlines()
                assert sum(not line.startswith(KERNEL) for line in lines) == 1, label
                assert "Make room" in one["said"], label
                assert one["files"].items() >= before.items() or command == "batch", label
                assert not [name for name in one["hidden"] if "writing" in name], label
            else:
                assert one["files"].keys() == new.keys(), label
    refused = [one for one in others if one["status"] == 2]
    assert len(refused) >= kinds["full"] - 3
    assert {"old"} <= left or {"none"} <= left

"""Stored errors, each planted in a copy of the tree: which tests find it. `make planted`.

`planted/PART-WHAT.diff` are a hundred errors: half written by hand, mistakes that people make, half
wrong operators and numbers of a draw, without those that change nothing. Each is tried on the test
files that reach its module through their imports, the nearest and cheapest first, until one fails.

    python -m tests.mutation.planted [PART...] [-m EXPRESSION] [--seconds N] [--on]

The outcome is kept in build/planted/EXPRESSION.json after each error; `--on` goes on from it.
It fails where a diff no longer applies.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import time
import zlib
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from numba.core import event
from tests.costs import read

ROOT = Path(__file__).resolve().parents[2]
ERRORS = Path(__file__).parent / "planted"
BUILD = ROOT / "build" / "planted"
TREE = BUILD / "tree"
QUICK = "not slow and not exhaustive"
_NAMES = re.compile(
    r"^[ \t]*from[ \t]+((?:ambulo|tests)[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]+)", re.MULTILINE
)
_DOTTED = re.compile(r"\b(?:ambulo|ambulo_studies|tests)(?:\.\w+)+")
_FILES = (3, 10, 30, 1000)
"""Test files a process, the nearest first: collecting them costs as much as a quick test."""
_LIBRARIES = (
    *("scipy.signal", "scipy.optimize", "scipy.interpolate", "scipy.stats", "pandas", "xarray"),
    *("h5netcdf", "pydantic", "typer", "rich.console", "matplotlib.figure", "ezc3d"),
)
"""Loaded once for all processes."""
_COMPILING = 2.0
"""Times the seconds for tests, that may be spent on compiling besides."""


# --------------------------------------------------------------------------- the copy


def copy_tree() -> None:
    """Make the copy what the working tree is; a file's time says its content.

    So the compiled kernels and modules of what has not changed are found again.
    """
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True, text=True,
    ).stdout  # fmt: skip
    names = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
    for path in list(TREE.rglob("*.py")):
        if str(path.relative_to(TREE)) not in names:
            path.unlink()
    for name in names:
        put(TREE / name, (ROOT / name).read_bytes())


def put(path: Path, content: bytes) -> None:
    """Write a file, dated by its content."""
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    when = 1_000_000_000 + zlib.crc32(content) % 500_000_000
    os.utime(path, (when, when))


def changed(error: Path) -> Path:
    """The file of the tree that an error is in."""
    named = re.search(r"^\+\+\+ b/(\S+)", error.read_text(encoding="utf-8"), re.M)
    assert named, error
    return TREE / named[1]


def plant(error: Path, *more: str) -> bool:
    """Apply a diff to the copy; whether it applies."""
    ceiling = {
        **os.environ,
        "GIT_CEILING_DIRECTORIES": str(TREE.parent),
    }  # no repository of its own
    done = subprocess.run(
        ["git", "apply", *more, str(error)], cwd=TREE, env=ceiling, capture_output=True, check=False
    )
    return done.returncode == 0


# --------------------------------------------------------------------------- who reaches it


def modules() -> dict[str, Path]:
    """Every module of the packages and of the tests, by its dotted name."""
    found = {}
    for root in (TREE / "src", TREE):
        for path in root.glob("ambulo*/**/*.py" if root.name == "src" else "tests/**/*.py"):
            name = ".".join(path.relative_to(root).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = path
    return found


def named(path: Path, known: dict[str, Path]) -> set[str]:
    """Modules that a file names, in imports or in the texts by which registries find them."""
    text = path.read_text(encoding="utf-8")
    found = set(_DOTTED.findall(text))
    for package, names in _NAMES.findall(text):
        found |= {f"{package}.{name}" for name in re.findall(r"\w+", names)} | {package}
    if "ambulo.gait.stages" not in found and re.search(
        r"^import ambulo$|\bambulo\.analyse", text, re.M
    ):
        found.add("ambulo.analysis")
    return found & known.keys()


def reaching(
    error: Path, links: dict[str, set[str]], known: dict[str, Path], last: str
) -> list[str]:
    """Test files that reach an error's module, those first that are near and cost little.

    Before all others the one that has found it the last time.
    """
    target = next(name for name, path in known.items() if path == changed(error))
    users: dict[str, set[str]] = {}
    for name, others in links.items():
        for other in others:
            users.setdefault(other, set()).add(name)
    steps, edge = {target: 0}, [target]
    while edge:
        nearer = edge.pop(0)
        for user in users.get(nearer, ()):
            if user not in steps:
                steps[user] = steps[nearer] + 1
                edge.append(user)
    costs = read()

    def dear(name: str) -> float:
        file = known[name].relative_to(TREE / "tests").as_posix()
        own = (costs[file].whole if file in costs else 60.0) + 40.0
        if last.startswith(f"tests/{file}::"):
            return 0.0
        # a test that is called like the module is likely to be about it
        return own * 3.0 ** steps[name] / (10.0 if target.rpartition(".")[2] in file else 1.0)

    tests = [name for name in steps if name.rpartition(".")[2].startswith("test_")]
    tests.sort(key=lambda name: (dear(name), name))
    return [known[name].relative_to(TREE).as_posix() for name in tests]


# --------------------------------------------------------------------------- the tests


class Watch:
    """Plug-in: cheap tests of a file first, and an end when the time is spent."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.compiled, self.spent = seconds, 0.0, 0.0
        self.failed: list[str] = []
        self._begun = time.process_time()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """In the order of the files given, and by cost inside each."""
        costs = read()

        def dear(item: pytest.Item) -> float:
            file = costs.get(item.path.relative_to(Path.cwd() / "tests").as_posix())
            cases, cost = (
                file.tests.get(getattr(item, "originalname", ""), (1, 0.0)) if file else (1, 0.0)
            )
            return cost / cases

        order = {path: k for k, path in enumerate(dict.fromkeys(item.path for item in items))}
        items.sort(key=lambda item: (order[item.path], dear(item)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what fails."""
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A module that cannot be imported has found the error too."""
        if report.failed:
            self.failed.append(report.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self) -> None:
        """Stop once the time is spent."""
        times = os.times()
        children = times.children_user + times.children_system
        self.spent = time.process_time() - self._begun - self.compiled + children
        if self.spent > self.seconds or self.compiled > _COMPILING * self.seconds:
            self.session.shouldstop = "the time is spent"

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Remember whom to stop."""
        self.session = session


def run(arguments: Iterable[str], seconds: float) -> dict[str, Any]:
    """Tests of the copy in a process of its own: `failed`, seconds `spent` and `compiled`."""
    out = BUILD / "ended.json"
    out.unlink(missing_ok=True)
    # with the libraries as they are loaded here
    child = os.fork()
    if not child:
        try:
            _within(out, list(arguments), seconds)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    if out.exists():
        ended: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
        return ended
    if not os.WIFSIGNALED(status):
        raise SystemExit((BUILD / "output.txt").read_text(encoding="utf-8"))
    # an endless loop, or compiled code that reads beyond an array
    said = f"ended by signal {os.WTERMSIG(status)}"
    return {"failed": [said], "spent": seconds, "compiled": 0.0}


def _within(out: Path, arguments: list[str], seconds: float) -> None:
    """Run tests in this process, in the copy, write how they ended, and end."""
    whole = int(4 * seconds + 300)
    resource.setrlimit(resource.RLIMIT_CPU, (whole, whole))
    terminal = os.open(BUILD / "output.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(terminal, 1)
    os.dup2(terminal, 2)
    os.chdir(TREE)
    os.environ["PYTHONPATH"] = str(TREE / "src")
    sys.path[:] = [str(TREE / "src"), str(TREE), *(p for p in sys.path if p != str(ROOT))]
    for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
        del sys.modules[name]
    watch = Watch(seconds)

    class Compiling(event.Listener):
        depth, since = 0, 0.0

        def on_start(self, _: Any) -> None:
            if not self.depth:
                self.since = time.process_time()
            self.depth += 1

        def on_end(self, _: Any) -> None:
            self.depth -= 1
            if not self.depth:
                watch.compiled += time.process_time() - self.since

    event.register("numba:compile", Compiling())
    options = ["-q", "-p", "no:xdist", "-p", "no:randomly", "-p", "no:cacheprovider"]
    status = int(pytest.main([*options, *arguments], plugins=[watch]))
    # 3, 4: not the tests' failing, but pytest's
    if status not in (3, 4):
        ended = {"failed": watch.failed, "spent": watch.spent, "compiled": watch.compiled}
        out.write_text(json.dumps(ended), encoding="utf-8")
    os._exit(status)


def tried(error: Path, files: list[str], options: list[str], seconds: float) -> dict[str, Any]:
    """How an error fares: `found` by a test or None, seconds spent, whether on all files."""
    total, compiled, begun = 0.0, 0.0, 0
    path = changed(error)
    before = path.read_bytes()
    assert plant(error), error
    put(path, path.read_bytes())
    try:
        for count in _FILES:
            batch = files[begun : begun + count]
            if not batch or total >= seconds or compiled >= _COMPILING * seconds:
                break
            ended = run(["-x", *options, *batch], seconds - total)
            total, compiled = total + ended["spent"], compiled + ended["compiled"]
            if ended["failed"]:
                return {"found": ended["failed"][0], "spent": total, "compiled": compiled}
            begun += len(batch)
    finally:
        put(path, before)
    whole = begun >= len(files) and total < seconds and compiled < _COMPILING * seconds
    return {"found": None, "spent": total, "compiled": compiled, "whole": whole}


# --------------------------------------------------------------------------- all of them


def main() -> int:
    """Try the errors and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", help="beginnings of names; all if none is given")
    parser.add_argument("-m", dest="expression", default=QUICK, help="which tests, as pytest -m")
    parser.add_argument(
        "--seconds", type=float, default=90.0, help="of tests an error, no compiling"
    )
    parser.add_argument("--on", action="store_true", help="leave what an earlier run has found out")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no error after these")
    given = parser.parse_args()
    started = time.monotonic()
    copy_tree()
    errors = [
        error for error in sorted(ERRORS.glob("*.diff"))
        if not given.parts or error.name.startswith(tuple(given.parts))
    ]  # fmt: skip
    stale = [error.stem for error in errors if not plant(error, "--check")]
    known = modules()
    links = {name: named(path, known) - {name} for name, path in known.items()}
    kept = BUILD / f"{given.expression.replace(' ', '-')}.json"
    before = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    again = () if given.on else {error.stem for error in errors}
    results = {name: one for name, one in before.items() if name not in again}
    without: list[str] = results.setdefault("fail without any error", [])
    while left := [e for e in errors if e.stem not in results and e.stem not in stale]:
        for error in left:
            if time.monotonic() - started > 60.0 * given.minutes:
                return 3
            options = ["-m", given.expression, *(f"--deselect={test}" for test in without)]
            last = before.get(error.stem, {}).get("found") or ""
            files = reaching(error, links, known, last)
            one = tried(error, files, options, given.seconds)
            results[error.stem] = one
            print(
                f"{error.stem}: {one['found'] or 'not found'}  ({one['spent']:.0f} s)", flush=True
            )
            kept.write_text(json.dumps(results, indent=1), encoding="utf-8")
        # what fails without any error has found none
        finders = {results[e.stem]["found"] or "" for e in left}
        tests = sorted(test for test in finders if "::" in test)
        fail = run(tests, 1e4)["failed"] if tests else []
        without += fail
        for name in [e.stem for e in left if results[e.stem]["found"] in fail]:
            del results[name]
        kept.write_text(json.dumps(results, indent=1), encoding="utf-8")
    alive = [e for e in errors if e.stem not in stale and not results[e.stem]["found"]]
    for error in alive:
        all_ = (
            "by any test that reaches it" if results[error.stem]["whole"] else "in the time given"
        )
        print(f"\n{error.stem} is not found {all_}:\n{error.read_text(encoding='utf-8')}")
    if without:
        print("These fail without any error, and were not counted:", *without)
    print(f"{len(errors) - len(stale) - len(alive)} of {len(errors)} errors are found.")
    if stale:
        print("These no longer apply; make them anew:", *stale)
    return 1 if stale else 0


if __name__ == "__main__":
    for library in _LIBRARIES:
        import_module(library)
    sys.exit(main())

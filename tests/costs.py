"""What each test costs, measured, and which are quick by it: `make costs`.

`tests/costs.txt` has a row for each file and for each test in it that costs something. A cost is
processor time, children included, over that of a fixed loop run beside it, so that machines of
different speed make the same list. A test that costs more than `QUICK` is slow: `make test` leaves
it to `make test-all`. Of a test with many cases so many are quick as `QUICK` pays for.

A kernel is paid by the test that needs it first. What several tests of a file share is paid by
them in equal parts; what is kept for several files, by none. All files are measured in one run,
with no kernel compiled before it; a file alone, with the kernels that every analysis needs, and
again without its slow tests, which may have compiled what the quick ones need too.

    python -m tests.costs [--all] [FILE ...]     measures what is stale, all files, or these
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.kept import asked_for

TESTS = Path(__file__).resolve().parent
LIST = TESTS / "costs.txt"
QUICK = 40.0
"""Loops that a test may cost to be quick."""
SHOWN = 1.0
"""Loops below which a test has no row of its own."""


def processor_time() -> float:
    """Of this process and of those it has waited for; s."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def loop() -> float:
    """Processor time of the loop that costs are counted in; s. The least of five."""

    def once() -> float:
        start = time.process_time()
        total = 0.0
        for k in range(1, 500_000):
            total += (k * k % 7) / k
        return time.process_time() - start

    return min(once() for _ in range(5))


def names(file: Path) -> list[str]:
    """Of the test functions of a file."""
    found = re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    return sorted(found)


def stamp(file: Path) -> str:
    """Changes when a test comes, goes or is renamed."""
    return hashlib.sha256(" ".join(names(file)).encode()).hexdigest()[:8]


@dataclass
class Costs:
    """Of a file: its stamp, the cost of all its tests, and cases and cost of its dear ones."""

    stamp: str
    whole: float
    tests: dict[str, tuple[int, float]] = field(default_factory=dict)


def read() -> dict[str, Costs]:
    """The list: path below tests/ -> costs of the file."""
    files: dict[str, Costs] = {}
    last = Costs("", 0.0)
    if not LIST.exists():
        return files
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        first, *rest = line.split()
        if line[0].isspace():
            last.tests[first] = (int(rest[0]), float(rest[1]))
        else:
            last = files[first] = Costs(rest[0], float(rest[1]))
    return files


def write(files: Mapping[str, Costs]) -> None:
    """The list, in order of paths."""
    lines = [
        "# Processor time of tests over that of a fixed loop, by `make costs`; tests/costs.py says",
        "# how. A file: stamp of its tests' names, cost. Its dear tests: cases, cost of all cases.",
    ]
    for path, costs in sorted(files.items()):
        lines.append(f"{path} {costs.stamp} {costs.whole:.0f}")
        for name, (cases, cost) in sorted(costs.tests.items()):
            lines.append(f"  {name} {cases} {cost:.1f}")
    LIST.write_text("\n".join(lines) + "\n", encoding="utf-8")


def stale(files: Mapping[str, Costs]) -> tuple[list[str], list[str]]:
    """Test files whose tests are not those that were measured, and rows of files that are gone."""
    here = {str(path.relative_to(TESTS)): path for path in TESTS.rglob("test_*.py")}
    new = [
        name for name, path in here.items() if name not in files or files[name].stamp != stamp(path)
    ]
    return sorted(new), sorted(set(files) - set(here))


def quick_cases(cases: int, cost: float) -> set[int]:
    """Which of a test's cases are quick, spread over all of them."""
    each = cost / cases
    paid = cases if cost <= QUICK else int(QUICK / each)
    return {k * cases // paid for k in range(paid)} if paid else set()


def mark_slow(items: Iterable[pytest.Item]) -> None:
    """Mark every case that is not quick by the list."""
    files = read()
    cases: dict[tuple[str, str], list[pytest.Item]] = defaultdict(list)
    for item in items:
        path = item.path.relative_to(TESTS)
        cases[path.as_posix(), getattr(item, "originalname", item.name)].append(item)
    for (file, name), found in cases.items():
        dear = files[file].tests.get(name) if file in files else None
        if dear is None:
            continue
        # the list counts cases where the data are, here there may be fewer or more
        count, cost = dear
        quick = quick_cases(len(found), cost * len(found) / count)
        # other plug-ins draw an order: cases are counted by their names
        for k, item in enumerate(sorted(found, key=lambda item: item.nodeid)):
            if k not in quick:
                item.add_marker(pytest.mark.slow)


class Meter:
    """Plug-in that measures a run: cost of each test, parts of shared fixtures included."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._own: dict[str, float] = defaultdict(float)
        self._shared: dict[str, float] = defaultdict(float)
        self._users: dict[str, set[str]] = defaultdict(set)
        self._nested = [0.0]

    def _phase(self, item: pytest.Item) -> Iterator[None]:
        self._nested[0] = 0.0
        asked_for.clear()
        start = processor_time()
        yield
        self._own[item.nodeid] += processor_time() - start - self._nested[0]
        for source, name, spent, cost in asked_for:
            self._own[item.nodeid] -= spent
            if source == item.path:
                self._shared[name] = cost
                self._users[name].add(item.nodeid)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        """Measure it; note who uses which fixture."""
        for name in getattr(item, "fixturenames", ()):
            self._users[name].add(item.nodeid)
        yield from self._phase(item)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Measure it."""
        yield from self._phase(item)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        """Measure it."""
        yield from self._phase(item)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object]) -> Iterator[None]:
        """Measure what is shared, without the fixtures that it asks for itself."""
        if fixturedef.scope == "function":
            yield
            return
        self._nested.append(0.0)
        start = processor_time()
        yield
        spent = processor_time() - start
        self._shared[fixturedef.argname] += spent - self._nested.pop()
        self._nested[-1] += spent

    def pytest_unconfigure(self) -> None:
        """Write costs by test, in loops."""
        for name, spent in self._shared.items():
            users = self._users[name]
            for user in users:
                self._own[user] += spent / len(users)
        one = loop()
        costs = {test: spent / one for test, spent in self._own.items()}
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._folder / f"{os.environ.get('PYTEST_XDIST_WORKER', 'all')}.json"
        file.write_text(json.dumps(costs), encoding="utf-8")


def _run(kernels: Path, *chosen: str) -> dict[str, float]:
    """Costs of chosen tests, with kernels of their own: test -> loops."""
    with TemporaryDirectory() as folder:
        own, out = Path(folder, "kernels"), Path(folder, "costs")
        if kernels.exists():
            shutil.copytree(kernels, own)
        else:
            own = kernels
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:randomly"]
        done = subprocess.run(
            [*command, "-m", "not exhaustive", f"--costs={out}", *chosen],
            cwd=TESTS.parent,
            env={**os.environ, "NUMBA_CACHE_DIR": str(own)},
            capture_output=True,
            text=True,
            check=False,
        )
        # 5: none is left
        if done.returncode not in (0, 5):
            raise SystemExit(f"tests fail, so that costs are not known:\n{done.stdout[-4000:]}")
        found: dict[str, float] = {}
        for part in out.glob("*.json"):
            found |= json.loads(part.read_text(encoding="utf-8"))
        return found


def _by_name(tests: Iterable[str]) -> dict[str, list[str]]:
    """Name of a test function -> its cases, in order."""
    found: dict[str, list[str]] = defaultdict(list)
    for test in sorted(tests):
        found[test.split("[")[0].split("::")[-1]].append(test)
    return found


def _quick(spent: Mapping[str, float]) -> set[str]:
    """The tests that are quick by their costs."""
    return {
        cases[k]
        for cases in _by_name(spent).values()
        for k in quick_cases(len(cases), sum(spent[case] for case in cases))
    }


def _costs(file: str, spent: Mapping[str, float]) -> Costs:
    costs = {
        name: (len(cases), sum(spent[case] for case in cases))
        for name, cases in _by_name(spent).items()
    }
    dear = {name: found for name, found in costs.items() if found[1] >= SHOWN}
    return Costs(stamp(TESTS / file), sum(spent[test] for test in _quick(spent)), dear)


def measure(file: str, kernels: Path) -> Costs:
    """Costs of a file's tests; of quick ones without what slow ones compile for them."""
    spent = _run(kernels, "-n0", str(TESTS / file))
    while len(quick := _quick(spent)) < len(spent):
        without = [f"--deselect={test}" for test in spent.keys() - quick]
        spent |= _run(kernels, "-n0", str(TESTS / file), *without)
        if _quick(spent) == quick:
            break
    return _costs(file, spent)


def measure_all(kernels: Path) -> dict[str, Costs]:
    """Costs of every file, in one run."""
    files: dict[str, dict[str, float]] = defaultdict(dict)
    chosen = ("-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder")
    for test, cost in _run(kernels, *chosen).items():
        files[test.split("::")[0].removeprefix("tests/")][test] = cost
    # of a file whose tests are all skipped here nothing is measured
    everything = [path.relative_to(TESTS).as_posix() for path in TESTS.rglob("test_*.py")]
    return {file: _costs(file, files[file]) for file in everything}


def main(arguments: list[str]) -> None:
    """Measure files and write the list."""
    files = read()
    old, gone = stale(files)
    for name in gone:
        del files[name]
    with TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        kernels = Path(folder, "kernels")
        if arguments == ["--all"]:
            files = measure_all(kernels)
        elif tried := arguments or old:
            _run(kernels, "-n0", str(TESTS / "data/test_command_line.py"))
            for name, costs in zip(
                tried, pool.map(partial(measure, kernels=kernels), tried), strict=True
            ):
                print(f"{name}: {costs.whole:.0f} loops of quick tests", flush=True)
                files[name] = costs
                write(files)
    write(files)
    print(f"all quick tests: {sum(costs.whole for costs in files.values()):.0f} loops")


if __name__ == "__main__":
    main(sys.argv[1:])

"""What each test costs, measured, and which are quick by it: `make costs`.

`tests/costs.txt` has a row for each file and for each test in it that costs something. A cost is
processor time, children included, over that of a fixed loop run beside it, so that machines of
different speed make the same list. A test that costs more than `QUICK` is slow: `make test` leaves
it to `make test-all`. Of a test with many cases so many are quick as `QUICK` pays for.

A kernel, a fixture and what is kept on disk are made by the test that needs them first, and paid in
equal parts by all tests that use them; what a slow test would have paid falls on the quick ones. So
a kernel is compiled by the quick tests if as many of them use it as pay for it. All tests, or the
quick ones as `make test` runs them, are measured in one run with nothing made before it; a file
alone, with the kernels that every analysis needs, and without what is kept for other files too.

    python -m tests.costs [--all | --quick] [FILE ...]     measures what is stale, all, or these
"""

from __future__ import annotations

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
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from tests.kept import FOLDER, asking

TESTS = Path(__file__).resolve().parent
LIST = TESTS / "costs.txt"
QUICK = 50.0
"""Loops that a test may cost to be quick, what it makes for itself and others among them."""
LONG = 500.0
"""Loops that a file may cost to be begun in the order drawn."""
SHOWN = 1.0
"""Loops below which a test has no row of its own."""
_LAST = "tests/unit/test_costs.py::test_every_test_has_been_measured"
"""Fails as long as there is something to be measured."""


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
    return sha256(" ".join(names(file)).encode()).hexdigest()[:8]


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


def long_first(items: list[pytest.Item]) -> None:
    """Files that cost much begin, the dearest first: at the end a long one would be waited for.

    Files of tests marked `last` end.
    """
    files = read()
    cost: dict[Path, float] = defaultdict(float)
    for item in items:
        file = item.path.relative_to(TESTS).as_posix()
        dear = files[file].tests if file in files else {}
        cases, of_all = dear.get(getattr(item, "originalname", item.name), (1, 0.0))
        cost[item.path] += of_all / cases
    ends = {item.path for item in items if item.get_closest_marker("last")}
    items.sort(key=lambda item: (item.path in ends, min(-cost[item.path], -LONG)))


class Meter:
    """Plug-in that measures a run: cost of each test, of what they make, and who uses that."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._measured = Measured()
        self._inside: list[str] = ["collection"]
        self._nested = [0.0]
        self._calls: dict[tuple[Any, ...], str] = {}
        self._unit, self._since = loop(), processor_time()

    @contextmanager
    def _making(self, what: str) -> Iterator[None]:
        """Count what is spent here on `what`, without what is made for it meanwhile."""
        self._measured.users[what].add(self._inside[-1])
        self._inside.append(what)
        self._nested.append(0.0)
        start = processor_time()
        try:
            yield
        finally:
            spent = processor_time() - start
            self._measured.costs[what] += (spent - self._nested.pop()) / self._unit
            self._nested[-1] += spent
            self._inside.pop()

    def pytest_sessionstart(self) -> None:
        """Look at each compilation and each call of what is compiled."""
        from numba._dispatcher import compute_fingerprint
        from numba.core.dispatcher import Dispatcher
        from numba.core.sigutils import normalize_signature

        from ambulo.math import dispatch

        compile_, call = Dispatcher.compile, Dispatcher.__call__

        def compiling(kernel: Any, kinds: Any) -> Any:
            with self._making(_kernel(kernel, normalize_signature(kinds)[0])):
                return compile_(kernel, kinds)

        def calling(kernel: Any, *given: Any) -> Any:
            key = (kernel, *map(compute_fingerprint, given))
            if key not in self._calls:
                self._calls[key] = _kernel(kernel, map(kernel.typeof_pyval, given))
            self._measured.users[self._calls[key]].add(self._inside[-1])
            return call(kernel, *given)

        # an error in a kernel is told by the file of the frame that called it
        calling.__code__ = calling.__code__.replace(co_filename=dispatch.__file__)
        Dispatcher.compile, Dispatcher.__call__ = compiling, calling
        asking.append(self._making)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Measure it; note who uses which fixture."""
        # the speed changes with what else the machine does
        if processor_time() - self._since > 10.0:
            self._unit, self._since = loop(), processor_time()
        with self._making(item.nodeid):
            for fixtures in item._fixtureinfo.name2fixturedefs.values():  # type: ignore[attr-defined]
                if fixtures[-1].scope != "function":
                    self._measured.users[_fixture(fixtures[-1])].add(item.nodeid)
            yield

    @pytest.hookimpl(hookwrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object]) -> Iterator[None]:
        """Measure what is shared, without the fixtures that it asks for itself."""
        if fixturedef.scope == "function":
            yield
            return
        with self._making(_fixture(fixturedef)):
            yield

    def pytest_unconfigure(self) -> None:
        """Write what was measured."""
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._folder / f"{os.environ.get('PYTEST_XDIST_WORKER', 'all')}.json"
        users = {what: sorted(who) for what, who in self._measured.users.items()}
        file.write_text(json.dumps([self._measured.costs, users]), encoding="utf-8")


def _kernel(kernel: Any, kinds: Iterable[Any]) -> str:
    named = f"{kernel.py_func.__module__}.{kernel.py_func.__qualname__}"
    return f"{named} {sha256(' '.join(map(str, kinds)).encode()).hexdigest()[:16]}"


def _fixture(definition: pytest.FixtureDef[Any]) -> str:
    return f"fixture {definition.argname} of {definition.baseid}"


@dataclass
class Measured:
    """Of a run, by name of a test or of what tests make: own cost [loops], and who used it."""

    costs: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    users: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def tests_that_use(self, what: str) -> set[str]:
        """Directly or through what they make."""
        seen, edge = {what}, [what]
        while edge:
            new = self.users.get(edge.pop(), set()) - seen
            seen |= new
            edge += new
        return {name for name in seen if _is_test(name)}

    def shared(self) -> dict[str, float]:
        """Test -> loops, with its parts of what it uses; of a slow one what made it slow."""
        made = [(self.tests_that_use(w), c) for w, c in self.costs.items() if not _is_test(w)]
        found: dict[str, float] = dict.fromkeys(filter(_is_test, self.costs), 0.0)
        paying = set(found)
        while True:
            now = {test: self.costs[test] for test in paying}
            for users, cost in made:
                those = users & paying
                for test in those:
                    now[test] += cost / len(those)
            # a part only grows with tests that become slow
            found |= {test: max(cost, found[test]) for test, cost in now.items()}
            if (quick := _quick(found) & paying) == paying:
                return found
            paying = quick


def _is_test(name: str) -> bool:
    return name.startswith("tests/") and "::" in name


def _run(kernels: Path, which: str, *chosen: str) -> Measured:
    """Chosen tests, measured, with kernels of their own."""
    with TemporaryDirectory() as folder:
        own, out = Path(folder, "kernels"), Path(folder, "costs")
        if kernels.exists():
            shutil.copytree(kernels, own)
        else:
            own = kernels
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:randomly"]
        done = subprocess.run(
            [*command, "-m", which, f"--costs={out}", f"--deselect={_LAST}", *chosen],
            cwd=TESTS.parent,
            env={**os.environ, "NUMBA_CACHE_DIR": str(own)},
            capture_output=True,
            text=True,
            check=False,
        )
        # 5: none is left
        if done.returncode not in (0, 5):
            raise SystemExit(f"tests fail, so that costs are not known:\n{done.stdout[-4000:]}")
        found = Measured()
        for part in out.glob("*.json"):
            costs, users = json.loads(part.read_text(encoding="utf-8"))
            for what, cost in costs.items():
                found.costs[what] += cost
            for what, who in users.items():
                found.users[what] |= set(who)
        return found


def _by_name(tests: Iterable[str]) -> dict[str, list[str]]:
    """File and name of a test function -> its cases, in order."""
    found: dict[str, list[str]] = defaultdict(list)
    for test in sorted(tests):
        found[test.split("[")[0]].append(test)
    return found


def _quick(spent: Mapping[str, float]) -> set[str]:
    """The tests that are quick by their costs."""
    return {
        cases[k]
        for cases in _by_name(spent).values()
        for k in quick_cases(len(cases), sum(spent[case] for case in cases))
    }


def _costs(file: str, spent: Mapping[str, float], before: Mapping[str, tuple[int, float]]) -> Costs:
    """What was measured, and of what was not, what was before."""
    dear = dict(before)
    for test, cases in _by_name(spent).items():
        name = test.split("::")[-1]
        count, _ = dear.pop(name, (0, 0.0))
        # of slow cases that were left out, as much as of the others
        count = max(count, len(cases))
        cost = sum(spent[case] for case in cases) * count / len(cases)
        if cost >= SHOWN:
            dear[name] = count, cost
    return Costs(stamp(TESTS / file), sum(spent[test] for test in _quick(spent)), dear)


def measure(file: str, kernels: Path) -> Costs:
    """Costs of a file's tests."""
    found = _run(kernels, "not exhaustive", "-n0", str(TESTS / file))
    own = repr(f"tests.{file.removesuffix('.py').replace('/', '.')}")
    for what in list(found.costs):
        if what.startswith("(") and not what.startswith(f"({own}"):
            del found.costs[what]
    return _costs(file, found.shared(), {})


def measure_all(kernels: Path, which: str, before: Mapping[str, Costs]) -> dict[str, Costs]:
    """Costs of every file, in one run."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    files: dict[str, dict[str, float]] = defaultdict(dict)
    chosen = ("-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder")
    for test, cost in _run(kernels, which, *chosen).shared().items():
        files[test.split("::")[0].removeprefix("tests/")][test] = cost
    # of a file whose tests are all skipped here nothing is measured
    return {
        file: _costs(file, files[file], before[file].tests if file in before else {})
        for file in (path.relative_to(TESTS).as_posix() for path in TESTS.rglob("test_*.py"))
    }


def main(arguments: list[str]) -> None:
    """Measure files and write the list."""
    files = read()
    old, gone = stale(files)
    for name in gone:
        del files[name]
    with TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        kernels = Path(folder, "kernels")
        if arguments == ["--all"]:
            files = measure_all(kernels, "not exhaustive", {})
        elif arguments == ["--quick"]:
            files = measure_all(kernels, "not slow and not exhaustive", files)
        elif tried := arguments or old:
            _run(kernels, "not exhaustive", "-n0", str(TESTS / "data/test_command_line.py"))
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

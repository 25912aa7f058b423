"""Twenty errors in what is set beside printed numbers: which make a page or check fail.

From the project's root: `python -m tests.mutation.printed [SEED]`. Drawn: eight printed values of
which the last digit is another, six tolerances ten times as wide, of the rule and of the studies,
six signs in quick studies. A value or a tolerance is found by the tests of page and bounds, a sign
by `ambulo study NAME --check`, one of the recorded walk, for which there may be no recording, by
its own test.
"""

from __future__ import annotations

import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.studies import test_bounds

ROOT = Path(__file__).resolve().parents[2]
_QUICK = ("pamies2012_body", "pamies2012_filters", "pamies2012_sharing", "pamies2012_joint_moments",
          "pamies2012_inverse", "alnazer2006_tube")  # fmt: skip
_ITS = {"pamies2012_inverse": "recorded_walk", "pamies2012_sharing": "recorded_walk"}
_TESTS = {"recorded_walk": "tests/unit/test_study_recorded_walk.py"}
_VALUE = re.compile(r"(value = -?\d*\.?\d*)(\d)(?=[,. ])")


def values(rng: random.Random, count: int) -> Iterator[tuple[Path, str, str]]:
    """File, its changed text and what was changed: the last digit of so many printed values."""
    lists = sorted((ROOT / "src/ambulo_studies/printed").glob("*.toml"))
    for _ in range(count):
        file = rng.choice(lists)
        text = file.read_text("utf-8")
        at = rng.choice(list(_VALUE.finditer(text)))
        other = str((int(at[2]) + 1) % 10)
        yield file, text[: at.start(2)] + other + text[at.end(2) :], f"{at[0]} -> {at[1]}{other}"


def tolerances(rng: random.Random, count: int) -> Iterator[tuple[Path, str, str]]:
    """The same: numbers of the rule ten times as large."""
    file = ROOT / "src/ambulo/studies/printed/rule.py"
    text = file.read_text("utf-8")
    places = list(
        re.finditer(r"0\.5 \* 10|1e-9,|1e-9\)|0\.1\*\*|10\.0\*\*|1\.1\)|0\.9,|[+-] 1\.0", text)
    )
    for at in rng.sample(places, count):
        wide = f"10.0 * {at[0]}" if at[0][0] not in "+-" else f"{at[0][0]} 10.0"
        yield file, text[: at.start()] + wide + text[at.end() :], f"{at[0]} -> {wide}"


def bounds(rng: random.Random, count: int) -> Iterator[tuple[Path, str, str]]:
    """The same: bounds, floors and tolerances of studies and of the check."""
    for name, node in rng.sample(list(test_bounds.nodes()), count):
        file = test_bounds.SRC / name
        lines = file.read_text("utf-8").splitlines(keepends=True)
        number = rng.choice(test_bounds.numbers(node))
        k, before = number.lineno - 1, lines[number.lineno - 1]
        at = len(before.encode()[: number.col_offset].decode())
        lines[k] = f"{before[:at]}10.0 * {before[at:]}"
        yield file, "".join(lines), f"{file.stem}:{k + 1}: {lines[k].strip()}"


def signs(rng: random.Random, count: int) -> Iterator[tuple[str, Path, str, str]]:
    """Study, file, changed text, what was changed: a plus for a minus, or the other way."""
    while count:
        study = rng.choice(_QUICK)
        file = ROOT / f"src/ambulo_studies/{rng.choice((study, _ITS.get(study, study)))}.py"
        text = file.read_text("utf-8")
        lines = text.splitlines(keepends=True)
        sums = [
            node
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.Add | ast.Sub)
            and node.left.end_lineno == node.right.lineno
            and not any(
                isinstance(n, ast.Constant) and isinstance(n.value, str) for n in ast.walk(node)
            )
        ]
        if not sums:
            continue
        count -= 1
        node = rng.choice(sums)
        k = node.right.lineno - 1
        line = lines[k].encode()
        before, after = line[: node.left.end_col_offset], line[node.right.col_offset :]
        between = line[len(before) : len(line) - len(after)].decode()
        turned = between.translate(str.maketrans("+-", "-+"))
        lines[k] = before.decode() + turned + after.decode()
        yield study, file, "".join(lines), f"{study}, {file.stem}:{k + 1}: {lines[k].strip()}"


def finds(study: str, file: Path) -> tuple[str, ...]:
    """What should fail with a wrong sign in a file of a study."""
    test = _TESTS.get(file.stem)
    return ("pytest", "-q", "-n0", test) if test else ("ambulo", "study", study, "--check")


def fails(tree: Path, *command: str) -> bool:
    """Whether a command fails with the package of a tree."""
    environment = os.environ | {"PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}"}
    ran = subprocess.run(
        [sys.executable, "-m", *command], cwd=tree, env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    print(*(line for line in ran.stdout.splitlines() if line.startswith("CHANGED")), sep="\n")
    return ran.returncode != 0


def main(seed: int) -> int:
    """Plant all, and say which stay unnoticed."""
    rng, missed = random.Random(seed), 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        left_out = shutil.ignore_patterns(".venv", ".git", "viewer", "*.pyc")
        shutil.copytree(ROOT, tree, ignore=left_out)
        lists = "tests/unit/test_printed_numbers.py", "tests/studies/test_bounds.py"
        page = ("pytest", "-q", "-n0", *lists)
        planted = [
            *((page, *one) for one in values(rng, 8)),
            *((page, *one) for one in (*tolerances(rng, 2), *bounds(rng, 4))),
            *((finds(study, file), file, *one) for study, file, *one in signs(rng, 6)),
        ]
        for command, file, text, said in planted:
            there = tree / file.relative_to(ROOT)
            there.write_text(text, "utf-8")
            noticed = fails(tree, *command)
            missed += not noticed
            print("found " if noticed else "MISSED", said, flush=True)
            shutil.copyfile(file, there)
    print(f"{len(planted) - missed} of {len(planted)} found")
    return missed


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 1))

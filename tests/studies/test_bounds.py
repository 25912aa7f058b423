"""Bounds, floors and tolerances of the studies are those of a list, each with its reason.

From the project's root: `python -m tests.studies.test_bounds` writes the list anew, bounds.csv. A
new bound has no reason there, and the test then fails. A bound that is ten times as wide is another
line, so the test fails too.
"""

from __future__ import annotations

import ast
import csv
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SRC = Path(__file__).resolve().parents[2] / "src"
LIST = Path(__file__).with_name("bounds.csv")
PLACES = ("ambulo_studies", "ambulo/studies/printed")

REASONS = {
    "rounding": "What should be nought or equal differs by rounding.",
    "steps": "What should be nought or equal differs by the integration, or this is its own limit.",
    "search": "A search or an iteration ends there.",
    "printed": "The source prints it.",
    "half a digit": "Half of a printed last digit.",
    "claim": "The source says it in words: more, a few times, soon, hardly.",
    "study": "The study says it in words of its own, in the check's name or its deviations.",
    "which": "It says which frames or runs count.",
}

_TOLERANCE = re.compile(r"tol$|tolerance|longest")
_RULES = {"DOP853", "RK4"}
"""Integration rules, whose tolerances need no name."""
_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_SMALL = 0.01
"""A constant that is no more is taken for a tolerance."""


def numbers(node: ast.AST) -> list[ast.Constant]:
    """Those with a decimal point, and whole factors."""
    inside = list(ast.walk(node))
    factors = [
        side
        for n in inside
        if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Mult | ast.Div)
        for side in (n.left, n.right)
    ]
    found = [n for n in inside if isinstance(n, ast.Constant) and n.value]
    return [
        n for n in found if isinstance(n.value, float) or (type(n.value) is int and n in factors)
    ]


def bounds() -> Counter[tuple[str, str]]:
    """How often each is there, by module and source."""
    return Counter((file, ast.unparse(node)) for file, node in nodes())


def _names(node: ast.AST) -> set[str]:
    return {
        n.id if isinstance(n, ast.Name) else n.attr
        for n in ast.walk(node)
        if isinstance(n, ast.Name | ast.Attribute)
    }


def _in(tree: ast.Module) -> Iterator[ast.AST]:
    """Comparisons, and tolerances that are handed on."""
    for node in ast.walk(tree):
        given = isinstance(node, ast.keyword) and _TOLERANCE.search(node.arg or "")
        integrated = isinstance(node, ast.Call) and ast.unparse(node.func) in _RULES
        ordered = isinstance(node, ast.Compare) and isinstance(node.ops[0], _ORDER)
        if given or integrated or ordered:
            yield node


def nodes() -> Iterator[tuple[str, ast.AST]]:
    """Module and place of everything with a number that decides, or ends a calculation."""
    files = sorted(file for place in PLACES for file in (SRC / place).rglob("*.py"))
    trees = {file.relative_to(SRC).as_posix(): ast.parse(file.read_text("utf-8")) for file in files}
    used = {name for tree in trees.values() for node in _in(tree) for name in _names(node)}
    for file, tree in trees.items():
        yield from ((file, node) for node in _in(tree) if numbers(node))
        for line in tree.body:
            own = numbers(line) if isinstance(line, ast.Assign) else []
            if own and (_names(line.targets[0]) & used or min(n.value for n in own) <= _SMALL):
                yield file, line


def listed() -> dict[tuple[str, str], tuple[int, str]]:
    """How often each is there, and its reason."""
    rows = csv.DictReader(LIST.read_text("utf-8").splitlines()) if LIST.is_file() else ()
    return {(row["module"], row["bound"]): (int(row["times"]), row["reason"]) for row in rows}


def test_every_bound_is_the_one_that_is_listed():
    known = listed()
    assert {key: times for key, (times, _) in known.items()} == bounds()
    assert {reason for _, reason in known.values()} <= set(REASONS)


def main() -> None:
    """Write the list, with the reasons that it has."""
    known = listed()
    with LIST.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("module", "bound", "times", "reason"))
        for key, times in sorted(bounds().items()):
            writer.writerow((*key, times, known.get(key, (0, ""))[1]))


if __name__ == "__main__":
    main()

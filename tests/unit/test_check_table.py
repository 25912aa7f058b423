"""The table of checks: every word can be reached and filled, and nothing hangs on one."""

from __future__ import annotations

import ast
import math
import re
import string
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests import checks_page
from tests.lies.named import NAMED

import ambulo.gait as gait
from ambulo.gait.checks import table
from ambulo.gait.checks.finding import Finding, judged
from ambulo.gait.checks.table import Filling, Row, read_rows, rows

GAIT = Path(gait.__path__[0])
SOURCES = [*GAIT.glob("checks/*.py"), GAIT / "stages" / "calibrate.py"]
ALWAYS = {"place", "of", "value"}
WORDS = ("title", "found", "cost", "remedy", "concerns", "open")


class Given:
    """What the modules of the checks hand on: names of facts, and texts of which one may be."""

    def __init__(self) -> None:
        self.texts: set[str] = set()
        self.facts: set[str] = set()
        for source in SOURCES:
            for node in ast.walk(ast.parse(source.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    self.texts.add(node.value)
                if isinstance(node, ast.Dict):
                    self.facts |= {k.value for k in node.keys if isinstance(k, ast.Constant)}
                if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                    self.facts.add(node.slice.value)
        self.facts |= {"largest", "nearly_all", "cause"}  # fields of a record, and of a check


GIVEN = Given()


def entries(row: Row) -> Iterator[object]:
    """Every entry of words of a row, its phrases, and its reasons."""
    for name in WORDS:
        yield getattr(row, name)
    yield from row.phrases.values()
    for reason in row.unknown.values():
        yield from reason.values()


def branches(entry: object) -> Iterator[tuple[str, dict[str, object]]]:
    """Every choice in an entry, by the fact that makes it."""
    if isinstance(entry, dict):
        if "by" in entry:
            yield entry["by"], {key: value for key, value in entry.items() if key != "by"}
        for value in entry.values():
            yield from branches(value)


def texts(entry: object) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict):
        for key, value in entry.items():
            if key not in ("by", "of", "join"):
                yield from texts(value)


def asked(entry: object) -> set[str]:
    """What its texts have in braces."""
    found = set()
    for text in texts(entry):
        found |= {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    return found


# by which a fact that is no name chooses
BY_KIND = {"yes", "no", "positive", "none", "one", "many", "otherwise"}


@pytest.mark.parametrize("id", list(rows()))
def test_every_word_is_reached_and_filled(id):
    row = rows()[id]
    for entry in entries(row):
        for fact, cases in branches(entry):
            assert fact in GIVEN.facts | ALWAYS, fact
            for case in set(cases) - BY_KIND:
                # a name that some figure function gives, or a part of an id
                assert case in GIVEN.texts or f"{id.partition('.')[0]}.{case}" in rows(), case
        missing = asked(entry) - GIVEN.facts - ALWAYS - set(row.phrases)
        assert not missing, (id, missing)
    held = set().union(*(asked(entry) for entry in entries(row)))
    own = read_rows(table.TABLE)[id].phrases.keys() - shared()
    assert not own - held, "a phrase that nothing holds"


def shared() -> set[str]:
    import tomllib

    return set(tomllib.loads(table.TABLE.read_text("utf-8"))["phrases"])


@pytest.mark.parametrize("id", list(rows()))
def test_every_row_is_made_by_a_figure_function(id):
    row, part = id.partition(".")[::2]
    told = {text for text in GIVEN.texts if text in (id, row, f"{row}.")}
    assert told or any(text.startswith(f"{row}") for text in GIVEN.texts), id
    assert not part or {id, part} & {*GIVEN.texts} or part in ("left", "right")
    for why in rows()[id].unknown:
        assert why in GIVEN.texts, why


def test_limits_come_with_what_they_rest_on_or_say_that_nobody_recorded_it():
    for id, row in rows().items():
        good, usable = row.limits
        assert good <= usable, id
        parts = any(other.startswith(f"{id}.") for other in rows())
        assert bool(row.finds) == bool(row.unit or parts), id
        assert not row.people or row.on, id
        assert row.laboratories <= row.people or not row.people, id
        said = re.findall(r"\d+(?:\.\d+)?", f"{row.finds} {row.on} {row.source}")
        further = [limit for pair in row.further_limits.values() for limit in pair]
        assert {f"{limit:g}" for limit in further if math.isfinite(limit)} <= {*said}, id


def test_the_list_of_all_checks_is_what_the_table_makes():
    """`python -m tests.checks_page` writes it."""
    assert checks_page.PAGE.read_text("utf-8") == checks_page.page()
    listed = checks_page.table()
    for id, row in checks_page.judging():
        (line,) = (line for line in listed.splitlines() if f"(`{id}`)" in line)
        laboratories = line.split("|")[-2].strip()
        behind = row.laboratories or checks_page.judged_in().get(id, 0)
        assert ("only" in laboratories) == (0 < behind < 3)
        assert ("none" in laboratories) == (behind == 0)
        assert ("judged in" in laboratories) == (not row.laboratories)


@pytest.mark.parametrize(
    ("entry", "facts", "said"),
    [
        ("{late:|k.0f} ms", {"late": -0.0346}, "35 ms"),
        ("{share:c.1f} % of {of:A}", {"share": 0.1234, "of": "plate 1"}, "12.3 % of Plate 1"),
        ("{count} of {n:.0f}", {"count": 2, "n": 3.0}, "2 of 3"),
        ({"by": "moved", "yes": "{so}", "no": ""}, {"moved": True}, "it moved"),
        ({"by": "x", "positive": "left", "otherwise": "right"}, {"x": -0.1}, "right"),
        ({"by": "of", "none": "no", "one": "1", "otherwise": "2"}, {"of": ({}, {}, {})}, "2"),
        ({"by": "n", "one": "step", "otherwise": "steps"}, {"n": 1}, "step"),
        ({"each": "{at:.1f} s", "of": "all", "join": ", "}, {"all": ({"at": 1.0}, {"at": 2.0})},
         "1.0 s, 2.0 s"),
    ],
)  # fmt: skip
def test_words_are_chosen_and_filled_by_facts(entry, facts, said):
    assert Filling(facts, {"so": "it moved"}).say(entry) == said


def test_a_fact_that_is_not_there_is_no_empty_word():
    with pytest.raises(KeyError, match="late"):
        Filling({}, {}).say("by {late:.0f} ms")


def test_a_usual_value_is_graded_to_both_sides():
    given = {"scale": 1.0, "height": 1.7, "given": 1.7, "off": 0.0}
    graded = [judged(Finding("height", "", share, given)) for share in (40.0, 44.0, 47.0, 52.0)]
    assert [check.grade for check in graded] == ["do-not-use", "look", "good", "look"]
    assert [check.limit for check in graded] == pytest.approx(4 * [50.8])


def test_a_row_of_ones_own_makes_a_check(tmp_path):
    own = tmp_path / "mine.toml"
    own.write_text(
        '[check.frames]\ntitle = "enough frames"\nunit = "s"\nlimits = [1, 2]\n'
        'found = "{more:.0f} s are missing."\ncost = "No stride is whole."\n'
        'remedy = "Record {more:.0f} s more"\n'
    )
    row = read_rows(own)["frames"]
    check = judged(Finding("frames", "", 3.0, {"more": 4.0}), row)
    assert (check.grade, check.id, check.remedy) == ("do-not-use", "frames", "Record 4 s more")
    well = judged(Finding("frames", "", 1.0, {"more": 0.0}), row)
    assert (well.grade, well.found, well.cost, well.remedy) == ("good", "", "", "")


def test_the_page_adds_a_check_by_a_module_and_a_row(tmp_path):
    page = (Path(__file__).parents[2] / "docs" / "declared-once.md").read_text("utf-8")
    page = page[page.index("\n## A check") :]
    (module,), (row,) = (
        re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL) for kind in ("python", "toml")
    )
    defined: dict[str, Any] = {}
    exec(module, defined)
    (tmp_path / "mine.toml").write_text(row)
    steps = SimpleNamespace(time=np.linspace(0.0, 3.0, 301))
    (found,) = defined["check"](SimpleNamespace(steps=steps))
    made = judged(found, read_rows(tmp_path / "mine.toml")[found.id])
    assert (made.id, made.value, made.grade) == ("short_record", pytest.approx(7.0), "look")
    assert "3.0 s" in made.found


def ids_for_words(row: Row, id: str) -> Row:
    """The same row without a word: the id stands for every one."""
    why = {name: {"found": id, "remedy": id} for name in row.unknown}
    blank = {name: id if getattr(row, name) else "" for name in WORDS}
    phrases = {"explained": id}
    return replace(row, **blank, unknown=why, phrases=phrases, heading="", answer="", measured={})


@pytest.fixture
def wordless(monkeypatch):
    """Ids in place of all sentences of the table."""
    silent = {id: ids_for_words(row, id) for id, row in rows().items()}

    def use() -> None:
        monkeypatch.setattr(table, "rows", lambda: silent)

    return use


def test_a_finding_without_words_has_the_same_grade_value_and_facts(wordless):
    finding = Finding("scale", "", 3.0, {"longer": 0.03, "pelvis_says": "nothing", "centre": 0.1})
    said = judged(finding)
    wordless()
    mute = judged(finding)
    words = {"name", "remedy", "found", "cost", "concerns"}
    for field in fields(said):
        same = getattr(said, field.name) == getattr(mute, field.name)
        assert same != (field.name in words and getattr(said, field.name) != ""), field.name
    assert math.isfinite(mute.value)


def test_what_names_the_cause_of_a_planted_error_is_a_check():
    assert set(NAMED) <= {id for id, row in rows().items() if row.finds}


def test_a_reason_is_one_sentence_whatever_the_check():
    """By its name what could not be checked for one reason is put together."""
    said: dict[str, set[str]] = {}
    for row in rows().values():
        for why, words in row.unknown.items():
            said.setdefault(why, set()).add(words["found"])
    assert not {why: found for why, found in said.items() if len(found) > 1}

"""The page of printed numbers, from the theses' lists and what the studies found beside them.

From the project's root: `python -m tests.reproduced_page` writes docs/reproduced.md from what is
stored; with names of studies, or `--all`, it runs them first and stores what they find.
"""

from __future__ import annotations

import csv
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, fields, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from ambulo.report.curve_words import units_in_words
from ambulo.studies.page import agreed_interval, number
from ambulo.studies.printed import found, shown
from ambulo.studies.printed.lists import LISTS, Printed, printed, rows_beside
from ambulo.studies.record import AND, VERDICTS, Comparison
from ambulo.studies.registry import STUDIES, run_study
from ambulo.studies.trials import collection
from ambulo_studies.recorded_walk import IN_HER_TIME

SEEDS = ".seeds.csv"
PAGE = Path(__file__).resolve().parents[1] / "docs" / "reproduced.md"
BEGIN, END = "<!-- numbers: begin -->\n", "<!-- numbers: end -->"
HEADINGS = ("place", "printed number", "value", "limits", "Ambulo", "verdict", "why")
HEAD = f"| {' | '.join(HEADINGS)} |\n|{len(HEADINGS) * '---|'}\n"


def beside(thesis: str) -> Iterator[tuple[Printed, Sequence[Comparison]]]:
    """Every number of a list, with all that is stored beside it."""
    lines = defaultdict(list)
    for line in found.stored(thesis):
        lines[line.name].append(line.comparison)
    for name, row in printed(thesis).numbers.items():
        if not row.again:
            yield row, lines[name]
            continue
        yield row, [replace(c, row=row) for c in lines[row.again]]


@cache
def at_other_seeds(thesis: str) -> Mapping[tuple[str, str], Sequence[str]]:
    """Verdicts from other seeds of noise, samples and searches, by name and walk.

    Only those that differ from the stored verdict. `python -m tests.other_seeds` writes them.
    """
    moved: dict[tuple[str, str], list[str]] = {}
    for row in rows_beside(thesis, SEEDS):
        moved.setdefault((row["name"], row["on"]), []).append(row["verdict"])
    return moved


def over_seeds(verdict: str, others: Sequence[str]) -> str:
    """The worst verdict of all seeds, or that it depends on them, if only some leave the cause
    open.
    """
    every = {verdict, *others}
    open_ = VERDICTS[0] in every and len(every) > 1
    return "depends on the seed" if open_ else min(every, key=VERDICTS.index)


def judged(row: Printed, c: Comparison) -> str:
    """Of one walk or reading, over the seeds that were tried."""
    others = at_other_seeds(row.thesis).get((row.again or row.name, c.on), ())
    return over_seeds(c.verdict, others)


def verdict(row: Printed, ours: Sequence[Comparison]) -> str:
    """Of a number, the worst of its comparisons; without one, what the list says."""
    if ours:
        return min((judged(row, c) for c in ours), key=VERDICTS.index)
    for said, name in ((row.circular, "circular"), (row.missing, "not reproducible")):
        if said:
            return name
    return "input" if row.given else "not run here"


_TRIED = (*VERDICTS[:3], "not reproducible")
"""Verdicts of what an experiment was tried on."""


def why(row: Printed, c: Comparison | None) -> str:
    """Why ours is another number, and how that is known."""
    tried = c.cause if c is not None and c.verdict in _TRIED else ""
    if tried and c is not None and c.without is not None:
        open_ = "" if c.verdict == VERDICTS[2] else ", still a miss"
        tried += f" The result is then {number(c.without)}{open_}."
    others = () if c is None else at_other_seeds(row.thesis).get((row.name, c.on), ())
    seeds = ""
    if c is not None and others:
        seeds = (
            f"With this seed the verdict is “{c.verdict}”, with others "
            f"“{'” or “'.join(dict.fromkeys(others))}”."
        )
    missing = row.missing_on.get(c.on, "") if c is not None and c.verdict in _TRIED[3:] else ""
    scaled = (
        f"The printed number is multiplied by the ratio of body masses, {c.scale:.4g}."
        if c is not None and c.scale != 1.0
        else ""
    )
    word = row.says and f"The thesis says “{row.says}”."
    parts = (row.missing, missing, tried, seeds, row.circular, row.given, word, scaled)
    return " ".join(part for part in parts if part)


def lines(row: Printed, ours: Sequence[Comparison]) -> Iterator[str]:
    """A number's lines: one, or one for each walk or reading."""
    unit = f" {units_in_words(row.unit)}" if row.unit else ""
    for c in ours or (None,):
        name = f"{row.name} ({c.on})" if c is not None and c.on else row.name
        met = agreed_interval(c) if c is not None else ""
        value = f"{c.ours:.4g}" if c is not None else "–"
        said = judged(row, c) if c is not None else verdict(row, ours)
        cells = (row.place, name, f"{row.value}{unit}", met, value, said, why(row, c))
        yield f"| {' | '.join(cell.replace('|', ',') for cell in cells)} |"


_PLACE = re.compile(r"(table|figure)s? (\w+(\.\d+)?)")
_OPEN = VERDICTS[:2]
_JUDGED = (*VERDICTS[:3], "met", "better")
"""Verdicts of what a calculation can meet or miss."""


Change = Callable[[Comparison], Comparison]


def places(thesis: str, change: Change = lambda c: c) -> dict[str, Counter[str]]:
    """How many numbers of each table and figure have which verdict, by another rule perhaps."""
    found = defaultdict[str, Counter[str]](Counter)
    for row, ours in beside(thesis):
        place = _PLACE.search(row.place)
        if place:
            found[f"{place[1]} {place[2]}"][verdict(row, [change(c) for c in ours])] += 1
    return found


def closed_of(found: Mapping[str, Counter[str]]) -> tuple[list[str], list[str]]:
    """Of the tables and figures, those without an open number, and all that can have one."""
    judged = [place for place, of in found.items() if any(of[v] for v in _JUDGED)]
    return [place for place in judged if not any(found[place][v] for v in _OPEN)], judged


def by_place() -> str:
    """Every table and figure, and how many are answered of those where a number can be missed."""
    answered = f"| thesis | answered | all | not reproducible alone |\n|{4 * '---|'}\n"
    each = f"| thesis | place | {' | '.join(_JUDGED)} | |\n|{(len(_JUDGED) + 3) * '---|'}\n"
    for thesis, name in names().items():
        found = places(thesis)
        closed, judged = closed_of(found)
        alone = sum(
            of["not reproducible"] > 0 for place, of in found.items() if place not in judged
        )
        answered += f"| {name} | {len(closed)} | {len(judged)} | {alone} |\n"
        for place in judged:
            cells = " | ".join(str(found[place][v]) for v in _JUDGED)
            each += f"| {name} | {place} | {cells} | {'' if place in closed else 'open'} |\n"
    return f"{answered}\n{each}"


_FEW = 5
"""Open numbers of a place that are named."""


def open_numbers() -> str:
    """How many numbers of each place are open, on which walks, and where they are few, which."""
    table = f"| thesis | place | open | compared | walk | which |\n|{6 * '---|'}\n"
    for thesis, name in names().items():
        at = defaultdict[str, dict[str, list[str]]](dict)
        of = Counter[str]()
        for row, ours in beside(thesis):
            place = re.split("[:;,]", row.place)[0]
            of[place] += bool(ours)
            on = [c.on for c in ours if judged(row, c) in _OPEN]
            if on:
                at[place][row.name] = on
        for place, open_ in at.items():
            walks = " and ".join(dict.fromkeys(filter(None, chain(*open_.values()))))
            which = "; ".join(open_) if len(open_) <= _FEW else "in the tables below"
            cells = (name, place, str(len(open_)), str(of[place]), walks, which)
            table += f"| {' | '.join(cells)} |\n"
    return table


def without_cause(rejected: Callable[[str], bool]) -> Change:
    """No experiment whose cause is rejected counts."""
    return lambda c: replace(c, without=None) if rejected(c.cause) else c


def smaller_is_better(c: Comparison) -> Comparison:
    """Of what chapter 5 prints, no more is enough."""
    row = c.row
    of_input = row is not None and (row.chapter == "5" or row.again.startswith("table 5."))
    return of_row(c, error=True) if of_input and row.says in ("", "about") else c


def not_missing(said: str) -> Change:
    """Nothing is missing on a walk that these words name."""
    return lambda c: of_row(c, missing_on={}) if said in c.row.missing_on.values() else c


def of_row(c: Comparison, **other: Any) -> Comparison:
    """The number with another entry in its list."""
    return replace(c, row=replace(c.row, **other))


def hanging(thesis: str = "pamies2012") -> str:
    """How many numbers hang on what a reader of the rule may reject."""
    all_of_it = list(beside(thesis))
    left_out: dict[str, Change] = {
        "none": lambda c: c,
        "without the experiment HC038A in her time": without_cause(
            lambda cause: IN_HER_TIME in cause
        ),
        "without experiments that remove several causes": without_cause(lambda cause: AND in cause),
        "without both of these": without_cause(lambda cause: IN_HER_TIME in cause or AND in cause),
        "in chapter 5, smaller is better": smaller_is_better,
        "without wider limits of a random sample": lambda c: of_row(c, drawn=None),
    }
    at = defaultdict[str, dict[str, None]](dict)
    for row, _ in all_of_it:
        for said in row.missing_on.values():
            at[said][row.place.partition(":")[0]] = None
    for said, where in at.items():
        left_out[f"numbers that contain something not printed also count ({', '.join(where)})"] = (
            not_missing(said)
        )
    headings = (
        "another rule",
        "numbers with another verdict",
        "open numbers",
        "tables and figures",
    )
    table = f"| {' | '.join(headings)} answered |\n|{len(headings) * '---|'}\n"
    for what, change in left_out.items():
        moved = open_ = 0
        for row, ours in all_of_it:
            then = [change(c) for c in ours]
            moved += [judged(row, c) for c in ours] != [judged(row, c) for c in then]
            open_ += verdict(row, then) in _OPEN
        closed, of = closed_of(places(thesis, change))
        table += f"| {what} | {moved} | {open_} | {len(closed)} of {len(of)} |\n"
    return table


def names() -> dict[str, str]:
    """Author and year of every thesis."""
    return {thesis: printed(thesis).source.split(").")[0] + ")" for thesis in LISTS}


def body() -> str:
    """Counts, then every number by thesis and chapter."""
    text, counts = "", {thesis: Counter[str]() for thesis in LISTS}
    for thesis in LISTS:
        text += f"\n## {printed(thesis).source}\n"
        chapter = ""
        for row, ours in beside(thesis):
            if row.chapter != chapter:
                chapter = row.chapter
                title = f"Chapter {chapter}" if len(chapter) < 3 else chapter.capitalize()
                text += f"\n### {title}\n\n{HEAD}"
            text += "".join(f"{line}\n" for line in lines(row, ours))
            counts[thesis][verdict(row, ours)] += 1
    head = f"| verdict | {' | '.join(names().values())} | all |\n|{(len(LISTS) + 2) * '---|'}\n"
    for judged in VERDICTS:
        each = [count[judged] for count in counts.values()]
        head += f"| {judged} | {' | '.join(map(str, each))} | {sum(each)} |\n"
    each = [count.total() for count in counts.values()]
    head += f"| numbers | {' | '.join(map(str, each))} | {sum(each)} |\n"
    return f"\n{steady()}\n{head}\n{open_numbers()}\n{hanging()}\n{by_place()}{text}\n"


def steady() -> str:
    """What `--check` lets differ of a study whose results a search finds."""
    table = (
        "| search | a result may differ by | or by this share of the printed number |\n"
        f"|{3 * '---|'}\n"
    )
    for thesis in LISTS:
        for study, parts in printed(thesis).searched.items():
            table += f"| {study} | {' | '.join(f'{100.0 * part:g} %' for part in parts)} |\n"
    return table


def page() -> str:
    """The page with the numbers as lists and results have them."""
    before, rest = PAGE.read_text("utf-8").split(BEGIN)
    return f"{before}{BEGIN}{body()}{END}{rest.split(END)[1]}"


def _write(
    thesis: str, ending: str, columns: Iterable[str], rows: Iterable[Iterable[object]]
) -> None:
    """A file beside a list; numbers to six digits."""
    file = LISTS[thesis].with_suffix(ending)
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        for row in rows:
            writer.writerow(f"{x:.6g}" if isinstance(x, float) else x for x in row)


def store(studies: Iterable[str]) -> None:
    """Run studies and keep what they find beside the lists."""
    for study in studies:
        thesis = found.thesis_of(study)
        result = run_study(study, lambda *_: None)
        kept = [line for line in found.stored(thesis) if line.study != study]
        kept += found.found(study, result.comparisons)
        kept.sort(key=lambda line: line.study)
        _write(thesis, ".csv", [f.name for f in fields(found.StoredLine)], map(astuple, kept))
        all_shown = {**shown.stored(thesis), study: shown.shown(result)}
        summaries = (
            (name, what, *numbers)
            for name, one in sorted(all_shown.items())
            for what, numbers in one.items()
        )
        _write(thesis, shown.SUFFIX, ("study", "what", "mean", "size"), summaries)
        found.stored.cache_clear()
        shown.stored.cache_clear()
        for change in result.changes:
            print(f"{study}: {change}")


if __name__ == "__main__":
    if sys.argv[1:] and collection() is None:
        sys.exit("Set AMBULO_DATA: without recordings, what they show would go from what is stored")
    asked = [study for study in STUDIES if found.thesis_of(study)]
    store(asked if sys.argv[1:] == ["--all"] else sys.argv[1:])
    PAGE.write_text(page(), "utf-8")

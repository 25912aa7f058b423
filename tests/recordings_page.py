"""What each check says of every public recording at hand: written into docs/recordings.md.

From the project's root, minutes: `python -m tests.recordings_page`, or `make recordings`.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.checks_page import judging
from tests.conftest import data_folder
from tests.reference.accuracy import WALKS

from ambulo.analysis import analyse
from ambulo.gait.configuration import Configuration
from ambulo.inputs.errors import InputError
from ambulo.records import Check

PAGE = Path(__file__).resolve().parents[1] / "docs" / "recordings.md"
TRUTH = Path(__file__).resolve().parent / "naming" / "truth.toml"
BEGIN, END = "<!-- recordings: begin -->\n", "<!-- recordings: end -->"
STATICS = {"bmc_ric_run.c3d": "bmc_ric_static.c3d"}
MASSES = {"561xxa01.c3d": 31.0}
"""kg, as three plates show in single support (30 to 32), too few steps to be weighed by."""
USUAL = {"mass": 70.0, "sex": "m", "height": 1.75}
"""Of a subject whose file does not say; the mass is then the one that the plates weigh."""
ABOUT_THE_PERSON = {"mass", "height"}
"""Checks of what was not recorded but assumed."""


@dataclass
class Found:
    """Of a recording: its laboratory, its checks, or why it was refused."""

    name: str
    laboratory: str
    checks: tuple[Check, ...] = ()
    assumed: set[str] = field(default_factory=set)
    refused: str = ""

    @property
    def marked(self) -> list[Check]:
        """Of what was recorded."""
        own = [check for check in self.checks if check.beyond]
        return [c for c in own if c.id not in self.assumed & ABOUT_THE_PERSON]


def recordings(data: Path) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Name, laboratory and what `analyse` is given."""
    for name, walk in WALKS.items():
        files = {"path": walk.trial, "static": walk.static, "grf": walk.grf}
        given = {key: None if path is None else data / path for key, path in files.items()}
        yield name, walk.trial.split("/")[0], {**given, "choices": dict(walk.choices)}
    truth = tomllib.loads(TRUTH.read_text("utf-8"))
    for path in sorted((data / "other_names").glob("*.[ct][3r][dc]")):
        beside = {"static": STATICS.get(path.name, ""), "grf": f"{path.stem}_grf.mot"}
        files = {key: path.with_name(name) for key, name in beside.items() if name}
        own = {key: file if file.exists() else None for key, file in files.items()}
        laboratory = truth.get(path.name, {}).get("laboratory", "not named")
        known = {"mass": MASSES[path.name]} if path.name in MASSES else {}
        yield path.name, laboratory, {"path": path, **own, "choices": known}


def tried(name: str, laboratory: str, given: dict[str, Any]) -> Found:
    """A recording analysed, with what its file does not say of the subject assumed."""
    choices = dict(given["choices"])
    assumed = {"mass"} if name in MASSES else set[str]()
    while True:
        try:
            chosen = Configuration(**choices)
            files = (given.get("static"), given.get("grf"))
            found = analyse(given["path"], static=files[0], grf=files[1], configuration=chosen)
        except InputError as error:
            lacking = next(
                (key for key in USUAL if key == error.where or f"--{key}" in str(error)), ""
            )
            if not lacking or lacking in choices:
                return Found(name, laboratory, refused=error.what)
            choices[lacking] = USUAL[lacking]
            assumed.add(lacking)
            continue
        mass = next((check for check in found.checks if check.id == "mass"), None)
        if (
            mass is None
            or not mass.beyond
            or "mass" not in assumed
            or choices["mass"] != USUAL["mass"]
        ):
            return Found(name, laboratory, tuple(found.checks), assumed)
        choices["mass"] *= float(mass.facts["ratio"])


def page(found: list[Found]) -> str:
    """The tables."""
    lines = ["| recording | laboratory | marked |", "|---|---|---|"]
    for one in found:
        said = ", ".join(f"`{c.id}` {c.grade}" for c in one.marked) or "–"
        lines.append(f"| {one.name} | {one.laboratory} | {one.refused or said} |")
    judged: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for one in found:
        for check in one.checks:
            if check.grade != "unknown" and check.id not in one.assumed & ABOUT_THE_PERSON:
                judged[check.id].append((one.name, one.laboratory, check.grade))
    lines += [
        "",
        "| check | recordings | laboratories | look, where | do not use, where |",
        "|---|---:|---:|---|---|",
    ]
    for id, _ in judging():
        kinds = [
            name
            for name in judged
            if name == id or name.startswith(f"{id}.") or id.startswith(f"{name}.")
        ]
        own = [judgement for name in kinds for judgement in judged[name]]
        marks = [
            ", ".join(sorted({lab for _, lab, grade in own if grade == each})) or "–"
            for each in ("look", "do-not-use")
        ]
        # a recording may be judged joint by joint
        counts = (len({one[k] for one in own}) for k in (0, 1))
        lines.append(f"| `{id}` | {' | '.join(map(str, (*counts, *marks)))} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the page."""
    data = data_folder()
    found = [tried(*each) for each in recordings(data)]
    text = PAGE.read_text("utf-8")
    head, _, rest = text.partition(BEGIN)
    PAGE.write_text(head + BEGIN + page(found) + END + rest.partition(END)[2], "utf-8")


if __name__ == "__main__":
    main()

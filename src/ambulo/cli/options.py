"""Common options of commands, and help that lists the possible names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from inspect import cleandoc
from pathlib import Path
from textwrap import indent, wrap
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperCommand, TyperGroup

from ambulo.inputs.errors import InputError

FIRST = "First"
"""The help panel of the most used options. Other panels follow in the order of their options."""
SUBJECT = "Subject and laboratory"
METHOD = "How it is analysed"
RESULTS = "Results"
PANELS = {
    name: panel
    for panel, names in {
        "One recording": ("demo", "info", "analyse", "markers"),
        "From an analysis": ("figures", "simulate", "bone"),
        "Several recordings": ("compare", "batch", "norms", "registration"),
        "Other tasks": ("planar", "ballistic", "study"),
    }.items()
    for name in names
}
"""Heading of each command in the help."""
_COLUMN = 20
_TAKES = {"path": "FILE", "float": "N", "int range": "N", "str": "TEXT"}
"""What an option takes, by the parser's name of its type."""


def _row(formatter: Any, left: str, right: str) -> None:
    begun = f"  {left:<{_COLUMN}}  "
    rest = " " * len(f"  {'':<{_COLUMN}}  ")
    lines = wrap(
        right,
        formatter.width,
        initial_indent=begun,
        subsequent_indent=rest,
        break_on_hyphens=False,
    )
    formatter.write("\n".join(lines or [begun.rstrip()]) + "\n")


def _panels(formatter: Any, rows: Iterable[tuple[str, str, str]]) -> None:
    """Rows of (panel, left, right) under their panels; what has one text for several is one row."""
    panels: dict[str, dict[str, list[str]]] = {FIRST: {}}
    for panel, left, right in rows:
        panels.setdefault(panel, {}).setdefault(right, []).append(left)
    last = panels.pop(RESULTS, {})
    for panel, texts in [*panels.items(), (RESULTS, last)]:
        if texts:
            formatter.write(f"{panel}:\n")
        for right, lefts in texts.items():
            # what each takes is said by the text of them all
            names = [left.partition(" ")[0] for left in lefts] if len(lefts) > 1 else lefts
            _row(formatter, ", ".join(names), right)


class _Verbatim:
    """Help whose text stands as the docstring has it, examples line by line."""

    help: str | None

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write the text."""
        del ctx
        first, _, examples = cleandoc(self.help or "").partition("\n\n")
        formatter.write(f"{first}\n\n{indent(examples, '  ')}\n")


class NamesInHelp(_Verbatim, TyperCommand):
    """A command whose help lists the possible names. They are looked up when the help is shown."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options by panels, with `{names}` filled in."""
        rows = []
        for option in self.get_params(ctx):
            said = getattr(option, "help", None)
            if said is not None and "{names}" in said:
                option.help = said.format(names=", ".join(_names(str(option.name))))  # type: ignore[attr-defined]
            shown = option.get_help_record(ctx)
            if shown is not None and option.name != "help":
                left, right = shown
                left = re.sub("<(.*)>", lambda kind: _TAKES.get(kind[1], kind[1]), left)
                if option.param_type_name == "argument":  # its name says what it takes
                    left = left.partition(" ")[0]
                rows.append((getattr(option, "rich_help_panel", None) or FIRST, left, right))
        _panels(formatter, rows)


class CommandsInPanels(_Verbatim, TyperGroup):
    """The program. Its help has the commands by panels."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the commands, then the options of the program."""
        rows = [(PANELS[name], name, self.commands[name].get_short_help_str()) for name in PANELS]
        for option in self.get_params(ctx):
            left, right = option.get_help_record(ctx) or ("", "")
            # the parser's own words take four lines
            said = "completion for your shell" if "completion" in left else right
            rows.append(("Options", left, said))
        _panels(formatter, rows)


def _names(option: str) -> Iterable[str]:
    """What can be chosen by an option."""
    from ambulo.gait.configuration import choices
    from ambulo.inputs.registry import registry_of

    if option == "integrator":
        from ambulo.multibody.integrators.registry import METHODS
        from ambulo.multibody.tree.system_of_tree import TreeSystem

        # other packages' are imported when used: a broken one does not break the help
        return [n for n in METHODS if METHODS.origin(n) or METHODS[n].suits(TreeSystem)]
    kinds = {
        "body": "planar_body",
        "build": "segment_table",
        "parameters": "segment_table",
        "skeleton": "skeleton",
    }
    return registry_of(kinds[option]) if option in kinds else choices(option)


def name_option(option: str, said: str, *, listed: bool = True) -> Any:
    """An option that takes a name. Completion in the shell lists the possible names; the help does
    too if `listed` is set.
    """

    def begun(incomplete: str) -> list[str]:
        return [name for name in _names(option) if name.startswith(incomplete)]

    return typer.Option(
        help=f"{said}: {{names}}" if listed else said,
        autocompletion=begun,
        rich_help_panel=METHOD,
        metavar="NAME",
    )


def given_path(text: str | Path) -> Path:
    """A path to write to. An empty path, such as from an unset variable of the shell, is refused.

    Raises:
        InputError: the path is empty, or the root of a disk.
    """
    if not str(text):
        raise InputError("the path is empty", "--out", "Give a path, or omit --out")
    if not Path(text).resolve().name:
        raise InputError(
            "this is the root of a disk", f"--out {text}", "Give a folder on this disk"
        )
    return Path(text)


def flag(name: str, said: str, panel: str = RESULTS) -> Any:
    """An option without a value."""
    return typer.Option(name, help=said, rich_help_panel=panel)


_SUBJECT = "kg, m, years, f or m; override the file"
_LABORATORY = "axes and unit of the file, such as +z, -y, mm"
_SHARING = "how to divide forces in double support (cfp: corrected plates, sta: smooth transition)"
_LAWS = "contact laws for --sharing foot-contact"
_MASSES = "segment masses: a table, such as dumas2007, or a TOML file"
_PART = "first and last time to analyse, s"


def _about(said: str, *names: str) -> Any:
    """One of several options that have one text."""
    return typer.Option(*names, help=said, rich_help_panel=SUBJECT)


Version = Annotated[bool, flag("--version", "print the version", FIRST)]
Overwrite = Annotated[
    bool, flag("--overwrite", "replace earlier results and everything made from them")
]
Strict = Annotated[bool, flag("--strict", "end with status 3 if a check has the grade do-not-use")]
_PRINTED = "print only errors and warnings, or only JSON"
Quiet = Annotated[bool, flag("--quiet", _PRINTED)]
AsJson = Annotated[bool, flag("--json", _PRINTED)]
Verbose = Annotated[bool, flag("--verbose", "print choices, assumptions, filled gaps and checks")]
TrialFile = Annotated[
    Path,
    typer.Argument(help="recording: a .c3d or .trc file", show_default=False),
]
_OUT = typer.Option(
    help="folder for the results", parser=given_path, metavar="DIR", rich_help_panel=RESULTS
)
OutFolder = Annotated[Path, _OUT]
Out = Annotated[Path | None, _OUT]
Grf = Annotated[
    Path | None,
    typer.Option(help="ground reactions: .mot, .sto, .forces, .csv or .txt", metavar="FILE"),
]
Markers = Annotated[
    str | None,
    typer.Option(help="marker set: a name, or a TOML file", metavar="SET", rich_help_panel=SUBJECT),
]
Norms = Annotated[
    str | None,
    typer.Option(
        help="normal data: a name, or a file of `ambulo norms`",
        metavar="NORMS",
        rich_help_panel=RESULTS,
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="WHO",
        help="compute with Dask: local, slurm or tcp://HOST:PORT",
        rich_help_panel=RESULTS,
    ),
]
Integrator = Annotated[
    str | None,
    name_option("integrator", "integration method (default: dop853, or rkmk4 with spheres)"),
]


@dataclass(frozen=True)
class Laboratory:
    """How the laboratory wrote its files."""

    up: Annotated[str | None, _about(_LABORATORY)] = None
    forward: Annotated[str | None, _about(_LABORATORY)] = None
    unit: Annotated[str | None, _about(_LABORATORY)] = None


@dataclass(frozen=True)
class Choices:
    """Entries of a configuration that a command takes."""

    mass: Annotated[float | None, _about(_SUBJECT)] = None
    height: Annotated[float | None, _about(_SUBJECT)] = None
    age: Annotated[float | None, _about(_SUBJECT)] = None
    sex: Annotated[Literal["f", "m"] | None, _about(_SUBJECT)] = None
    markers: Markers = None
    model: Annotated[str | None, name_option("model", "parts of the body in the model")] = None
    activity: Annotated[
        str | None,
        name_option(
            "activity",
            "what the subject does; default: found from the motion",
            listed=False,
        ),
    ] = None
    method: Annotated[str | None, name_option("method", "source of ground reactions")] = None
    sharing: Annotated[str | None, name_option("sharing", _SHARING)] = None
    normal_law: Annotated[str | None, name_option("normal_law", _LAWS, listed=False)] = None
    friction_law: Annotated[str | None, name_option("friction_law", _LAWS, listed=False)] = None
    consistency: Annotated[
        str | None, name_option("consistency", "how the model follows the markers")
    ] = None
    skeleton: Annotated[
        str | None,
        name_option("skeleton", "segments and joints: a name, or a TOML file", listed=False),
    ] = None
    parameters: Annotated[str | None, name_option("parameters", _MASSES, listed=False)] = None
    filter: Annotated[str | None, name_option("filter", "filter that removes noise")] = None
    compare_sharing: Annotated[
        bool, flag("--compare-sharing", "compare the ways of sharing with the plates", METHOD)
    ] = False
    start: Annotated[float | None, _about(_PART, "--from")] = None
    stop: Annotated[float | None, _about(_PART, "--to")] = None
    uncertainty: Annotated[
        str | None,
        typer.Option(
            metavar="N|auto",
            help="error bands from N perturbed analyses; 0: none",
            rich_help_panel=RESULTS,
        ),
    ] = None
    norms: Norms = None

    def entries(self) -> dict[str, object]:
        """The entries; None for entries that were not chosen."""
        norms = self.norms
        return {
            **vars(self),
            "compare_sharing": self.compare_sharing or None,
            "uncertainty": None if self.uncertainty is None else {"samples": self.uncertainty},
            # found again from wherever the results are read
            "norms": str(Path(norms).resolve()) if norms and Path(norms).is_file() else norms,
        }

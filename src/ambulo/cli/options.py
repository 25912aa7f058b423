"""Options that commands share, and help that lists what can be chosen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperCommand

from ambulo.inputs.errors import InputError


class NamesInHelp(TyperCommand):
    """A command whose help has the names that can be chosen, looked up when help is asked for."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, `{names}` filled in."""
        for option in self.params:
            said = getattr(option, "help", None)
            if said is not None and "{names}" in said:
                option.help = said.format(names=", ".join(_names(str(option.name))))  # type: ignore[attr-defined]
        super().format_help(ctx, formatter)


def _names(option: str) -> Iterable[str]:
    """What can be chosen by an option."""
    from ambulo.gait.configuration import choices
    from ambulo.inputs.registry import registry_of

    kinds = {
        "body": "planar_body",
        "build": "segment_table",
        "integrator": "integrator",
        "parameters": "segment_table",
        "skeleton": "skeleton",
    }
    return registry_of(kinds[option]) if option in kinds else choices(option)


def named(option: str, said: str) -> Any:
    """An option that takes a name; the help, and the shell that completes, list what there is."""

    def begun(incomplete: str) -> list[str]:
        return [name for name in _names(option) if name.startswith(incomplete)]

    return typer.Option(help=f"{said}: {{names}}", autocompletion=begun)


def given_path(text: str | Path) -> Path:
    """A path to write to: an empty one, as of a shell's variable that is not set, is none.

    Raises:
        InputError: it is empty, or the root of a disk.
    """
    if not str(text):
        raise InputError("the path is empty", "--out", "Give one, or leave --out away")
    if not Path(text).resolve().name:
        raise InputError("this is the root of a disk", f"--out {text}", "Give a folder in it")
    return Path(text)


def flag(name: str, said: str) -> Any:
    """An option that is given or not."""
    return typer.Option(name, help=said)


Version = Annotated[bool, flag("--version", "print the version")]
Overwrite = Annotated[
    bool, flag("--overwrite", "replace earlier results, and what was made from them")
]
Strict = Annotated[bool, flag("--strict", "exit 3 if a check says do not use")]
Quiet = Annotated[bool, flag("--quiet", "print nothing but errors and warnings")]
Verbose = Annotated[bool, flag("--verbose", "print every choice, assumption, filled gap and check")]
AsJson = Annotated[bool, flag("--json", "print what was found as JSON, nothing else")]
TrialFile = Annotated[Path, typer.Argument(help="trial: .c3d, or .trc with --grf FILE.mot")]
OutFolder = Annotated[
    Path, typer.Option(help="folder for the results", parser=given_path, metavar="PATH")
]
Out = Annotated[
    Path | None, typer.Option(help="folder for the results", parser=given_path, metavar="PATH")
]
Grf = Annotated[
    Path | None, typer.Option(help="ground reactions of a .trc: .mot, .sto, .forces, .csv")
]
Markers = Annotated[str | None, typer.Option(help="marker set: a shipped name or a TOML file")]
Norms = Annotated[
    str | None, typer.Option(help="normal walking beside a walk: a name or a file of `norms`")
]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="local|slurm|tcp://HOST:PORT",
        help="who computes: Dask's workers here, jobs of SLURM, or a scheduler that runs; "
        "processes of this machine if left out",
    ),
]
Integrator = Annotated[
    str | None,
    named("integrator", "of the equations of motion, if not dop853 or, on contact spheres, rkmk4"),
]


@dataclass(frozen=True)
class Laboratory:
    """How the laboratory wrote its files."""

    up: Annotated[str | None, typer.Option(help="laboratory axis that points up, as +z")] = None
    forward: Annotated[
        str | None,
        typer.Option(help='laboratory axis of progression, as -y; "laboratory": the nearest one'),
    ] = None
    unit: Annotated[str | None, typer.Option(help="unit of the file's lengths, as mm")] = None


@dataclass(frozen=True)
class Choices:
    """Entries of a configuration that a command takes."""

    mass: Annotated[float | None, typer.Option(help="body mass, kg")] = None
    height: Annotated[float | None, typer.Option(help="height, m")] = None
    age: Annotated[float | None, typer.Option(help="age, years")] = None
    sex: Annotated[Literal["f", "m"] | None, typer.Option(help="f or m")] = None
    markers: Markers = None
    model: Annotated[
        str | None, named("model", "whole, legs only, or whole in the sagittal plane")
    ] = None
    activity: Annotated[
        str | None, named("activity", "what the subject does, found from the data if left out")
    ] = None
    method: Annotated[str | None, named("method", "from the feet up, or from the motion alone")] = (
        None
    )
    sharing: Annotated[
        str | None, named("sharing", "how the total ground force is divided in double support")
    ] = None
    normal_law: Annotated[
        str | None, named("normal_law", "contact law of --sharing foot-contact")
    ] = None
    friction_law: Annotated[
        str | None,
        named("friction_law", "friction law of --sharing foot-contact; lugre can give energy"),
    ] = None
    consistency: Annotated[
        str | None,
        named("consistency", "marker fit: jointed, jointed in natural coordinates, or not"),
    ] = None
    skeleton: Annotated[
        str | None, named("skeleton", "segments and joints, or a TOML file of them")
    ] = None
    parameters: Annotated[
        str | None, named("parameters", "segment parameter table, or a TOML file of one")
    ] = None
    filter: Annotated[str | None, named("filter", "how noise is taken out")] = None
    compare_sharing: Annotated[
        bool, flag("--compare-sharing", "set every way of sharing against the plates")
    ] = False
    start: Annotated[
        float | None, typer.Option("--from", help="only the trial from this time, s")
    ] = None
    stop: Annotated[float | None, typer.Option("--to", help="only the trial to this time, s")] = (
        None
    )
    uncertainty: Annotated[
        str | None,
        typer.Option(
            metavar="N|auto",
            help="error bands from N perturbed analyses; auto: until the bands have settled",
        ),
    ] = None
    norms: Norms = None

    def entries(self) -> dict[str, object]:
        """The entries, None for what was not chosen."""
        norms = self.norms
        return {
            **vars(self),
            "compare_sharing": self.compare_sharing or None,
            "uncertainty": None if self.uncertainty is None else {"samples": self.uncertainty},
            # found again from wherever the results are read
            "norms": str(Path(norms).resolve()) if norms and Path(norms).is_file() else norms,
        }

"""Options that commands share, and help that lists what can be chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperCommand

__all__ = [
    "Activity",
    "AsJson",
    "Consistency",
    "FilterName",
    "Forward",
    "FrictionLaw",
    "Grf",
    "Integrator",
    "Markers",
    "Method",
    "Model",
    "NamesInHelp",
    "NormalLaw",
    "Norms",
    "Out",
    "Overwrite",
    "Quiet",
    "Sex",
    "SharingName",
    "SkeletonName",
    "Strict",
    "TableName",
    "TrialFile",
    "Unit",
    "Up",
    "Verbose",
]


class NamesInHelp(TyperCommand):
    """A command whose help has the names that can be chosen, looked up when help is asked for."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, `{names}` filled in."""
        for option in self.params:
            said = getattr(option, "help", None)
            if said is not None and "{names}" in said:
                option.help = said.format(names=", ".join(_names(option.name)))  # type: ignore[attr-defined]
        super().format_help(ctx, formatter)


def _names(option: str | None) -> Iterable[str]:
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
    if option in kinds:
        return registry_of(kinds[option])
    return choices("filter" if option == "filter_name" else str(option))


Sex = Literal["f", "m"]
TrialFile = Annotated[Path, typer.Argument(help="trial: .c3d, or .trc with --grf FILE.mot")]
Out = Annotated[Path | None, typer.Option("--out", help="folder for the results")]
Overwrite = Annotated[
    bool, typer.Option("--overwrite", help="replace earlier results, and what was made from them")
]
Strict = Annotated[bool, typer.Option("--strict", help="exit 3 if a check says do not use")]
Quiet = Annotated[bool, typer.Option("--quiet", help="print nothing but errors and warnings")]
Verbose = Annotated[
    bool, typer.Option("--verbose", help="print every choice, assumption, filled gap and check")
]
AsJson = Annotated[bool, typer.Option("--json", help="print what was found as JSON, nothing else")]
Grf = Annotated[Path | None, typer.Option("--grf", help="ground reactions (.mot, .sto) of a .trc")]
Markers = Annotated[
    str | None, typer.Option("--markers", help="marker set: a shipped name or a TOML file")
]
Up = Annotated[str | None, typer.Option("--up", help="laboratory axis that points up, as +z")]
Forward = Annotated[
    str | None, typer.Option("--forward", help="laboratory axis of progression, as -y")
]
Norms = Annotated[
    str | None,
    typer.Option("--norms", help="normal walking beside a walk: a name or a file of `norms`"),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="local|slurm|tcp://HOST:PORT",
        help="who computes: Dask's workers here, jobs of SLURM, or a scheduler that runs; "
        "processes of this machine if left out",
    ),
]
Unit = Annotated[str | None, typer.Option("--unit", help="unit of the file's lengths, as mm")]


def _completed(option: str) -> Callable[[str], list[str]]:
    """Names that can be chosen, for the shell that completes a command."""

    def begun(incomplete: str) -> list[str]:
        return [name for name in _names(option) if name.startswith(incomplete)]

    return begun


def _named(option: str, said: str) -> Any:
    """An option that takes a name; the help lists those that there are."""
    return typer.Option(help=f"{said}: {{names}}", autocompletion=_completed(option))


Model = Annotated[str | None, _named("model", "whole, legs only, or whole in the sagittal plane")]
Activity = Annotated[
    str | None, _named("activity", "what the subject does, found from the data if left out")
]
Method = Annotated[str | None, _named("method", "from the feet up, or from the motion alone")]
SharingName = Annotated[
    str | None, _named("sharing", "of the resultant of the motion between the feet")
]
NormalLaw = Annotated[str | None, _named("normal_law", "contact law of --sharing foot-contact")]
FrictionLaw = Annotated[
    str | None, _named("friction_law", "friction law of --sharing foot-contact")
]
Consistency = Annotated[
    str | None, _named("consistency", "how segments are made rigid and joints hold")
]
FilterName = Annotated[
    str | None,
    typer.Option(
        "--filter", help="how noise is taken out: {names}", autocompletion=_completed("filter_name")
    ),
]
SkeletonName = Annotated[
    str | None,
    typer.Option(
        help="segments and joints: {names}, or a TOML file", autocompletion=_completed("skeleton")
    ),
]
TableName = Annotated[
    str | None,
    typer.Option(
        help="segment parameter table: {names}, or a TOML file",
        autocompletion=_completed("parameters"),
    ),
]
Integrator = Annotated[
    str | None,
    _named("integrator", "of the equations of motion, if not dop853 or, on contact spheres, rkmk4"),
]

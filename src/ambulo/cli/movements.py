"""Commands that continue from an analysis, or solve a separate problem."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from ambulo.cli.app import (
    Answer,
    Progress,
    command,
    folder_beside,
    folder_made,
    in_folder,
    say,
    with_care,
)
from ambulo.cli.options import METHOD, Integrator, Out, Overwrite, flag, name_option
from ambulo.inputs.errors import InputError

_SPHERES = "On contact spheres"


@command
def bone(
    progress: Progress,
    folder: Annotated[Path, typer.Argument(help="folder that `ambulo analyse` has written")],
) -> Answer:
    """Compute muscle forces and the strain of the tibia.

    ambulo bone walk-ambulo
    """
    from ambulo.bone.bone import strain_of_analysis
    from ambulo.report.verdict import warning
    from ambulo.results.whole_folder import require_place

    require_place(folder / "bone", overwrite=True)
    found = strain_of_analysis(folder, progress)
    with_care(warning(found.checks))

    def words() -> None:
        for side, leg in found.sides.items():
            (drawn, high), (pressed, low) = leg.greatest()
            say(
                f"{side.capitalize()} tibia at mid-shaft: largest tension {1e6 * high:.0f} "
                f"microstrain ({drawn}), largest compression {-1e6 * low:.0f} microstrain "
                f"({pressed})"
            )
        for note in found.notes:
            say(note)
        say(
            f"Open {folder / 'bone' / 'bone.html'}. Tables of strain and muscle forces are in the "
            "same folder"
        )

    return in_folder(folder / "bone", words)


@command
def ballistic(
    progress: Progress,
    problem: Annotated[Path, typer.Argument(help="PROBLEM.toml: what moves, postures, times")],
    out: Out = None,
    overwrite: Overwrite = False,
) -> Answer:
    """Compute a movement under gravity between postures.

    ambulo ballistic reach.toml
    """
    from ambulo.ballistic.problem_run import solve_file

    folder = folder_beside(problem, out)
    found = solve_file(problem, folder, progress, overwrite=overwrite)
    made = folder_made(folder, found.folder)

    def words() -> None:
        say(f"{found.message[:1].upper()}{found.message[1:]}")
        page = "movement.html"
        if page in found.files:
            say(f"Open {made / page}")
        say(f"Also in {made}: {'  '.join(name for name in found.files if name != page)}")

    return in_folder(made, words)


@command
def planar(
    points: Annotated[
        Path,
        typer.Argument(help="POINTS.csv: columns time, and POINT_x and POINT_z [m] for each point"),
    ],
    body: Annotated[str, name_option("body", "planar body: a TOML file, or one of")] = "pamies2012",
    mass: Annotated[
        float | None, typer.Option(help="mass of the subject, kg; default: mass in the table")
    ] = None,
    base: Annotated[
        str | None,
        typer.Option(help="segment on the ground; default: the one that has no parent"),
    ] = None,
    lengths: Annotated[
        Literal["points", "table"],
        typer.Option(help="segment lengths: mean of the recording, or from the table"),
    ] = "points",
    cutoff: Annotated[
        float | None, typer.Option(help="cut-off of the filter, Hz; default: found from the noise")
    ] = None,
    out: Out = None,
    overwrite: Overwrite = False,
) -> Answer:
    """Compute joint moments from the points of one camera.

    ambulo planar points.csv --mass 62
    """
    from ambulo.report.planar_folder import analyse_points_file

    folder = folder_beside(points, out)
    found = analyse_points_file(
        points,
        folder,
        body=body,
        mass=mass,
        base=base,
        lengths=lengths,
        cutoff=cutoff,
        overwrite=overwrite,
    )
    made = folder_made(folder, found.folder)

    def words() -> None:
        for note in found.notes:
            say(note)
        say("Largest moments [N·m]")
        for quantity in found.found.moments:
            value = quantity.values[abs(quantity.values).argmax()]
            say(f"  {quantity.name.replace('_', ' '):<28} {value:8.1f}")
        say(f"Tables in {made}: angles.csv  moments.csv  powers.csv  base.csv")

    return in_folder(made, words)


@command
def simulate(
    progress: Progress,
    folder: Annotated[Path, typer.Argument(help="folder that `ambulo analyse` has written")],
    *,
    step: Annotated[
        float | None,
        typer.Option(
            help="longest time step, s; default: 0.001 (with spheres 0.00005)",
            rich_help_panel=METHOD,
        ),
    ] = None,
    integrator: Integrator = None,
    control: Annotated[
        Literal["none", "pd", "sampled"],
        typer.Option(
            help="none: only the stored forces; pd: with a controller; sampled: with a controller "
            "that acts only at the ends of steps",
            metavar="HOW",
        ),
    ] = "none",
    contact: Annotated[
        bool, flag("--contact", "simulate on contact spheres that fit the walk", _SPHERES)
    ] = False,
    contact_parameters: Annotated[
        Path | None,
        typer.Option(
            help="spheres and laws: a CONTACT.toml", metavar="FILE", rich_help_panel=_SPHERES
        ),
    ] = None,
    ekf: Annotated[bool, flag("--ekf", "simulate again with a Kalman filter", _SPHERES)] = False,
    carried: Annotated[
        Literal["feet", "lumbar", "pelvis", "head"],
        typer.Option(
            help="where the ground reaction is applied: feet, lumbar, pelvis, head",
            metavar="WHERE",
            rich_help_panel=METHOD,
        ),
    ] = "feet",
    between: Annotated[
        Literal["linear", "cubic", "quintic"],
        typer.Option(
            help="interpolation of forces between frames: linear, cubic, quintic",
            metavar="HOW",
            rich_help_panel=METHOD,
        ),
    ] = "cubic",
    formulation: Annotated[
        Literal["tree", "matrix-R"],
        typer.Option(
            help="joint coordinates (tree), or natural coordinates (matrix-R)",
            metavar="HOW",
            rich_help_panel=METHOD,
        ),
    ] = "tree",
    strict: Annotated[bool, flag("--strict", "end with status 3 if the simulation fails")] = False,
) -> Answer:
    """Check whether the forces produce the motion.

    ambulo simulate walk-ambulo --control pd   the moments that a controller adds
    ambulo simulate walk-ambulo                the forces alone
    ambulo simulate walk-ambulo --contact      on contact spheres; takes minutes
    """
    from ambulo.forward_check.contact_files import write_contact_walk
    from ambulo.forward_check.contact_page import contact_verdict
    from ambulo.forward_check.contact_walk import walk_on_contact
    from ambulo.forward_check.files import with_stored_ankle_moments, write_simulation
    from ambulo.forward_check.run import check_forward
    from ambulo.forward_check.simulation_folder import simulate_folder
    from ambulo.forward_check.terminal import print_check, print_contact_walk
    from ambulo.forward_check.verdict import said
    from ambulo.report.verdict import warning
    from ambulo.results.whole_folder import require_place

    results = folder / "simulation"
    require_place(results, overwrite=True)
    entries: dict[str, Any] = {"integrator": integrator, "step": step}
    given = {name: value for name, value in entries.items() if value is not None}
    if contact or contact_parameters is not None:
        if (control, carried, between, formulation) != ("none", "feet", "cubic", "tree"):
            raise InputError(
                what="a walk on contact spheres has its own forces and controller",
                where="--contact",
                remedy="Omit --control, --carried, --between and --formulation",
            )
        on_contact = partial(
            walk_on_contact,
            contact=contact_parameters,
            filtered=ekf,
            progress=progress,
            **given,
        )
        walk = simulate_folder(folder, on_contact, write_contact_walk, progress=progress)
        with_care(warning(walk.analysis.checks))
        answer = in_folder(results, partial(print_contact_walk, walk, folder), "contact")
        return _judged(answer, contact_verdict(walk), strict=strict)
    if ekf:
        raise InputError(
            what="the Kalman filter works only with contact spheres",
            where="--ekf",
            remedy="Add --contact, or choose --control pd",
        )
    chosen = partial(
        check_forward,
        control=control,
        carried=carried,
        between=between,
        formulation=formulation,
        **given,
    )
    checked = with_stored_ankle_moments(chosen, folder)
    check = simulate_folder(folder, checked, write_simulation, progress=progress)
    with_care(warning(check.analysis.checks))
    answer = in_folder(results, partial(print_check, check, folder), check.name)
    return _judged(answer, said(check), strict=strict)


def _judged(answer: Answer, verdict: tuple[str, str], *, strict: bool) -> Answer:
    """The answer with status 3, and its verdict even with --quiet, where a check has failed."""
    grade, words = verdict
    if grade != "do-not-use":
        return answer
    return answer._replace(status=3 if strict else 0, warning=words)

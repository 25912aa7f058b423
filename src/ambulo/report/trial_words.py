"""The content of a trial, as the command line prints it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.text import Text

from ambulo.inputs.article import counted
from ambulo.inputs.printable import printable
from ambulo.math.arrays import FloatArray
from ambulo.math.runs import longest_run
from ambulo.model.skeleton import load_skeleton
from ambulo.records import SIDES, ForcePlate, Trial
from ambulo.records.measurement import LOADED
from ambulo.report.console import indented, plain_table, standard_output
from ambulo.report.wording import plates_in_words

if TYPE_CHECKING:
    from ambulo.gait.inspection import Inspection
    from ambulo.mocap.naming.guess import Guess

# a table of more rows than this hides what matters
_MOST_ROWS = 12


class PlateUse(NamedTuple):
    """Samples per second, time under load [s], greatest vertical force [N]; None if not known."""

    rate: float | None
    loaded: float
    greatest: float | None


def plate_use(plate: ForcePlate) -> PlateUse:
    """How a plate was sampled and loaded."""
    vertical = plate.force[np.isfinite(plate.force[:, 2]), 2]
    step = (plate.time[-1] - plate.time[0]) / max(len(plate.time) - 1, 1)
    return PlateUse(
        1.0 / step if step > 0.0 else None,
        (vertical > LOADED).sum() * step,
        vertical.max() if len(vertical) else None,
    )


def print_info(found: Inspection, console: Console | None = None) -> None:
    """Print the content of a trial: markers, plates, events, fitting marker set, missing items.

    Args:
        found: content of the trial.
        console: standard output if None.
    """
    trial, guess = found.trial, found.guess
    out = console or standard_output()
    markers, subject = trial.markers, trial.subject
    frames = len(markers.time)
    span = f"{markers.time[0]:.2f} to {markers.time[-1]:.2f} s"
    rate = f" at {markers.rate:.6g} Hz" if frames > 1 else ""
    out.print(Text(printable(str(trial.path)), style="bold"), soft_wrap=True)
    table = plain_table("", "", numbers_from=2)
    table.show_header = False
    table.add_row("recorded", f"{frames} frames{rate}, {span}")
    about = [
        f"{subject.mass:.1f} kg" if subject.mass is not None else "",
        f"{subject.height:.2f} m" if subject.height is not None else "",
        {"f": "female", "m": "male", None: ""}[subject.sex],
        f"{len(subject.measurements)} measurements" if subject.measurements else "",
    ]
    known = ", ".join(entry for entry in (escape(subject.name), *about) if entry)
    table.add_row("subject", known or "nothing in the file")
    table.add_row("laboratory", escape(trial.lab.reason))
    if trial.outputs:
        table.add_row("also in the file", f"{len(trial.outputs)} results of another system")
    indented(out, table, below=1)

    _print_markers(out, markers.names, markers.position)
    _print_plates(out, trial)
    _print_events(out, trial)
    if guess is not None:
        _print_guess(out, guess)
    elif found.matches and found.matches[0].doubtful:
        out.print("[bold]Doubtful names[/bold]")
        _print_doubts(out, found.matches[0].doubtful)
        out.print()
    _print_matches(out, found)
    missing = lacking(found)
    if missing:
        out.print("[bold]Missing[/bold]")
        for line in missing:
            indented(out, Text(f"• {line}"))
        out.print()
    notes = [note for note in trial.notes if note.rstrip(".").lower() != trial.lab.reason.lower()]
    notes += found.remarks
    if notes:
        out.print("[bold]Notes[/bold]")
        for note in notes:
            indented(out, Text(f"• {note}"))


def _print_markers(out: Console, names: Sequence[str], position: FloatArray) -> None:
    unseen = np.asarray(np.isnan(position).any(axis=2))
    gaps = unseen.sum(axis=0)
    out.print(f"[bold]{len(names)} markers[/bold], {int((gaps > 0).sum())} with gaps")
    indented(out, Text(" ".join(names), style="dim"))
    alike: dict[tuple[int, int], list[str]] = {}
    for k in np.argsort(-gaps, kind="stable"):
        if gaps[k] > 0:
            start, stop = longest_run(unseen[:, k])
            alike.setdefault((int(gaps[k]), stop - start), []).append(names[k])
    for (count, longest), those in list(alike.items())[:_MOST_ROWS]:
        more = f" and {len(those) - 3} more" if len(those) > 4 else ""
        who = ", ".join(those[:3] if more else those) + more
        share = 100.0 * count / len(unseen)
        frames = counted(count, "frame")
        line = f"{who}: {frames} not seen ({share:.0f} %), longest gap {longest}"
        indented(out, Text(line))
    rest = sum(len(those) for those in list(alike.values())[_MOST_ROWS:])
    if rest:
        indented(out, Text(f"and {rest} more with fewer frames not seen"))
    out.print()


def _print_plates(out: Console, trial: Trial) -> None:
    out.print(f"[bold]{plates_in_words(trial)}[/bold]")
    if trial.plates:
        table = plain_table("", "rate [Hz]", "loaded [s]", "greatest Fz [N]", "size [m]")
        for plate in trial.plates:
            use = plate_use(plate)
            sides = np.linalg.norm(np.diff(plate.corners[[0, 1, 2]], axis=0), axis=1)
            table.add_row(
                escape(plate.name),
                "–" if use.rate is None else f"{use.rate:.6g}",
                f"{use.loaded:.2f}",
                "–" if use.greatest is None else f"{use.greatest:.0f}",
                f"{sides[0]:.2f} × {sides[1]:.2f}",
            )
        indented(out, table)
    out.print()


def _print_events(out: Console, trial: Trial) -> None:
    out.print(f"[bold]{len(trial.events)} events in the file[/bold]")
    for side in SIDES:
        for kind, word in (("strike", "foot strike"), ("off", "foot off")):
            times = [f"{e.time:.2f}" for e in trial.events if (e.side, e.kind) == (side, kind)]
            if times:
                line = f"{side} {word}: {', '.join(times)} s"
                indented(out, Text(line))
    out.print()


def _print_doubts(out: Console, doubtful: Mapping[str, str]) -> None:
    for name, why in doubtful.items():
        indented(out, Text(f"? {printable(name)}: {why}", style="yellow"))


def _print_guess(out: Console, guess: Guess) -> None:
    """Doubtful names first, then each segment's with their landmarks, a doubtful one with "?"."""
    out.print("[bold]Names as Ambulo reads them, because no marker set has them all[/bold]")
    _print_doubts(out, guess.doubtful)
    read: dict[str, list[str]] = {}
    for name, own in guess.names.items():
        segment = guess.marker_set.markers[name].segment.replace("_", " ")
        read.setdefault(segment, []).append(f"{name} = {own}{'?' * (own in guess.doubtful)}")
    for segment, names in read.items():
        indented(out, Text(printable(f"{segment}: {', '.join(names)}")))
    for why, others in guess.rest.items():
        indented(out, Text(printable(f"{why}: {', '.join(others)}"), style="dim"))
    out.print()


def _print_matches(out: Console, found: Inspection) -> None:
    matches, own = found.matches, found.trial.markers.names
    out.print("[bold]Marker sets[/bold]")
    table = plain_table("", "fits", "markers read", "missing", numbers_from=9)
    near = [m for m in matches if m.complete or (m is matches[0] and not found.refused)]
    if not near:
        # the nearest tell what labels are missing; the others say nothing
        near = [m for m in matches if m.found or len(matches) == 1][:3]
    for match in near:
        table.add_row(
            escape(match.marker_set.name),
            "[green]yes[/green]"
            if match.complete
            else "[red]no[/red]"
            if found.refused or match is not matches[0]
            else "[green]with the body[/green]",
            f"{len(set(match.found.values()) & set(own))} of {len(own)}",
            escape(_few(match.missing_required) or "nothing required"),
        )
    indented(out, table)
    best = next((m for m in near[:1] if m.complete and not m.guessed), None)
    left = [] if best is None else [name for name in own if name not in best.found.values()]
    if best is not None and left:
        said = f"not in {best.marker_set.name}: {_few(left)}"
        indented(out, Text(printable(said), style="dim"))
    others = ", ".join(match.marker_set.name for match in matches if match not in near)
    if others:
        indented(
            out,
            Text(f"the other sets need markers that the file does not have: {others}", style="dim"),
        )
    out.print()


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - 8} more" if len(names) > 8 else ""
    return ", ".join(names[:8]) + more


def lacking(found: Inspection) -> list[str]:
    """Data that an analysis of this trial would lack, and how to give them."""
    lines = []
    trial = found.trial
    fitting = found.matches[:1] if not found.refused else ()
    if found.refused:
        lines.append(f"Markers (the analysis is refused): {found.refused}")
    elif found.placed:
        lines.append(
            f"Landmarks that no marker shows: {', '.join(found.placed)}. The analysis places them "
            "by a fit of the body to all markers, or finds them in a static trial"
        )
    elif fitting[0].missing_optional and not fitting[0].guessed:
        names = _few(fitting[0].missing_optional)
        lines.append(f"Markers of {fitting[0].marker_set.name} that are not required: {names}")
    if trial.subject.mass is None:
        lines.append("Body mass: give it with --mass KG")
    if trial.subject.height is None:
        lines.append("Height: give it with --height M")
    if trial.subject.sex is None:
        lines.append("Sex, which chooses the segment parameters: give it with --sex f or m")
    if trial.subject.age is None:
        lines.append(
            "Age: without it, segment masses and usual values are for adults. For a child "
            "give --age YEARS"
        )
    if not trial.plates:
        upper = fitting and load_skeleton(fitting[0].marker_set.skeletons[0]).whole_body
        if trial.path.suffix.lower() == ".trc":
            lines.append("Ground reactions: give them with --grf FILE.mot")
        lines.append(
            "Force plates: without them, moments come from the motion alone (--method whole-body)"
            if upper or not fitting
            else "Force plates: without them, moments are known only while a leg swings, because "
            "the markers do not cover the upper body"
        )
    elif not any((plate.force[:, 2] > LOADED).any() for plate in trial.plates):
        lines.append("A loaded force plate: none carries a load in this trial")
    if not trial.events:
        lines.append("Events: if the subject steps, they are found from the plates and the feet")
    return lines

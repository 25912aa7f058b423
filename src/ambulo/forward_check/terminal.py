"""What `ambulo simulate` prints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ambulo.forward_check.contact_page import contact_sentence
from ambulo.forward_check.contact_walk import ContactWalk
from ambulo.forward_check.run import ForwardCheck
from ambulo.forward_check.support import LABELS
from ambulo.forward_check.verdict import said, size
from ambulo.report.terminal import standard_output

__all__ = ["print_check", "print_contact_walk"]


def print_check(check: ForwardCheck, folder: Path, console: Console | None = None) -> None:
    """How far the motion is followed, the controller, the energy, and where the files are.

    Args:
        folder: of the analysis.
        console: standard output if None.
    """
    out = console or standard_output()
    entry: Any = check.summary
    good, verdict = said(check)
    out.print(Text(verdict, style="bold green" if good else "bold red"))
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 2))
    control = {"none": "open loop", "pd": "PD control", "sampled": "sampled PD control"}
    table.add_row(
        "integrator", f"{entry['integrator']}, step ≤ {entry['step_s']:g} s, "
        f"{control[check.control]}, stored forces {entry['between']} between frames",
    )  # fmt: skip
    table.add_row("carried at", LABELS[entry["carried"]])
    table.add_row(
        "largest deviation",
        f"{size(entry['largest_angle_deg'])}°, {size(entry['largest_distance_mm'])} mm",
    )
    if check.effort is not None:
        effort = entry["controller"]
        table.add_row(
            "controller adds",
            f"{size(effort['rms_moment_Nm'])} N·m rms to moments of "
            f"{effort['stored_moments_rms_Nm']:.1f} N·m rms; at most "
            f"{size(effort['largest_moment_Nm'])} N·m, {size(effort['largest_force_N'])} N",
        )
    table.add_row("energy less work", f"{size(entry['energy']['largest_imbalance_J'])} J")
    for row in entry.get("supports", ()):
        table.add_row(
            f"carried at {LABELS[row['carried']]}",
            f"follows for {row['followed_s']:.2f} s, exact forces for "
            f"{row['right_forces_follow_s']:.2f} s; an error grows by "
            f"{row['error_growth_per_s']:.1f}/s",
        )
    out.print(table)
    for note in check.notes[2:]:
        out.print(Text(note))
    out.print(f"Open {folder / 'simulation' / check.name}.html", soft_wrap=True)


def print_contact_walk(walk: ContactWalk, folder: Path, console: Console | None = None) -> None:
    """How a walk on contact spheres went, and where the files are.

    Args:
        folder: of the analysis.
        console: standard output if None.
    """
    out = console or standard_output()
    out.print(Text(contact_sentence(walk), style="bold"))
    for note in walk.notes:
        out.print(Text(note))
    where = folder / "simulation"
    out.print(f"Spheres and laws: {where / 'contact.toml'}", soft_wrap=True)
    out.print(f"Open {where / 'contact.html'}", soft_wrap=True)

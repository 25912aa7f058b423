"""What `ambulo simulate` prints."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ambulo.forward_check.contact_page import contact_sentence
from ambulo.forward_check.contact_walk import ContactWalk
from ambulo.forward_check.deviation import largest
from ambulo.forward_check.run import CONTROLS, ForwardCheck
from ambulo.forward_check.support import LABELS
from ambulo.forward_check.verdict import said, size
from ambulo.report.console import GRADE_COLOURS, standard_output


def print_check(check: ForwardCheck, folder: Path, console: Console | None = None) -> None:
    """Print how closely the simulation follows the motion, the controller, the energy, the files.

    Args:
        folder: of the analysis.
        console: standard output if None.
    """
    out = console or standard_output()
    choice, found, spent = check.choice, check.simulation, check.effort
    grade, verdict = said(check)
    out.print(Text(verdict, style=f"bold {GRADE_COLOURS[grade]}"))
    if spent is None and grade != "do-not-use" and check.followed < check.simulated:
        out.print(Text(f"Type: ambulo simulate {quote(str(folder))} --control pd"))
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 2))
    table.add_row(
        "integrator", f"{choice.method.name}, step ≤ {choice.step:g} s, "
        f"{CONTROLS[choice.control]}, stored forces {choice.between.name} between frames",
    )  # fmt: skip
    table.add_row("force applied at", LABELS[choice.carried])
    angle, distance = (
        np.degrees(largest(check.off.angle)),
        1e3 * largest(check.off.distance),
    )
    table.add_row("largest deviation", f"{size(angle)}°, {size(distance)} mm")
    if spent is not None:
        table.add_row(
            "controller adds",
            f"{size(spent.rms)} N·m rms to moments of {spent.stored_rms:.1f} N·m rms; at most "
            f"{size(largest(found.moment))} N·m, {size(largest(found.force))} N",
        )
    table.add_row("energy less work", f"{size(largest(check.unexplained))} J")
    for row in check.supports:
        table.add_row(
            f"applied at {LABELS[row.carried]}",
            f"follows for {row.followed:.2f} s (exact forces {row.possible:.2f} s); an error "
            f"grows at a rate of {row.growth.rate:.1f} per s",
        )
    out.print(table)
    for note in check.notes[2:]:
        out.print(Text(note))
    out.print(f"Open {folder / 'simulation' / check.name}.html", soft_wrap=True)


def print_contact_walk(walk: ContactWalk, folder: Path) -> None:
    """How a walk on contact spheres went, and where the files of an analysis' folder are."""
    out = standard_output()
    out.print(Text(contact_sentence(walk), style="bold"))
    for note in walk.notes:
        out.print(Text(note))
    where = folder / "simulation"
    out.print(f"Spheres and laws: {where / 'contact.toml'}", soft_wrap=True)
    out.print(f"Open {where / 'contact.html'}", soft_wrap=True)

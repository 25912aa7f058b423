"""What `ambulo simulate` prints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ambulo.forward_check.run import ForwardCheck
from ambulo.forward_check.support import LABELS
from ambulo.report.terminal import standard_output

__all__ = ["print_check"]


def print_check(check: ForwardCheck, folder: Path, console: Console | None = None) -> None:
    """How far the motion is followed, the controller, the energy, and where the files are.

    Args:
        folder: of the analysis.
        console: standard output if None.
    """
    out = console or standard_output()
    entry: Any = check.summary
    whole = entry["followed_percent"] >= 100.0
    out.print(
        Text(
            f"Follows {entry['followed_s']:.2f} of {entry['recorded_s']:.2f} s within "
            f"{entry['limits']['angle_deg']:g}° and {entry['limits']['distance_mm']:g} mm",
            style="bold green" if whole else "bold red",
        )
    )
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 2))
    control = "PD control" if check.control == "pd" else "open loop"
    table.add_row("integrator", f"{entry['integrator']}, step ≤ {entry['step_s']:g} s, {control}")
    table.add_row("carried at", LABELS[entry["carried"]])
    table.add_row(
        "largest deviation",
        f"{entry['largest_angle_deg']:.1e}°, {entry['largest_distance_mm']:.1e} mm",
    )
    if check.control == "pd":
        effort = entry["controller"]
        table.add_row(
            "controller",
            f"{effort['largest_force_N']:.1e} N, {effort['largest_moment_Nm']:.1e} N·m",
        )
    table.add_row("energy less work", f"{entry['energy']['largest_imbalance_J']:.1e} J")
    for row in entry.get("supports", ()):
        table.add_row(
            f"carried at {LABELS[row['carried']]}",
            f"follows {row['followed_s']:.2f} s, errors grow by {row['error_growth_per_s']:.1f}/s",
        )
    out.print(table)
    out.print(f"Open {folder / 'simulation' / check.name}.html", soft_wrap=True)

"""The accuracy of the main job as a table: printed, or written into docs/accuracy.md.

From the project's root: `python -m tests.reference.accuracy_page DATA [--write]`, where DATA is the
folder of the real trials. `--write` writes the table of agreement that ships, too.

Rows and limits are those that `pytest tests/reference` judges.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from tests.reference import accuracy, agreement
from tests.reference.accuracy import Row
from tests.reference.agreement import Leg

PAGE = Path(__file__).resolve().parents[2] / "docs" / "accuracy.md"
WHAT = """\
The table compares these quantities with two other systems: Plug-in Gait's results in the file (five
laboratories), and OpenSim's inverse kinematics and dynamics (three). Moments are on the axes of the
other system. Other quantities are compared in these ways:

| quantity | compared with |
|---|---|
| events and strides, without plates | those found with plates |
| lengths, with plates | the lengths between the heels, half a marker ahead of the heel markers |
| work | the work that follows from the other system's powers |

If the other system defines a quantity in another way, this counts as a difference. For example,
OpenSim's models have zero pelvis angles and zero hip flexion in another posture than Ambulo's
model. Plug-in Gait has zero dorsiflexion in another posture than Ambulo. Three things are left out:

- Plug-in Gait's ankle inversion, which is a function of its flexion and rotation;
- curves with more than a tenth of their variance above 12 Hz (most of FunctionalWalk's hips and
  knees);
- moments of FunctionalWalk's left leg, because the file's moments come from other forces than its
  plates show.

The column ± gives the rms error that nine of ten legs of a new laboratory will not exceed. The
column has a value for each kind of markers: *wands* (the sets of Plug-in Gait) and *other*. If one
of the two kinds has fewer than three laboratories, there is one value for *all*. The ± is larger if
fewer laboratories were compared. Ambulo and the other system share the errors of markers and
plates, so the ± does not contain these errors. The error bands of the walks contain them. The
column *bands* is half the usual width of these error bands. If a trial has no error bands, its
report shows the larger of the two columns beside each curve, or more where something in the trial
adds to the error."""
BEGIN, END = "<!-- measured: begin -->\n", "<!-- measured: end -->"


def line(row: Row) -> str:
    """One row of the table: correlations to four decimals, the rest to three digits."""
    figure = f"{row.value:.4f}" if row.at_least else f"{row.value:.3g} {row.unit}"
    bound = "" if row.limit is None else f"{'≥' if row.at_least else '≤'} {row.limit:g}"
    verdict = {True: "met", False: "**missed**", None: "reported"}[row.met]
    recorded = accuracy.MISSES.get((row.trial, row.quantity))
    if row.met is False and recorded is not None:
        verdict += f": {recorded.reason}"
    elif row.note:
        verdict += f" ({row.note})"
    return f"| {row.trial} | {row.quantity} | {figure} | {bound} | {verdict} |"


def table(rows: Iterable[Row]) -> str:
    """Markdown, with how many limits are met."""
    every = list(rows)
    judged = [row for row in every if row.met is not None]
    met = sum(row.met is True for row in judged)
    head = "| trial | quantity | measured | limit | |\n|---|---|---:|---:|---|\n"
    lines = "\n".join(map(line, every))
    return f"{met} of {len(judged)} limits are met.\n\n{head}{lines}\n"


def measured(data: Path) -> str:
    """The tables: default choices, and what is left where both sides are filtered alike."""
    found = agreement.legs(data, bands=True)
    return (
        f"### Default choices\n\n{table(accuracy.rows(data))}\n"
        f"### Both sides filtered alike\n\n{table(accuracy.explaining_rows(data))}\n"
        f"### Every quantity\n\n{WHAT}\n\n{every_quantity(found)}\n"
        f"{left_out(data, found)}\n{left_out(data, found, bands=True)}"
    )


UNITS = {"angles": "°", "moments": "N·m/kg", "powers": "W/kg", "events": "s", "work": "J/kg"}
OF_STRIDES = {"duration": "s", "step_time": "s"} | dict.fromkeys(
    ("stance", "single_support", "double_support"), "%"
)
HEAD = """\
| quantity | plates | laboratories | legs | r, median | r, least | rms, median | rms, largest \
| ± | bands |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|
"""


def every_quantity(found: Sequence[Leg]) -> str:
    """Markdown: every angle, moment, power, event and stride against what else knows it."""
    ships, lines = agreement.table(found), ""
    by = ("group", "quantity", "plates")
    for (group, quantity, plates), mine in agreement.grouped(found, *by):
        r, off = np.array([leg.r for leg in mine]), np.array([leg.rms for leg in mine])
        unit = UNITS.get(group) or OF_STRIDES.get(quantity, "m")
        looked = ((kind, bool(plates), group, quantity) for kind in ("wands", "other", "all"))
        kinds = [
            ships[key]
            for key in looked
            if key in ships and (key[0] == "all" or ships[key].legs < len(mine))
        ]
        kind = {"angles": " angle", "moments": " moment"}.get(group, "")
        if quantity == "foot_progression":
            kind = ""  # that is an angle
        cells = [
            ("foot " if group == "events" else "") + quantity.replace("_", " ") + kind,
            "any" if group == "angles" else "yes" if plates else "no",
            str(len({leg.laboratory for leg in mine})),
            str(len(mine)),
            *([f"{np.median(r):.3f}", f"{r.min():.3f}"] if np.isfinite(r).all() else ["", ""]),
            f"{np.median(off):.2g} {unit}",
            f"{off.max():.2g}",
            ", ".join(f"{row.error:.2g} {row.markers}" for row in kinds),
            ", ".join(f"{row.half:.2g} {row.markers}" for row in kinds if row.half == row.half),
        ]
        lines += f"| {' | '.join(cells)} |\n"
    return HEAD + lines


def left_out(data: Path, found: Sequence[Leg], bands: bool = False) -> str:
    """How the grades and ± of `ambulo.results.trust` fare on laboratories that they do not know."""
    those = list(agreement.judged(data, found, bands))
    if bands:
        those = [one for one in those if np.isfinite(one.leg.band)]
    held = 100 * np.mean([one.held for one in those])
    by_group = ", ".join(
        f"{group} {100 * np.mean([one.held for one in those if one.leg.group == group]):.0f}"
        for group in dict.fromkeys(one.leg.group for one in those)
    )
    said = (
        f"Each laboratory is judged {'with bands and ' * bands}with the ± of the other "
        f"laboratories: {held:.0f} % of {len(those)} errors are within this ± ({by_group} %). "
    )
    for name, asked, mine in (
        (
            "curves",
            "r ≥ 0.95 and the rms error within the ±",
            [o for o in those if o.leg.r == o.leg.r],
        ),
        ("numbers", "the error within the ±", [o for o in those if o.leg.r != o.leg.r]),
    ):
        if not mine:
            continue
        good = [one for one in mine if one.trust.grade == "good"]
        right = sum(one.right for one in mine)
        wrong = [one.leg for one in good if not one.right]
        said += (
            f"Of the {name}, {right} deserve the grade good ({asked}), "
            f"and {len(good) - len(wrong)} ({100 * (len(good) - len(wrong)) / right:.0f} %) "
            f"of these get it. In all, Ambulo grades {len(good)} {name} good, "
            f"and {len(wrong)} of these do not deserve it"
        )
        least = ", ".join(f"{leg.r:.3f}" for leg in wrong if leg.r == leg.r)
        above = sum(not one.held for one in good)
        off = max(
            (leg.rms / one.trust.size for one in good if (leg := one.leg) in wrong), default=0
        )
        said += (
            f" (the rms error of {above} is above the ±; r {least}). "
            if least
            else f" (errors above the ±, of up to {100 * off:.0f} % of the number). "
        )
    return f"{said.rstrip()}\n"


def main(arguments: list[str]) -> None:
    folders = [Path(name) for name in arguments if name != "--write"]
    if len(folders) != 1 or not folders[0].is_dir():
        sys.exit("Give the folder of the real trials.")
    text = measured(folders[0].resolve())
    if "--write" not in arguments:
        print(text)
        return
    agreement.write(agreement.table(agreement.legs(folders[0].resolve(), bands=True)))
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    PAGE.write_text(before + BEGIN + "\n" + text + "\n" + END + after, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

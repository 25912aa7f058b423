"""Figures of an analysis (matplotlib): joint curves over the stride, ground reaction over time."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from functools import cached_property
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from ambulo.records import SIDES, Analysis, Quantities, Quantity
from ambulo.records.sides import without_side
from ambulo.report.curve_words import UNIT
from ambulo.report.error_bands import band_ends
from ambulo.report.panels.trust import of_both
from ambulo.report.scene import Scene
from ambulo.report.stride_counts import count_in_words, strides_with_data
from ambulo.results.columns import GROUPS, GroupName, layer, meaning, title
from ambulo.results.gait_cycle import CYCLE, cycle_curves

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ambulo.records import Side
    from ambulo.results.trust import Trust

Colour = str
COLOURS: dict[Side, Colour] = {"left": "#b3261e", "right": "#0b5fa5"}
"""Colours of the sides: left red, right blue."""

# a page's two columns, 180 mm wide, in letters that stay above journals' least of 6 to 7 points
_WIDTH, _ROW, _LETTERS = 7.1, 1.75, 8.0
# letters of a line of the legend, which has three columns
_LABEL = 34
_JOINTS = ("hip", "knee", "ankle")


class Plot:
    """Figures of the results of an analysis.

    Every method makes a new figure. It returns the axes by the name of their quantity, such as
    "knee_flexion": `found.plot.moments()["knee_flexion"].figure.savefig("knee.pdf")`.

    Args:
        norms: normal data behind the curves; None takes those of the analysis.
    """

    def __init__(self, analysis: Analysis, norms: str | None = None) -> None:
        self._analysis = analysis
        self._scene = Scene(analysis, norms)
        self.band = self._scene.band if analysis.activity.walking else None
        """Normal walking behind the curves; None beside what is no walk."""

    def __repr__(self) -> str:
        name = self._analysis.trial.path.name
        return f"Plot of {name}: angles(), moments(), powers(), ground()"

    def angles(self) -> dict[str, Axes]:
        """Angles of pelvis, hip, knee and ankle [deg]. The axes state the positive directions.

        Pelvis angles are relative to the leg of the strides: positive with this side up or forward.
        """
        return self._legs("angles")

    def moments(self) -> dict[str, Axes]:
        """Net internal joint moments of hip, knee and ankle, divided by body mass [N*m/kg]."""
        return self._legs("moments")

    def powers(self) -> dict[str, Axes]:
        """Joint powers of hip, knee and ankle, divided by body mass [W/kg]; generated power is
        positive.
        """
        return self._legs("powers")

    def has(self, group: str) -> bool:
        """Whether the analysis has "angles", "moments" or "powers" of the legs."""
        return any(self._rows(getattr(self._analysis, group)).values())

    def graded(self, group: str) -> dict[str, str]:
        """Grade and ± of each curve of a group, of both sides, as "good ±7.9°"."""
        known: dict[str, list[Trust]] = {}
        for one in self._scene.trust.values():
            if one.group == group:
                known.setdefault(without_side(one.name), []).append(one)
        return {name: of_both(sides) for name, sides in known.items()}

    def ground(self) -> dict[str, Axes]:
        """Force from the ground on each foot over time [N], where it is known."""
        with _style():
            return self._ground()

    def _ground(self) -> dict[str, Axes]:
        import matplotlib.pyplot as plt

        ground = self._analysis.ground
        size = (_WIDTH, 3 * _ROW)
        figure, grid = plt.subplots(3, 1, sharex=True, figsize=size, layout="constrained")
        names = {"Fx": "forward", "Fy": "to the left", "Fz": "up"}
        axes: dict[str, Axes] = dict(zip(names, grid, strict=True))
        for k, (name, positive) in enumerate(names.items()):
            for s, side in enumerate(SIDES):
                force = np.where(ground.known[:, s], ground.force[:, s, k], np.nan)
                axes[name].plot(ground.time, force, color=COLOURS[side], label=side)
                low, high = band_ends(self._analysis.bands, Quantity(f"{side}_{name}", "N", force))
                if low is not None and high is not None:
                    axes[name].fill_between(
                        ground.time, low, high, color=COLOURS[side], alpha=0.35, linewidth=0.0
                    )
            axes[name].set_ylabel(f"{positive} [N]")
            _small_ticks(axes[name])
        axes["Fz"].set_xlabel("time [s]")
        _legend(figure, axes)
        return axes

    def _rows(self, shown: Quantities) -> dict[str, list[str]]:
        """Names without side by joint; the pelvis, which has none, only with strides to cut it."""
        rows = {
            joint: [n.removeprefix("left_") for n in shown.names if n.startswith(f"left_{joint}_")]
            for joint in _JOINTS
        }
        pelvis = [name for name in shown.names if name.startswith("pelvis_")]
        return {"pelvis": pelvis, **rows} if pelvis and self._analysis.strides else rows

    def _legs(self, group: GroupName) -> dict[str, Axes]:
        """Mean and standard deviation over the strides of each side, normal band behind."""
        with _style():
            return self._grid(group)

    def _grid(self, group: GroupName) -> dict[str, Axes]:
        import matplotlib.pyplot as plt

        shown = Quantities(self._scene.group(group))
        rows = self._rows(shown)
        columns = max((len(names) for names in rows.values()), default=0)
        if columns == 0:
            raise ValueError(f"the analysis has no {group} of the legs")
        figure, grid = plt.subplots(
            len(rows),
            columns,
            figsize=(_WIDTH, _ROW * len(rows)),
            layout="constrained",
            squeeze=False,
            sharex=True,
        )
        axes: dict[str, Axes] = {}
        graded = self.graded(group)
        for line, names in zip(grid, rows.values(), strict=True):
            for spare in line[len(names) :]:
                spare.set_visible(False)
            for name, at in zip(names, line, strict=False):
                axes[name] = at
                self._curves(at, group, name, shown)
                if "poor" in graded.get(name, ""):
                    at.set_title(f"{at.get_title()}\n{graded[name]}", fontsize="medium")
        # one label below each column, under whatever stands lowest in it
        for column in grid.T:
            lowest = [at for at in column if at.get_visible()][-1]
            lowest.set_xlabel("stride [%]" if self._analysis.strides else "time [s]")
            lowest.tick_params(labelbottom=True)
        _legend(figure, axes)
        return axes

    @cached_property
    def _counts(self) -> dict[str, dict[Side, str]]:
        """Strides in the means, in words, by group and side."""
        return {
            group: {
                side: count_in_words(self._analysis, side, known)
                for side, known in strides_with_data(self._analysis, group).items()
            }
            for group in GROUPS
        }

    def _curves(self, at: Axes, group: str, name: str, shown: Quantities) -> None:
        analysis = self._analysis
        band = self.band.curves[group].get(name) if self.band is not None else None
        if band is not None and analysis.strides:
            low, high = band.mean - band.sd, band.mean + band.sd
            label = self.band.population if self.band else ""
            at.fill_between(band.cycle, low, high, color="0.88", linewidth=0.0, label=label)
        positive = ""
        for side in SIDES:
            midline = name.startswith("pelvis_")
            quantity = shown[name if midline else f"{side}_{name}"]
            sign, positive = _seen_from(side, quantity) if midline else (1.0, quantity.positive)
            colour = COLOURS[side]
            strides = self._scene.strides_of(side)
            if not analysis.strides:
                at.plot(analysis.motion.time, quantity.values, color=colour, label=side)
                continue
            curves = cycle_curves(analysis.motion.time, sign * quantity.values, strides)
            count = f"{self._counts[group][side]} stride{'' if len(strides) == 1 else 's'}"
            at.plot(CYCLE, curves.mean, color=colour, label=f"{side}, {count}")
            low, high = curves.mean - curves.sd, curves.mean + curves.sd
            at.fill_between(CYCLE, low, high, color=colour, alpha=0.2, linewidth=0.0)
            offs = [(s.off - s.start) / (s.stop - s.start) for s in strides if s.off is not None]
            if offs:
                at.axvline(100.0 * float(np.mean(offs)), color=colour, ls=":", lw=0.8)
            if not midline:
                self._band(at, group, f"{side}_{name}", colour)
        at.axhline(0.0, color="0.6", linewidth=0.6)
        at.set_title(f"{title(name)} [{UNIT[group]}]", fontsize="medium")
        at.set_ylabel(positive.split(" (")[0])
        at.margins(x=0.0)
        _small_ticks(at)

    def _band(self, at: Axes, group: str, name: str, colour: Colour) -> None:
        """The error band of the mean over the strides, between dashed lines."""
        bands = self._analysis.bands
        if bands is None:
            return
        table: Quantities = getattr(self._analysis, group)
        label = f"{meaning(name).side}, {100 * bands.share:g} % of perturbed analyses"
        for side, said in ((bands.cycle_low, label), (bands.cycle_high, None)):
            end = layer(side, table[name])
            if end is not None:
                at.plot(
                    CYCLE,
                    self._scene.scale(group) * end,
                    color=colour,
                    linestyle="--",
                    linewidth=0.7,
                    label=said,
                )


def _style() -> AbstractContextManager[None]:
    import matplotlib as mpl

    return mpl.rc_context({"font.size": _LETTERS, "axes.linewidth": 0.6, "lines.linewidth": 1.2})


def _legend(figure: Figure, axes: Mapping[str, Axes]) -> None:
    """What the colours are, above all plots, where it covers no curve."""
    known: dict[str, Artist] = {}
    for at in axes.values():
        marks, labels = at.get_legend_handles_labels()
        known.update(zip(labels, marks, strict=True))
    # left and right first, normal walking last
    names = sorted(known, key=lambda name: not name.startswith(SIDES))
    figure.legend(
        [known[name] for name in names],
        [fill(name, _LABEL) for name in names],
        loc="outside upper left",
        ncols=3,
        frameon=False,
    )


def _small_ticks(at: Axes) -> None:
    # ticks are made when they are drawn, outside of the style
    at.tick_params(labelsize=_LETTERS)


def _seen_from(side: Side, quantity: Quantity) -> tuple[float, str]:
    """Sign of a pelvic angle for the leg of one side, and what is positive then.

    In the world the left side up and a turn to the left are positive; in a turn to the left the
    right side goes forward.
    """
    own = 1.0 if side == "left" else -1.0
    return {
        "pelvis_obliquity": (own, "this side up"),
        "pelvis_rotation": (-own, "this side forward"),
    }.get(quantity.name, (1.0, quantity.positive))

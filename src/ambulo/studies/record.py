"""Results of a study: comparisons with the printed numbers, tables, figures, deviations."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ambulo.math.arrays import FloatArray
from ambulo.results.time_series import TimeSeries
from ambulo.studies.printed.lists import Printed
from ambulo.studies.printed.rule import Interval

VERDICTS = (
    "missed, cause not isolated",
    "depends on the seed",
    "missed, cause shown",
    "not reproducible",
    "circular",
    "not run here",
    "met",
    "better",
    "input",
)
"""Verdicts on a listed number, in the order in which a reader should look at them."""

AND = " Also: "
"""Text between the parts of a cause, if an experiment must remove several parts."""


@dataclass(frozen=True)
class Comparison:
    """One printed number compared with ours.

    `of` makes the comparison for a number in a list. Its verdict then follows from the list's rule.

    Args:
        quantity: name of the quantity, such as "mean speed, strokes 6 to 10".
        unit: unit of `printed` and `ours`; "" for a pure number.
        printed: the number in the source.
        ours: the result of the study.
        tolerance: largest |ours - printed| that agrees, in `unit`. None if the number is only
            reported and the study's deviations explain its difference.
        note: place of the printed number, or reason for the difference.
        apart: whether ours comes from another walk or body, so that it need not equal the printed
            number.
        row: the number in its list; None if the source has no list.
        on: walk, or reading of the text, of our number; "" if there is only one.
        scale: factor on the listed number, such as of body mass.
        without: our number if an experiment removes the cause of a miss; None without such an
            experiment.
        cause: cause that this experiment removes; several parts are joined by `AND`.
    """

    quantity: str
    unit: str
    printed: float
    ours: float
    tolerance: float | None = None
    note: str = ""
    apart: bool = False
    row: Printed | None = None
    on: str = ""
    scale: float = 1.0
    without: float | None = None
    cause: str = ""

    @classmethod
    def of(
        cls,
        row: Printed,
        ours: float,
        *,
        on: str = "",
        scale: float = 1.0,
        without: float | None = None,
        cause: str = "",
    ) -> Comparison:
        """Comparison of ours with a number of a list. The arguments are fields."""
        name = f"{row.name} ({on})" if on else row.name
        return cls(
            name, row.unit, scale * float(row.value), float(ours), note=row.place, row=row, on=on,
            scale=scale, without=without, cause=cause,
        )  # fmt: skip

    @property
    def verdict(self) -> str:
        """One of `VERDICTS`; "" for a number in no list."""
        if self.row is None:
            return ""
        if self.row.circular:
            return "circular"
        if self.row.missing:
            return "not reproducible"
        found = self._judged(self.ours)
        if found == "missed":
            left = self.without
            removed = left is not None and self._judged(left) != "missed"
            if self.row.missing_on.get(self.on) and not removed:
                return "not reproducible"
            return f"missed, cause {'shown' if removed else 'not isolated'}"
        return found

    @property
    def allowed(self) -> Interval:
        """Interval in which ours meets the number; NaN if no agreement is claimed."""
        if self.row is None:
            apart = math.nan if self.tolerance is None else self.tolerance
            return self.printed - apart, self.printed + apart
        low, high = sorted(self.scale * end for end in self.row.allowed)
        return low, high

    def _judged(self, ours: float) -> str:
        low, high = self.allowed
        if self.row is not None and low <= ours <= high:
            return "input" if self.row.given else "met"
        return "better" if self.row and self.row.error and 0.0 <= ours < low else "missed"

    @property
    def difference(self) -> float:
        """Ours minus printed, in `unit`."""
        return self.ours - self.printed

    @property
    def relative(self) -> float:
        """Difference divided by the printed number; NaN if the printed number is zero."""
        return self.difference / abs(self.printed) if self.printed else math.nan

    @property
    def passed(self) -> bool | None:
        """Whether the numbers agree; None if no agreement is claimed.

        A number in a list claims none, because its verdict is compared with the stored verdict.
        """
        if self.tolerance is None:
            return None
        return math.isfinite(self.ours) and abs(self.difference) <= self.tolerance


@dataclass(frozen=True)
class Table:
    """Rows of text and numbers, under headings with units."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str | float, ...], ...]
    caption: str = ""


@dataclass(frozen=True, eq=False)
class Curve:
    """One line of a chart: x and y (points,).

    `style` is "-" for a line, "--" dashed, ":" dotted, "." points, "o-" both; a preceding "k" makes
    it black. A curve with an empty label is not in the legend.

    Raises:
        ValueError: x and y have different shapes.
    """

    label: str
    x: FloatArray
    y: FloatArray
    style: str = "-"

    def __post_init__(self) -> None:
        if len(self.x) != len(self.y):
            raise ValueError(f"{self.label}: x has {len(self.x)} values, but y has {len(self.y)}")


@dataclass(frozen=True, eq=False)
class Chart:
    """Curves over one pair of axes, or a map if `grid` is given.

    Args:
        name: file-safe, such as "velocity".
        title, x_label, y_label: axis labels with units.
        curves: lines.
        marks: x positions of vertical marks, such as ends of strokes.
        grid: (x (nx,), y (ny,), values (ny, nx)) of a map, and `grid_label` with its unit.
        caption: one sentence with the message of the chart and the corresponding printed figure.
        equal: whether both axes have the same scale.
    """

    name: str
    title: str
    x_label: str
    y_label: str
    curves: tuple[Curve, ...] = ()
    marks: tuple[float, ...] = ()
    grid: tuple[FloatArray, FloatArray, FloatArray] | None = None
    grid_label: str = ""
    caption: str = ""
    equal: bool = False
    log_x: bool = False
    log_y: bool = False


@dataclass(frozen=True, eq=False)
class Animation:
    """Points joined by lines, shown as an animation.

    Args:
        title: text above the animation.
        time: (frames,) s.
        points: (frames, points, 3) m, world frame.
        links: pairs of points joined by a line.
        trail: points whose path is drawn.
        caption: one sentence.
    """

    title: str
    time: FloatArray
    points: FloatArray
    links: tuple[tuple[int, int], ...]
    trail: tuple[int, ...] = ()
    caption: str = ""


@dataclass(frozen=True, eq=False)
class Findings:
    """Results of one run of a study.

    Args:
        comparisons: printed numbers beside ours.
        tables, figures, animations: contents of the page in order.
        deviations: measured differences from the printed numbers in this run, each with its reason.
            Differences that always occur are in the study's DEVIATIONS.
        notes: assumptions, one sentence each.
        checks: other requirements of the study (closed forms, balances), name -> passed.
        series: runs over time, by file name.
    """

    comparisons: tuple[Comparison, ...] = ()
    tables: tuple[Table, ...] = ()
    figures: tuple[Chart, ...] = ()
    deviations: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    animations: tuple[Animation, ...] = ()
    checks: Mapping[str, bool] = field(default_factory=dict)
    series: Mapping[str, TimeSeries] = field(default_factory=dict)

    @classmethod
    def joined(cls, parts: Iterable[Findings]) -> Findings:
        """The results of several trials, one after the other."""
        each = tuple(parts)
        return Findings(
            comparisons=tuple(one for part in each for one in part.comparisons),
            tables=tuple(one for part in each for one in part.tables),
            figures=tuple(one for part in each for one in part.figures),
            deviations=tuple(one for part in each for one in part.deviations),
            notes=tuple(one for part in each for one in part.notes),
            animations=tuple(one for part in each for one in part.animations),
            checks={claim: held for part in each for claim, held in part.checks.items()},
            series={name: run for part in each for name, run in part.series.items()},
        )

    @property
    def passed(self) -> bool:
        """Whether every claimed agreement holds and every check passes."""
        return all(c.passed is not False for c in self.comparisons) and all(self.checks.values())


@dataclass(frozen=True, eq=False, kw_only=True)
class StudyResult(Findings):
    """The results of one study, with its name.

    Args:
        name: as in the registry and on the command line.
        title: one line.
        source: full citation.
        changes: differences of the verdicts from those stored with the thesis's list.
    """

    name: str
    title: str
    source: str
    changes: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every claim holds and no verdict has changed."""
        return super().passed and not self.changes

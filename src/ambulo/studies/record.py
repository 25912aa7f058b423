"""What a study hands over: comparisons with the printed numbers, tables, figures, deviations."""

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
"""Of a listed number, the first to be looked at first."""

AND = " Also: "
"""Between the parts of a cause, where an experiment must remove more than one."""


@dataclass(frozen=True)
class Comparison:
    """One printed number beside ours.

    One of a list of printed numbers is made with `of`; its verdict follows from the list's rule.

    Args:
        quantity: what it is, such as "mean speed, strokes 6 to 10".
        unit: of `printed` and `ours`; "" for a pure number.
        printed: the figure in the source.
        ours: what the study found.
        tolerance: largest |ours - printed| that agrees, in `unit`; None when the figure is only
            reported and its difference explained in the study's deviations.
        note: where it is printed, or why it differs.
        apart: whether ours is of another walk or body, so that it need not be the printed one.
        row: the number in its list; None of a source without one.
        on: whose walk, or which reading of the text, ours is of; "" where there is one only.
        scale: factor on the listed number, such as of body mass.
        without: ours where an experiment removes the cause of a miss; None where there is none.
        cause: what that experiment removes, its parts joined by `AND`.
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
        note: str = "",
    ) -> Comparison:
        """Ours beside a number of a list; arguments are the fields'."""
        name = f"{row.name} ({on})" if on else row.name
        where = f"{row.place}; {note}" if note else row.place
        return cls(
            name, row.unit, scale * float(row.value), float(ours), note=where, row=row, on=on,
            scale=scale, without=without, cause=cause,
        )  # fmt: skip

    @property
    def verdict(self) -> str:
        """One of `VERDICTS`; "" of what is in no list."""
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
        """Where ours meets the number; NaN where nothing is claimed."""
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
        """Ours less printed, in `unit`."""
        return self.ours - self.printed

    @property
    def relative(self) -> float:
        """Difference over the printed number; NaN where that is zero."""
        return self.difference / abs(self.printed) if self.printed else math.nan

    @property
    def passed(self) -> bool | None:
        """Whether the figures agree; None when no agreement is claimed.

        What is in a list claims none: its verdict is compared with the one that is stored.
        """
        if self.tolerance is None:
            return None
        return math.isfinite(self.ours) and abs(self.difference) <= self.tolerance


@dataclass(frozen=True)
class Table:
    """Rows of text and numbers under headings that name their units."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str | float, ...], ...]
    caption: str = ""


@dataclass(frozen=True, eq=False)
class Curve:
    """One line of a chart: x and y (points,).

    `style` says how it is drawn: "-" a line, "--" dashed, ":" dotted, "." points, "o-" both, with
    "k" before it for black; an empty label stays out of the legend. ValueError: x is not as y.
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
    """Curves over one pair of axes, or a map where `field` is given.

    Args:
        name: file-safe, such as "velocity".
        title, x_label, y_label: axis labels with units.
        curves: lines.
        marks: x positions of vertical marks, such as strokes' ends.
        grid: (x (nx,), y (ny,), values (ny, nx)) of a map, and `grid_label` with its unit.
        caption: one sentence: what to see in it, and the printed figure it stands for.
        equal: the same scale on both axes.
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
    """Points joined by lines, played in the page.

    Args:
        title: shown above it.
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
    """What the run of one study found.

    Args:
        comparisons: printed numbers beside ours.
        tables, figures, animations: in the order of the page.
        deviations: measured differences from the printed numbers, each with its reason, that come
            from this run; those that always hold are the study's DEVIATIONS.
        notes: what was assumed, one sentence each.
        checks: other requirements of the study (closed forms, balances), name -> passed.
        series: runs over time, by the name of their files.
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
        """What several trials gave, one after the other."""
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
        """Whether every comparison that claims agreement agrees and every check holds."""
        return all(c.passed is not False for c in self.comparisons) and all(self.checks.values())


@dataclass(frozen=True, eq=False, kw_only=True)
class StudyResult(Findings):
    """What one study found, and which study it is.

    Args:
        name: as in the registry and on the command line.
        title: one line.
        source: full citation.
        changes: how verdicts differ from those that are stored with the thesis's list.
    """

    name: str
    title: str
    source: str
    changes: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether all that is claimed holds, and no verdict has changed."""
        return super().passed and not self.changes

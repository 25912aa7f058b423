"""Small drawings as SVG text: axes, lines, bands, legends in one house style.

A report holds some hundred small axes; written directly they take milliseconds, stay sharp in
print and keep the page small.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from ambulo.math.arrays import FloatArray

__all__ = [
    "GREY",
    "INK",
    "NORMAL",
    "REFERENCE",
    "SIDE_COLOUR",
    "SIDE_DARK",
    "Axes",
    "Key",
    "document",
    "legend",
    "limits",
    "text",
    "ticks",
]

# vermilion and blue stay apart for every kind of colour blindness (Okabe & Ito 2008)
SIDE_COLOUR = {"left": "#d1495b", "right": "#0072b2"}
SIDE_DARK = {"left": "#6e1423", "right": "#00304d"}
INK, GREY, FAINT = "#1f2933", "#6b7785", "#dde2e7"
NORMAL = "#d5dae0"
REFERENCE = "#8a6d00"
_FONT = "font-family=\"'Inter','Segoe UI','Helvetica Neue',Arial,sans-serif\""
_MAX_POINTS = 900


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def text(
    x: float,
    y: float,
    content: str,
    *,
    size: float = 11,
    colour: str = INK,
    anchor: str = "start",
    weight: str = "normal",
    turn: float | None = None,
) -> str:
    """Text with its baseline at (x, y); `turn` degrees clockwise about that point."""
    attributes = f'x="{_number(x)}" y="{_number(y)}" font-size="{size:g}" fill="{colour}"'
    if anchor != "start":
        attributes += f' text-anchor="{anchor}"'
    if weight != "normal":
        attributes += f' font-weight="{weight}"'
    if turn is not None:
        attributes += f' transform="rotate({turn:g} {_number(x)} {_number(y)})"'
    return f"<text {attributes}>{escape(content)}</text>"


def document(width: float, height: float, parts: Iterable[str], description: str) -> str:
    """A whole SVG of a nominal size in px that scales with its place on the page.

    Args:
        description: what the figure shows, for screen readers.
    """
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_number(width)} {_number(height)}" '
        f'role="img" {_FONT}><title>{escape(description)}</title>{"".join(parts)}</svg>'
    )


def limits(
    curves: Iterable[FloatArray], *, least: float, margin: float = 0.06
) -> tuple[float, float]:
    """Range of an axis that holds all finite values.

    Args:
        least: smallest span, so that noise does not fill the panel.
        margin: part of the span left free on either side.
    """
    known = [c[np.isfinite(c)] for c in curves]
    known = [c for c in known if c.size]
    if not known:
        return -0.5 * least, 0.5 * least
    low, high = min(float(c.min()) for c in known), max(float(c.max()) for c in known)
    missing = max(least - (high - low), 0.0)
    low, high = low - 0.5 * missing, high + 0.5 * missing
    space = margin * (high - low)
    return low - space, high + space


def ticks(low: float, high: float, count: int = 4) -> list[float]:
    """About `count` round values within a range."""
    power = 10.0 ** np.floor(np.log10((high - low) / count))

    def first_last(step: float) -> tuple[float, float]:
        return float(np.ceil(low / step - 1e-9)), float(np.floor(high / step + 1e-9))

    def misfit(step: float) -> float:
        first, last = first_last(step)
        return abs(last - first + 1.0 - count)

    step = min((m * power for m in (10.0, 5.0, 2.0, 2.5, 1.0)), key=misfit)
    first, last = first_last(step)
    # adding zero turns -0 into 0
    return [float(k * step) + 0.0 for k in np.arange(first, last + 1)]


def _runs(known: np.ndarray) -> list[tuple[int, int]]:
    """Start and stop of every stretch of True."""
    edges = np.flatnonzero(np.diff(np.r_[0, known.astype(np.int8), 0]))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


@dataclass(frozen=True)
class Axes:
    """A rectangle of the drawing with data coordinates.

    Args:
        left, top, width, height: px.
        xlim, ylim: data at the left and right, bottom and top edge.
    """

    left: float
    top: float
    width: float
    height: float
    xlim: tuple[float, float]
    ylim: tuple[float, float]

    def px(self, x: FloatArray | float) -> FloatArray:
        """Horizontal place in px."""
        low, high = self.xlim
        return self.left + (np.asarray(x, dtype=float) - low) / (high - low) * self.width

    def py(self, y: FloatArray | float) -> FloatArray:
        """Vertical place in px."""
        low, high = self.ylim
        return (
            self.top + self.height - (np.asarray(y, dtype=float) - low) / (high - low) * self.height
        )

    def group(self, parts: Iterable[str], xunit: str, unit: str) -> str:
        """What is drawn in these axes, with their scales for reading values off labelled curves."""
        place = (self.left, self.top, self.width, self.height)
        scales = " ".join(f"{value:.6g}" for value in (*place, *self.xlim, *self.ylim))
        return (
            f'<g data-axes="{scales}" data-x="{escape(xunit)}" data-unit="{escape(unit)}">'
            f"{''.join(parts)}</g>"
        )

    def line(
        self,
        x: FloatArray,
        y: FloatArray,
        colour: str,
        *,
        width: float = 1.6,
        dash: str = "",
        label: str = "",
    ) -> str:
        """A curve, broken where it is not known; with a label its values can be read off."""
        step = max(1, len(x) // _MAX_POINTS)
        px, py = self.px(x)[::step], self.py(y)[::step]
        pieces = []
        for start, stop in _runs(np.isfinite(px) & np.isfinite(py)):
            points = " ".join(
                f"{a:.1f},{b:.1f}"
                for a, b in zip(px[start:stop].tolist(), py[start:stop].tolist(), strict=True)
            )
            pieces.append(f"M{points}")
        if not pieces:
            return ""
        style = f'stroke="{colour}" stroke-width="{width:g}"'
        if dash:
            style += f' stroke-dasharray="{dash}"'
        if label:
            style += f' data-label="{escape(label)}"'
        return f'<path d="{"".join(pieces)}" fill="none" stroke-linejoin="round" {style}/>'

    def band(
        self, x: FloatArray, low: FloatArray, high: FloatArray, colour: str, *, opacity: float = 1.0
    ) -> str:
        """The area between two curves where both are known."""
        px, bottom, top = self.px(x), self.py(low), self.py(high)
        pieces = []
        for start, stop in _runs(np.isfinite(bottom) & np.isfinite(top)):
            xs = px[start:stop].tolist()
            outline = [*zip(xs, top[start:stop].tolist(), strict=True)]
            outline += [*zip(xs, bottom[start:stop].tolist(), strict=True)][::-1]
            pieces.append("M" + " ".join(f"{a:.1f},{b:.1f}" for a, b in outline) + "Z")
        if not pieces:
            return ""
        return f'<path d="{"".join(pieces)}" fill="{colour}" fill-opacity="{opacity:g}"/>'

    def span(self, start: float, stop: float, colour: str, *, opacity: float = 0.12) -> str:
        """A shaded interval of x over the whole height."""
        a = float(np.clip(self.px(start), self.left, self.left + self.width))
        b = float(np.clip(self.px(stop), self.left, self.left + self.width))
        return (
            f'<rect x="{_number(a)}" y="{_number(self.top)}" width="{_number(b - a)}" '
            f'height="{_number(self.height)}" fill="{colour}" fill-opacity="{opacity:g}"/>'
        )

    def vertical(self, x: float, colour: str, *, dash: str = "3 3", width: float = 1.0) -> str:
        """A vertical rule over the whole height."""
        at = _number(float(self.px(x)))
        return (
            f'<path d="M{at},{_number(self.top)}V{_number(self.top + self.height)}" '
            f'stroke="{colour}" stroke-width="{width:g}" stroke-dasharray="{dash}"/>'
        )

    def horizontal(self, y: float, colour: str, *, dash: str = "", width: float = 1.0) -> str:
        """A horizontal rule over the whole width."""
        at = _number(float(self.py(y)))
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        return (
            f'<path d="M{_number(self.left)},{at}H{_number(self.left + self.width)}" '
            f'stroke="{colour}" stroke-width="{width:g}"{dashes}/>'
        )

    def frame(
        self,
        *,
        title: str = "",
        unit: str = "",
        positive: str = "",
        xlabel: str = "",
        xticks: Sequence[float] = (),
        yticks: Sequence[float] | None = None,
        xtick_labels: bool = True,
    ) -> str:
        """Title with unit and what is positive, tick labels, faint grid and the zero line."""
        parts = []
        right, bottom = self.left + self.width, self.top + self.height
        shown = ticks(*self.ylim) if yticks is None else yticks
        for y in shown:
            at = float(self.py(y))
            parts.append(self.horizontal(y, "#aeb7c0" if abs(y) < 1e-12 else "#eceff2"))
            parts.append(
                text(self.left - 5, at + 3.4, f"{y:g}", size=10, colour=GREY, anchor="end")
            )
        for x in xticks:
            at = float(self.px(x))
            parts.append(
                f'<path d="M{_number(at)},{_number(bottom)}v3" stroke="{GREY}" stroke-width="1"/>'
            )
            if xtick_labels:
                parts.append(text(at, bottom + 14, f"{x:g}", size=10, colour=GREY, anchor="middle"))
        parts.append(
            f'<path d="M{_number(self.left)},{_number(bottom)}H{_number(right)}" '
            f'stroke="{GREY}" stroke-width="1"/>'
        )
        if title:
            label = escape(title)
            if unit:
                light = f'fill="{GREY}" font-weight="normal" font-size="10.5"'
                label += f"<tspan {light}> [{escape(unit)}]</tspan>"
            parts.append(
                f'<text x="{_number(self.left)}" y="{_number(self.top - 7)}" font-size="12" '
                f'font-weight="600" fill="{INK}">{label}</text>'
            )
        if positive:
            note = f"↑ {positive}"
            parts.append(text(right, self.top - 7, note, size=10, colour=GREY, anchor="end"))
        if xlabel:
            parts.append(
                text(
                    self.left + 0.5 * self.width,
                    bottom + 29,
                    xlabel,
                    size=10.5,
                    colour=GREY,
                    anchor="middle",
                )
            )
        return "".join(parts)


@dataclass(frozen=True)
class Key:
    """One entry of a legend: a line, an area if `area`, a line on its band if `band`."""

    label: str
    colour: str
    area: bool = False
    band: bool = False
    dash: str = ""
    width: float = 2.0
    opacity: float = 1.0


def legend(x: float, y: float, keys: Sequence[Key], *, right: float = 990.0) -> str:
    """Entries side by side from (x, y), the baseline; on a second line beyond `right` px."""
    parts = []
    first = x
    for key in keys:
        # letters of the page's font are about half as wide as high
        width = 25 + 5.7 * len(key.label) + 18
        if x + width - 18 > right:
            x, y = first, y + 17
        if key.area:
            parts.append(
                f'<rect x="{_number(x)}" y="{_number(y - 9)}" width="20" height="10" '
                f'fill="{key.colour}" fill-opacity="{key.opacity:g}"/>'
            )
        else:
            if key.band:
                parts.append(
                    f'<rect x="{_number(x)}" y="{_number(y - 9)}" width="20" height="10" '
                    f'fill="{key.colour}" fill-opacity="0.2"/>'
                )
            dashes = f' stroke-dasharray="{key.dash}"' if key.dash else ""
            parts.append(
                f'<path d="M{_number(x)},{_number(y - 4)}h20" stroke="{key.colour}" '
                f'stroke-width="{key.width:g}"{dashes}/>'
            )
        parts.append(text(x + 25, y, key.label, size=11, colour=INK))
        x += width
    return "".join(parts)

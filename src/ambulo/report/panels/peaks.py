"""Peak joint moments by side, with grade and ± of their curves; for a walk, with normal peaks."""

from __future__ import annotations

from ambulo.records import SIDES
from ambulo.report.page_data import Column, TablePanel, TableRow
from ambulo.report.panels.panel import Panel
from ambulo.report.panels.trust import of_both
from ambulo.report.peaks import (
    NEVER,
    NEVER_MEANS,
    OUTSIDE,
    Peak,
    of_many,
    peak_moments,
    that_way,
    trust_of_curves,
    two_decimals,
    with_band,
)
from ambulo.report.scene import Scene
from ambulo.results.peak_moments import IMPACT


def peaks_panel(scene: Scene) -> TablePanel | None:
    """One row for each peak; None if no moment is known."""
    peaks = peak_moments(scene)
    if not peaks:
        return None
    bands = scene.analysis.bands
    columns = [Column("net internal moment")]
    rows: list[list[str | float | None]] = [[p.name] for p in peaks]
    for side in SIDES:
        columns.append(Column(side, "N·m/kg", number=True, role=side, decimals=2))
        for row, peak in zip(rows, peaks, strict=True):
            row.append(that_way(peak.sides.get(side)))
        if any(peak.at for peak in peaks):
            columns.append(Column(f"{side}, when", "% stride", number=True, role=side, decimals=0))
            for row, peak in zip(rows, peaks, strict=True):
                # of a direction that the moment never has there is no time
                row.append(None if NEVER in row[-1:] else peak.at.get(side))
        if bands is not None:
            share = f"{side}, {100 * bands.share:g} % band"
            columns.append(Column(share, "N·m/kg", role=side))
            for row, peak in zip(rows, peaks, strict=True):
                row.append(with_band("", peak.bands.get(side)).strip())
    known = [trust_of_curves(scene, peak) for peak in peaks]
    if any(known):
        columns.append(Column("± of the curve", "N·m/kg"))
        for row, both in zip(rows, known, strict=True):
            row.append(of_both(both, unit=False))
    caption = (
        "Largest value in the stances in which the whole moment is known, and in the swings that "
        "follow them."
        if scene.activity.stepping
        else "Largest value in the frames in which the moment is known."
    )
    if any(known):
        caption += (
            " ± of the curve: in nine of ten cases the error of the whole curve (root mean square) "
            "is smaller."
        )
    if any(peak.strides > 1 for peak in peaks):
        caption += f" {of_many(scene.analysis)}"
    if any(peak.later for peak in peaks):
        caption += (
            f" A peak in the first {IMPACT:.0f} % of the stride belongs to the impact of the foot "
            "strike. Plates measure this impact, but markers hardly show it. A second row "
            "therefore has the largest value after the impact."
        )
    if any(NEVER in row for row in rows):
        caption += f" {NEVER.capitalize()}: {NEVER_MEANS}."
    if any(peak.outside for peak in peaks):
        caption += f" {OUTSIDE}"
    if scene.activity.walking:
        columns.append(Column(f"normal: {scene.band.short}", "N·m/kg", number=True))
        for row, peak in zip(rows, peaks, strict=True):
            row.append(_with_sd(peak))
        caption += (
            f" Normal: peak of the mean curve of {scene.band.population} ({scene.band.name}) "
            "± standard deviation between people at the instant of this peak."
        )
    return TablePanel(
        "peaks", "Peak joint moments", columns, [TableRow(r) for r in rows], caption=caption
    )


def _with_sd(peak: Peak) -> str | None:
    value = that_way(peak.normal)
    if peak.normal_sd is None or not isinstance(value, float):
        return value if isinstance(value, str) else None
    return f"{two_decimals(value)} ± {two_decimals(peak.normal_sd)}"


PANEL = Panel("joints", peaks_panel)

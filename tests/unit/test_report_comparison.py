"""Results beside truth, other systems and plates; peaks of moments."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from tests.synthetic_analysis import MASS, make_analysis

from ambulo.population.group import Gathered, group_found
from ambulo.population.stride_curves import stride_curves
from ambulo.records import SIDES, Quantities, WrenchDifference
from ambulo.report.comparison import agreement, ground_agreement, reaction_differences
from ambulo.report.panels.comparison import reactions_panel
from ambulo.report.panels.peaks import peaks_panel
from ambulo.report.panels.profile import profile_panel
from ambulo.report.panels.trust import of_both
from ambulo.report.peaks import peak_moments
from ambulo.report.scene import Scene
from ambulo.report.terminal import print_result
from ambulo.results.summary import summary


def test_agreement_is_the_rms_and_correlation_of_what_both_know():
    analysis = make_analysis()
    knee = next(q for q in analysis.moments if q.name == "left_knee_flexion")
    other = {"left_knee_flexion [N*m]": knee.values + 3.4}
    (row,) = agreement(Scene(analysis), other)
    found = row.groups["moments"]["left"]
    assert row.title == "Knee flexion"
    assert found.rms == pytest.approx(3.4 / MASS)
    assert found.correlation == pytest.approx(1.0)


def test_the_ground_reaction_is_set_against_truth_too():
    analysis = make_analysis(truth=True)
    scene = Scene(analysis)
    rows = {row.title: row.groups for row in ground_agreement(scene, analysis.truth)}
    assert set(rows) == {"Fx", "Fy", "Fz"}
    known = analysis.ground.known[:, 0]
    added = 8.0 * np.sin(9.0 * analysis.motion.time)
    assert rows["Fz"]["N"]["left"].rms == pytest.approx(np.sqrt(np.mean(added[known] ** 2)))


def test_layers_go_by_name_and_unit():
    # the same name is an angle and a moment: only the moment has truth here
    analysis = make_analysis()
    values = np.zeros(len(analysis.motion.time))
    (row,) = agreement(Scene(analysis), {"left_hip_flexion [N*m]": values})
    assert set(row.groups) == {"moments"}


def test_peaks_are_named_after_what_the_muscles_do():
    analysis = make_analysis(whole=True)
    peaks = {p.name: p for p in peak_moments(Scene(analysis))}
    ankle = next(q for q in analysis.moments if q.name == "right_ankle_dorsiflexion")
    # the last stance counts although no stride is left for it
    strikes = [e.time for e in analysis.events if (e.side, e.kind) == ("right", "strike")]
    offs = [e.time for e in analysis.events if (e.side, e.kind) == ("right", "off")]
    inside = (analysis.motion.time >= strikes[0]) & (analysis.motion.time <= max(offs))
    expected = -ankle.values[inside].min() / MASS
    assert peaks["Ankle plantarflexion"].sides["right"] == pytest.approx(expected)
    assert 1.0 < peaks["Ankle plantarflexion"].normal < 1.4


def test_a_moment_that_never_has_the_direction_has_none_of_it():
    analysis = make_analysis(whole=True)
    turned = tuple(
        replace(q, values=-0.1 - np.abs(q.values)) if q.name == "left_knee_flexion" else q
        for q in analysis.moments
    )
    extending = replace(analysis, moments=turned)
    table = peaks_panel(Scene(extending))
    assert table is not None
    heads = [column.title for column in table.columns]
    assert heads[1:5] == ["left", "left, when", "right", "right, when"]
    cells = {row.cells[0]: row.cells[1:4:2] for row in table.rows}
    assert cells["Knee flexion"][0] == "none"
    assert next(row.cells[2] for row in table.rows if row.cells[0] == "Knee flexion") is None
    assert isinstance(cells["Knee flexion"][1], float)
    assert cells["Knee extension"][0] > 0.0
    assert "None: the moment never acts in this direction." in table.caption
    text = StringIO()
    print_result(extending, Path("out"), Console(file=text, width=200))
    (line,) = (row for row in text.getvalue().splitlines() if "Knee flexion" in row)
    assert line.split()[2] == "none"


def test_peaks_have_the_error_of_their_curve_and_the_spread_of_normal_people():
    scene = Scene(make_analysis(whole=True))
    table = peaks_panel(scene)
    heads = [column.title for column in table.columns]
    assert {len(row.cells) for row in table.rows} == {len(heads)}
    of = {row.cells[0]: dict(zip(heads, row.cells, strict=True)) for row in table.rows}
    ankle = of["Ankle plantarflexion"]
    known = [scene.trust[f"moments/{side}_ankle_dorsiflexion"] for side in SIDES]
    assert ankle["± of the curve"] == of_both(known, unit=False)
    assert "N·m" not in ankle["± of the curve"]
    band = scene.band.curves["moments"]["ankle_dorsiflexion"]
    at = band.mean.argmin()
    low = f"{-band.mean[at]:.2f} ± {band.sd[at]:.2f}"
    assert ankle[f"normal: {scene.band.short}"] == low


def test_the_peak_of_a_strike_is_told_from_the_later_one():
    analysis = make_analysis(whole=True)
    time, stride = analysis.motion.time, next(s for s in analysis.strides if s.side == "left")
    last = stride.stop - stride.start
    mass = analysis.model.subject.mass

    def with_pulse(at):
        pulse = 3.0 * mass * np.exp(-(((time - stride.start - at * last) / 0.01) ** 2))
        moments = Quantities(
            replace(q, values=q.values - pulse) if q.name == "left_hip_flexion" else q
            for q in analysis.moments
        )
        return replace(analysis, moments=moments)

    plain = {p.name: p for p in peak_moments(Scene(analysis))}
    struck = {p.name: p for p in peak_moments(Scene(with_pulse(0.03)))}
    assert struck["Hip extension"].at["left"] == pytest.approx(3.0, abs=1.5)
    assert struck["Hip extension"].sides["left"] > 2.5
    later = struck["Hip extension after 8 %"]
    assert later.at["left"] > 8.0
    assert later.sides["left"] < 1.0
    assert later.sides["right"] <= plain["Hip extension"].sides["right"]
    pushed = {p.name: p for p in peak_moments(Scene(with_pulse(0.30)))}
    assert pushed["Hip extension"].at["left"] == pytest.approx(30.0, abs=1.5)
    found = summary(with_pulse(0.03), ())["peak_moments_Nm"]["left hip extension"]
    assert found["of_the_strike"]
    assert found["later_value"] == pytest.approx(later.sides["left"] * mass)


def test_a_swing_alone_has_no_peaks():
    analysis = make_analysis(whole=True)
    time = analysis.motion.time
    swinging = ~np.any(
        [(time >= s.start) & (time <= s.off) for s in analysis.strides if s.side == "left"], axis=0
    )
    moments = tuple(
        replace(q, values=np.where(swinging, q.values, np.nan)) if "left" in q.name else q
        for q in analysis.moments
    )
    (events,) = ([e for e in analysis.events if e.time <= analysis.strides[-1].stop],)
    unknown = replace(analysis, moments=moments, events=tuple(events))
    for peak in peak_moments(Scene(unknown)):
        assert peak.sides["left"] is None
        assert peak.sides["right"] is not None


def test_differences_of_ground_reactions_are_shown_by_phase_and_foot():
    found = WrenchDifference(40, {"Fz": 12.0, "Mx": 12.0}, {"Fz": 0.08, "Mx": 0.08})
    rows = reaction_differences({"single_support": {"left": found}})
    assert [(row.component, row.unit) for row in rows] == [("Fz", "N"), ("Mx", "N·m")]
    assert rows[0].rms == {("single_support", "left"): 12.0}
    assert rows[0].relative == {("single_support", "left"): pytest.approx(8.0)}
    assert reaction_differences({}) == []
    differences = {"Fz": 12.0, "Mx": 3.0}
    off = WrenchDifference(40, differences, {"Fz": 0.08, "Mx": 0.2})
    analysis = replace(make_analysis(), plates_vs_inverse={"single_support": {"left": off}})
    panel = reactions_panel(Scene(analysis))
    assert panel.rows[0].cells[:4] == ["Fz", "N", 12.0, pytest.approx(8.0)]


def test_one_walk_has_the_profile_that_many_have():
    """Every angle off by a known amount: the report's scores are the batch's own."""
    analysis = make_analysis(whole=True)
    scene = Scene(analysis)
    panel = profile_panel(scene)
    assert panel is not None
    rows = {row.cells[0]: row.cells[1:] for row in panel.rows}
    gathered = Gathered()
    gathered.add(stride_curves(analysis))
    scores = dict(group_found(("a", "b", "c"), gathered).scores)
    assert rows["Knee flexion"] == pytest.approx(
        [scores[f"{side}_knee_flexion"] for side in ("left", "right")]
    )
    assert rows["Gait Profile Score"][0] == pytest.approx(scores["left_gait_profile_score"])

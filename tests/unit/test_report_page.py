"""The page: self-contained, sound, honest about failures, safe against odd names."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest
from tests.synthetic_analysis import MASS, make_analysis

from ambulo.gait.configuration import Configuration
from ambulo.records import Diagnostic, Provenance
from ambulo.report import svg
from ambulo.report.comparison import agreement, ground_agreement, reaction_differences
from ambulo.report.method_text import method_text
from ambulo.report.page import render_page
from ambulo.report.panels import PANELS, diagnostics, ground_reaction, walk
from ambulo.report.peaks import peak_moments
from ambulo.report.scene import Scene

VARIANTS = {
    "plates": {},
    "whole-body": {"whole": True},
    "failed": {"failed": True, "truth": True},
    "no strides": {"strides": False},
    "legs": {"upper": False},
}


@pytest.fixture(scope="module", params=VARIANTS)
def scene(request):
    return Scene(make_analysis(**VARIANTS[request.param]))


@pytest.fixture(scope="module")
def page(scene):
    return render_page(scene, ["results.nc"], {})


class Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.ids, self.targets, self.open = set(), [], []

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if "id" in attributes:
            assert attributes["id"] not in self.ids
            self.ids.add(attributes["id"])
        for name in ("href", "src"):
            if name in attributes:
                self.targets.append(attributes[name])
        if tag not in {"meta", "br", "path", "rect", "polygon", "circle", "link"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in {"path", "rect", "polygon", "circle"}:
            return
        assert self.open.pop() == tag


def test_the_page_is_one_file_and_its_links_lead_somewhere(page):
    links = Links()
    links.feed(page)
    assert links.open == []
    assert all(target.startswith("#") for target in links.targets)
    assert {target[1:] for target in links.targets} <= links.ids
    assert page.count("<script>") == 1
    assert "url(http" not in page
    assert len(page.encode()) < 3_000_000


def test_every_figure_is_well_formed_and_finite(scene):
    drawn = 0
    for panel in PANELS.values():
        text = panel.draw(scene)
        if not text:
            continue
        drawn += 1
        ElementTree.fromstring(text)
        assert not re.search(r"\b(nan|inf|None)\b", text), panel.name
        assert panel.caption(scene)
    assert drawn >= 8


def test_diagnostics_are_drawn_where_a_method_hands_them_over():
    analysis = make_analysis()
    assert diagnostics.PANEL.draw(Scene(analysis)) == ""
    time = analysis.motion.time
    length = Diagnostic("Knee to ankle", "mm", "time [s]", time, {"measured": 4.0 * time}, "Note.")
    counted = Diagnostic(
        "Spectrum", "share", "component", np.arange(1.0, 4.0), {"pass 1": np.ones(3)}, "Note."
    )
    scene = Scene(replace(analysis, diagnostics=(length, counted)))
    drawn = diagnostics.PANEL.draw(scene)
    labels = [element.text for element in ElementTree.fromstring(drawn).iter() if element.text]
    assert {"Knee to ankle", "Spectrum", "measured", "pass 1"} <= set(labels)
    assert "2.5" not in labels  # components are counted
    assert diagnostics.PANEL.caption(scene) == "Note."


def test_failed_checks_stand_above_everything_else():
    page = render_page(Scene(make_analysis(failed=True)), [], {})
    first = page.index("quality checks failed")
    assert first < page.index("<svg")
    assert page.index("The plates carry 91 %") < page.index("<svg")
    passed = render_page(Scene(make_analysis()), [], {})
    assert "All 5 quality checks passed." in passed


def test_names_from_a_file_cannot_become_markup():
    analysis = make_analysis()
    bad = "<script>alert(1)</script>&"
    trial = analysis.trial
    analysis = replace(
        analysis,
        model=replace(
            analysis.model,
            marker_names=(bad, *analysis.model.marker_names[1:]),
            subject=replace(analysis.model.subject, name=bad),
        ),
        trial=replace(trial, plates=(replace(trial.plates[0], name=bad), trial.plates[1])),
        log=(bad,),
    )
    page = render_page(Scene(analysis), [bad], {})
    assert "<script>alert" not in page
    assert page.count("<script") == 1
    assert "&lt;script&gt;" in page


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
    assert ">truth<" in ground_reaction.PANEL.draw(scene)


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


def moved(analysis, xy):
    q = analysis.motion.q.copy()
    q[:, :2] = xy
    return replace(analysis, motion=replace(analysis.motion, q=q))


def test_a_walk_on_the_spot_is_spread_out():
    analysis = make_analysis()
    sway = np.column_stack([0.05 * np.sin(analysis.motion.time), np.zeros(360)])
    scene = Scene(moved(analysis, sway))
    assert "on the spot" in walk.PANEL.caption(scene)
    ElementTree.fromstring(walk.PANEL.draw(scene))


def test_a_turning_walk_is_drawn_along_its_path():
    analysis = make_analysis()
    angle = np.linspace(0.0, 0.5 * np.pi, 360)
    radius = 2.0
    circle = radius * np.column_stack([np.sin(angle), 1.0 - np.cos(angle)])
    scene = Scene(moved(analysis, circle))
    assert "turns" in walk.PANEL.caption(scene)
    drawn = walk.PANEL.draw(scene)
    ElementTree.fromstring(drawn)
    # a quarter of a circle of 2 m is 3.1 m: postures 0.42 m apart
    assert f"{round(0.5 * np.pi * radius / 0.42)} instants" in walk.PANEL.caption(scene)
    assert "force plate" not in drawn


def test_differences_of_ground_reactions_are_shown_by_phase_and_foot():
    found = {"rms": 12.0, "nrms": 0.08, "frames": 40}
    summary = {"plates_vs_inverse": {"single_support": {"left": {"Fz": found, "Mx": found}}}}
    rows = reaction_differences(summary)
    assert [(row.component, row.unit) for row in rows] == [("Fz", "N"), ("Mx", "N·m")]
    assert rows[0].rms == {("single_support", "left"): 12.0}
    assert rows[0].relative == {("single_support", "left"): pytest.approx(8.0)}
    assert reaction_differences({"plates_vs_inverse": None}) == []
    page = render_page(Scene(make_analysis()), [], summary)
    assert "from the motion alone against the plates" in page


# ---------------------------------------------------------------------------- drawing


def test_a_long_legend_takes_a_second_line():
    keys = [svg.Key("a label of some length", "#000")] * 9
    lines = set(re.findall(r'<text x="[^"]*" y="([^"]*)"', svg.legend(40, 14, keys)))
    assert lines == {"14", "31"}


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-37, 81), (-0.021, 0.034), (1234, 1236)])
def test_ticks_are_round_and_inside(low, high):
    found = svg.ticks(low, high)
    assert 3 <= len(found) <= 8
    assert low <= min(found)
    assert max(found) <= high
    steps = np.diff(found)
    np.testing.assert_allclose(steps, steps[0])
    mantissa = steps[0] / 10.0 ** np.floor(np.log10(steps[0]) + 1e-9)
    assert min(abs(mantissa - m) for m in (1, 2, 2.5, 5)) < 1e-6


def test_a_line_is_broken_where_nothing_is_known():
    axes = svg.Axes(10, 20, 100, 50, (0, 1), (0, 2))
    y = np.array([0.0, 1.0, np.nan, 1.0, 2.0])
    path = axes.line(np.linspace(0, 1, 5), y, "#000")
    assert path.count("M") == 2
    # corners of the axes: (0, 0) bottom left, (1, 2) top right
    assert "M10.0,70.0 35.0,45.0M85.0,45.0 110.0,20.0" in path
    assert axes.line(np.zeros(3), np.full(3, np.nan), "#000") == ""


def test_axes_carry_their_scales_for_reading_values():
    axes = svg.Axes(10, 20, 100, 50, (0, 100), (-2, 2))
    x = np.array([0.0, 100.0])
    drawn = axes.group([axes.line(x, x / 50.0, "#000", label="a & b")], "%", "°")
    group = ElementTree.fromstring(drawn)
    assert group.get("data-axes") == "10 20 100 50 0 100 -2 2"
    assert (group.get("data-x"), group.get("data-unit")) == ("%", "°")
    assert group[0].get("data-label") == "a & b"


def test_limits_hold_all_that_is_known_and_do_not_magnify_noise():
    low, high = svg.limits([np.array([1.0, np.nan, 3.0]), np.array([2.5])], least=1.0)
    assert low < 1.0 < 3.0 < high
    low, high = svg.limits([np.array([5.0, 5.001])], least=10.0)
    assert high - low >= 10.0
    assert svg.limits([np.array([np.nan])], least=4.0) == (-2.0, 2.0)


@pytest.mark.parametrize(
    ("choices", "said", "unsaid"),
    [
        ({}, ["all segments at once", "quintic smoothing splines"], ["natural coordinates"]),
        ({"consistency": "natural"}, ["augmented Lagrangian"], ["all segments at once"]),
        ({"consistency": "none"}, ["nothing holds the joints"], ["all segments at once"]),
        ({"filter": "ssa"}, ["singular spectrum analysis"], ["smoothing splines"]),
        ({"filter": "butterworth"}, ["zero-lag Butterworth"], ["smoothing splines"]),
        ({"model": "planar"}, ["planar body in the sagittal plane"], []),
    ],
)
def test_the_method_is_told_as_it_was_chosen(choices, said, unsaid):
    made = Provenance(configuration=Configuration(**choices).model_dump_json())
    text = " ".join(method_text(replace(make_analysis(), provenance=made)))
    assert all(words in text for words in said)
    assert not any(words in text for words in unsaid)


def test_a_filter_that_is_no_longer_installed_is_told_by_its_name():
    made = Provenance(configuration='{"filter": "median"}')
    text = " ".join(method_text(replace(make_analysis(), provenance=made)))
    assert "Noise is taken out by the filter median." in text


def test_the_page_says_only_the_method_used():
    analysis = make_analysis()
    assert analysis.method == "plates"
    assert "from the feet up" in " ".join(method_text(analysis))
    other = replace(analysis, method="whole-body")
    assert "from the feet up" not in " ".join(method_text(other))

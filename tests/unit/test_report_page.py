"""The report of an analysis: what stands where, and numbers that are the analysis' own."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from tests.synthetic_analysis import FOOT_OFF, MASS, STRIDE, make_analysis
from tests.unit.test_page_data import numbers

from ambulo.gait.configuration import Configuration, read_configuration
from ambulo.inputs.errors import InputError
from ambulo.math.quaternions import to_matrix
from ambulo.records import SIDES, Diagnostic, PlateContact, Provenance, Quantities
from ambulo.report.method_text import method_text
from ambulo.report.page import report_page
from ambulo.report.page_data import to_json
from ambulo.report.page_file import page_html
from ambulo.report.panels.centre_of_pressure import centre_of_pressure_panel
from ambulo.report.panels.diagnostics import diagnostics_panel
from ambulo.report.panels.joint_curves import curves_panel
from ambulo.report.panels.subject import subject_panel
from ambulo.report.panels.trust import of_both
from ambulo.report.panels.walk import path_direction, reaction_arrows
from ambulo.report.panels.words import words_panel
from ambulo.report.scene import Scene
from ambulo.report.wording import codes_in_words, marker_set_in_words, parameters_in_words
from ambulo.results.foot_progression import foot_progression
from ambulo.results.gait_cycle import cycle_curves

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
def data(scene):
    return json.loads(to_json(report_page(scene, ["results.nc"])))


def panels(data, kind=None):
    every = [panel for section in data["sections"] for panel in section["panels"]]
    return [panel for panel in every if kind in (None, panel["kind"])]


def panel(data, name):
    (found,) = [p for p in panels(data) if p["id"] == name]
    return found


def test_sections_come_in_the_order_of_a_clinicians_questions(data):
    order = [section["id"] for section in data["sections"]]
    assert order == ["who", "trust", "legs", "walk", "joints", "ground", "detail", "method"]


def test_the_page_is_small_and_whole(scene):
    page = page_html(report_page(scene, ["results.nc"]))
    assert len(page.encode()) < 3_000_000
    assert page.count("<script") == 2
    assert not re.search(r'(src|href)="https?:', page)


def test_curves_are_the_analysis_own_numbers(scene, data):
    analysis = scene.analysis
    time = numbers(data, data["clocks"]["trial"]["time"])
    np.testing.assert_array_equal(time, analysis.motion.time.astype("<f4"))
    quantities = {q.name: q.values for q in analysis.moments}
    plots = {p["title"]: p for p in panel(data, "moments")["plots"]}
    knee = plots["Knee flexion moment"]
    for side in SIDES:
        own = [s for s in knee["series"] if s["label"] == side]
        shown = numbers(data, own[0]["y"])
        expected = (quantities[f"{side}_knee_flexion"] / MASS).astype("<f4")
        np.testing.assert_array_equal(shown, expected)
        assert own[0]["role"] == side
    assert [u["unit"] for u in knee["units"]] == ["N·m/kg", "N·m"]
    assert knee["units"][1]["factor"] == pytest.approx(MASS)


def test_the_first_look_shows_the_sagittal_angles_and_says_the_knees_range(scene, data):
    shown = panel(data, "first-look")
    assert shown["brief"]
    assert shown["caption"].startswith("The numbers above the plots are the values at the instant")
    angles = {q.name: q.values for q in scene.group("angles")}
    names = ["hip_flexion", "knee_flexion", "ankle_dorsiflexion"]
    for plot, name in zip(shown["plots"], names, strict=True):
        for series in plot["series"]:
            values = numbers(data, series["y"])
            np.testing.assert_array_equal(values, angles[f"{series['role']}_{name}"].astype("<f4"))
    time = scene.analysis.motion.time
    for side in SIDES:
        knee = angles[f"{side}_knee_flexion"]
        strides = scene.strides_of(side)
        if strides:
            knee = cycle_curves(time, knee, strides).mean
        least, greatest = (
            f"{x:.0f}°".replace("-", "−").replace("−0°", "0°") for x in (knee.min(), knee.max())
        )
        assert f"{side} {least} to {greatest}" in shown["caption"]
        if strides:
            (fact,) = (f for f in panel(data, "subject")["facts"] if f["label"].startswith("Knee"))
            beside = " to " if least.startswith("−") else "–"
            span = f"{least}{beside}{greatest}".replace("°", "")
            assert fact["sides"][SIDES.index(side)] == span


def test_forces_are_given_in_newton_and_body_weight(scene, data):
    plots = panel(data, "ground-reaction-forces")["plots"]
    vertical = next(p for p in plots if p["title"] == "Vertical force")
    shown = numbers(data, vertical["series"][0]["y"])
    known = scene.ground.known[:, 0]
    np.testing.assert_array_equal(np.isfinite(shown), known)
    expected = scene.ground.force[known, 0, 2].astype("<f4")
    np.testing.assert_array_equal(shown[known], expected)
    (weight,) = [m["at"] for m in vertical["marks"]]
    assert weight * vertical["units"][1]["factor"] == pytest.approx(100.0)


def test_unknown_reactions_are_hatched(scene, data):
    plots = panel(data, "ground-reaction-forces")["plots"]
    hatched = [s for s in plots[0]["spans"] if s["label"] == "left not known"]
    assert all(s["hatch"] for s in hatched)
    time, known = scene.ground.time, scene.ground.known[:, 0]
    covered = np.zeros(len(time), dtype=bool)
    for span in hatched:
        covered |= (time >= span["from"] - 1e-9) & (time < span["to"] - 1e-9)
    assert not (covered & known).any()
    assert (~known & ~covered).sum() <= 1


def test_the_scene_stands_where_the_model_stands(scene, data):
    walk = panel(data, "scene")
    (motion,) = walk["motions"]
    position = numbers(data, motion["position"])
    # 16 bits of the range: of metres, and of quaternions from -1 to 1
    np.testing.assert_allclose(position, scene.posture.p_WB, atol=1e-4)
    turned = to_matrix(numbers(data, motion["quaternion"]).astype(float))
    np.testing.assert_allclose(turned, scene.posture.R_WB, atol=2e-4)
    assert len(walk["bodies"]) == position.shape[1]
    for arrow, s in zip(walk["arrows"], range(2), strict=True):
        vector = numbers(data, arrow["vector"])
        known = scene.ground.known[:, s]
        np.testing.assert_allclose(vector[known], scene.ground.force[known, s], rtol=1e-6)
        assert np.isnan(vector[~known]).all()
    clock = data["clocks"][walk["clock"]]
    assert len(numbers(data, clock["time"])) == len(position)
    time = scene.analysis.motion.time
    assert time[0] <= clock["start"] <= time[-1]


def test_every_series_is_as_long_as_its_axis(data):
    frames = len(numbers(data, data["clocks"]["trial"]["time"]))
    for lines in panels(data, "lines"):
        for plot in lines["plots"]:
            for series in plot["series"]:
                x = series["x"]
                length = frames if x is None else len(numbers(data, x))
                assert len(numbers(data, series["y"])) == length, (lines["id"], plot["title"])
                assert x is not None or lines["clock"] == "trial"


def test_known_truth_and_other_systems_stand_beside():
    data = json.loads(to_json(report_page(Scene(make_analysis(truth=True)), [])))
    plots = {p["title"]: p for p in panel(data, "angles")["plots"]}
    labels = {s["label"] for s in plots["Hip flexion"]["series"]}
    assert {"left", "right", "left, truth", "right, Plug-in Gait in the file"} <= labels
    assert {"against-truth", "against-other"} <= {p["id"] for p in panels(data)}


def test_a_simulated_subject_is_said_to_be_one_before_anything_else():
    data = json.loads(to_json(report_page(Scene(make_analysis(truth=True)), [])))
    assert "simulated subject" in data["title"]
    assert data["subtitle"].startswith("Simulated subject")
    assert panel(data, "checks")["text"].startswith("Simulated subject: nobody was measured.")
    real = json.loads(to_json(report_page(Scene(make_analysis()), [])))
    assert "simulated" not in f"{real['title']} {real['subtitle']} {panel(real, 'checks')}".lower()


def test_a_moment_claims_the_strides_that_it_is_known_in():
    analysis = make_analysis(whole=True)
    first, *_ = (s for s in analysis.strides if s.side == "left")
    time = analysis.motion.time
    unplated = (time > first.start + 0.1) & (time < first.start + 0.6)
    moments = Quantities(
        replace(q, values=np.where(unplated, np.nan, q.values)) if q.name.startswith("left_") else q
        for q in analysis.moments
    )
    known = analysis.ground.known.copy()
    known[unplated, 0] = False
    ground = replace(analysis.ground, known=known)
    partly = PlateContact(
        0, 1.0, 1.5, "left", "partial", "the left foot reaches 4 cm beyond plate 1"
    )
    scene = Scene(replace(analysis, moments=moments, ground=ground, contacts=(partly,)))
    data = json.loads(to_json(report_page(scene, [])))
    said = panel(data, "moments")
    lacking = "the ground reaction of the foot is not known in every frame"
    assert (
        "Strides: left 2 of 3, right 2. In the other strides, the ground reaction of the foot is "
        "not known in every frame (the left foot reaches 4 cm beyond plate 1)." in said["caption"]
    )
    assert {plot["lacking"] for plot in said["plots"]} == {lacking}
    angles = panel(data, "angles")
    assert "Strides: left 3, right 2. Dotted" in angles["caption"]
    assert lacking not in {plot["lacking"] for plot in angles["plots"]}


def test_the_pelvis_is_drawn_over_both_sides_strides():
    data = json.loads(to_json(report_page(Scene(make_analysis()), [])))
    plots = {p["title"]: p for p in panel(data, "angles")["plots"]}
    series = plots["Pelvis obliquity"]["series"]
    assert [(s["cut"], s["only"]) for s in series] == [
        (None, ""),
        ("left", "stride"),
        ("right", "stride"),
    ]
    # normal obliquity differs in sign between the sides' strides, normal tilt does not
    left, right = plots["Pelvis obliquity"]["bands"]
    np.testing.assert_allclose(numbers(data, left["mean"]), -numbers(data, right["mean"]))
    assert len(plots["Pelvis tilt"]["bands"]) == 1


def test_the_feet_progress_below_the_ankles():
    scene = Scene(make_analysis())
    data = json.loads(to_json(report_page(scene, [])))
    plots = panel(data, "angles")["plots"]
    assert plots[-1]["title"] == "Foot progression"
    assert plots[-1]["column"] == 2
    for series, true in zip(
        plots[-1]["series"], foot_progression(scene.analysis, scene.posture), strict=True
    ):
        assert true.name == f"{series['label']}_foot_progression"
        np.testing.assert_allclose(numbers(data, series["y"]), true.values, atol=1e-4)
    assert len(plots[-1]["bands"]) == 1


def test_no_arrow_is_taller_than_a_chest():
    analysis = make_analysis(whole=True)
    weight = Scene(analysis).weight
    (left, right) = reaction_arrows(analysis.ground, weight)
    assert left.length == right.length == pytest.approx(0.75 / weight)
    struck = replace(analysis.ground, force=4.0 * analysis.ground.force)
    for arrow in reaction_arrows(struck, weight):
        assert arrow.length < 0.75 / weight
        assert np.nanmax(np.linalg.norm(arrow.vector, axis=1)) * arrow.length <= 1.2 + 1e-9


def test_facts_tell_how_the_subject_walks():
    data = json.loads(to_json(report_page(Scene(make_analysis()), [])))
    facts = {f["label"]: f for f in panel(data, "subject")["facts"]}
    assert facts["Cadence"]["value"] == f"{120 / STRIDE:.0f}"
    assert facts["Step time"]["sides"] == [f"{STRIDE / 2:.2f}"] * 2
    assert facts["Stance"]["sides"] == [f"{100 * FOOT_OFF:.1f}"] * 2
    # its checks hold none of a given height
    assert data["subtitle"].startswith("Female, 31 years, 68.0 kg, 1.74 m (estimated).")


def test_of_many_contacts_those_that_are_wholly_measured_are_counted():
    few = make_analysis()
    whole, other = few.contacts
    partly = replace(other, quality="partial", reason="it began before the record")
    few_said = centre_of_pressure_panel(Scene(few)).caption
    many = replace(few, contacts=(*(whole for _ in range(40)), partly))
    said = centre_of_pressure_panel(Scene(many)).caption
    assert "left foot, wholly measured" in few_said
    assert "40 of 41 contacts are wholly measured. Plate" in said
    assert "right foot, partly measured. It began before the record." in said
    assert "left foot" not in said


def test_words_of_strides_are_explained_where_there_are_strides():
    walk = make_analysis()
    run = replace(walk.activity, name="run", walking=False)
    for done, words in (
        (walk.activity, {"stride", "free speed"}),
        (run, {"stride"}),
        (replace(run, name="squat", stepping=False), set()),
    ):
        terms = {row.cells[0] for row in words_panel(Scene(replace(walk, activity=done))).rows}
        assert {"pelvis tilt", "static trial"} <= terms
        assert terms & {"stride", "free speed"} == words


def test_codes_are_names():
    assert parameters_in_words("de_leva1996") == "de Leva 1996"
    assert parameters_in_words("dumas2007") == "Dumas 2007"
    assert parameters_in_words("jensen1989") == "Jensen 1989"
    assert parameters_in_words("vaughan1992") == "Vaughan 1992"
    assert parameters_in_words("my own table") == "my own table"
    assert marker_set_in_words("plug_in_gait_full") == "Plug-in Gait, full body"
    for text, said in {
        "Hip joint centres: davis1991.": "Hip joint centres: Davis 1991.",
        "Mass fractions of de_leva1996 sum to 1": "Mass fractions of de Leva 1996 sum to 1",
        'Try parameters = "dumas2007".': 'Try parameters = "dumas2007".',
        "File walk2007.c3d and ../walk2007": "File walk2007.c3d and ../walk2007",
    }.items():
        assert codes_in_words(text) == said


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
        trial=replace(
            trial,
            markers=replace(trial.markers, names=(bad, *trial.markers.names[1:])),
            plates=(replace(trial.plates[0], name=bad), trial.plates[1]),
        ),
        log=(bad,),
    )
    page = page_html(report_page(Scene(analysis), [bad]))
    assert "<script>alert" not in page
    assert page.count("<script") == 2


def test_diagnostics_are_shown_where_a_method_hands_them_over():
    analysis = make_analysis()
    assert diagnostics_panel(Scene(analysis)) is None
    time = analysis.motion.time
    length = Diagnostic("Knee to ankle", "mm", "time [s]", time, {"measured": 4.0 * time}, "Note.")
    found = diagnostics_panel(Scene(replace(analysis, diagnostics=(length,))))
    assert found.caption == "Note."
    np.testing.assert_array_equal(found.plots[0].series[0].y, 4.0 * time)


@pytest.mark.parametrize("angle", [0.0, 0.7, -2.4])
def test_the_direction_walked_is_found(angle):
    way = np.linspace(0.0, 2.0, 9)[:, None] * [np.cos(angle), np.sin(angle), 0.0]
    way[4] = np.nan
    assert path_direction(way) == pytest.approx(angle)
    assert path_direction(0.01 * way) == 0.0


@pytest.mark.parametrize(
    ("choices", "said", "unsaid"),
    [
        ({}, ["weighted least squares", "quintic smoothing splines"], ["natural coordinates"]),
        ({"consistency": "natural"}, ["augmented Lagrangian"], ["weighted least squares"]),
        ({"consistency": "none"}, ["joints may come apart"], ["weighted least squares"]),
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
    assert "Noise is removed by the filter median." in text


def test_the_page_says_only_the_method_used():
    analysis = make_analysis()
    assert analysis.method == "plates"
    assert "from the feet up" in " ".join(method_text(analysis))
    other = replace(analysis, method="whole-body")
    assert "from the feet up" not in " ".join(method_text(other))


def facts(scene, **subject):
    """Notes of the first numbers by name, for a subject with these entries."""
    analysis = scene.analysis
    whose = replace(analysis.model, subject=replace(analysis.model.subject, **subject))
    data = json.loads(to_json(report_page(Scene(replace(analysis, model=whose)), [])))
    return {fact["label"]: fact["note"] for fact in panel(data, "subject")["facts"]}


def adults(facts, name):
    """The mean of adults in a number's note."""
    return float(facts[name].split("adults\N{NO-BREAK SPACE}")[1])


def test_adults_means_stand_beside_an_adults_numbers_and_not_a_childs():
    scene = Scene(make_analysis())
    assert adults(facts(scene, sex="m", age=40.0), "Speed") == 1.43
    assert adults(facts(scene, sex="f", age=None), "Stride length") == 1.28
    child = facts(scene, sex="m", age=9.0)
    known = of_both([scene.trust[f"angles/{side}_knee_flexion"] for side in SIDES])
    assert child.pop("Knee flexion range").startswith(f"curve {known}; children")
    assert not any("adults" in note for note in child.values())
    # nor of somebody small whose age nobody gave
    assert "adults" not in facts(scene, sex="m", age=None, height=1.31)["Speed"]
    assert adults(facts(scene, sex="m", age=40.0, height=1.31), "Speed") == 1.43
    # a stance and the other foot's swing fill the stride, so single support is that swing
    notes = facts(scene, sex=None, age=40.0)
    stance, single, double = (
        adults(notes, name) for name in ("Stance", "Single support", "Double support")
    )
    assert stance + single == 100.0
    assert stance - single == double
    # step after step makes the way and the time: speed, to what two digits of it hold
    length, time = (adults(notes, name) for name in ("Step length", "Step time"))
    assert length / time == pytest.approx(adults(notes, "Speed"), rel=0.04)


def test_every_first_number_of_a_walk_has_the_grade_and_error_of_the_trust():
    scene = Scene(make_analysis())
    for label, note in facts(scene, sex="f", age=40.0).items():
        if label != "Knee flexion range":
            name = label.lower().replace(" ", "_")
            known = of_both([scene.trust[f"strides/{side}_{name}"] for side in SIDES])
            assert "±" in known
            assert note.startswith(f"{known}; adults"), label
    # and no other ± for the same numbers
    assert not re.search(r"±\d", subject_panel(scene).caption)


def test_who_may_be_a_child_is_told_and_the_age_asked_for(monkeypatch):
    made = make_analysis()

    def doubt(**subject):
        whose = replace(made.model, subject=replace(made.model.subject, **subject))
        return Scene(replace(made, model=whose)).perhaps_a_child

    assert doubt(age=None, height=1.31).startswith("The age is not given, and with 1.31 m")
    assert "may be a child" in doubt(age=None, height=1.31)
    assert doubt(age=31.0, height=1.31) == doubt(age=None, height=1.62) == ""
    with monkeypatch.context() as patch:
        patch.setattr(Scene, "mass", 34.0)
        assert doubt(age=None, height=1.52).startswith("The age is not given, and with 34 kg this")
        assert doubt(age=31.0, height=1.52) == ""
    # legs of 0.9 m are an adult's
    assert doubt(age=None, height=None) == ""


def test_whose_the_normal_moments_are_is_said_beside_them():
    data = json.loads(to_json(report_page(Scene(make_analysis()), [])))
    said = panel(data, "moments")["caption"]
    assert "typically developing children" in said
    assert "ambulo norms" in said
    # angles do not grow with a person
    assert "children" not in panel(data, "angles")["caption"]


def test_the_axes_of_the_parts_of_a_power_are_said():
    scene = Scene(make_analysis(whole=True))
    parts = curves_panel(scene, "powers", "legs by plane").caption
    assert "The parts of a power are about the proximal segment's axes;" in parts
    assert "parts of a power" not in curves_panel(scene, "powers", "legs").caption


def test_the_scene_stands_beside_who_and_whether_to_trust():
    data = json.loads(to_json(report_page(Scene(make_analysis()), [])))
    assert [s["id"] for s in data["sections"] if s["beside"]] == ["walk"]


def test_what_is_said_of_the_recording_and_which_panels_are_shown():
    said = {"laboratory": "City Hospital", "recorded": "2026-11-03", "panels": ["subject", "peaks"]}
    analysis = make_analysis(whole=True)
    choice = {**json.loads(analysis.provenance.configuration), "report": said}
    analysis = replace(
        analysis, provenance=replace(analysis.provenance, configuration=json.dumps(choice))
    )
    page = report_page(Scene(analysis), [])
    assert page.about == [("Laboratory", "City Hospital"), ("Recorded", "2026-11-03")]
    shown = [panel.id for section in page.sections for panel in section.panels]
    assert shown == ["subject", "peaks"]
    with pytest.raises(InputError, match="no panel of the report 'peakz'"):
        Configuration(report={"panels": ["peakz"]})
    with pytest.raises(InputError, match=r"report\.panels"):
        Configuration(report={"panels": []})
    assert read_configuration(None, report={"recorded": date(2026, 11, 3)}).report.recorded == (
        "2026-11-03"
    )

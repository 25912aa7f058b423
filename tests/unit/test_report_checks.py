"""Whether to trust it, in words: what failed weighs, what was not checked is never green."""

from __future__ import annotations

import io
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from tests.synthetic_analysis import make_analysis

from ambulo.mocap.usable_frames import usable_frames
from ambulo.records import Check, FramesLeftOut, Markers, PutBack
from ambulo.report.check_words import measured
from ambulo.report.panels.checks import check_of, checks_panel
from ambulo.report.scene import Scene
from ambulo.report.terminal import print_result
from ambulo.report.verdict import check_lines, check_name, overall, put_back, verdict
from ambulo.results.trust import in_words


def check(grade, id="residual_moment"):
    words = ("Do this", 8.0, "It is so.", "It costs that.")
    return Check(id.replace("_", " "), 5.0, 4.0, "%", grade, *words, id=id)


def open_check(id, why, remedy, cost):
    words = (remedy, math.nan, why, cost)
    return Check(id.replace("_", " "), math.nan, math.nan, "", "unknown", *words, id=id, why=why)


@pytest.mark.parametrize(
    ("grades", "worst"),
    [
        (["good", "good"], "good"),
        (["good", "unknown"], "unknown"),
        (["unknown", "look", "good"], "look"),
        (["look", "do-not-use", "unknown"], "do-not-use"),
        ([], "unknown"),
    ],
)
def test_the_worst_grade_is_the_verdict(grades, worst):
    checks = [check(grade) for grade in grades]
    assert overall(checks) == worst
    assert ("All" in verdict(checks)) == (worst == "good")


def test_the_verdict_names_what_is_not_to_be_used_where_it_is_not_all():
    hip = replace(check("do-not-use"), concerns="hip moments")
    knee = replace(check("do-not-use"), concerns="knee moments")
    assert verdict([hip, check("good")]) == (
        "Do not use the hip moments: 1 of 2 checks failed clearly."
    )
    assert verdict([hip, knee]).startswith("Do not use the hip moments or the knee moments:")
    # one that concerns everything outweighs
    assert verdict([hip, check("do-not-use")]).startswith(
        "Do not use these results as they are: 2 of 2"
    )


@pytest.mark.parametrize("grade", ["good", "look", "do-not-use", "unknown"])
def test_the_page_takes_the_grade_of_the_check(grade):
    # the value says nothing: the check has judged
    panel = checks_panel(Scene(replace(make_analysis(), checks=(check(grade),))))
    assert panel.grade == panel.checks[0].grade == grade


@pytest.mark.parametrize(
    ("name", "value", "limit", "words"),
    [
        (
            "smoothed_before",
            1.8266,
            1.8221,
            "54.7 % of the usual amount (good from 54.9 %)",
        ),
        ("step_other", 5.004, 5.0, "5.004 % (good up to 5 %)"),
        ("step_other", 4.996, 5.0, "4.996 % (good up to 5 %)"),
    ],
)
def test_a_limit_is_never_written_as_its_value(name, value, limit, words):
    assert measured(replace(check("look", name), value=value, limit=limit)) == words


def test_what_was_not_checked_is_said_and_not_green():
    found = make_analysis()
    open_one = open_check("residual_force", "No upper body.", "Use --model body", "So?")
    panel = checks_panel(Scene(replace(found, checks=(*found.checks, open_one))))
    assert panel.grade == "unknown"
    assert panel.verdict == "5 checks are good. 1 other check could not be made."
    (check,) = [c for c in panel.checks if c.grade == "unknown"]
    assert check.name == "Residual force"
    assert (check.found, check.remedy) == ("not checked", "Use --model body.")
    assert check.meaning == "No upper body. So?"


def test_checks_left_out_for_one_reason_are_one_entry():
    whys = (
        ("residual_force", "No trunk."),
        ("residual_moment", "No trunk."),
        ("mass", "No plate."),
    )
    checks = tuple(open_check(name, why, "Use --model body", "So?") for name, why in whys)
    panel = checks_panel(Scene(replace(make_analysis(), checks=checks)))
    assert [c.name for c in panel.checks] == ["Residual force, residual moment", "Mass"]
    costs = (("residual_force", "So?", "Weigh."), ("mass", "And so?", "Weigh."))
    checks = tuple(open_check(name, "No plate.", remedy, cost) for name, cost, remedy in costs)
    (one,) = checks_panel(Scene(replace(make_analysis(), checks=checks))).checks
    assert one.name == "Residual force, mass"
    assert (one.meaning, one.remedy) == ("No plate. So? And so?", "Weigh.")
    bad = (check("look"), check("look", "residual_force"))
    panel = checks_panel(Scene(replace(make_analysis(), checks=bad)))
    assert len(panel.checks) == 2


def test_all_good_is_said_once_it_is_so():
    panel = checks_panel(Scene(make_analysis()))
    assert (panel.grade, panel.verdict) == ("good", "All 5 checks are good.")
    assert verdict([]).startswith("Nothing could be checked")
    assert verdict([check("unknown")]).startswith("Nothing could be checked")


def test_a_check_that_is_not_good_says_what_it_found_costs_and_asks():
    checks = (check("look"), *make_analysis().checks[:2])
    panel = checks_panel(Scene(replace(make_analysis(), checks=checks)))
    said = panel.checks[0]
    assert said.name == "Residual moment"
    assert (said.found, said.meaning) == ("It is so.", "It costs that.")
    assert said.remedy == "Do this."
    assert panel.verdict == "Use with care: 1 of 3 checks needs your attention."


def test_a_failed_mass_says_what_it_costs_and_what_to_do():
    found = make_analysis(failed=True)
    panel = checks_panel(Scene(found))
    assert panel.grade == "do-not-use"
    (mass,) = (check for check in found.checks if check.id == "mass")
    (said,) = (check for check in panel.checks if check.name == check_name(mass))
    assert said.found == "9.1 % (good up to 6 %)"
    assert (said.meaning, said.remedy) == (mass.cost, f"{mass.remedy}.")


@pytest.mark.parametrize(
    ("value", "limit", "unit", "id", "said"),
    [
        (0.0, 0.0, "faults", "plate_faults", "no faults"),
        (0.0, 0.0, "contradicted", "measurements", "all possible"),
        (0.0, 0.0, "of mine", "", "none of mine"),
        (0.0, 0.2, "s", "frozen_markers", "none (good up to 0.2 s)"),
        (0.0, 35.0, "mm jump", "marker_jumps", "no jumps (good up to 35 mm)"),
        (12.0, 35.0, "mm jump", "marker_jumps", "jumps of up to 12 mm (good up to 35 mm)"),
        (0.0, 0.0, "deg beyond", "joint_range.knee",
         "within the range that people reach"),
        (4.287, 10.0, "deg", "plate_axes.hips", "4.3° (good up to 10°)"),
        (0.436, 0.733, "of it missing", "sideways_force",
         "44 % smaller than usual (good up to 73 %)"),
        (1.25, 2.0, "times less", "smoothed_here",
         "80 % of the usual amount (good from 50 %)"),
        # ln 1.25 and ln 1.5
        (0.2231436, 0.4054651, "log of it", "forward_force",
         "differs from the usual size by a factor of 1.3 (good up to 1.5)"),
        (0.662, 6.0, "%", "mass", "0.66 % (good up to 6 %)"),
        (123.4, 200.0, "N", "", "120 N (good up to 200 N)"),
    ],
)  # fmt: skip
def test_a_good_check_is_said_without_logarithms_and_naughts(value, limit, unit, id, said):
    good = replace(check("good"), value=value, limit=limit, unit=unit, id=id, found="")
    assert check_of(good).found == said


def test_measurements_that_agree_are_said_with_the_one_that_differs_most():
    facts = {"odd": (), "farthest": "ASIS breadth 204 mm, between the markers 236 mm"}
    good = replace(check("good", "measurements"), value=0.0, limit=0.0, facts=facts)
    assert check_of(good).found == f"all possible (largest difference: {facts['farthest']})"


def test_labels_that_were_put_back_are_said_at_the_verdict():
    lines = [
        PutBack("LWRB is LWRA."),
        PutBack("LKNE was LANK on frames 3 to 9."),
        "Left ankle: midway between the malleolus markers.",
    ]
    made = replace(make_analysis(), checks=(check("good"),), log=tuple(lines))
    scene = Scene(made)
    said, curves = checks_panel(scene).text.split(" After this, no check found another fault. ")
    assert said == " ".join(lines[:2])
    assert curves == f"Some curves are more certain than others: {in_words(scene.trust)}."
    assert "exchanged 6 times" in put_back(3 * lines)


def without_marker(start: int, stop: int) -> tuple[str, ...]:
    """Notes on 200 frames at 100 Hz in which a required marker is missing for some frames."""
    position = np.zeros((200, 2, 3))
    position[start:stop, 1] = np.nan
    return usable_frames(Markers(("A", "B"), np.arange(200) / 100, position), ("A", "B")).notes


def test_a_part_that_is_not_analysed_is_said_on_terminal_and_page():
    notes = without_marker(50, 60)
    made = replace(make_analysis(), checks=(check("good"),), log=notes)
    said = "60 of 200 frames (0.60 s) are left out, because marker B is missing in 10 of them."
    out = io.StringIO()
    print_result(made, Path("out"), Console(file=out, width=400))
    assert f"! {said}" in out.getvalue()
    assert "0.60 to 1.99 s. To analyse more, label it or fill its gaps" in out.getvalue()
    assert checks_panel(Scene(made)).text.startswith(said)


@pytest.mark.parametrize(("stop", "worth_a_word"), [(0, False), (3, False), (4, True)])
def test_next_to_nothing_that_is_not_analysed_is_in_the_log_alone(stop, worth_a_word):
    notes = without_marker(0, stop)
    assert len(notes) == (stop > 0)
    assert any(isinstance(note, FramesLeftOut) for note in notes) == worth_a_word


def test_frames_before_the_person_comes_are_no_gap_to_fill():
    position = np.zeros((200, 3, 3))
    position[:60, 1:] = np.nan
    (note,) = usable_frames(Markers(tuple("ABC"), np.arange(200) / 100, position), "ABC").notes
    assert not isinstance(note, FramesLeftOut)


def test_what_follows_from_one_cause_is_one_line():
    follow = [
        replace(check(grade, id), cause="mass", remedy="Mend the mass")
        for grade, id in (
            ("look", "whole_contact"),
            ("unknown", "clocks"),
            ("look", "residual_force"),
        )
    ]
    checks = [check("good"), *follow, check("do-not-use", "mass")]
    panel = checks_panel(Scene(replace(make_analysis(), checks=tuple(checks))))
    assert [entry.grade for entry in panel.checks] == ["do-not-use", "look", "good"]
    assert panel.checks[1].name == "3 checks have the same cause as another check"
    assert (panel.checks[1].meaning, panel.checks[1].remedy) == ("", "Mend the mass.")
    (first, _), (_, line) = check_lines(checks)
    assert first == "do-not-use"
    assert line.startswith("3 checks have the same cause as another check: ")
    assert line.endswith("Mend the mass.")

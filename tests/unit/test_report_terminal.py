"""What the command line prints."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from rich.text import Text
from tests.synthetic_analysis import make_analysis

from ambulo.gait.checks.finding import Finding, judged
from ambulo.gait.checks.plate_contact import whole_contact
from ambulo.gait.inspection import inspected
from ambulo.mocap.marker_sets.marker_names import match_set
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.mocap.naming.guess import Guess
from ambulo.records import PlateContact, Subject
from ambulo.report.console import standard_output
from ambulo.report.panels.trust import grade_in_words
from ambulo.report.peaks import Peak
from ambulo.report.progress_line import StageProgress
from ambulo.report.scene import Scene
from ambulo.report.terminal import print_result
from ambulo.report.trial_words import print_info
from ambulo.report.verdict import check_name, verdict


def printed(show, *args):
    stream = io.StringIO()
    show(*args, console=Console(file=stream, width=160, highlight=False))
    return stream.getvalue()


def test_a_failed_check_is_said_with_its_remedy():
    found = make_analysis(failed=True)
    text = printed(print_result, found, Path("out"))
    assert verdict(found.checks) in text
    worst, look = (next(k for k, s in enumerate(text.splitlines()) if sign in s) for sign in "✗!")
    assert worst < look
    words = " ".join(text.split())
    for check in found.checks:
        assert (check.grade != "good") == (f"{check.cost} {check.remedy}." in words), check.id
    assert "9.1 % (good up to 6 %)." in words
    assert "out/report.html" in text


def test_feet_off_their_plates_by_another_checks_cause_are_said_in_its_words():
    found = make_analysis()
    contact = PlateContact("left", 0, 0.5, 1.1, "partial", reason="plate 1 shows 57 kg")
    (mass,) = (check for check in found.checks if check.id == "mass")
    whole = judged(
        whole_contact([contact], np.ones((2, 2), dtype=bool), {"given": "none", "why": "off"})
    )
    others = tuple(check for check in found.checks if check.id != "whole_contact")
    found = replace(found, contacts=(contact,))
    own = printed(print_result, replace(found, checks=(*others, whole)), Path("out"))
    assert "plate 1 shows 57 kg" in own
    following = replace(whole, cause=mass.id)
    text = printed(print_result, replace(found, checks=(*others, following)), Path("out"))
    (row,) = (line for line in text.splitlines() if "partly on a plate" in line)
    assert f'follows from the check "{mass.name}"' in row
    assert "plate 1 shows" not in text


def test_what_is_piped_ends_where_its_words_do(capsys):
    print_result(make_analysis(), Path("out"))
    said = capsys.readouterr().out
    assert "  Hip extension" in said
    assert "walk03.c3d  " in said
    assert [line for line in said.splitlines() if line != line.rstrip()] == []


def test_where_no_ground_reaction_is_known_none_is_said():
    found = make_analysis()
    text = printed(print_result, found, Path("out"))
    assert re.search(r"ground reaction +the force plates *\n", text)
    blind = replace(found.ground, known=np.zeros_like(found.ground.known))
    text = printed(print_result, replace(found, ground=blind), Path("out"))
    assert re.search(r"ground reaction +none *\n", text)


def test_what_is_unknown_is_never_called_passed_or_all():
    found = make_analysis()
    open_one = judged(Finding("residual_force", why="no_trunk"))
    text = printed(print_result, replace(found, checks=(*found.checks, open_one)), Path("out"))
    assert "5 checks are good. 1 other check could not be made." in text
    said = f"? {check_name(open_one)}: not checked. {open_one.found} {open_one.cost}"
    assert said in " ".join(text.split())
    assert "All" not in text
    assert "passed" not in text


def test_one_reason_is_said_once_for_all_that_it_leaves_open():
    found = make_analysis()
    force, moment, other = (
        replace(judged(Finding("residual_force", why="no_trunk")), cost="Forces are open"),
        replace(judged(Finding("residual_moment", why="no_trunk")), cost="Moments are open"),
        judged(Finding("clocks", why="no_sign")),
    )
    checks = (*found.checks, force, moment, other)
    text = printed(print_result, replace(found, checks=checks), Path("out"))
    lines = [line.strip() for line in text.splitlines() if "?" in line]
    assert len(lines) == 2
    assert text.count(force.found) == 1
    names = f"{check_name(force)}, {check_name(moment).lower()}"
    words = " ".join(text.split())
    assert f"? {names}: not checked. {force.found}" in words
    assert f"Forces are open. Moments are open. {force.remedy}." in words


def test_key_numbers_have_units_and_both_sides():
    text = printed(print_result, make_analysis(whole=True), Path("out"))
    assert "All 5 checks are good." in text
    for label in ("68.0 kg", "m/s", "steps/min", "mm", "% body weight", "peak moment [N·m/kg]"):
        assert label in text
    row = next(line for line in text.splitlines() if "Ankle plantarflexion" in line)
    left, at, when, percent, right = row.split()[2:7]
    assert (at, percent) == ("at", "%")
    assert 40.0 < float(when) < 60.0
    assert all(0.9 < float(value) < 1.6 for value in (left, right))
    # a poor curve says so beside its peak, as on the page
    known = Scene(make_analysis(whole=True)).trust["moments/left_ankle_dorsiflexion"]
    assert grade_in_words(known, unit=False) in row


def test_landmarks_that_no_marker_shows_are_named():
    made = make_analysis()
    facts = {"joint": "left knee", "spread": 0.008, "helps": 0.0, "landmark": "left medial knee",
             "left": 0.006, "moment": 5.0, "placed": "left knee lateral"}  # fmt: skip
    sure = judged(Finding("placed_centres", "left knee", 8.0, facts))
    text = printed(print_result, replace(made, checks=(*made.checks, sure)), Path())
    row = next(line for line in text.splitlines() if "without a marker" in line)
    assert row.split()[3:6] == ["left", "knee", "lateral:"]
    assert "without a marker" not in printed(print_result, made, Path())


def test_a_half_is_rounded_as_the_page_rounds_it(monkeypatch):
    peak = Peak("Hip flexion", {"left": 0.625, "right": 0.125}, 0.875)
    monkeypatch.setattr("ambulo.report.terminal.peak_moments", lambda scene: [peak])
    row = next(
        r for r in printed(print_result, make_analysis(), Path()).splitlines() if "Hip f" in r
    )
    assert row.split()[-3:] == ["0.63", "0.13", "0.88"]


def test_what_was_written_is_listed_and_an_unknown_sex_said(tmp_path):
    made = make_analysis()
    (tmp_path / "tables").mkdir()
    (tmp_path / "results.c3d").touch()

    def of_sex(sex):
        subject = replace(made.model.subject, sex=sex)
        return replace(made, model=replace(made.model, subject=subject, parameters="de_leva1996"))

    text = printed(print_result, of_sex(None), tmp_path)
    assert "results.c3d  tables/" in text
    assert "The sex is not given, so Ambulo uses the mean of women and men. Give --sex." in text
    assert "Sex" not in printed(print_result, of_sex("f"), tmp_path)


def test_info_says_what_is_there_and_what_is_missing():
    trial = make_analysis().trial
    trial = replace(trial, subject=Subject(), plates=())
    text = printed(print_info, inspected(trial))
    assert "36 markers" in text
    assert "Nck0: 11 frames not seen (3 %), longest gap 11" in text
    assert "the analysis is refused): " in text
    for option in ("--mass", "--height", "--sex", "--method whole-body"):
        assert option in text
    assert "Points *115 to *118" in text


def test_info_of_a_trial_with_names_in_brackets_prints_them():
    trial = make_analysis().trial
    names = ("[bold]odd", *trial.markers.names[1:])
    trial = replace(trial, markers=replace(trial.markers, names=names))
    assert "[bold]odd" in printed(print_info, inspected(trial))


def test_info_names_the_markers_that_the_set_does_not_have():
    trial = make_analysis().trial
    known = [n for n, s in load_marker_set("plug_in_gait_lower").markers.items() if s.required]
    count = len(trial.markers.names)
    names = (*known, "SACR", "Mine", *trial.markers.names)[:count]
    trial = replace(trial, markers=replace(trial.markers, names=names))
    match = match_set(names, load_marker_set("plug_in_gait_lower"))
    found = replace(inspected(trial), matches=(match,), refused="", guess=None)
    others = "Mine, Pis0, Pis1, Tso0, Tso1, Nck0, Nck1, Had0"
    assert f"not in plug_in_gait_lower: {others} and " in printed(print_info, found)


def test_names_that_were_read_are_listed_by_segment():
    trial = make_analysis().trial
    names = {"right_knee_lateral": "RLEPI", "right_thigh_1": "RTH1", "left_calcaneus_1": "LCALC"}
    guess = Guess(names, {"RTH1": "said why"}, ())
    assert guess.counts == "3 of 3 names are used, 1 of them doubtful"
    lines = printed(print_info, replace(inspected(trial), guess=guess)).splitlines()
    for line in (
        "? RTH1: said why",
        "right thigh: right_knee_lateral = RLEPI, right_thigh_1 = RTH1?",
        "left foot: left_calcaneus_1 = LCALC",
    ):
        assert f"  {line}" in lines


def test_a_set_says_how_a_name_that_is_left_out_is_used():
    how = "# Not used. To use a name, add a line as above. --page lists the landmarks:\n"
    names = {"left_calcaneus_1": "LCALC"}
    text = Guess(names, {"RTH1": "said why"}, ("odd",)).text("walk.c3d")
    assert text.endswith(f"{how}# left out: RTH1 (said why)\n# not read: odd\n")
    assert how not in Guess(names, {}, ()).text("walk.c3d")


def test_straight_walks_are_only_a_guide_for_a_turn(monkeypatch):
    text = printed(print_result, make_analysis(), Path("out"))
    assert "straight walks" not in " ".join(text.split())
    monkeypatch.setattr(Scene, "turn", 85.0)
    text = printed(print_result, make_analysis(), Path("out"))
    assert "only a guide for a turn" in " ".join(text.split())


def test_plates_are_listed_with_their_load():
    trial = make_analysis().trial
    text = printed(print_info, inspected(trial))
    peak = np.nanmax(trial.plates[0].force[:, 2])
    row = next(line for line in text.splitlines() if "plate 1" in line)
    assert f"{peak:.0f}" in row
    assert "0.60 × 0.45" in row


def test_progress_stops_when_a_stage_fails():
    with pytest.raises(ValueError, match="stage"), StageProgress(Console(file=io.StringIO())):
        raise ValueError("stage")


def test_no_color_takes_every_style_away(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    for value, styled in (("", True), ("1", False)):
        monkeypatch.setenv("NO_COLOR", value)
        out = standard_output()
        with out.capture() as said:
            out.print(Text("left", style="bold red"))
        assert ("\x1b" in said.get()) is styled

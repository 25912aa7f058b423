"""The command line: what it prints, what it leaves behind, how it ends."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.command_line import ambulo, refusal

from ambulo import __version__

MODULE = [sys.executable, "-m", "ambulo"]


@pytest.fixture(scope="module")
def analysed(recording, tmp_path_factory):
    walk, static = recording
    out = tmp_path_factory.mktemp("analysed") / "made" / "if need be"
    return ambulo("analyse", walk, "--static", static, "--sex", "m", "--out", out), out


def test_alone_it_says_what_it_can_do():
    assert ambulo() == ambulo("--help")
    assert ambulo().status == 0
    assert ambulo("--version").out.strip() == f"ambulo {__version__}"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["analyze", "x.c3d"], "Did you mean 'analyse'?"),
        (["analyse"], "Missing argument"),
        (["analyse", "x.c3d", "--weight", "3"], "--weight"),
        (["analyse", "x.c3d", "--mass", "heavy"], "'--mass': it should be a number. See"),
        (["analyse", "x.c3d", "--sex", "x"], "'--sex': 'x' is not one of 'f', 'm'. See"),
        (["simulate", "x", "--between", "foo"], "'foo' is not one of 'linear', 'cubic', 'quintic'"),
        (["batch", "x", "--workers", "0"], "'--workers': it should be at least 1. See"),
        (["demo", "--seed", "x"], "'--seed': it should be an integer. See"),
        (["info"], "Missing argument"),
        (
            ["analyse", "x.c3d", "--plate-shift", "1"],
            "plate_shift is an entry of the conf",
        ),
        (["markers", "x.c3d", "--page"], "requires an argument. See ambulo markers --help."),
    ],
)
def test_a_mistake_in_the_command_is_one_line(command, said):
    line = refusal(*command)
    assert said in line
    assert "--help" in line


@pytest.mark.parametrize("page", [[], ["--page", "names.html"]])
def test_a_guessed_set_is_printed_alone(recording, tmp_path, monkeypatch, page):
    monkeypatch.chdir(tmp_path)
    done = ambulo("markers", recording[0], *page)
    assert tomllib.loads(done.out)
    assert "names are used" in done.err


def test_few_perturbed_analyses_are_no_band(tmp_path):
    line = refusal("demo", "--uncertainty", "18", "--out", tmp_path / "out")
    assert "a band of 90 % needs 19. Give 19 or more" in line
    assert not (tmp_path / "out").exists()


def test_the_demo_takes_what_its_report_advises(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr("ambulo.demo.run.run_demo", lambda *_, samples, **__: asked.append(samples))
    for given in ("auto", "0", "64"):
        ambulo("demo", "--uncertainty", given, "--out", tmp_path / "out")
    assert asked == ["auto", None, 64]


def test_the_shell_sees_the_status(tmp_path):
    missing = tmp_path / "none.c3d"
    done = subprocess.run([*MODULE, "info", str(missing)], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == f"ambulo: {missing}: there is no such file. Check the path.\n"


def test_a_defect_is_one_line_and_a_file_to_report(monkeypatch):
    def broken(*_, **__):
        raise IndexError("index 0 is out of bounds")

    monkeypatch.setattr("ambulo.gait.inspection.inspect", broken)
    ending = ambulo("info", "x.c3d")
    assert ending.status == 1
    assert ending.err.count("\n") == 1
    assert "a defect of Ambulo, IndexError: index 0 is out of bounds" in ending.err
    path = Path(re.search(r"\S+\.txt", ending.err)[0])
    written = path.read_text(encoding="utf-8")
    path.unlink()
    assert "Traceback" in written
    assert "info x.c3d" in written
    assert __version__ in written


@pytest.mark.parametrize("wrapped", [False, True])
def test_an_interruption_is_no_defect(monkeypatch, wrapped):
    def interrupted(*_, **__):
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt:
            if wrapped:  # as by a compiler
                raise SystemError("compiled code ended")  # noqa: B904
            raise

    monkeypatch.setattr("ambulo.gait.inspection.inspect", interrupted)
    ending = ambulo("info", "x.c3d")
    assert ending.status == 130
    assert ending.err == "ambulo: interrupted\n"


@pytest.mark.skipif(os.name == "nt", reason="signals are met otherwise there")
def test_who_is_told_to_end_while_it_imports_says_so_too():
    """Told by the import itself, when the command's modules are looked for."""
    code = (
        "import os, signal, sys, time\n"
        "class Tell:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'ambulo.cli.entry':\n"
        "            os.kill(os.getpid(), signal.SIGTERM)\n"
        "            time.sleep(10)\n"
        "sys.meta_path.insert(0, Tell())\n"
        "from ambulo.cli import program\n"
        "program()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "ambulo: interrupted\n")


def test_completion_that_cannot_be_written_is_said(monkeypatch, tmp_path):
    def installed(*_, **__):
        tmp_path.write_text("")

    monkeypatch.setattr("typer.completion.install", installed)
    ending = ambulo("--install-completion")
    assert ending.status == 2
    assert f"{tmp_path}: Is a directory, so completion is not installed" in ending.err


def test_info_tells_what_is_there(recording):
    walk, _ = recording
    said = ambulo("info", walk).said
    for part in (
        "37 markers",
        "4 with gaps",
        "2 force plates",
        "left foot strike:",
        "pamies37 yes",
        "nothing required",
        "Lengths are in mm",
        "give it with --sex f or m",
    ):
        assert part in said


def test_info_takes_axes_and_unit(recording):
    walk, _ = recording
    assert "Up is +z as given" in ambulo("info", walk, "--up", "+z").said
    assert "is not an axis" in refusal("info", walk, "--up", "above")
    assert "not a unit" in refusal("info", walk, "--unit", "furlong")


def test_analyse_leaves_everything_in_one_folder(analysed):
    ending, out = analysed
    assert ending.status == 0
    assert ending.err == ""
    assert f"Open {out / 'report.html'}".replace(" ", "") in ending.out.replace(" ", "").replace(
        "\n", ""
    )
    assert (out / "opensim/external_loads.xml").stat().st_size > 0


def test_the_summary_says_how_far_to_trust_it(analysed):
    ending, out = analysed
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    checks = summary["gates"]
    assert {"value", "limit", "unit", "passed", "grade", "remedy"} <= set(checks[0])
    assert {check["grade"] for check in checks} == {"good"}
    assert all(check["passed"] for check in checks)
    assert f"All {len(checks)} checks are good." in ending.said
    assert summary["not_checked"] == []
    assert summary["marker_rms_mm"] < 10.0
    assert {"read", "fit", "invert"} <= set(summary["timing_s"])


def test_the_log_tells_choices_and_checks(analysed):
    _, out = analysed
    lines = (out / "log.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(set(lines))
    for part in (
        "Marker set pamies37",
        "Calibrated on a static trial",
        "Hip joint centres:",
        "filled",
        "Inverse dynamics",
        "good: ",
    ):
        assert any(part in line for line in lines), part


def test_options_come_before_the_configuration(recording, tmp_path):
    walk, static = recording
    config = tmp_path / "study.toml"
    config.write_text('mass = 90.0\nparameters = "dumas2007"\nfilter = "butterworth"\n')
    out = tmp_path / "out"
    arguments = ["--static", static, "--config", config, "--mass", "84", "--out", out]
    assert ambulo("analyse", walk, *arguments, "--sex", "m").status == 0
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    assert summary["mass_kg"] == 84.0
    assert summary["segment_parameters"] == "dumas2007"
    assert "Butterworth" in (out / "log.txt").read_text(encoding="utf-8")


def test_results_go_beside_the_trial_without_out(recording, tmp_path):
    walk, _ = recording
    copy = tmp_path / "subject one.c3d"
    copy.write_bytes(walk.read_bytes())
    assert ambulo("analyse", copy, "--sex", "m").status == 0
    assert (tmp_path / "subject one-ambulo" / "report.html").is_file()


def test_a_folder_that_cannot_be_written_is_said(recording, tmp_path):
    walk, static = recording
    taken = tmp_path / "taken"
    taken.write_text("a file")
    line = refusal("analyse", walk, "--static", static, "--out", taken)
    assert str(taken) in line
    assert "--out" in line
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis.odt").write_text("years of work")
    line = refusal("analyse", walk, "--static", static, "--out", mine, "--overwrite")
    assert "thesis.odt in this folder was not written by Ambulo" in line
    within = taken / "within"
    assert str(taken) in refusal("analyse", walk, "--static", static, "--out", within)


@pytest.mark.parametrize("overwrite", [False, True])
def test_earlier_results_stay_or_are_replaced_and_it_is_said(overwrite, analysed, tmp_path):
    out = tmp_path / "walk"
    shutil.copytree(analysed[1], out)
    earlier = (out / "provenance.json").read_bytes()
    (out / "bone").mkdir(exist_ok=True)
    recorded = json.loads(earlier)["inputs"]
    options = ["--static", recorded["static"]["path"], "--sex", "m", "--out", out]
    options += ["--overwrite"] if overwrite else []
    ending = ambulo("analyse", recorded["trial"]["path"], *options)
    assert ending.status == 0
    assert (out / "bone").exists() is not overwrite
    assert (tmp_path / "walk-2" / "report.html").exists() is not overwrite
    assert (f"results are in {tmp_path / 'walk-2'}" in ending.err) is not overwrite
    assert overwrite or (out / "provenance.json").read_bytes() == earlier


def test_bone_says_the_peaks_that_it_writes(analysed):
    pytest.importorskip("skfem")
    _, out = analysed
    done = ambulo("bone", out)
    assert done.status == 0
    legs = json.loads((out / "bone" / "summary.json").read_text("utf-8"))["legs"]
    assert legs
    for side, leg in legs.items():
        said = re.search(
            rf"{side.capitalize()} tibia at mid-shaft: "
            r"largest tension (\S+) microstrain \((\w+)\), "
            r"largest compression (\S+) microstrain \((\w+)\)",
            " ".join(done.out.split()),
        )
        high = {name: one["max_principal_microstrain"] for name, one in leg["gauges"].items()}
        low = {name: one["min_principal_microstrain"] for name, one in leg["gauges"].items()}
        assert float(said[1]) == pytest.approx(high[said[2]], abs=0.51)
        assert -float(said[3]) == pytest.approx(low[said[4]], abs=0.51)
        assert high[said[2]] == max(high.values())
        assert low[said[4]] == min(low.values())


@pytest.fixture
def made_at_once(analysed, monkeypatch):
    """`analyse` with the work done before: what is printed and returned is what is tried."""
    from ambulo import load

    found = load(analysed[1])
    monkeypatch.setattr("ambulo.analyse", lambda *_, **__: found)
    return found


def test_json_is_the_summary_and_nothing_else(made_at_once, tmp_path):
    ending = ambulo("analyse", "walk.c3d", "--json", "--out", tmp_path / "walk")
    said = json.loads(ending.out)
    assert said.pop("folder") == str(tmp_path / "walk")
    assert said == json.loads((tmp_path / "walk" / "summary.json").read_text())
    assert ending.err == ""


def test_quiet_says_nothing_and_verbose_the_log(made_at_once, tmp_path):
    quiet = ambulo("analyse", "walk.c3d", "--quiet", "--out", tmp_path / "a")
    assert (quiet.status, quiet.out, quiet.err) == (0, "", "")
    usual = ambulo("analyse", "walk.c3d", "--out", tmp_path / "b").out
    verbose = ambulo("analyse", "walk.c3d", "--verbose", "--out", tmp_path / "c").out
    log = (tmp_path / "c" / "log.txt").read_text()
    assert verbose.endswith(log)
    assert log not in usual
    # piped: a path is on one line, however long
    assert f"Open {tmp_path / 'b' / 'report.html'}\n" in usual


def commands():
    """Every command and its options, as the program itself lists them."""
    import typer

    from ambulo.cli.app import app

    group = typer.main.get_command(app)
    return {name: {o for p in c.params for o in p.opts} for name, c in group.commands.items()}


def test_every_command_can_be_quiet_or_speak_json():
    found = commands()
    assert len(found) >= 13
    lacking = {name for name, options in found.items() if not {"--quiet", "--json"} <= options}
    assert lacking == set()


@pytest.mark.parametrize(
    ("command", "entries"),
    [
        (("info", "{walk}"), {"markers", "plates", "events", "marker_sets", "missing"}),
        (("markers", "{walk}"), {"guessed", "doubtful", "unread", "elsewhere", "toml"}),
        (("study",), {"throw"}),
        (("compare", "{out}", "{other}", "--out", "{made}"), {"folder", "names", "rms"}),
        (("registration", "{out}"), {"shift", "turn", "seen"}),
    ],
)
def test_json_is_one_object_and_quiet_is_silent(command, entries, recording, analysed, tmp_path):
    _, out = analysed
    other = tmp_path / "other"
    shutil.copytree(out, other)
    places = {"walk": recording[0], "out": out, "other": other, "made": tmp_path / "made"}
    arguments = [part.format(**places) for part in command]
    ending = ambulo(*arguments, "--json")
    assert ending.status == 0
    assert entries <= set(json.loads(ending.out))
    assert ending.err == ""
    if command[0] == "markers":
        # the file is what was asked for; what is said beside it is left out
        quiet = ambulo(*arguments, "--quiet")
        assert (quiet.out, quiet.err) == (ambulo(*arguments).out, "")
    else:
        assert (
            ambulo(*arguments, "--quiet", *(["--overwrite"] if "--out" in command else [])).out
            == ""
        )


def test_info_in_json_is_what_it_shows(recording):
    walk, _ = recording
    found = json.loads(ambulo("info", walk, "--json").out)
    shown = ambulo("info", walk).said
    assert f"{len(found['markers'])} markers" in shown
    unseen = {m["name"]: m["frames_not_seen"] for m in found["markers"] if m["frames_not_seen"]}
    assert len(unseen) == 4
    for name, count in unseen.items():
        assert f"{name}: {count} frames not seen" in shown
    assert {m["name"] for m in found["marker_sets"] if m["fits"]} == {"pamies37", "vaughan15"}
    for plate in found["plates"]:
        assert f"{plate['greatest_Fz_N']:.0f}" in shown


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("ambulo an", {"analyse"}),
        ("ambulo study mochon", {"mochon1980_ballistic_walk"}),
        ("ambulo analyse walk.c3d --sharing sm", {"smooth"}),
    ],
)
def test_the_shell_is_told_what_a_word_can_become(typed, offered):
    asked = {
        "_AMBULO_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(typed.split()) - 1),
    }
    # the shell calls the program by its name
    code = "import sys; from ambulo.cli import main; sys.argv = ['ambulo']; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | asked, capture_output=True, text=True
    )
    assert set(done.stdout.split()) == offered


@pytest.mark.parametrize("grade", ["good", "look", "unknown", "do-not-use"])
def test_strict_exits_3_if_a_check_says_do_not_use(grade, made_at_once, monkeypatch, tmp_path):
    first, *others = (replace(check, grade="good") for check in made_at_once.checks)
    found = replace(made_at_once, checks=(replace(first, grade=grade), *others))
    monkeypatch.setattr("ambulo.analyse", lambda *_, **__: found)
    strict = ambulo("analyse", "walk.c3d", "--strict", "--quiet", "--out", tmp_path / "a")
    assert strict.status == (3 if grade == "do-not-use" else 0)
    assert (tmp_path / "a" / "report.html").is_file()
    assert strict.out == ""
    made = len(found.checks)
    bad = f"Do not use these results as they are: 1 of {made} checks failed clearly.\n"
    assert strict.err == (bad if grade == "do-not-use" else "")
    if grade == "do-not-use":
        plain = ambulo("analyse", "walk.c3d", "--quiet", "--out", tmp_path / "b")
        assert (plain.status, plain.err) == (0, bad)
    # what the figures say of the checks, not how they are drawn
    monkeypatch.setattr("ambulo.report.figures.write_figures", lambda *_: [])
    drawn = ambulo("figures", tmp_path / "a", "--quiet")
    assert (drawn.status, drawn.out) == (0, "")
    care = {"look": f"Use with care: 1 of {made} checks needs your attention.\n", "do-not-use": bad}
    assert drawn.err == (f"The analysis: {care[grade]}" if grade in care else "")


@pytest.mark.parametrize("command", ["analyse", "info", "simulate"])
def test_h_is_help(command):
    assert ambulo(command, "-h") == ambulo(command, "--help")
    assert ambulo(command, "-h").status == 0


def test_a_study_that_cannot_be_written_is_the_users_to_solve(tmp_path, monkeypatch):
    from ambulo.studies.record import Findings

    monkeypatch.setattr(
        "ambulo.studies.registry._study",
        lambda _: SimpleNamespace(TITLE="", SOURCE="", DEVIATIONS=(), run=lambda _: Findings()),
    )
    (tmp_path / "taken").write_text("a file")
    assert str(tmp_path / "taken") in refusal("study", "sums", "--out", tmp_path / "taken")

"""The command line: what it prints, what it leaves behind, how it ends."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.command_line import ambulo, refusal

from ambulo import __version__
from ambulo.demo.trial import make_trial

MODULE = [sys.executable, "-m", "ambulo.cli"]


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    walk, static, _ = make_trial(tmp_path_factory.mktemp("recording"))
    return walk, static


@pytest.fixture(scope="module")
def analysed(recording, tmp_path_factory):
    walk, static = recording
    out = tmp_path_factory.mktemp("analysed") / "made" / "if need be"
    return ambulo("analyse", walk, "--static", static, "--sex", "m", "--out", out), out


def test_help_names_the_commands():
    done = subprocess.run([*MODULE, "--help"], capture_output=True, text=True, check=True)
    for command in ("analyse", "info", "demo"):
        assert command in done.stdout


def test_nothing_heavy_is_imported_for_help():
    code = (
        "import sys, ambulo.cli; "
        "print([m for m in ('numpy', 'numba', 'scipy', 'ezc3d', 'pydantic') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


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
        (["analyse", "x.c3d", "--mass", "heavy"], "--mass"),
        (["analyse", "x.c3d", "--sex", "x"], "--sex"),
        (["info"], "Missing argument"),
    ],
)
def test_a_mistake_in_the_command_is_one_line(command, said):
    line = refusal(*command)
    assert said in line
    assert "--help" in line


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


def test_an_interruption_is_no_defect(monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("ambulo.gait.inspection.inspect", interrupted)
    ending = ambulo("info", "x.c3d")
    assert ending.status == 130
    assert "Traceback" not in ending.err


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
        "lengths in mm",
        "give it with --sex f or m",
    ):
        assert part in said


def test_info_takes_axes_and_unit(recording):
    walk, _ = recording
    assert "up is +z as given" in ambulo("info", walk, "--up", "+z").said
    assert "is not an axis" in refusal("info", walk, "--up", "above")
    assert "not a unit" in refusal("info", walk, "--unit", "furlong")


def test_analyse_leaves_everything_in_one_folder(analysed):
    ending, out = analysed
    assert ending.status == 0
    assert ending.err == ""
    assert f"Open {out / 'report.html'}".replace(" ", "") in ending.out.replace(" ", "").replace(
        "\n", ""
    )
    for name in (
        "results.nc",
        "report.html",
        "summary.json",
        "provenance.json",
        "log.txt",
        "tables/joint_angles.csv",
        "tables/joint_moments.csv",
        "tables/joint_powers.csv",
        "tables/ground_reaction.csv",
        "opensim/external_loads.xml",
    ):
        assert (out / name).stat().st_size > 0


def test_the_summary_says_how_far_to_trust_it(analysed):
    ending, out = analysed
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    gates = summary["gates"]
    assert {"value", "limit", "unit", "passed", "remedy"} <= set(gates[0])
    failed = [gate["name"] for gate in gates if not gate["passed"]]
    if failed:
        assert f"{len(failed)} of {len(gates)} quality checks failed" in ending.said
    else:
        assert f"All {len(gates)} quality checks passed" in ending.said
    assert all(gate["remedy"] for gate in gates if not gate["passed"])
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
        "passed: ",
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
    locked = tmp_path / "locked"
    (locked / "report.html").mkdir(parents=True)
    assert "report.html" in refusal("analyse", walk, "--static", static, "--out", locked)


@pytest.mark.slow
def test_bone_says_the_peaks_that_it_writes(analysed):
    pytest.importorskip("skfem")
    _, out = analysed
    done = ambulo("bone", out)
    assert done.status == 0
    legs = json.loads((out / "bone" / "summary.json").read_text("utf-8"))["legs"]
    assert legs
    for side, leg in legs.items():
        peaks = leg["gauges"]["anteromedial"]
        said = re.search(rf"{side.capitalize()} tibia, .*: peaks (\S+) and (\S+) micros", done.out)
        assert float(said[1]) == pytest.approx(peaks["max_principal_microstrain"], abs=0.51)
        assert float(said[2]) == pytest.approx(peaks["min_principal_microstrain"], abs=0.51)

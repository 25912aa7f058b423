"""Bruzzo (2012): agreement is asserted, and every difference is still what the study says it is."""

from __future__ import annotations

import csv
import json
import re

import pytest
from tests.command_line import ambulo

from ambulo.inputs.errors import InputError
from ambulo.results.netcdf import opened
from ambulo.studies.page import write_study
from ambulo.studies.registry import STUDIES, run_study, titles
from ambulo_studies.skating.kernel import simulate
from ambulo_studies.skating.parameters import load
from ambulo_studies.skating.readings import OUTSIDE_FORCE
from ambulo_studies.skating.text_readings import (
    BESIDE,
    HIGHEST,
    LOWEST,
    PUSH_OFF,
    READINGS,
    SPEED,
    tried,
)

READING_NAMES = ("reaction", "leg force", "outside force", "nearest reading")


def _by_name(result):
    return {c.quantity: c for c in result.comparisons}


def test_long_run(tmp_path):
    seen = []
    result = run_study("bruzzo2012_long_run", lambda what, part: seen.append(part))
    write_study(result, tmp_path)
    assert result.passed
    assert seen == sorted(seen)
    found = _by_name(result)
    # deviations: measured, and said so in the text
    settled = {name: found[f"stroke of the equilibrium ({name})"] for name in READING_NAMES}
    assert [each.ours for each in settled.values()] == [4, 3, 6, 9]  # no reading alone is a result
    assert {each.verdict for each in settled.values()} == {"not reproducible"}
    half = found["half force at 50°, change of velocity"]
    assert half.ours == pytest.approx(-51.5, abs=0.5)
    assert any("51 %" in line for line in result.deviations)
    forty = found["half force at 40°, velocity over the base case's (whole speed)"]
    assert forty.ours == pytest.approx(0.80, abs=0.01)
    assert any("80 %" in line for line in result.deviations)
    power = found["mean power (push-off and drivers)"]
    assert power.ours == pytest.approx(636.0, abs=3.0)
    assert any("636 W" in line for line in result.deviations)

    page = (tmp_path / "study.html").read_text()
    assert "http://" not in page.replace("http://www.w3.org", "")  # names of XML, not addresses
    assert "https://" not in page
    data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])
    kinds = [panel["kind"] for part in data["sections"] for panel in part["panels"]]
    assert kinds.count("lines") + kinds.count("map") == len(result.figures)
    assert kinds.count("scene") == len(result.animations) == 2
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert summary["passed"] is True
    assert len(summary["comparisons"]) == len(result.comparisons)
    lines = (tmp_path / "comparison.csv").read_text().splitlines()
    assert lines[0] == (
        "quantity,unit,printed,ours,difference,met from,met to,note,verdict,cause,without cause"
    )
    assert len(lines) == 1 + len(result.comparisons)
    with (tmp_path / "outside_force.csv").open(encoding="utf-8") as file:
        rows = [{key: float(cell) for key, cell in row.items()} for row in csv.DictReader(file)]
    assert len(rows) == 10 * 101
    for stroke in range(1, 11):
        first, *_, last = [row for row in rows if row["stroke [1]"] == stroke]
        gained = last["energy [J]"] - first["energy [J]"]
        done = sum(last[key] - first[key] for key in rows[0] if key.startswith("work_"))
        assert gained == pytest.approx(done, abs=1e-5)
    with opened(tmp_path / "reaction.nc") as file:
        assert file.variables["centre_of_mass_velocity_x"].attrs["units"] == "m/s"
        assert len(file.variables["time"]) == 10 * 101


def test_single_stroke():
    result = run_study("bruzzo2012_single_stroke", lambda what, part: None)
    assert result.passed
    found = _by_name(result)
    assert found["degrees of freedom"].ours == 1
    for label in ("0.5 s, 70°", "1 s, 50°", "2 s, 30°"):
        end = found[f"leg at the end ({label})"]
        assert end.ours == pytest.approx(100.0 * 0.85 / 0.9, abs=1e-7)
        assert end.verdict == "not reproducible"  # 50 to 90 % contradicts the rate
    assert any("0.85 m" in line for line in result.deviations)
    ranks = next(t for t in result.tables if t.title.startswith("Rank"))
    printed = [row for row in ranks.rows if row[0] == "as printed" and "0°" in str(row[1])]
    assert all("driver C17 depends on" in str(row[4]) for row in printed)


@pytest.mark.exhaustive
def test_optimum():
    result = run_study("bruzzo2012_optimum", lambda what, part: None)
    assert result.passed
    fastest = result.tables[0].rows
    speeds = [float(row[4]) for row in fastest]
    assert speeds == sorted(speeds)  # more power, more speed
    assert all(float(row[5]) <= power for row, power in zip(fastest, (200, 300, 400), strict=True))


def test_readings_of_the_text_move_as_the_model_does():
    """A point mass against the compiled model, in the reading that both have."""
    skater = load("long_run")
    found = tried(skater)
    outside = "(cos φ, sin φ), C2", "along the ski", "the leg", "X's part along it", "mass"
    at = READINGS.index((*outside, "table 9", "in turn"))
    base = simulate(skater.with_(push_off=float(found[PUSH_OFF][at])), OUTSIDE_FORCE)
    assert base.settled_speed == pytest.approx(found[SPEED][at], rel=0.02)
    assert found[HIGHEST][at] == pytest.approx(base.speed.max(), rel=0.02)
    assert found[LOWEST][at] == pytest.approx(base.velocity[:, 1].min(), rel=0.02)
    assert found[BESIDE][at] == pytest.approx(0.0, abs=1e-12)


def test_check_leaves_the_page_out_and_unknown_studies_are_refused(tmp_path):
    done = ambulo("study", "pamies2012_body", "--check", "--out", tmp_path)
    assert done.status == 0
    assert not (tmp_path / "study.html").exists()
    assert (tmp_path / "summary.json").exists()
    with pytest.raises(InputError, match="no study"):
        run_study("nobody1900", lambda what, part: None)


def test_every_study_has_a_title():
    ours = {name for name in STUDIES if name.startswith("bruzzo2012")}
    assert ours <= set(titles())

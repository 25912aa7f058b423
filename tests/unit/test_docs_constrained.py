"""The documentation's examples run, and print what their comments say."""

from __future__ import annotations

import ast
import math
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs" / "methods"


def _run(name, capsys):
    text = (DOCS / name).read_text(encoding="utf-8")
    names = {"__name__": name}
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(block, name, "exec"), names)
    return capsys.readouterr().out.splitlines()


def test_constrained_dynamics(capsys):
    loop, landed, first, second = _run("constrained_dynamics.md", capsys)
    (skate,) = _run("notes/constrained_dynamics.md", capsys)
    work = ast.literal_eval(landed)
    # at rest, all that gravity has done is gone
    assert work["floor"] == pytest.approx(-work["gravity"], abs=0.02)
    assert work["gravity"] == pytest.approx(35.67, abs=0.02)
    centre = [float(x) for x in loop[1 : loop.index("]")].split()]
    # half a rocker from its hinge in the ground
    assert math.dist(centre, (2.5, 0.0, 0.0)) == pytest.approx(0.5 * 4.25**0.5, abs=1e-6)
    assert "3 multipliers are not determined" in loop
    assert first == "7 coordinates, 7 constraints of rank 7: 0 degrees of freedom"
    moment, drift = map(float, second.split())
    # I alpha about the hinge, and the weight's moment with the rod turned by 3 rad about Y
    assert moment == pytest.approx(0.7 * 6.0 - 2.0 * 9.80665 * 0.5 * -0.98999, abs=0.01)
    assert drift < 1e-12
    # a cycloid: g sin(a) / 2 w^2 (sin^2 wt, wt - sin(2 wt) / 2)
    size = 9.80665 * math.sin(0.1) / 8.0
    place = [float(x) for x in skate.strip("[]").split()]
    expected = (size * math.sin(10.0) ** 2, size * (10.0 - 0.5 * math.sin(20.0)), 0.0)
    assert math.dist(place, expected) < 1e-5


@pytest.mark.exhaustive
def test_trees(capsys):
    middle, damped, inverse, found, energy, pull, hinges = _run("trees.md", capsys)
    assert middle == "[ 0.6296  0.     -1.1012]"  # as in tutorials/mechanics.md
    assert damped == "[ 1.2551 -1.165 ]"
    assert inverse == "True"
    assert found.startswith("the end was reached")
    change, constant = energy.split()
    assert float(change) > 1.0
    assert constant == hinges == "True"
    assert pull.startswith("[")


@pytest.mark.exhaustive
def test_a_law_of_ones_own(tmp_path, monkeypatch, capsys):
    text = (DOCS / "notes" / "own_law.md").read_text("utf-8")
    (tmp_path / "springs.py").write_text(text.split("```python\n")[1].split("```")[0])
    monkeypatch.syspath_prepend(tmp_path)
    assert _run("notes/own_law.md", capsys) == ["the end was reached", "True", "True"]


def test_ski_skating(capsys):
    first, second = _run("ski_skating.md", capsys)
    speed, strokes, gap = map(float, first.split())
    assert speed == pytest.approx(2.47, rel=0.01)
    assert strokes == 6
    assert gap < 1e-8
    assert float(second.split()[0]) == pytest.approx(3.2, abs=0.05)


def test_flexible_bone(capsys):
    frequencies, strain, from_file, fall = _run("notes/elastic_bodies.md", capsys)
    bending, torsion, second = map(float, frequencies.strip("[]").split())
    assert (bending, torsion, second) == pytest.approx((884.0, 1613.1, 2018.6), rel=0.005)
    # sigma = M y / I at mid-shank
    moment = 100.0 * 0.2105
    second_moment = 3.14159 / 4.0 * (0.037**4 - 0.027**4)
    assert float(strain) == pytest.approx(-1e6 * moment * 0.037 / (17e9 * second_moment), abs=0.06)
    mass, lowest, note = from_file.split(maxsplit=2)
    assert float(mass) == pytest.approx(2000.0 * 0.3 * 0.02**2)
    # Euler-Bernoulli, 4.730^2 / (2 pi) sqrt(E I / (rho A L^4)), less what shear takes
    slender = 4.730**2 / 6.28319 * (17e9 * 0.02**2 / 12.0 / 2000.0 / 0.3**4) ** 0.5
    assert 0.96 * slender < float(lowest) < slender
    assert "middle nodes" in note
    # half of the largest contact force; all energy of the fall is in the spring k x^(3/2) then
    section = 3.14159 * (0.037**2 - 0.027**2)
    depth = (2.5 * 9.81 * 0.05 * 3544.0 * section * 0.421 / 2e6) ** 0.4
    assert float(fall) == pytest.approx(-0.5e6 * 2e6 * depth**1.5 / (17e9 * section), rel=0.05)

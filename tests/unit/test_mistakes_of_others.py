"""A mistake in what somebody else adds is told by its name, and costs what it adds alone."""

from __future__ import annotations

import csv
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.plugin_package import install
from tests.synthetic_analysis import make_analysis

from ambulo.inputs import registry
from ambulo.inputs.errors import InputError
from ambulo.report.terminal import print_result
from ambulo.report.write import write
from ambulo.results.catalogue import OutputColumns

ROOT = Path(__file__).resolve().parents[2]

SOURCE = """
import numpy as np
from ambulo.records import Quantity
from ambulo.report.page_data import LinesPanel, Plot, Series, TextPanel, Unit
from ambulo.report.panels import Panel
from ambulo.results.catalogue import OutputColumns

def mistaken(*_):
    raise ZeroDivisionError("own mistake")

def ending(*_):
    raise SystemExit(0)

def inner(*_):
    return TextPanel("mine", "Mine", [np.take_along_axis(np.ones(1), np.ones(1, int), axis=1)])

def columns(name, frames=None):
    def quantities(analysis, posture):
        return [Quantity(name, "m", np.zeros(frames or len(analysis.motion.time)), "up")]
    return quantities

RAISES = Panel("legs", mistaken)
ENDS = Panel("legs", ending)
INNER = Panel("legs", inner)
COLUMNS_END = OutputColumns("joint_moments", ending, "mine")
A_DICT = Panel("legs", lambda scene: {"a": 1})
A_SET = Panel("legs", lambda scene: TextPanel("mine", "Mine", {"a"}))
TAKEN = Panel("legs", lambda scene: TextPanel("checks", "Mine", ["x"]))
NOWHERE = Panel("joint", lambda scene: TextPanel("mine", "Mine", ["x"]))
def lines(change=lambda ones: ones, role="c1", clock="trial", units=(Unit("N"),), **more):
    def made(scene):
        series = Series("s", role, change(np.ones(len(scene.analysis.motion.time))), **more)
        return LinesPanel("own", "Own", [Plot("P", units, [series])], clock=clock)
    return Panel("legs", made)

CURVE_SHORT = lines(lambda ones: ones[:-5])
CURVE_2D = lines(lambda ones: np.stack([ones] * 3, axis=1))
CURVE_COMPLEX = lines(lambda ones: 1j * ones)
CURVE_LIST = lines(lambda ones: ["a"])
CURVE_X = lines(lambda ones: ones[:7], clock=None, x=np.ones(8))
CURVE_LOW = lines(low=np.ones(3))
NO_X = lines(clock=None)
CLOCK = lines(clock="sundial")
COLOUR = lines(role="c9")
NO_UNIT = lines(units=())
COLUMNS_RAISE = OutputColumns("joint_moments", mistaken, "mine")
SHORT = OutputColumns("joint_moments", columns("mine", 7), "mine")
TWICE = OutputColumns("joint_moments", columns("left_knee_flexion"), "mine")
NO_COLUMN = OutputColumns("joint_moments", lambda analysis, posture: [3.0], "mine")
TAU = OutputColumns("mine", columns("mine"), "tau")

def one_column(name="mine", unit="m", change=lambda zeros: zeros, positive="up"):
    def quantities(analysis, posture):
        return [Quantity(name, unit, change(np.zeros(len(analysis.motion.time))), positive)]
    return OutputColumns("own", quantities, "own")

def written(analysis, posture=None):
    analysis.moments[0].values[:] = 1e9
    return []

UNIT = one_column(unit=3)
LINES = one_column("mi\\nne")
UNNAMED = one_column(" ")
WORDS = one_column(change=lambda zeros: zeros.astype(str))
COMPLEX = one_column(change=lambda zeros: zeros + 1j)
INFINITE = one_column(change=lambda zeros: zeros + np.inf)
LIST = one_column(change=list)
TIME = one_column("time", "s")
WRITES = OutputColumns("own", written)
PANEL_WRITES = Panel("legs", lambda scene: written(scene.analysis))
"""
NO_TABLE = """
from ambulo.results.catalogue import OutputColumns
EVENTS = OutputColumns("events", lambda analysis, posture: [])
"""


SAID = {
    "panel.raises": ("mistakes:RAISES", "it raised ZeroDivisionError (own mistake) at FILE:9. Co"),
    "panel.ends": ("mistakes:ENDS", "it raised SystemExit (0) at FILE:12. Correct or"),
    "panel.inner": ("mistakes:INNER", "it raised AxisError (axis 1 is out of bounds for array of "
                    "dimension 1) at FILE:15. Correct or"),
    "panel.a_dict": ("mistakes:A_DICT", "it gives a dict, not a panel"),
    "panel.a_set": ("mistakes:A_SET", "it raised TypeError (a page cannot hold a set)"),
    "panel.taken": ("mistakes:TAKEN", "there is a section or panel 'checks' already"),
    "panel.nowhere": ("mistakes:NOWHERE", "there is no section 'joint'. Did you mean joints?"),
    "panel.short": ("mistakes:CURVE_SHORT", "y of 's' is float64 ("),
    "panel.two": ("mistakes:CURVE_2D", "y of 's' is float64 ("),
    "panel.complex": ("mistakes:CURVE_COMPLEX", "y of 's' is complex128 ("),
    "panel.list": ("mistakes:CURVE_LIST", "y of 's' is not an array but ['a']. Give an array of"),
    "panel.x": ("mistakes:CURVE_X", "y of 's' is float64 (7,). Give an array of 8 real numbers"),
    "panel.low": ("mistakes:CURVE_LOW", "low of 's' is float64 (3,). Give an array of "),
    "panel.no_x": ("mistakes:NO_X", "'s' has neither x nor a clock. Give x to the series, or"),
    "panel.clock": ("mistakes:CLOCK", "there is no clock 'sundial'. Choose one of trial"),
    "panel.colour": ("mistakes:COLOUR", "there is no colour 'c9'. Choose one of left, right"),
    "panel.no_unit": ("mistakes:NO_UNIT", "the plot 'P' has no unit. Give one, such as"),
    "panel.gone": ("mistakes:GONE", "it cannot be imported"),
    "columns.raise": ("mistakes:COLUMNS_RAISE",
                      "it raised ZeroDivisionError (own mistake) at FILE:9."),
    "columns.end": ("mistakes:COLUMNS_END", "it raised SystemExit (0) at FILE:12."),
    "columns.short": ("mistakes:SHORT", "mine has values of shape (7,), not ("),
    "columns.twice": ("mistakes:TWICE", "joint_moments has a column left_knee_flexion already"),
    "columns.none": ("mistakes:NO_COLUMN", "a column must be a Quantity, not a float"),
    "columns.tau": ("mistakes:TAU", "it has a variable tau already"),
    "columns.unit": ("mistakes:UNIT", "the unit of a column is 3. Give a string of one line"),
    "columns.lines": ("mistakes:LINES", r"the name of a column is 'mi\nne'. Give a string"),
    "columns.unnamed": ("mistakes:UNNAMED", "the name of a column is ' '. Give a string"),
    "columns.words": ("mistakes:WORDS", "mine has values of type str1024. Give real numbers"),
    "columns.complex": ("mistakes:COMPLEX", "mine has values of type complex128. Give real"),
    "columns.infinite": ("mistakes:INFINITE", "mine has infinite values. Give NaN in frames"),
    "columns.list": ("mistakes:LIST", "mine has values that are not an array but ["),
    "columns.time": ("mistakes:TIME", "own has a column time already. Give the column another"),
    "columns.writes": ("mistakes:WRITES", "it writes into analysis.moments[NAME].values, which"),
    "panel.writes": ("mistakes:PANEL_WRITES", "it writes into analysis.moments[NAME].values"),
    "columns.events": ("no_table:EVENTS", "the table events does not have a row for each frame"),
}  # fmt: skip


def test_the_plugin_is_named_and_the_rest_is_written(tmp_path, monkeypatch, capsys):
    files = {"mistakes.py": SOURCE, "no_table.py": NO_TABLE}
    install(tmp_path / "site", monkeypatch, files, {name: at for name, (at, _) in SAID.items()})
    analysis = make_analysis()
    moments = [quantity.values.copy() for quantity in analysis.moments]
    out = write(analysis, tmp_path / "out")
    print_result(analysis, out)
    registry._plugins.cache_clear()
    for name in ("mistakes", "no_table"):
        sys.modules.pop(name, None)
    for text in (
        (out / "log.txt").read_text(),
        (out / "report.html").read_text().replace("\\\\", "\\"),
        capsys.readouterr().out,
    ):
        for name, (_, said) in SAID.items():
            of = " of results.nc" if name == "columns.tau" else ""
            said = said.replace("NAME", analysis.moments[0].name)
            said = said.replace("FILE", str(tmp_path / "site" / "mistakes.py"))
            line = f"plug-in {name} of others_package: left out{of}, because {said}"
            assert line in text
    for quantity, before in zip(analysis.moments, moments, strict=True):
        np.testing.assert_array_equal(quantity.values, before)
    with (out / "tables" / "joint_moments.csv").open() as file:
        headings = next(csv.reader(file))
    assert len(headings) == len(set(headings)) == 1 + len(analysis.moments)
    assert not (out / "tables" / "events_by_stride.csv").exists()


def test_the_columns_and_the_panel_of_the_documentation(tmp_path, monkeypatch):
    page = (ROOT / "docs" / "adding.md").read_text(encoding="utf-8")
    section = page[page.index("## Columns and a panel of your own") :].split("\n## ")[0]
    (code,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    entries = dict(re.findall(r'^"(.*)" = "(.*)"$', section, re.MULTILINE))
    assert list(entries) == ["columns.mass_centre", "panel.mass_centre"]
    install(tmp_path / "site", monkeypatch, {"lab_output.py": code}, entries)
    out = write(make_analysis(), tmp_path / "out")
    registry._plugins.cache_clear()
    sys.modules.pop("lab_output", None)
    assert "left out, because" not in (out / "log.txt").read_text()
    with (out / "tables" / "mass_centre.csv").open() as file:
        rows = list(csv.DictReader(file))
    middle = [float(row["mass_centre_speed [m/s]"]) for row in rows]
    assert 0.3 < np.median(middle) < 3.0  # somebody walks
    assert '"mass_centre"' in (out / "report.html").read_text()


@pytest.mark.parametrize("name", ["", "a/b", "../a", "strides", "mine_by_stride"])
def test_a_table_has_a_name_of_its_own_that_files_can_have(name):
    with pytest.raises(InputError, match=r"OutputColumns: .*Give "):
        OutputColumns(name, lambda analysis, posture: [])

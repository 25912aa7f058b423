"""The catalogue of outputs: a row reaches every file and the page, and the page of the docs."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests import outputs_page
from tests.synthetic_analysis import make_analysis

from ambulo.mocap.files.c3d import read_c3d
from ambulo.mocap.files.trial_file import points_by_kind
from ambulo.records import Provenance, Quantity
from ambulo.report.panels.joint_curves import further_panel
from ambulo.report.scene import Scene
from ambulo.results.c3d_file import write_results_c3d
from ambulo.results.catalogue import ARRAYS, CURVES, OutputColumns
from ambulo.results.dataset import variables
from ambulo.results.opensim_files import write_opensim
from ambulo.results.output_columns import COLUMNS
from ambulo.results.posture import posture
from ambulo.results.tables import write_tables


def lean(analysis, posture):
    """How far the trunk's lower joint is ahead of the pelvis' origin."""
    ahead = posture.joint("lumbar")[:, 0] - posture.joint("root")[:, 0]
    return [Quantity("trunk_lean", "m", ahead, "forwards")]


LEAN = OutputColumns("trunk", lean, "trunk", "lean of the trunk", axes="world: x forward")


@pytest.fixture(scope="module")
def walk():
    made = make_analysis()
    # of a file without channels, which results.c3d would have to hold
    return replace(made, trial=replace(made.trial, path=Path("walk.trc")))


def test_one_row_is_in_every_file_and_on_the_page(walk, tmp_path):
    where = posture(walk.model, walk.motion)
    COLUMNS.register("trunk", LEAN)
    try:
        tables = {path.name: path for path in write_tables(walk, where, tmp_path)}
        content = {one.name: one for one in variables(walk, where)}
        c3d = read_c3d(write_results_c3d(walk, tmp_path / "results.c3d"))
        *_, plot = further_panel(Scene(walk)).plots
    finally:
        COLUMNS.remove("trunk")
    (column,) = lean(walk, where)
    with tables["trunk.csv"].open(encoding="utf-8") as file:
        cells = [float(row["trunk_lean [m]"]) for row in csv.DictReader(file)]
    np.testing.assert_allclose(cells, column.values, rtol=1e-5)
    over_strides = tables["trunk_by_stride.csv"].read_text("utf-8")
    assert over_strides.startswith("stride [%],trunk_lean_mean [m],trunk_lean_sd [m]\n")
    found = content["trunk"]
    np.testing.assert_array_equal(found.values[:, 0], column.values)
    assert found.attributes["axes"] == "world: x forward"
    assert content["trunk_column_positive"].values.tolist() == ["forwards"]
    assert content["trunk_by_stride"].dims == ("stride", "cycle", "trunk_column")
    at = points_by_kind(c3d).outputs["TrunkLean"]
    np.testing.assert_allclose(c3d.points[:, at, 2], column.values, atol=1e-6)
    assert c3d.parameters.texts("POINT", "DESCRIPTIONS")[at] == "m: 0, 0, forwards"
    assert (plot.title, plot.positive, plot.units[0].unit) == ("Trunk lean", "forwards", "m")
    assert all(np.array_equal(series.y, column.values) for series in plot.series)


def test_every_row_says_its_axes_and_each_column_its_sense(walk):
    where = posture(walk.model, walk.motion)
    told = {one.name: one.attributes for one in variables(walk, where)}
    assert told["joint_moments"]["axes"] == "the joint coordinate system's axes"
    for name, row in CURVES.items():
        columns = row.quantities(walk, where)
        assert all(column.positive for column in columns), name
        if row.variable in told:
            assert told[row.variable]["positive"].endswith("_positive")
            assert ("axes" in told[row.variable]) == bool(row.axes)
    flat = replace(walk, provenance=Provenance(configuration='{"model": "planar"}'))
    told = {one.name: one.attributes for one in variables(flat, where)}
    assert told["joint_moments"]["axes"].startswith("y of the world")
    names = [row.variable for row in ARRAYS]
    assert len(names) == len(set(names))


def test_files_of_opensim_are_those_of_the_catalogue(walk, tmp_path):
    written = {
        path.name for path in write_opensim(walk, posture(walk.model, walk.motion), tmp_path)
    }
    assert {row.opensim for row in CURVES.values() if row.opensim} <= written


def test_the_page_lists_what_the_catalogue_has():
    """`make outputs` writes it."""
    assert outputs_page.PAGE.read_text("utf-8") == outputs_page.page()

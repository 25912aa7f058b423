"""The catalogue of outputs: a row reaches every file and the page, and the page of the docs."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from pathlib import Path

import h5netcdf
import numpy as np
import pytest
from tests import outputs_page
from tests.synthetic_analysis import make_analysis

from ambulo.mocap.files.c3d import read_c3d
from ambulo.mocap.files.trial_file import points_by_kind
from ambulo.records import Provenance, Quantity
from ambulo.report.write import write
from ambulo.results.catalogue import ARRAYS, CURVES, OutputColumns
from ambulo.results.dataset import variables
from ambulo.results.opensim_files import write_opensim
from ambulo.results.output_columns import COLUMNS
from ambulo.results.posture import posture


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
    COLUMNS.register("trunk", LEAN)
    try:
        out = write(walk, tmp_path / "out", also=["c3d", "xlsx"])
    finally:
        COLUMNS.remove("trunk")
    (column,) = lean(walk, posture(walk.model, walk.motion))
    with (out / "tables" / "trunk.csv").open(encoding="utf-8") as file:
        cells = [float(row["trunk_lean [m]"]) for row in csv.DictReader(file)]
    np.testing.assert_allclose(cells, column.values, rtol=1e-5)
    over_strides = (out / "tables" / "trunk_by_stride.csv").read_text("utf-8")
    assert over_strides.startswith("cycle [%],trunk_lean_mean [m],trunk_lean_sd [m]\n")
    import openpyxl

    assert openpyxl.load_workbook(out / "results.xlsx")["trunk"]["B1"].value == "trunk_lean [m]"
    with h5netcdf.File(out / "results.nc") as file:
        found = file["trunk"]
        np.testing.assert_array_equal(found[...][:, 0], column.values)
        assert dict(found.attrs)["axes"] == "world: x forward"
        assert file["trunk_column_positive"][...].tolist() == [b"forwards"]
        assert file["trunk_by_stride"].dimensions == ("stride", "cycle", "trunk_column")
    c3d = read_c3d(out / "results.c3d")
    at = points_by_kind(c3d).outputs["TrunkLean"]
    np.testing.assert_allclose(c3d.points[:, at, 2], column.values, atol=1e-6)
    assert c3d.parameters.texts("POINT", "DESCRIPTIONS")[at] == "m: 0, 0, forwards"
    page = (out / "report.html").read_text("utf-8")
    assert re.search(r'"title":"Further curves".*?"title":"Trunk lean"', page)
    assert '"positive":"forwards"' in page


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

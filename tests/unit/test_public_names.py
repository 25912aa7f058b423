"""What `import ambulo` offers: names, tables, figures, files, by strings for paths too."""

from __future__ import annotations

import subprocess
import sys

import matplotlib
import numpy as np
import pytest
from tests.synthetic_analysis import make_analysis

import ambulo
from ambulo.analysis import Analysis
from ambulo.gait.configuration import configuration_of
from ambulo.report.curve_words import poor_in_words
from ambulo.report.verdict import check_name
from ambulo.results.columns import header

matplotlib.use("Agg")


@pytest.fixture(scope="module")
def found():
    return Analysis.of(make_analysis(whole=True, failed=True))


def test_every_name_is_there_and_no_other():
    for name in ambulo.__all__:
        assert getattr(ambulo, name) is not None
    assert set(ambulo.__all__) <= set(dir(ambulo))
    with pytest.raises(AttributeError, match="no attribute 'analyze'"):
        ambulo.analyze  # noqa: B018
    for name in ambulo.gait.__all__:
        assert callable(getattr(ambulo.gait, name))
    for name in ambulo.multibody.__all__:
        assert getattr(ambulo.multibody, name).__name__ == f"ambulo.multibody.{name}"


def test_importing_costs_nothing():
    """No library is imported before a name that needs it is used."""
    heavy = "numpy scipy numba pandas xarray matplotlib pydantic h5netcdf"
    code = f"import ambulo, sys; print([n for n in '{heavy}'.split() if n in sys.modules])"
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert said.stdout.strip() == "[]"


def test_quantities_are_taken_by_name_and_iterate(found):
    knee = found.moments["left_knee_flexion"]
    assert knee.unit == "N*m"
    assert knee is next(q for q in found.moments if q.name == "left_knee_flexion")
    assert "left_knee_flexion" in found.moments
    assert knee in found.moments
    np.testing.assert_array_equal(np.asarray(knee), knee.values)
    assert "knee" not in found.moments
    assert dict(found.moments.items())["left_knee_flexion"] is knee
    assert found.moments[found.moments.names.index(knee.name)] is knee
    assert found.moments[:2].names == found.moments.names[:2]
    with pytest.raises(KeyError, match="did you mean left_knee_flexion"):
        found.moments["left_knee_flextion"]
    with pytest.raises(KeyError, match="did you mean left_knee_flexion or "):
        found.moments["knee"]


def test_a_folder_has_the_analysis_back(found, tmp_path):
    folder = str(tmp_path / "walk")
    assert found.save(folder).joinpath("report.html").is_file()
    again = ambulo.load(folder)
    assert type(again) is Analysis
    np.testing.assert_array_equal(
        again.moments["left_knee_flexion"].values, found.moments["left_knee_flexion"].values
    )
    assert repr(again) == repr(found)


def test_the_dataset_in_memory_is_the_one_on_disk(found, tmp_path):
    import xarray

    found.save(tmp_path)
    with xarray.open_dataset(tmp_path / "results.nc") as on_disk:
        here = found.to_xarray()
        assert set(here.variables) == set(on_disk.variables)
        assert here.attrs == on_disk.attrs
        for name in here.variables:
            xarray.testing.assert_equal(here[name].variable, on_disk[name].load().variable)
            assert here[name].attrs == on_disk[name].attrs
    knee = here["joint_moments"].sel(moment="left_knee_flexion")
    np.testing.assert_array_equal(knee, found.moments["left_knee_flexion"].values)


def test_a_table_has_a_column_a_quantity(found):
    moments = found.to_pandas("moments")
    assert list(moments.columns) == [header(q.name, q.unit) for q in found.moments]
    np.testing.assert_array_equal(moments.index, found.motion.time)
    every = found.to_pandas()
    assert every.shape[1] == len(found.angles) + len(found.moments) + len(found.powers)
    assert every.columns.is_unique
    np.testing.assert_array_equal(
        every["left_knee_flexion [N*m]"], found.moments["left_knee_flexion"].values
    )


@pytest.mark.parametrize("strides", [True, False])
def test_figures_show_what_was_found(strides):
    from matplotlib import pyplot

    found = Analysis.of(make_analysis(whole=True, strides=strides))
    axes = found.plot.moments()
    knee = axes["knee_flexion"]
    by_label = {line.get_label().split(",")[0]: line for line in knee.get_lines()}
    x, y = by_label["left"].get_data()
    own = found.moments["left_knee_flexion"].values / found.model.subject.mass
    if strides:
        first = next(s for s in found.strides if s.side == "left")
        mean = np.interp(first.start, found.motion.time, own)
        assert x[0] == 0.0
        assert x[-1] == 100.0
        assert y[0] == pytest.approx(mean, abs=0.05 * np.ptp(own))
    else:
        np.testing.assert_array_equal(x, found.motion.time)
        np.testing.assert_allclose(y, own)
    assert "N·m/kg" in knee.get_title()
    assert {"hip_flexion", "ankle_dorsiflexion"} <= set(axes)
    force = found.plot.ground()["Fz"].get_lines()[0].get_ydata()
    known = found.ground.known[:, 0]
    np.testing.assert_array_equal(force[known], found.ground.force[known, 0, 2])
    assert np.isnan(force[~known]).all()
    assert set(found.plot.angles()) >= {"knee_flexion"}
    assert set(found.plot.powers()) >= {"knee_power"}
    pyplot.close("all")


def test_what_it_is_can_be_read_in_a_notebook_and_a_terminal(found):
    from dataclasses import replace

    said = repr(found)
    assert "S01_walk03.c3d" in said
    assert "  do not use       Residual force: " in said
    assert "  look             Body mass compared with the plates: " in said
    # names, not the codes that files have
    assert "de Leva 1996" in said
    assert "Plug-in Gait, full body" in said
    assert "3 left, 2 right\n" in said
    measured = repr(Analysis.of(make_analysis()))
    assert "3 left, 2 right; moments in 1 of 3 left, 1 of 2 right\n" in measured
    assert "activity         walk\n" in said
    # what a check costs, as on the terminal
    for check in found.checks:
        if check.beyond:
            assert check.cost in said
    assert len(said.splitlines()) < 16
    assert f"  poor             {poor_in_words(found.trust)}" in said
    model = found.model
    nobody = replace(model, subject=replace(model.subject, sex=None))
    assert "mean of women and men" in repr(replace(found, model=nobody))
    child = replace(model, subject=replace(model.subject, age=9.0))
    assert "  note             The subject is outside the range of the people on whom" in repr(
        replace(found, model=child)
    )
    gone = replace(found.checks[0], grade="unknown", found="The walk is too short")
    unchecked = repr(replace(found, checks=(gone, *found.checks[1:])))
    assert f"  not checked      {check_name(gone)}: The walk is too short\n" in unchecked
    assert "outside the range" not in said
    page = found._repr_html_()
    assert page.startswith("<table>")
    assert ">look</th><td style='text-align:left'>Body mass compared with the plates: " in page


def test_a_name_in_a_file_is_no_markup(found):
    from dataclasses import replace
    from pathlib import Path

    trial = replace(found.trial, path=Path("<b>walk.c3d"))
    assert "<b>" not in replace(found, trial=trial)._repr_html_()


def test_tables_over_the_stride_are_those_of_the_files(found, tmp_path):
    pandas = pytest.importorskip("pandas")
    found.save(tmp_path / "walk")
    for name in ("ground_reaction", "strides", "events"):
        table = found.to_pandas(name)
        there = pandas.read_csv(tmp_path / "walk" / "tables" / f"{name}.csv")
        table = table.reset_index() if name == "ground_reaction" else table
        assert list(table) == list(there)
        assert len(table) == len(there)
    mean = found.to_pandas("moments", over="stride")
    there = pandas.read_csv(tmp_path / "walk" / "tables" / "joint_moments_by_stride.csv")
    np.testing.assert_allclose(mean.reset_index(), there, rtol=1e-5)
    each = found.to_pandas("moments", over="strides")
    knee = each["left_knee_flexion [N*m]"]
    assert list(knee) == [stride.start for stride in found.strides if stride.side == "left"]
    # the file itself is as good as its folder
    assert ambulo.load(tmp_path / "walk" / "results.nc").moments.names == found.moments.names
    assert len(each) == 101


def test_a_table_of_trust_names_the_checks_that_lowered_a_grade(found):
    pytest.importorskip("pandas")
    lowered = found.to_pandas("trust")["lowered"]
    for name, one in found.trust.items():
        assert lowered[name] == "; ".join(check.name for check in one.lowered)
    assert any(lowered)


def test_entries_of_the_configuration_are_keywords_of_an_analysis(found):
    with pytest.raises(ambulo.InputError, match="unknown entry 'masss'"):
        ambulo.analyse_trial(found.trial, masss=60.0)
    with pytest.raises(ambulo.InputError, match=r"'static_trial'\. Did you mean static\?"):
        ambulo.analyse("walk.c3d", static_trial="static.c3d")
    with pytest.raises(ambulo.InputError, match="mass"):
        ambulo.analyse_trial(found.trial, mass=-60.0)
    before = ambulo.Configuration(mass=50.0, sex="female")
    given = configuration_of(before, {"mass": 60.0})
    assert given == ambulo.Configuration(mass=60.0, sex="f")


def test_what_trees_need_is_in_their_package():
    from ambulo.multibody import tree

    for name in tree.__all__:
        assert getattr(tree, name) is not None
    assert set(tree.__all__) == set(dir(tree))
    rod = tree.Body("rod", None, tree.JointType.HINGE, com=(0.0, 0.0, -0.5))
    at, rest = np.array([[0.3]]), np.zeros((1, 1))
    tau, _, _ = tree.inverse_dynamics(tree.build_tree([rod]), at, rest, rest)
    np.testing.assert_allclose(tau, 0.5 * 9.80665 * np.sin(0.3))


def test_what_contact_needs_is_in_its_package():
    from ambulo.multibody import contact

    for name in contact.__all__:
        assert getattr(contact, name) is not None
    assert set(contact.__all__) == set(dir(contact))
    assert isinstance(contact.NORMAL_LAWS["flores"].usual, contact.Flores)


def test_an_integrator_and_an_orientation_show_their_names():
    from ambulo.multibody.constrained import Body
    from ambulo.multibody.tree import METHODS

    assert repr(METHODS["dop853"]) == "<dop853, order 8>"
    assert "orientation=<Euler parameters>" in repr(Body("rod", 1.0, np.eye(3)))

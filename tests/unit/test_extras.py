"""A library of an extra that cannot be used costs what is made with it alone, in one line."""

import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import numpy as np
import pytest

from ambulo.inputs.extras import why_without
from ambulo.population import batch
from ambulo.population.batch import run_batch
from ambulo.population.kept import KeptTrial
from ambulo.population.stride_curves import StrideCurves


@pytest.fixture
def broken(tmp_path, monkeypatch):
    """Installs a module whose import ends in an error."""

    def install(name, error):
        (tmp_path / f"{name}.py").write_text(f"raise {error}\n")
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.delitem(sys.modules, name, raising=False)

    return install


def test_what_is_there_is_not_lacking():
    assert why_without("json", "anything") == ""


def test_what_is_not_installed_says_how_it_is_had():
    said = why_without("no_such_library.part", "statistics")
    assert said == "in Ambulo's folder, pip install '.[statistics]'"


@pytest.mark.parametrize(
    "error",
    [
        "ImportError('no good')",
        "ModuleNotFoundError('no good', name='odd')",
        "ValueError('no good')",
    ],
)
def test_what_cannot_be_imported_says_why(broken, error):
    broken("odd", error)
    said = why_without("odd", "statistics")
    assert said == f"odd is installed but cannot be imported ({error.partition('(')[0]}: no good)"


def test_a_batch_is_written_without_the_tests_along_the_curve(broken, tmp_path, monkeypatch):
    def analysed(trial, store):
        mass = trial.configuration.mass
        values = np.random.default_rng(int(mass)).normal(size=(2, 101))
        kept = KeptTrial(f"{mass}", "analysed", "good", "")
        return kept, StrideCurves({"left_knee_flexion [deg]": values}, mass, {})

    (tmp_path / "walk.c3d").touch()
    entry = '[[trial]]\ntrial = "walk.c3d"\nsubject = "{}"\ncondition = "{}"\nmass = {}\n'
    rows = (entry.format(*row, 40 + k) for k, row in enumerate(product("ABCDE", "xy")))
    (tmp_path / "study.toml").write_text("".join(rows))
    monkeypatch.setattr(batch, "analyse_or_keep", analysed)
    broken("spm1d", "ImportError('no good')")
    with ThreadPoolExecutor(1) as threads:
        made = run_batch(tmp_path / "study.toml", tmp_path / "out", executor=threads)
    said = "spm1d is installed but cannot be imported (ImportError: no good)"
    assert f"Conditions were not tested along the curve: {said}." in made.notes
    names = {path.name for path in made.files}
    assert "population.csv" in names
    assert "along_curve.csv" not in names

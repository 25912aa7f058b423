"""Every example of the gallery runs as it stands; each asserts what it shows."""

from __future__ import annotations

import runpy
import warnings
from pathlib import Path

import matplotlib
import pytest

from ambulo.inputs.registry import Registry

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples").glob("*.py"))
# dear: the documentation's build runs them, too
DEAR = ("p_walk_on_spheres", "q_several_subjects")


def test_there_is_a_gallery():
    assert len(EXAMPLES) >= 12


@pytest.fixture
def registered(monkeypatch):
    """Entries that a test registers are taken back after it."""
    added, register = [], Registry.register

    def registered(self, name, entry):
        added.append((self, name))
        return register(self, name, entry)

    monkeypatch.setattr(Registry, "register", registered)
    yield added
    for registry, name in added:
        registry.remove(name)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=pytest.mark.exhaustive if path.stem in DEAR else ())
        for path in EXAMPLES
    ],
    ids=lambda path: path.stem,
)
def test_the_example_runs(path, registered):
    import matplotlib.pyplot as plt

    matplotlib.use("Agg")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a percentile of nothing but NaN
        runpy.run_path(str(path), run_name="__main__")
    plt.close("all")
    assert path.stem != "k_own_filter" or [name for _, name in registered] == ["running_mean"]

"""Every example of the gallery runs as it stands; each asserts what it shows."""

from __future__ import annotations

import runpy
import warnings
from pathlib import Path

import matplotlib
import pytest

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples").glob("*.py"))


def test_there_is_a_gallery():
    assert len(EXAMPLES) >= 12


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_example_runs(path, monkeypatch):
    import matplotlib.pyplot as plt

    matplotlib.use("Agg")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a percentile of nothing but NaN
        runpy.run_path(str(path), run_name="__main__")
    plt.close("all")

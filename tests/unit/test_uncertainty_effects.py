"""Sobol indices of groups against a function whose indices are known in closed form."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.uncertainty.effects import effects_of_groups, groups_of
from ambulo.uncertainty.plan import Perturbation, Plan
from ambulo.uncertainty.source import Acts, Source, SourceForm


class _Settings(SourceForm):
    """Nothing but numbers: the function under test stands in for the analysis."""

    def size(self, nominal):
        return 1

    def change(self, nominal, found, z):
        return found

    def said(self):
        return "one"


def _source(group: str) -> Source:
    return Source("s", "c", group, Acts.INERTIA, _Settings)


PLAN = Plan(
    (
        Perturbation("a", _source("one"), _Settings(), 0, 2),
        Perturbation("b", _source("two"), _Settings(), 2, 3),
        Perturbation("c", _source("one"), _Settings(), 3, 4),
        Perturbation("d", _source("three"), _Settings(), 4, 5),
    ),
    (),
)


def test_groups_hold_all_their_sources() -> None:
    assert groups_of(PLAN) == {"one": [0, 1, 3], "two": [2], "three": [4]}


def test_indices_of_a_sum_and_a_product() -> None:
    """y = x0 + x1 + 2 x3 + 3 x2 + x2 x4: variances 6, 9 and, of the product, 1."""

    def peaks(x: np.ndarray) -> np.ndarray:
        y = x[:, 0] + x[:, 1] + 2.0 * x[:, 3] + 3.0 * x[:, 2] + x[:, 2] * x[:, 4]
        return np.stack([y, np.full(len(x), 5.0)], axis=1)

    found = effects_of_groups(PLAN, 2048, 7, peaks, ["y", "constant"])
    # what nothing moves has no indices
    assert {effect.quantity for effect in found} == {"y"}
    first = {effect.group: effect.first for effect in found}
    total = {effect.group: effect.total for effect in found}
    assert first == pytest.approx({"one": 6 / 16, "two": 9 / 16, "three": 0.0}, abs=0.04)
    assert total == pytest.approx({"one": 6 / 16, "two": 10 / 16, "three": 1 / 16}, abs=0.04)
    assert all(0.0 < effect.total_error < 0.15 for effect in found)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_indices_do_not_hang_on_which_columns_a_group_has(seed: int) -> None:
    """y = 2 z59 + sum of z0 to z3: a share of 0.5, in one of 60 columns, at N = 256."""
    plan = Plan(
        (
            Perturbation("a", _source("one"), _Settings(), 0, 59),
            Perturbation("b", _source("two"), _Settings(), 59, 60),
        ),
        (),
    )

    def peaks(z: np.ndarray) -> np.ndarray:
        return 2.0 * z[:, 59:] + z[:, :4].sum(axis=1, keepdims=True)

    for effect in effects_of_groups(plan, 256, seed, peaks, ["y"]):
        assert effect.first == pytest.approx(0.5, abs=0.15)
        assert effect.total == pytest.approx(0.5, abs=0.15)
        assert abs(effect.first - 0.5) < 1.6 * effect.first_error
        assert abs(effect.total - 0.5) < 1.6 * effect.total_error


def test_a_failed_analysis_counts_as_the_mean_of_the_others() -> None:
    def peaks(x: np.ndarray) -> np.ndarray:
        y = x[:, :1] + x[:, 2:3]
        y[5] = np.nan
        return y

    found = effects_of_groups(PLAN, 1024, 7, peaks, ["y"])
    first = {effect.group: effect.first for effect in found}
    assert first["one"] == pytest.approx(0.5, abs=0.06)
    assert first["two"] == pytest.approx(0.5, abs=0.06)

"""Matrix products in parts that linear algebra makes with one thread."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.gait.smoothing_choice import _ALONE, _product


@pytest.mark.parametrize("stacked", [True, False])
@pytest.mark.parametrize("columns", [1, 8, 70, 129])
def test_a_product_in_parts_is_the_product(columns: int, stacked: bool):
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(2, 90, 40)), rng.normal(size=(2, 40, columns))
    b = b if stacked else b[0]
    found = _product(a, b)
    assert found.shape == (2, 90, columns)
    expected = np.einsum("nij,njk->nik", a, np.broadcast_to(b, (2, 40, columns)))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)
    assert _ALONE < 90 * 40 * 129  # the widest is made in two parts

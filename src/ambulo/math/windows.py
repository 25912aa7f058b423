"""Values around each sample of a series."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

Number = TypeVar("Number", bound=np.generic)


def windows(values: npt.NDArray[Number], width: int) -> npt.NDArray[Number]:
    """Samples (n, ..., width) around each of (n, ...), the ends going on at their values.

    Of an even width one sample more lies before than after, as in `scipy.ndimage`. A view of
    little more than the values themselves.
    """
    ends = [(width // 2, (width - 1) // 2)] + [(0, 0)] * (values.ndim - 1)
    return sliding_window_view(np.pad(values, ends, mode="edge"), width, axis=0)

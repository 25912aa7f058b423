"""Values around each sample of a series."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

Number = TypeVar("Number", bound=np.generic)


def windows(values: npt.NDArray[Number], width: int) -> npt.NDArray[Number]:
    """Samples (n, ..., width) around each sample of (n, ...).

    Beyond the ends, the last values continue. With an even width, one more sample lies before than
    after, as in `scipy.ndimage`. The result is a view that needs little more memory than the
    values.
    """
    ends = [(width // 2, (width - 1) // 2)] + [(0, 0)] * (values.ndim - 1)
    return sliding_window_view(np.pad(values, ends, mode="edge"), width, axis=0)

"""The part of the body to which a marker belongs, according to its name, and the path of that
part.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import finite

FOOT = re.compile(r"HEE|TOE|FOOT|(?<!SH)ANK|CAL|MAL|MT[125]|D[15]M|HLX|META", re.IGNORECASE)
HEEL = re.compile(r"HEE|CAL", re.IGNORECASE)
TOE = re.compile(r"TOE|MT[125]|D[15]M|HLX|META", re.IGNORECASE)
PELVIS = re.compile(r"(?<!B)ASI|PSI|SACR|VSAC|PELV|ILIAC|CREST|HIP$", re.IGNORECASE)
PELVIS_FRONT = re.compile(r"(?<!B)ASI", re.IGNORECASE)
PELVIS_BACK = re.compile(r"PSI|SACR|VSAC|^S2$", re.IGNORECASE)
UPPER = re.compile(r"HD$|HEAD|TEMPLE|SHO|ACR|C7|CLAV|STRN|STERN|SJN|CV7|T10", re.IGNORECASE)


def matching(names: Sequence[str], pattern: re.Pattern[str]) -> list[int]:
    """Columns of the markers whose names belong to a part of the body."""
    return [k for k, name in enumerate(names) if pattern.search(name.replace(".", ""))]


def middle(position: FloatArray, columns: Sequence[int]) -> FloatArray:
    """Mean place (frames, 3) of those of some markers that are seen; NaN if none is seen."""
    chosen = position[:, list(columns)]
    seen = finite(chosen)
    count = seen.sum(axis=1)[:, None]
    total = np.where(seen[..., None], chosen, 0.0).sum(axis=1)
    return np.asarray(np.where(count > 0, total / np.maximum(count, 1), np.nan))


def travel(position: FloatArray, columns: Sequence[int]) -> FloatArray:
    """Path of some markers since the first frame (frames, 3).

    Each step is the mean over the markers seen before and after it. A marker that appears or
    disappears therefore adds no movement.
    """
    steps = np.diff(position[:, list(columns)], axis=0)
    seen = finite(steps)
    count = seen.sum(axis=1)[:, None]
    total = np.where(seen[..., None], steps, 0.0).sum(axis=1)
    way = np.cumsum(total / np.maximum(count, 1), axis=0)
    return np.concatenate([np.zeros((1, 3)), way])

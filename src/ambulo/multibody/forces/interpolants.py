"""Forces between the frames at which they are stored: splines by name.

A spline of degree d through values stored every h seconds has an error of O(h^(d + 1)) for a smooth
function: max |e| <= c h^(d + 1) max |f^(d + 1)| (de Boor 2001, chapter V).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.interpolate import make_interp_spline

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray


@dataclass(frozen=True)
class Interpolant:
    """A kind of spline between stored values.

    Args:
        name: name on the command line.
        degree: of the spline, odd; its knots are the frames ("not-a-knot" at the ends).
    """

    name: str
    degree: int

    @property
    def order(self) -> int:
        """Power of the time between frames to which the error is proportional, for a smooth
        function."""
        return self.degree + 1


INTERPOLANTS: Mapping[str, Interpolant] = {
    entry.name: entry
    for entry in (Interpolant("linear", 1), Interpolant("cubic", 3), Interpolant("quintic", 5))
}


def interpolant_named(name: str) -> Interpolant:
    """The interpolant with a given name.

    Raises:
        InputError: there is no interpolant with this name.
    """
    if name not in INTERPOLANTS:
        raise InputError(
            what=f"there is no interpolant {name!r}",
            where="--between",
            remedy=f"Choose one of {', '.join(INTERPOLANTS)}",
        )
    return INTERPOLANTS[name]


def spline_pieces(time: FloatArray, values: FloatArray, interpolant: Interpolant) -> FloatArray:
    """Coefficients of the pieces between frames.

    Args:
        time: (frames,) s, increasing.
        values: (frames, ...) stored values.
        interpolant: kind of spline.

    Returns:
        (frames - 1, degree + 1, ...): coefficients of the powers of the part of the interval that
        has passed.

    Raises:
        InputError: there are too few frames for the degree.
    """
    degree = interpolant.degree
    if len(time) <= degree:
        raise InputError(
            what=f"too few frames for {interpolant.name} interpolation: {len(time)}",
            where="--between",
            remedy="Choose linear, or a longer stretch of the trial",
        )
    spline = make_interp_spline(time, values.reshape(len(time), -1), k=degree)
    interval = np.diff(time)[:, None]
    pieces = [
        # c_m = h^m f^(m) / m! at the start of each interval
        spline(time[:-1], nu=m) * interval**m / math.factorial(m)
        for m in range(degree + 1)
    ]
    whole = np.stack(pieces, axis=1)
    return np.ascontiguousarray(whole.reshape(len(interval), degree + 1, *values.shape[1:]))

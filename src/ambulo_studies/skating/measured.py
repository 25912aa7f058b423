"""A measured push-off, fitted by a Fourier series, for the skater."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.multibody.constrained.fourier import FourierSeries, fit_automatically
from ambulo_studies.skating.parameters import Skater


def with_measured_push_off(skater: Skater, path: Path) -> tuple[Skater, FourierSeries]:
    """The skater with the push-off of a CSV file, stretched to the stroke's time.

    Args:
        path: file with two columns under one line of headings: time [s] and force [N] over one
            stroke. The last sample is one interval before the next stroke.

    Returns:
        The skater, and the fit with its correlation (Bruzzo's, 2012, is 0.9976).

    Raises:
        InputError: the file does not have two columns of numbers, or has too few rows.
    """
    try:
        table = np.loadtxt(path, delimiter=",", skiprows=1, ndmin=2, dtype=np.float64)
    except (OSError, ValueError) as error:
        raise InputError(
            what=f"the push-off cannot be read: {error}",
            where=str(path),
            remedy="Give time [s] and force [N] in two columns with commas, under one heading line",
        ) from error
    if table.shape[1] != 2 or len(table) < 8 or np.any(np.diff(table[:, 0]) <= 0.0):
        raise InputError(
            what="the push-off needs two columns, eight rows or more, and increasing times",
            where=str(path),
            remedy="Give time [s] and force [N] of one stroke",
        )
    time, force = table[:, 0], table[:, 1]
    period = float((time[-1] - time[0]) * len(time) / (len(time) - 1))
    series = fit_automatically(time, force, period)
    if series.a0 <= 0.0:
        raise InputError(
            what="the mean push-off is not positive",
            where=str(path),
            remedy="Positive is the push of the ski on the skier, along the leg",
        )
    return skater.with_(
        push_off=series.a0 / skater.weight,
        sines=tuple((series.a / series.a0).tolist()),
        cosines=tuple((series.b / series.a0).tolist()),
    ), series

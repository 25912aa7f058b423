"""Test of the smoothing by a filter of another package. Its errors name the filter.

The test shows what the filter does to slow movement: how much of it remains, and how late it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from inspect import signature
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ambulo.inputs.article import with_article
from ambulo.inputs.errors import InputError, MistakeOfOthers
from ambulo.inputs.registry import raised
from ambulo.math.arrays import FloatArray
from ambulo.mocap.filters.noise_spectrum import LOWEST
from ambulo.mocap.filters.smoothing import Filter, Measure, PathSmoothing, Smoothing, unchanged
from ambulo.records import Diagnostic, Markers


class SlowResponse(NamedTuple):
    """Gain and lag [frames] of a filter for slow movement."""

    gain: float
    lag: float


def slow_response(values: FloatArray, smooth: FloatArray, frequency: float) -> SlowResponse | None:
    """Slow response of a filter, from series (frames, n) before and after it, by their cosines up
    to a frequency.

    Least squares over all series: y - x = (gain - 1) (x - mean) - lag dx/dframe.

    Args:
        frequency: frequency of the fastest of these cosines, cycles per frame.

    Returns:
        None if less than half of the series' variance is that slow, or if x does not move.
    """
    frames = len(values)
    count = 1 + int(2.0 * frames * frequency)
    X, Y = (_cosines(series) for series in (values, smooth))
    if count < 2 or not (X[1:count] ** 2).sum() > 0.5 * (X[1:] ** 2).sum():
        return None
    X[count:] = Y[count:] = 0.0
    x, y = (_of_cosines(series) for series in (X, Y))
    rate = np.gradient(x, axis=0)
    terms = np.stack([(x - x.mean(axis=0)).ravel(), -rate.ravel()])
    change, lag = np.linalg.lstsq(terms.T, (y - x).ravel(), rcond=None)[0]
    return SlowResponse(1.0 + float(change), float(lag))


def _cosines(values: FloatArray) -> FloatArray:
    """Parts (frames, n) of series in cosines of 0, 1, ... half periods (DCT-II, Makhoul 1980)."""
    frames = len(values)
    transform = np.fft.rfft(np.concatenate([values, values[::-1]]), axis=0)[:frames]
    return np.asarray((transform * np.conj(_half_frame(frames))).real)


def _of_cosines(parts: FloatArray) -> FloatArray:
    """The series of these parts."""
    frames = len(parts)
    transform = np.concatenate([parts * _half_frame(frames), np.zeros((1, parts.shape[1]))])
    return np.asarray(np.fft.irfft(transform, 2 * frames, axis=0)[:frames])


def _half_frame(frames: int) -> npt.NDArray[np.complex128]:
    """Phase (frames, 1) of each cosine half a frame from the first."""
    return np.asarray(np.exp(0.5j * np.pi * np.arange(frames) / frames))[:, None]


T = TypeVar("T")

_SINGLE = float(np.finfo(np.float32).eps)

_FARTHEST = float(np.sqrt(2.0))
"""Of a series' standard deviation: no farther from the mean than one is the median."""

_SLOW = 0.5 * LOWEST
"""Hz: of slow movement; or half of a given cut-off that is lower."""

_MOST_GAIN = 1.25
"""Of slow movement, or 1 over it: at half of their cut-off Gaussians leave 0.84 of an amplitude."""

_MOST_LAG = 0.75
"""Frames: means over an even number of them are half a frame off, what causes a delay at least one.
"""


@dataclass(frozen=True)
class FilterOfOthers:
    """A filter of another package, tested before and during its use.

    Args:
        filter: filter of another package or of the user's session.
        whose: its name in messages.
        mend: remedy for a mistake in it.
    """

    filter: Filter
    whose: str
    mend: str

    def choose_by(
        self,
        entries: Mapping[str, float],
        markers: Markers,
        given: float | None,
        measure: Measure,
    ) -> Smoothing:
        """As `Filter.choose_by`.

        Raises:
            InputError: `choose` does not accept its arguments, returns no smoothing, or raises an
                error.
        """
        try:
            signature(self.filter.choose).bind(markers, given, measure)
        except TypeError as error:
            raise self.refused(
                f"choose cannot take markers, cut-off and measure ({error})"
            ) from error
        except ValueError:  # compiled functions may have no signature
            pass
        found = self.called(lambda: self.filter.choose_by(entries, markers, given, measure))
        self._require(found, len(markers.time))
        slow = (_SLOW if given is None else min(_SLOW, 0.5 * given)) / markers.rate
        return replace(
            found,
            markers=self._watched("markers", found.markers, slow),
            coordinates=self._watched("coordinates", found.coordinates, slow),
        )

    def refused(self, what: str) -> InputError:
        """The error for a mistake, with the filter's name."""
        return InputError(what, self.whose, self.mend)

    def called(self, function: Callable[[], T]) -> T:
        """Call a function of the filter.

        Raises:
            InputError: the function raises it, or finds no solution.
            MistakeOfOthers: the function raises another error.
        """
        try:
            return function()
        except InputError:  # what it says of the recording
            raise
        except np.linalg.LinAlgError as error:  # an input that allows no analysis
            raise self.refused(raised(error)) from error
        except (Exception, SystemExit) as error:
            raise MistakeOfOthers(raised(error), self.whose, self.mend) from error

    def _watched(
        self, field: str, series: Callable[[FloatArray], FloatArray], slow: float
    ) -> Callable[[FloatArray], FloatArray]:
        return series if series is unchanged else _Watched(self, field, series, slow)

    def _require(self, found: object, frames: int) -> None:
        if not isinstance(found, Smoothing):
            raise self.refused(f"choose gives {_a(found)}, not a Smoothing")
        if not isinstance(found.note, str):
            raise self.refused(f"its note is {_a(found.note)}, not a string")
        for field in ("markers", "coordinates"):
            if not callable(getattr(found, field)):
                raise self.refused(f"its {field} is not a function")
        if not _finite(found.weight, ()) or found.weight < 0.0:
            raise self.refused(f"its weight is {found.weight!r}, not a number of 0 or more")
        if found.profile is not None and not _finite(found.profile, (frames - 1,)):
            raise self.refused(f"its profile is not {frames - 1} numbers, one between two frames")
        if not (found.centre is None or isinstance(found.centre, PathSmoothing)):
            raise self.refused(f"its centre is {_a(found.centre)}, not a PathSmoothing")
        if not all(isinstance(one, Diagnostic) for one in found.diagnostics):
            raise self.refused("its diagnostics are not all of the class Diagnostic")


@dataclass(frozen=True)
class _Watched:
    """A series to series, with what it gives looked at; slow: up to so many cycles per frame."""

    of: FilterOfOthers
    field: str
    series: Callable[[FloatArray], FloatArray]
    slow: float

    def __call__(self, values: FloatArray) -> FloatArray:
        # a copy: what is filtered in place is the filter's own
        found = self.of.called(lambda: _array(self.series(values.copy())))
        if found.shape != values.shape:
            raise self._refused(f"gives the shape {found.shape} instead of {values.shape}")
        if not _finite(found, values.shape):
            raise self._refused("gives values that are not finite numbers")
        smooth = np.asarray(found, dtype=np.float64)
        moves = np.linalg.norm(values - values.mean(axis=0), axis=0)
        off = np.linalg.norm(smooth - values, axis=0)
        if (off > _FARTHEST * moves + _SINGLE * np.linalg.norm(values, axis=0)).any():
            raise self._refused("changes a series by more than its distance from mean and median")
        slow = slow_response(values, smooth, self.slow)
        if slow is not None and not 1.0 / _MOST_GAIN <= slow.gain <= _MOST_GAIN:
            raise self._refused(f"makes slow movement {slow.gain:.2f} times as large")
        if slow is not None and abs(slow.lag) > _MOST_LAG:
            late = "late" if slow.lag > 0.0 else "early"
            raise self._refused(f"makes movements {abs(slow.lag):.1f} frames {late}")
        return smooth

    def _refused(self, what: str) -> InputError:
        return self.of.refused(f"its smoothing of {self.field} {what}")


def _finite(values: object, shape: tuple[int, ...]) -> bool:
    """Whether these are finite real numbers of a shape."""
    array = _array(values)
    return array.shape == shape and array.dtype.kind in "fiu" and bool(np.isfinite(array).all())


def _a(value: object) -> str:
    return with_article(type(value).__name__)


def _array(values: object) -> npt.NDArray[np.generic]:
    try:
        return np.asarray(values)
    except ValueError:  # rows of several lengths
        return np.array(values, dtype=object)

"""Check of a source of error of another package, during its use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ambulo.inputs.article import with_article
from ambulo.inputs.errors import InputError, MistakeOfOthers
from ambulo.inputs.registry import raised, shown
from ambulo.inputs.untouched import reals_of
from ambulo.math.arrays import FloatArray
from ambulo.records import Event, GroundReaction
from ambulo.records.measurement import LOADED
from ambulo.uncertainty.source import Nominal, Source, SourceForm

T = TypeVar("T")

_OF_A_LOAD = ("centre_of_pressure", "free_moment")
"""Arrays of a reaction that may be NaN where its own load is too small for them."""


@dataclass(frozen=True)
class SourceOfOthers:
    """A source whose size, changes and words are checked during use.

    Args:
        whose: name of the source in messages.
        mend: remedy for a mistake in it.
    """

    whose: str
    mend: str

    def settings(self, source: Source, entries: Mapping[str, float]) -> SourceForm:
        """The source's entries: given entries and defaults.

        Raises:
            MistakeOfOthers: they cannot be made, or have no words.
        """
        found = self._called(lambda: source.settings.model_validate(dict(entries)))
        said: object = self._called(found.said)
        if not (isinstance(said, str) and said.strip() and said.isprintable()):
            raise self.refused(f"said gives {shown(said)}, not a string of one line")
        return found

    def size(self, settings: SourceForm, nominal: Nominal) -> int:
        """Number of random numbers of the source.

        Raises:
            MistakeOfOthers: the number is not a whole number from 0.
        """
        found: object = self._called(lambda: settings.size(nominal))
        if type(found) is bool or not isinstance(found, Integral) or int(found) < 0:
            raise self.refused(f"size gives {shown(found)}, not a whole number from 0")
        return int(found)

    def change(self, settings: SourceForm, nominal: Nominal, found: Any, z: FloatArray) -> Any:
        """The perturbed quantity.

        The source gets a copy, so changes in place have no other effect.

        Raises:
            MistakeOfOthers: the result is something else, lacks a number that was there, or has a
                time that does not increase.
        """
        made = self._called(lambda: settings.change(nominal, deepcopy(found), z.copy()))
        self._require_like(found, made)
        return made

    def refused(self, what: str, remedy: str = "") -> MistakeOfOthers:
        """The error for a mistake, with the source's name."""
        return MistakeOfOthers(what, self.whose, remedy or self.mend)

    def _called(self, function: Callable[[], T]) -> T:
        try:
            return function()
        except (InputError, np.linalg.LinAlgError):  # an input that allows no analysis
            raise
        except (Exception, SystemExit) as error:
            raise self.refused(raised(error)) from error

    def _require_like(self, found: object, made: object) -> None:
        if not isinstance(made, type(found)):
            given, usual = (with_article(type(one).__name__) for one in (made, found))
            raise self.refused(f"change gives {given}, not {usual}")
        if isinstance(made, tuple):
            self._require_events(made)
            return
        after = reals_of(made)
        for path, before in reals_of(found).items():
            one = after.get(path)
            if _kind(one) != _kind(before):
                raise self.refused(f"change gives {path} as {_kind(one)}, not as {_kind(before)}")
            one = np.asarray(one)
            lost = ~np.isfinite(one) & np.isfinite(before) | np.isinf(one) & np.isnan(before)
            field = path.rpartition(".")[2]
            if isinstance(made, GroundReaction) and field in _OF_A_LOAD:
                lost[np.isnan(one) & _unloaded(made, one.ndim)] = False
            if lost.any():
                raise self.refused(
                    f"change gives no finite number in {path}, where there was one{_first(lost)}"
                )
            if field == "time" and one.ndim == 1 and (np.diff(one) <= 0.0).any():
                raise self.refused(f"change gives a {path} that does not increase")

    def _require_events(self, made: tuple[object, ...]) -> None:
        if not all(isinstance(one, Event) for one in made):
            raise self.refused("change gives something other than events")
        times: list[object] = [one.time for one in made if isinstance(one, Event)]
        if not all(isinstance(time, Real) and np.isfinite(float(time)) for time in times):
            raise self.refused("change gives an event whose time is not a finite number")


def _kind(value: object) -> str:
    """What a number or an array of them is, in words."""
    if value is None:
        return "none"
    if isinstance(value, np.ndarray):
        return f"{value.dtype.name} of shape {value.shape}"
    return "a number"


def _first(lost: npt.NDArray[np.bool_]) -> str:
    """Where the first of these is; "" where there is one number."""
    return f": at {list(map(int, np.argwhere(lost)[0]))}" if lost.ndim else ""


def _unloaded(reaction: GroundReaction, ndim: int) -> npt.NDArray[np.bool_]:
    """Frames and feet, with as many axes, at which a reaction has no load."""
    light = ~(reaction.force[..., 2] > LOADED)
    return light.reshape(light.shape + (1,) * (ndim - 2))

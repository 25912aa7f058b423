"""What a source of error that is not Ambulo's does, looked at where it is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from numbers import Integral
from typing import Any, TypeVar

import numpy as np

from ambulo.inputs.errors import InputError, MistakeOfOthers
from ambulo.inputs.registry import raised, shown
from ambulo.inputs.untouched import arrays_of
from ambulo.math.arrays import FloatArray
from ambulo.records import Event
from ambulo.uncertainty.source import Nominal, Source, SourceForm

__all__ = ["SourceOfOthers"]

T = TypeVar("T")

_MAY_BE_UNKNOWN = ("position", "centre_of_pressure", "free_moment")
"""Arrays of markers and reactions that are NaN where nothing was seen, or no load stands."""


@dataclass(frozen=True)
class SourceOfOthers:
    """A source whose size, changes and words are checked where they are used.

    Args:
        whose: as messages call it.
        mend: what is to be done about a mistake in it.
    """

    whose: str
    mend: str

    def settings(self, source: Source, entries: Mapping[str, float]) -> SourceForm:
        """Its entries, those given and its defaults.

        Raises:
            MistakeOfOthers: it cannot be made, or has no words of its own.
        """
        found = self._called(lambda: source.settings.model_validate(dict(entries)))
        said: object = self._called(found.said)
        if not (isinstance(said, str) and said.strip() and said.isprintable()):
            raise self.refused(f"said gives {shown(said)}, not a text of one line")
        return found

    def size(self, settings: SourceForm, nominal: Nominal) -> int:
        """How many random numbers it takes.

        Raises:
            MistakeOfOthers: that is no whole number from 0.
        """
        found: object = self._called(lambda: settings.size(nominal))
        if type(found) is bool or not isinstance(found, Integral) or int(found) < 0:
            raise self.refused(f"size gives {shown(found)}, not a whole number from 0")
        return int(found)

    def change(self, settings: SourceForm, nominal: Nominal, found: Any, z: FloatArray) -> Any:
        """What it makes of a copy of what is perturbed: what is changed in place is its own.

        Raises:
            MistakeOfOthers: that is something else, or has no number where there was one.
        """
        made = self._called(lambda: settings.change(nominal, deepcopy(found), z.copy()))
        self._require_like(found, made)
        return made

    def refused(self, what: str, remedy: str = "") -> MistakeOfOthers:
        """A mistake, under the source's name."""
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
            given = type(made).__name__
            raise self.refused(f"change gives a {given}, not a {type(found).__name__}")
        if isinstance(made, tuple) and not all(isinstance(one, Event) for one in made):
            raise self.refused("change gives what are not all events")
        if isinstance(made, tuple):
            return
        after = arrays_of(made)
        for path, before in arrays_of(found).items():
            one = after.get(path)
            if one is None or (one.shape, one.dtype) != (before.shape, before.dtype):
                given = "none" if one is None else f"{one.dtype.name} of shape {one.shape}"
                usual = f"{before.dtype.name} of shape {before.shape}"
                raise self.refused(f"change gives {path} as {given}, not as {usual}")
            lost = ~np.isfinite(one) & np.isfinite(before)
            if path.rpartition(".")[2] in _MAY_BE_UNKNOWN:
                lost = np.isinf(one)
            if lost.any():
                raise self.refused(f"change gives no finite number in {path}, where there was one")

"""The sources that perturb an analysis, and their coordinates of a point."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from ambulo.gait.configuration import UncertaintyChoice
from ambulo.inputs.errors import InputError, MistakeOfOthers
from ambulo.inputs.untouched import Untouched
from ambulo.math.arrays import FloatArray
from ambulo.math.random_points import MOST_COORDINATES
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm
from ambulo.uncertainty.source_of_others import SourceOfOthers
from ambulo.uncertainty.sources.registry import SOURCES

T = TypeVar("T")


@dataclass(frozen=True)
class Perturbation:
    """A source with its settings.

    Args:
        name: in the registry.
        start, stop: first coordinate of the source in a point, and the end of its coordinates
            (exclusive).
        others: check of the source; None for a source of Ambulo.
    """

    name: str
    source: Source
    settings: SourceForm
    start: int
    stop: int
    others: SourceOfOthers | None = None

    @property
    def size(self) -> int:
        """Number of random numbers of the source."""
        return self.stop - self.start

    def change(self, nominal: Nominal, found: T, z: FloatArray) -> T:
        """The perturbed input.

        Raises:
            MistakeOfOthers: a source of another package returns something else.
        """
        if self.others is not None:
            found = self.others.change(self.settings, nominal, found, z)
        else:
            found = self.settings.change(nominal, found, z)
        return found


@dataclass(frozen=True)
class Plan:
    """All perturbations of an analysis.

    Args:
        perturbations: in the order of the analysis.
        idle: sources that change nothing in this analysis, in words.
    """

    perturbations: tuple[Perturbation, ...]
    idle: tuple[str, ...]

    @cached_property
    def size(self) -> int:
        """Number of coordinates of a point."""
        return max((p.stop for p in self.perturbations), default=0)

    def of(self, acts: Acts, point: FloatArray) -> Iterator[tuple[Perturbation, FloatArray]]:
        """The perturbations of one kind, each with its coordinates of the point."""
        for one in self.perturbations:
            if one.source.acts == acts:
                yield one, point[one.start : one.stop]

    def acts(self, *kinds: Acts) -> bool:
        """Whether a perturbation acts in one of these ways."""
        return any(p.source.acts in kinds for p in self.perturbations)

    def watched(self, nominal: Nominal, function: Callable[[], T]) -> T:
        """The result of a function, checked so that sources of other packages do not change the
        analysis.

        Raises:
            MistakeOfOthers: a source has written into the analysis.
        """
        others = [p.others for p in self.perturbations if p.others is not None]
        if not others:
            return function()
        try:
            return Untouched(nominal=nominal).by(function)
        except MistakeOfOthers:
            raise
        except InputError as error:
            whose = " or ".join(one.whose for one in others)
            raise MistakeOfOthers(error.what, whose, error.remedy) from error

    def said(self) -> tuple[str, ...]:
        """One sentence for each perturbation: its source and size."""
        return tuple(
            f"{p.source.title.capitalize()}: {p.settings.said()} ({p.source.citation})."
            for p in self.perturbations
        )


def plan(nominal: Nominal, choice: UncertaintyChoice) -> Plan:
    """The chosen sources with their settings. The default is all sources that no other source
    contains.

    Args:
        nominal: the analysis.
        choice: names of sources, and entries of their settings.
    Raises:
        InputError: a source of another package cannot be used.
    """
    # in the registry's order, however they were named: masses come before moments of inertia
    asked = choice.sources
    known = [(SOURCES[name], name) for name in SOURCES if asked is None or name in asked]
    used = [(source, name) for source, name in known if asked is not None or not source.within]
    chosen = sorted(used, key=lambda pair: pair[0].acts)
    found: list[Perturbation] = []
    idle: list[str] = []
    start = 0
    for source, name in chosen:
        entries = choice.source.get(name, {})
        others = None
        if SOURCES.whose(name):
            others = SourceOfOthers(SOURCES.whose(name), SOURCES.mend(name))
            settings = others.settings(source, entries)
            size = others.size(settings, nominal)
        else:
            settings = source.settings.model_validate(dict(entries))
            size = settings.size(nominal)
        if not size:
            idle.append(source.title)
            continue
        found.append(Perturbation(name, source, settings, start, start + size, others))
        start += size
    _require_room(found, MOST_COORDINATES // 2 if choice.effects else MOST_COORDINATES)
    return Plan(tuple(found), tuple(idle))


def _require_room(found: list[Perturbation], most: int) -> None:
    """Refuse the largest source of others where all together have more than so many numbers."""
    every = sum(p.size for p in found)
    theirs = [(p.size, p.others) for p in found if p.others is not None]
    size, others = max(theirs, key=lambda one: one[0], default=(0, None))
    if others is None or every <= most:
        return
    left = max(0, most - every + size)
    half = "" if most == MOST_COORDINATES else ", halved to tell which source matters"
    raise others.refused(
        f"size gives {size} numbers, but only {left} are left. A sample is a point of a Sobol "
        f"sequence, which has at most {MOST_COORDINATES} dimensions{half}",
        "Let size give MANY_NUMBERS, and call many_numbers for as many numbers as you need "
        "(ambulo.uncertainty.source)",
    )


def not_chosen(choice: UncertaintyChoice) -> tuple[str, ...]:
    """The usual sources that were not chosen, in words."""
    if choice.sources is None:
        return ()
    titles = (_title(name) for name in SOURCES if name not in choice.sources)
    return tuple(title for title in titles if title)


def _title(name: str) -> str:
    """A source in words; "" for one that is used only where it is named."""
    try:
        source = SOURCES[name]
    except InputError:  # of a package that cannot be used
        return name
    return "" if source.within else source.title

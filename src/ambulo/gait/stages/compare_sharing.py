"""Comparison of every way of sharing double support with the plates, if chosen."""

from __future__ import annotations

from ambulo.gait.configuration import Configuration
from ambulo.gait.sharing.comparison import compare_sharings
from ambulo.gait.sharing.registry import every_sharing
from ambulo.gait.stages.ground import Reactions
from ambulo.records import SharingComparison


def compare_sharing(ground: Reactions, choice: Configuration) -> SharingComparison | None:
    """The ways of sharing compared; None if not asked for, or if plates measured nothing.

    Args:
        ground: the ground reaction, with the forces that were divided between the feet.
        choice: `compare_sharing`, and `sharing`, the way that the analysis used.
    """
    if not choice.compare_sharing or ground.problem is None:
        return None
    sharings = every_sharing(ground.problem, choice.sharing)
    return compare_sharings(ground.problem, sharings) if sharings else None

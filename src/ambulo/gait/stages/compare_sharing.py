"""Comparison of every way of sharing double support with the plates, if chosen."""

from __future__ import annotations

from ambulo.gait.configuration import Configuration
from ambulo.gait.sharing.comparison import compare_sharings
from ambulo.gait.sharing.registry import every_sharing
from ambulo.gait.stages.ground import Ground
from ambulo.records import SharingComparison


def compare_sharing(ground: Ground, choice: Configuration) -> SharingComparison | None:
    """The comparison of the ways of sharing; None if not chosen, or if nothing was measured.

    Args:
        ground: with the problem that was shared.
        choice: `compare_sharing`, and `sharing`, which is always compared.
    """
    if not choice.compare_sharing or ground.problem is None:
        return None
    sharings = every_sharing(ground.problem, choice.sharing)
    return compare_sharings(ground.problem, sharings) if sharings else None

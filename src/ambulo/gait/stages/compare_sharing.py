"""Every way of sharing double support against the plates, where somebody asks for it."""

from __future__ import annotations

from ambulo.gait.configuration import Configuration
from ambulo.gait.sharing.comparison import compare_sharings
from ambulo.gait.sharing.registry import every_sharing
from ambulo.gait.stages.ground import Ground
from ambulo.records import SharingComparison


def compare_sharing(ground: Ground, choice: Configuration) -> SharingComparison | None:
    """The ways of sharing side by side; None where not asked for or nothing was measured.

    Args:
        ground: with the problem that was shared.
        choice: `compare_sharing`, and `sharing`, which is among them.
    """
    if not choice.compare_sharing or ground.problem is None:
        return None
    sharings = every_sharing(ground.problem, choice.sharing)
    return compare_sharings(ground.problem, sharings) if sharings else None

"""Additions of other packages that tables and page leave out."""

from __future__ import annotations

from ambulo.report.scene import Scene
from ambulo.report.sections import panels_left_out
from ambulo.results.dataset import columns_left_out
from ambulo.results.output_columns import COLUMNS


def left_out(scene: Scene) -> list[str]:
    """One sentence for each faulty set of output columns or faulty panel of another package."""
    own = any(COLUMNS.whose(name) for name in COLUMNS)
    columns = columns_left_out(scene.analysis, scene.posture) if own else []
    return columns + panels_left_out(scene)

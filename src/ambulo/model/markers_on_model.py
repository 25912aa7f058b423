"""Places of the markers of a model."""

from __future__ import annotations

from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import turned
from ambulo.records import Model


def markers_on_model(model: Model, R: FloatArray, p: FloatArray) -> FloatArray:
    """Markers (frames, nm, 3) m of the model in the world, with segments at R and p.

    Args:
        model: with markers.
        R, p: (frames, nb, 3, 3) and (frames, nb, 3) m.
    """
    body = model.marker_body
    return p[:, body] + turned(R[:, body], model.marker_local)

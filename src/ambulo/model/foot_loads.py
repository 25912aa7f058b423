"""Ground reactions as wrenches on the segments of the feet."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.vector_arrays import wrench_about
from ambulo.multibody.motion import Loads
from ambulo.records import SIDES, GroundReaction, Model, Side
from ambulo.records.measurement import LOADED


def foot_segments(model: Model, side: Side) -> tuple[int, int | None]:
    """Indices of the segments behind and in front of the metatarsal joint (the second only if
    modelled).

    Raises:
        ValueError: the model has no foot on that side.
    """
    for rear in (f"{side}_hindfoot", f"{side}_foot"):
        if rear in model.segments:
            front = f"{side}_forefoot"
            forefoot = model.segments.index(front) if front in model.segments else None
            return model.segments.index(rear), forefoot
    raise ValueError(f"model {model.name} has no {side} foot")


def foot_loads(model: Model, R: FloatArray, p: FloatArray, ground: GroundReaction) -> Loads:
    """Put each foot's ground reaction on its segments.

    In a foot with two segments, the whole reaction acts on the forefoot while the centre of
    pressure is in front of the metatarsal joint, otherwise on the hindfoot (Stefanyshyn & Nigg
    1997).

    Args:
        R, p: (frames, nb, 3, 3) and (frames, nb, 3) m; segments in the world.
        ground: on the same frames. Frames in which a foot's reaction is not known get NaN, so that
            no later result seems measured.
    """
    frames, nb = p.shape[:2]
    wrench = np.zeros((frames, nb, 6))
    every = np.arange(frames)
    for s, body in enumerate(bearing_segments(model, R, p, ground).T):
        # a foot of one segment needs no list of frames
        frame, segment = (
            (slice(None), body[0]) if frames and np.all(body == body[0]) else (every, body)
        )
        value = wrench_about(p[frame, segment], ground.force[:, s], ground.moment_origin[:, s])
        value[~ground.known[:, s]] = np.nan
        wrench[frame, segment] += value
    return Loads(ground.time, wrench)


def bearing_segments(
    model: Model, R: FloatArray, p: FloatArray, ground: GroundReaction
) -> IntArray:
    """Segment (frames, 2) of each foot that bears its ground reaction, order SIDES.

    Args:
        R, p, ground: as in `foot_loads`.
    """
    bearing = np.empty((len(p), 2), dtype=np.int64)
    for s, side in enumerate(SIDES):
        hindfoot, forefoot = foot_segments(model, side)
        bearing[:, s] = hindfoot
        if forefoot is not None:
            ahead = np.einsum(
                "fi,fi->f", ground.centre_of_pressure[:, s] - p[:, forefoot], R[:, hindfoot, :, 0]
            )
            bearing[(ground.force[:, s, 2] > LOADED) & (ahead > 0.0), s] = forefoot
    return bearing

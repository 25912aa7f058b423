"""Force plates moved, turned and delayed as the user chose, never automatically."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ambulo.records import ForcePlate, Trial


def moved_plates(
    trial: Trial, *, shift: Sequence[float] | None, turn: float, delay: float
) -> tuple[Trial, tuple[str, ...]]:
    """The trial with its plates moved relative to the cameras, and a sentence on this.

    Args:
        trial: in the world frame.
        shift: (3,) m along the file's laboratory axes; None for no shift.
        turn: rad, of every plate about the vertical through its middle, counterclockwise.
        delay: s, by which the plates' signals are shown later.
    """
    if not trial.plates or (shift is None and turn == 0.0 and delay == 0.0):
        return trial, ()
    moved = trial.lab.R_WL @ np.asarray((0.0, 0.0, 0.0) if shift is None else shift)
    c, s = np.cos(turn), np.sin(turn)
    R = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])

    def put(plate: ForcePlate) -> ForcePlate:
        middle = plate.corners.mean(axis=0)
        return replace(
            plate,
            corners=(plate.corners - middle) @ R.T + middle + moved,
            force=plate.force @ R.T,
            centre_of_pressure=(plate.centre_of_pressure - middle) @ R.T + middle + moved,
            time=plate.time + delay,
        )

    way = ", ".join(f"{1000.0 * x:+.0f}" for x in (shift or (0.0, 0.0, 0.0)))
    said = (
        f"As you chose, the force plates were moved by {way} mm along the laboratory's axes, "
        "turned by "
        f"{np.degrees(turn):+.1f}° and delayed by {1000.0 * delay:+.0f} ms."
    )
    return replace(trial, plates=tuple(put(plate) for plate in trial.plates)), (said,)

"""Forces and moments of devices on the body: crutches and orthoses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Self

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr


@dataclass(frozen=True, eq=False)
class Devices(BriefRepr):
    """Forces and torques of devices on the body, at the marker frames.

    Args:
        time: (frames,) s.
        pressing: name of each device whose force acts on the body, such as "left_crutch".
        segments: the segment on which each of these devices acts.
        wrench: (frames, pressing, 6) N*m about the world origin and N, on the body, world axes.
        motions: joint motions that orthoses turn, such as "left_ankle_dorsiflexion".
        torque: (frames, motions) N*m, positive in the direction of the motion; it does work on this
            motion only.
        laws: for each motion, the torque as a function of the angle, (2, points) rad and N*m;
            without points if the torque was measured over time.
        notes: one sentence each.
    """

    time: Annotated[FloatArray, "frames"]
    pressing: tuple[str, ...]
    segments: tuple[str, ...]
    wrench: Annotated[FloatArray, "frames pressing 6"]
    motions: tuple[str, ...]
    torque: Annotated[FloatArray, "frames motions"]
    laws: tuple[FloatArray, ...]
    notes: tuple[str, ...] = ()

    @classmethod
    def force(
        cls, name: str, segment: str, wrench: FloatArray, time: FloatArray, note: str
    ) -> Self:
        """The record of one device that presses on a segment with a wrench (frames, 6)."""
        none = np.zeros((len(time), 0))
        return cls(time, (name,), (segment,), wrench[:, None], (), none, (), (note,))

    @classmethod
    def turning(
        cls, motion: str, torque: FloatArray, law: FloatArray, time: FloatArray, note: str
    ) -> Self:
        """The record of one device that turns a joint with a torque (frames,)."""
        none = np.zeros((len(time), 0, 6))
        return cls(time, (), (), none, (motion,), torque[:, None], (law,), (note,))

    @classmethod
    def together(cls, each: Iterable[Devices]) -> Devices | None:
        """One record for several devices; None if there are none."""
        found: Devices | None = None
        for one in each:
            found = one if found is None else cls(
                one.time,
                found.pressing + one.pressing,
                found.segments + one.segments,
                np.concatenate([found.wrench, one.wrench], axis=1),
                found.motions + one.motions,
                np.concatenate([found.torque, one.torque], axis=1),
                found.laws + one.laws,
                found.notes + one.notes,
            )  # fmt: skip
        return found

"""A crutch or cane in a hand: its force on the body, measured or estimated.

The weight of the crutch is neglected: the force on its tip acts on the hand.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Self

import numpy as np
from pydantic import Field, model_validator

from ambulo.gait.body_motion import ModelMotion
from ambulo.gait.configuration import DeviceForm
from ambulo.gait.devices.kind import DeviceKind, at_frames, columns_of
from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import near
from ambulo.inputs.toml_file import Count, Number, Text, mistake
from ambulo.math.arrays import FloatArray, vector_product
from ambulo.math.vector_arrays import lengths
from ambulo.mocap.plates.ground_reaction import averaged
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import Devices, ForcePlate, PlateContact, Side, Trial

_SLOW, _LOW = 0.1, 0.02
"""m/s and m above its lowest place: a tip that is slower and lower stands."""


class Crutch(DeviceForm):
    """Entries: the hand, and one of three ways to give the force."""

    kind: Literal["crutch"] = "crutch"
    side: Side = Field(description="the hand that holds it, left or right")
    plate: Count | None = Field(
        default=None, ge=1, description="number of the force plate on which only the crutch stands"
    )
    force: Path | None = Field(
        default=None,
        description="CSV file with time [s] and Fx, Fy, Fz [N] of the ground on the crutch, "
        "laboratory axes; or with time and axial, its compression",
    )
    share: Number | None = Field(
        default=None,
        gt=0,
        lt=1,
        description="part of body weight that it carries while its tip is on the ground",
    )
    tip: Text | None = Field(default=None, description="marker at its tip; not with a plate")
    top: Text | None = Field(
        default=None, description="marker at its grip; only for a force file with axial"
    )

    either = (
        ("plate", "force", "share"), "a crutch has {given}", "Give one of plate, force, share",
    )  # fmt: skip

    @model_validator(mode="after")
    def _placed(self) -> Self:
        if self.plate is None and self.tip is None:
            raise mistake(
                "the point where the crutch's force acts is not given",
                "Give tip, the marker at its tip",
            )
        return self


def _path(trial: Trial, name: str | None, time: FloatArray) -> FloatArray:
    """Of a marker at the frames (frames, 3) m."""
    names = trial.markers.names
    if name not in names:
        said = (
            f"the trial has no marker {name}"
            if name
            else "the force is axial, but no grip is given"
        )
        raise InputError(said, "[[device]] crutch", near(name, names) if name else "Give top")
    seen = trial.markers.of(name)
    return np.column_stack([np.interp(time, trial.markers.time, x) for x in seen.T])


def act(
    entries: Crutch, body: ModelMotion, trial: Trial, plates: tuple[ForcePlate, ...]
) -> Devices:
    """Wrench of the crutch on the hand, or on the forearm if the model has no hand."""
    model, time, name = body.model, body.motion.time, f"{entries.side}_crutch"
    held = [f"{entries.side}_{part}" for part in ("hand", "forearm")]
    segment = next((one for one in held if one in model.segments), None)
    if segment is None:
        raise InputError("the model has no arms", "[[device]] crutch", 'Choose model = "body"')
    if entries.plate is not None:
        if entries.plate > len(plates):
            said = f"there is no plate {entries.plate}, because the trial has {len(plates)}"
            raise InputError(said, "[[device]] crutch", "Count plates from 1, as in the file")
        plate = plates[entries.plate - 1]
        whole = PlateContact(0, plate.time[0], plate.time[-1], None, "partial", "")
        within = np.clip(time, plate.time[0], plate.time[-1])
        force, moment = averaged(plate, whole, within, float(np.diff(time).mean()))
        how = f"measured by {plate.name}"
    else:
        tip = _path(trial, entries.tip, time)
        force, how = _at_tip(entries, tip, model.mass * STANDARD_GRAVITY, trial, time)
        # out of sight the tip bears what it bears, at no known place
        moment = np.where(force.any(axis=1, keepdims=True), vector_product(tip, force), 0.0)
    note = f"A crutch in the {entries.side} hand, {how}, presses on the {segment.split('_')[1]}."
    return Devices.force(name, segment, np.concatenate([moment, force], axis=1), time, note)


def _at_tip(
    entries: Crutch, tip: FloatArray, weight: float, trial: Trial, time: FloatArray
) -> tuple[FloatArray, str]:
    """Force (frames, 3) N at a tip (frames, 3) m, world axes, and how it is known."""
    if entries.force is None:
        assert entries.share is not None
        speed = lengths(np.gradient(tip, time, axis=0))
        stands = (speed < _SLOW) & (tip[:, 2] < np.nanmin(tip[:, 2]) + _LOW)
        up = np.where(stands, entries.share * weight, 0.0)
        return up[:, None] * [0.0, 0.0, 1.0], f"estimated as {entries.share:g} of body weight"
    in_space, along = ("time", "Fx", "Fy", "Fz"), ("time", "axial")
    given, *parts = columns_of(entries.force, in_space, along)
    found = at_frames(time, given, np.column_stack(parts), entries.force)
    if len(parts) == 1:
        axis = _path(trial, entries.top, time) - tip
        return found * axis / lengths(axis)[:, None], f"measured along it, {entries.force.name}"
    return np.asarray(found @ trial.lab.R_WL.T), f"measured, {entries.force.name}"


KIND = DeviceKind(Crutch, act)

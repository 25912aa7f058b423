"""Force plates of C3D files: units, zeros, and signals in the world frame.

Signals are assumed to be the action of the ground on the subject. If the vertical force shows the
opposite, they are reversed. Source: The C3D file format user guide (Motion Lab Systems, 2021),
FORCE_PLATFORM.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.runs import runs
from ambulo.math.windows import windows
from ambulo.mocap.files.c3d import C3DFile
from ambulo.mocap.files.lab_frame import length_unit
from ambulo.mocap.filters.zero_lag import zero_lag
from ambulo.mocap.plates.moment_bandwidth import smoothed_moments
from ambulo.mocap.plates.plate_channels import at_rest, channel_faults, clean_channels
from ambulo.mocap.plates.plate_loadings import SHORTEST, steady_force
from ambulo.mocap.plates.plate_wrench import (
    PlateLayout,
    centre_of_pressure,
    plate_wrench,
    unloaded_offset,
)
from ambulo.records import ForcePlate, LabFrame, PlateFault
from ambulo.records.measurement import LOADED


def read_force_plates(
    file: C3DFile,
    layouts: Sequence[PlateLayout],
    lab: LabFrame,
    *,
    force_threshold: float = LOADED,
    filter_hz: float | None = None,
    zero: bool = True,
) -> tuple[tuple[ForcePlate, ...], tuple[str, ...], tuple[str, ...]]:
    """The plates' measurements, as the action of the ground on the subject in the world frame.

    A plate's zero is the median of its unloaded signal, anywhere in the record. The frames in
    FORCE_PLATFORM:ZERO are not used, because somebody may have stood on the plate.

    Args:
        file: a C3D file.
        layouts: layouts of the file's plates.
        lab: rotation and unit, from laboratory axes and file units to the world.
        force_threshold: N; vertical force below which there is no centre of pressure.
        filter_hz: cut-off of a fourth-order zero-phase Butterworth filter on the channels; none if
            None.
        zero: whether the signal of the unloaded plate is subtracted.

    Returns:
        Plates with force [N], centre of pressure [m] and free moment about the upward normal [N*m]
        at the analog rate; all notes; and the notes on plates that cannot be read.
    """
    wanted = _Wanted(force_threshold, filter_hz, zero)
    plates, notes, unread = [], [], []
    for layout in layouts:
        signals, remarks = _signals(file, layout, lab, force_threshold)
        notes += [f"Plate {layout.number}: {remark}." for remark in remarks]
        if signals is None:
            unread.append(f"Plate {layout.number} was left out: its channels hold no numbers.")
            notes += unread[-1:]
            continue
        plate, more = _plate(file, signals, lab, wanted)
        plates.append(plate)
        notes += [f"Plate {layout.number}: {remark}." for remark in more]
    return tuple(plates), tuple(notes), tuple(unread)


class _Wanted(NamedTuple):
    """The choices of `read_force_plates`."""

    force_threshold: float
    filter_hz: float | None
    zero: bool


class _Signals(NamedTuple):
    """A plate's channels, and what makes forces of them.

    Args:
        values: (samples, channels) without gaps and faults of the channels; rate: Hz.
        origin: (3,) m, as `ORIGIN` should have it; length, force: m and N a unit of the file.
        moment: N*m a unit, as the file says; up: vertical component of the plate's normal.
    """

    layout: PlateLayout
    values: FloatArray
    rate: float
    faults: tuple[PlateFault, ...]
    origin: FloatArray
    length: float
    force: float
    moment: float
    up: float

    @property
    def half(self) -> float:
        """Half of the surface's diagonal, m."""
        corners = self.layout.corners
        return 0.5 * self.length * float(np.linalg.norm(corners[0] - corners[2]))


def _signals(
    file: C3DFile, layout: PlateLayout, lab: LabFrame, threshold: float
) -> tuple[_Signals | None, list[str]]:
    """Channels of a plate with what was put right; None if they hold no numbers for long."""
    R_WP = lab.R_WL @ layout.R_LP
    force, moment, of_units = _units(file, layout, lab.unit)
    origin, of_origin = _upright_origin(layout, R_WP, lab.unit)
    remarks = [remark for remark in (of_units, of_origin) if remark]
    values = file.analog[:, layout.channels].astype(float)
    missing = ~np.isfinite(values).all(axis=1)
    if missing.any():
        longest = max(b - a for a, b in runs(missing))
        if longest > _BRIDGED * file.analog_rate or missing.all():
            return None, remarks
        values = _bridged(values, missing)
        remarks.append(f"samples without a number were filled by a line ({int(missing.sum())})")
    cleaned = clean_channels(values, file.analog_rate)
    remarks += cleaned.notes
    up = float(R_WP[2, 2])
    if abs(up) < np.cos(np.deg2rad(30)):
        remarks.append(
            f"its surface is tilted by {np.rad2deg(np.arccos(abs(up))):.0f} degrees. Check which "
            "axis is up"
        )
    signals = _Signals(
        layout, cleaned.signals, file.analog_rate, (), origin, lab.unit, force, moment, up
    )
    return signals._replace(faults=_faults(signals, threshold)), remarks


def _faults(signals: _Signals, threshold: float) -> tuple[PlateFault, ...]:
    """What is wrong with a plate's channels and its ORIGIN."""
    faults = tuple[PlateFault, ...]()
    pressed = _pressed(signals, threshold)
    if pressed.any():
        faults = channel_faults(signals.values, signals.rate, pressed)
        if signals.layout.type in (2, 4):
            dead = {fault.channel for fault in faults}
            smoothed = smoothed_moments(signals.values, signals.rate)
            faults += tuple(fault for fault in smoothed if fault.channel not in dead)
    depth = float(signals.origin[2])
    if abs(depth) > _DEEPEST:
        faults = (*faults, PlateFault("ORIGIN", _too_deep(depth), grave=False))
    return faults


def _pressed(signals: _Signals, threshold: float) -> BoolArray:
    """Samples (samples,) around which a plate bears a load, means over the shortest contact."""
    rest = at_rest(signals.values)
    if rest is None:
        return np.zeros(len(signals.values), dtype=bool)
    force, moment = _wrench_si(signals._replace(values=signals.values - rest), signals.moment)
    # with a dead channel of Fz the moments still tell the load: their lever ends at the edge
    load = np.column_stack([force, moment[:, :2] / signals.half])
    width = min(round(SHORTEST * signals.rate) | 1, len(load))
    mean = np.abs(windows(load, width).mean(axis=-1))
    return np.asarray((mean > threshold).any(axis=1))


class _Measured(NamedTuple):
    """Force (samples, 3) [N], centre of pressure (samples, 3) [m], free moment [N*m]; remarks."""

    force: FloatArray
    point: FloatArray
    free: FloatArray
    remarks: list[str]


def _measured(signals: _Signals, moment_unit: float, wanted: _Wanted) -> _Measured:
    """What a plate measured, in its own axes, if moments are in this unit [N*m]."""
    remarks = []
    force, moment = _wrench_si(signals, moment_unit)
    if wanted.filter_hz is not None:
        force, moment = _low_pass(force, moment, wanted.filter_hz, signals.rate)
    if wanted.zero:
        force, moment, remark = _zeroed(force, moment, signals.rate)
        remarks += [remark] if remark else []
    greatest = np.abs(force[:, 2]).max(initial=0.0)
    # squares, so that the loads count and not a drift that lasts longer
    if greatest < wanted.force_threshold:
        remarks.append(f"it carries no load (at most {greatest:.1f} N)")
    elif (force[:, 2] * np.abs(force[:, 2])).sum() * signals.up < 0:
        force, moment = -force, -moment
        remarks.append(
            "the file contains the force on the plate. This force was reversed to the force on the "
            "subject"
        )
    _, noise = steady_force(force[:, 2], signals.rate, wanted.force_threshold)
    if noise:
        remarks.append(
            f"its vertical force has noise of {noise:.0f} N, so loads are found from running means"
        )
    point, free = centre_of_pressure(force, moment, wanted.force_threshold, signals.up)
    return _Measured(force, point, free, remarks)


def _plate(
    file: C3DFile, signals: _Signals, lab: LabFrame, wanted: _Wanted
) -> tuple[ForcePlate, list[str]]:
    """A plate in the world, its moments in the unit with which the force meets its surface."""
    layout = signals.layout
    found = _measured(signals, signals.moment, wanted)
    half = signals.half
    if layout.type not in (1, 3) and _absurd(found.point, half):
        for factor, said, meant in ((1e-3, "N*m", "N*mm"), (1e3, "N*mm", "N*m")):
            other = _measured(signals, signals.moment * factor, wanted)
            if not _absurd(other.point, half):
                found = other
                found.remarks.append(
                    f"according to the centre of pressure, its moments are in {meant}, not {said}"
                )
                break
    remark = _off_plate(found.point, half)
    R_WP = lab.R_WL @ layout.R_LP
    centre = lab.R_WL @ (lab.unit * layout.centre)
    plate = ForcePlate(
        name=f"plate {layout.number}",
        corners=lab.unit * layout.corners @ lab.R_WL.T,
        time=file.first_frame / file.rate + np.arange(len(file.analog)) / file.analog_rate,
        force=found.force @ R_WP.T,
        centre_of_pressure=centre + found.point @ R_WP.T,
        free_moment=found.free * np.sign(signals.up),
        faults=signals.faults,
    )
    return plate, [*found.remarks, *([remark] if remark else [])]


def _bridged(signals: FloatArray, missing: BoolArray) -> FloatArray:
    """Signals (samples, channels) with lines over the samples that are missing (samples,)."""
    sample = np.arange(len(signals))
    filled = signals.copy()
    for channel in filled.T:
        channel[missing] = np.interp(sample[missing], sample[~missing], channel[~missing])
    return filled


_DEEPEST = 0.100
"""m from a surface to its transducers: plates of the usual makers are 35 to 100 mm high, and
those of eight public recordings have it 16 to 57 mm deep."""
_BRIDGED = 0.010
"""s without numbers that a line bridges: a foot's load changes by a tenth of its peak at most."""
_FORCE_UNITS = {"n": 1.0, "kn": 1000.0, "newton": 1.0, "newtons": 1.0, "lbf": 4.4482216}


def _moment_unit(text: str) -> float | None:
    word = text.strip().lower().replace(" ", "")
    for dot in (".", "*", "-", "·"):
        word = word.replace(dot, "")
    if word.startswith("n") and (length := length_unit(word[1:])) is not None:
        return length
    return None


def _units(file: C3DFile, layout: PlateLayout, length: float) -> tuple[float, float, str]:
    """N per unit of force and N*m per unit of moment of a plate's channels."""
    units = file.parameters.texts("ANALOG", "UNITS")
    words = [units[c] if c < len(units) else "" for c in layout.channels]
    force = {_FORCE_UNITS.get(word.strip().lower()) for word in words[:3]}
    if layout.type in (3, 5):
        moments: set[float | None] = {length}
    elif layout.type == 1:
        moments = {_moment_unit(words[5])}
    else:
        moments = {_moment_unit(word) for word in words[3:6]}
    if layout.calibration is not None:
        # the matrix leads to N and N times the unit of length, whatever its inputs are called
        return 1.0, length, ""
    if len(force) == 1 and None not in force and len(moments) == 1 and None not in moments:
        return float(force.pop() or 1.0), float(moments.pop() or length), ""
    said = sorted({word or "nothing" for word in words})
    return (
        1.0,
        length,
        f"the units of its channels are given as {', '.join(said)}, so N and N times the unit of "
        "length were assumed",
    )


def _channel_units(plate_type: int, force: float, moment: float, length: float) -> FloatArray:
    if plate_type == 1:
        return np.array([force] * 3 + [length, length, moment])
    if plate_type == 3:
        return np.full(8, force)
    return np.array([force] * 3 + [moment] * 3)


def _wrench_si(signals: _Signals, moment_unit: float) -> tuple[FloatArray, FloatArray]:
    layout, values, force_unit = signals.layout, signals.values, signals.force
    calibration = layout.calibration
    if calibration is None:
        values = values * _channel_units(layout.type, force_unit, moment_unit, signals.length)
    else:
        calibration = calibration * np.array([force_unit] * 3 + [moment_unit] * 3)[:, None]
    return plate_wrench(layout.type, values, signals.origin, calibration)


def _upright_origin(layout: PlateLayout, R_WP: FloatArray, unit: float) -> tuple[FloatArray, str]:
    """ORIGIN in m, turned so that the surface lies above the transducer."""
    origin = layout.origin * unit
    if layout.type == 1:
        return np.zeros(3), ""
    rise = origin[2] * R_WP[2, 2]
    if rise >= 0:
        return origin, ""
    flipped = origin * (1.0, 1.0, -1.0) if layout.type in (3, 5) else -origin
    return flipped, (
        f"ORIGIN {_millimetres(origin)} in the file would put the surface below the transducer. "
        f"Its sign is reversed, so {_millimetres(flipped)} was used"
    )


def _too_deep(depth: float) -> str:
    return (
        f"{1e3 * abs(depth):.0f} mm from its surface, although plates are 35 to 100 mm high. This "
        "can be right if the plate is covered, or part of a treadmill"
    )


def _millimetres(vector: FloatArray) -> str:
    return "(" + ", ".join(f"{1000 * x:.1f}" for x in vector) + ") mm"


def _zeroed(
    force: FloatArray, moment: FloatArray, rate: float
) -> tuple[FloatArray, FloatArray, str]:
    untouched = unloaded_offset(force[:, 2], rate)
    if not untouched.any():
        return force, moment, "it is never unloaded, so its zero was not corrected"
    offset_force = np.median(force[untouched], axis=0)
    offset_moment = np.median(moment[untouched], axis=0)
    if np.abs(offset_force).max() < 1e-9 and np.abs(offset_moment).max() < 1e-9:
        return force, moment, ""
    said = _rounded(offset_force, 1)
    said_moment = _rounded(offset_moment, 2)
    remark = (
        f"unloaded it showed {said} N and {said_moment} N·m (median of "
        f"{untouched.sum() / rate:.2f} s). These values were subtracted"
    )
    return force - offset_force, moment - offset_moment, remark


def _rounded(vector: FloatArray, places: int) -> str:
    """Its numbers, or one 0 where all are."""
    known = [round(float(x), places) + 0.0 for x in vector]
    return ", ".join(f"{x:.{places}f}" for x in known) if any(known) else "0"


def _low_pass(
    force: FloatArray, moment: FloatArray, cutoff: float, rate: float
) -> tuple[FloatArray, FloatArray]:
    if not 0 < cutoff < rate / 2:
        raise InputError(
            f"a cut-off of {cutoff:g} Hz is not between 0 and half the rate of {rate:g} Hz",
            "plate filter",
            "Give a lower frequency.",
        )
    # two passes of a second-order filter; the cut-off is raised so that both together keep it
    # (Winter 2009, section 3.4.4.2)
    raised = min(cutoff / (2**0.5 - 1) ** 0.25, 0.49 * rate)
    return zero_lag(force, raised, rate), zero_lag(moment, raised, rate)


def _reach(point: FloatArray) -> FloatArray:
    """Distances of the centres of pressure from the centre of the plate, m."""
    reach = np.linalg.norm(point[:, :2], axis=1)
    return np.asarray(reach[np.isfinite(reach)])


def _absurd(point: FloatArray, half: float) -> bool:
    """Moments in N*mm called N*m throw the point far off the plate, the reverse nail it down."""
    reach = _reach(point)
    if len(reach) < 10:
        return False
    return float(np.median(reach)) > 1.5 * half or float(reach.max()) < 0.03 * half


def _off_plate(point: FloatArray, half: float) -> str:
    reach = _reach(point)
    outside = float(np.mean(reach > 1.1 * half)) if len(reach) >= 10 else 0.0
    if outside <= 0.2:
        return ""
    return (
        f"the centre of pressure lies outside the plate on {100 * outside:.0f} % of the loaded "
        "samples. Check its corners, channels and moments"
    )

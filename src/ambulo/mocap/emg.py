"""Electromyograms in a C3D file: their channels, and the activity of the muscles.

The signal passes a band-pass filter from 20 to 450 Hz, is rectified, and passes a low-pass filter
at 6 Hz. Each filter is a second-order Butterworth filter, run forwards and backwards. Hermens et
al. (2000) recommend 10-20 to 500 Hz for the surface electromyogram of movement. Winter (2009) uses
an envelope of 3 to 6 Hz for gait.
"""

from __future__ import annotations

import re

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.recursive_filters import both_ways, butterworth
from ambulo.mocap.files.c3d import C3DFile
from ambulo.records import EMG, Side

BAND = (20.0, 450.0)
"""Hz; pass band of the muscles' signal."""
ENVELOPE = 6.0
"""Hz; cut-off of the envelope."""

# samples beyond the record's ends: three times the coefficients of each filter
_BEYOND = (15, 9)
_SLOWEST = 500.0
"""Hz; sampled more slowly most of the band is lost."""
_VOLTS = re.compile(r"^([mu\u00b5\u03bc]?v(olts?)?)$", re.IGNORECASE)
# as words: infraspinatus has a pin
_NO_MUSCLE = re.compile(
    r"sync|trig|switch|fsw|force|(?<![a-z])(pin|time|clock)(?![a-z])|^[fm][xyz](?![a-z])",
    re.IGNORECASE,
)
# a place that was kept for an electrode that nobody wore
_NOT_WORN = re.compile(r"\b(spare|unused|not[ _]used|unassigned|empty|dummy)\b", re.IGNORECASE)
_SIDED = re.compile(
    r"(?:(?P<word>(?i:left|right))|(?P<letter>[LR])(?=[\W_]|[A-Z]))(?P<after>.*\w.*)$"
    r"|(?P<before>.+)[\W_](?P<end>(?i:left|right)|[LRlr])$"
)


def emg_in_file(
    file: C3DFile, taken: frozenset[int] = frozenset()
) -> tuple[tuple[EMG, ...], tuple[str, ...]]:
    """Envelopes of a file's electromyograms on its marker frames, and notes.

    A channel is an electromyogram if it is in volts, belongs to no force plate, is not called a
    switch, a trigger or spare, and is not silent.

    Args:
        file: a C3D file.
        taken: columns of channels that belong to force plates.
    """
    units = file.parameters.texts("ANALOG", "UNITS")
    labels = file.parameters.texts("ANALOG", "LABELS")
    columns = [
        k
        for k in range(min(file.analog.shape[1], len(units), len(labels)))
        if k not in taken
        and _VOLTS.match(units[k].strip())
        and labels[k].strip()
        and not _NO_MUSCLE.search(labels[k])
        and np.isfinite(file.analog[:, k]).all()
        and float(np.ptp(file.analog[:, k])) > 0.0
    ]
    spare = [k for k in columns if _NOT_WORN.search(labels[k].replace("_", " "))]
    columns = [k for k in columns if k not in spare]
    called = ", ".join(labels[k].strip() for k in spare)
    note = f"Left out, because their names say that they are not used: channels {called}."
    left_out = (note,) if spare else ()
    if not columns:
        return (), left_out
    names = ", ".join(labels[k] for k in columns)
    if file.analog_rate < _SLOWEST:
        note = (
            f"Channels {names} are sampled at {file.analog_rate:g} Hz, too slowly for "
            "electromyograms, so they were left out."
        )
        return (), (note, *left_out)
    frames = len(file.points)
    time = (file.first_frame + np.arange(frames)) / file.rate
    sampled = file.first_frame / file.rate + np.arange(len(file.analog)) / file.analog_rate
    found = []
    for k, active in zip(
        columns, envelope(file.analog[:, columns], file.analog_rate).T, strict=True
    ):
        values = np.interp(time, sampled, active)
        greatest = float(values.max())
        if greatest > 0.0:
            side, muscle = side_and_muscle(labels[k])
            found.append(EMG(labels[k].strip(), side, muscle, time, values / greatest))
    high = min(BAND[1], 0.45 * file.analog_rate)
    note = (
        f"Electromyograms {names} were filtered from {BAND[0]:g} to {high:g} Hz and rectified. "
        f"Their envelopes have a cut-off of {ENVELOPE:g} Hz. Each envelope is divided by its "
        "greatest value in the trial."
    )
    return tuple(found), (note, *left_out)


def envelope(signal: FloatArray, rate: float) -> FloatArray:
    """Linear envelopes (samples, ...) of muscles' signals, in their unit.

    Args:
        signal: (samples, ...); no NaN.
        rate: Hz. The band ends at 0.45 of the rate if this is less than 450 Hz.
    """
    high = min(BAND[1], 0.45 * rate)
    muscle = butterworth(2, (BAND[0], high), rate, "band")
    slow = butterworth(2, ENVELOPE, rate)
    smooth = both_ways(slow, np.abs(both_ways(muscle, signal, _BEYOND[0])), _BEYOND[1])
    # the filter swings a little below zero beside a burst
    return np.maximum(smooth, 0.0)


def side_and_muscle(label: str) -> tuple[Side | None, str]:
    """Side and muscle of a label: `L Rect`, `Left_TibAnt`, `EMG.RGastroc`, `TA_R`. The side may be
    missing.
    """
    text = re.sub(r"^(voltage|emg)[\s._-]*(?=\w)", "", label.strip(), flags=re.IGNORECASE)
    found = _SIDED.match(text)
    if found is None:
        return None, text
    word = next(found[k] for k in ("word", "letter", "end") if found[k])
    rest = found["after"] if found["end"] is None else found["before"]
    return ("left" if word[0] in "lL" else "right"), rest.strip(" _.-:")

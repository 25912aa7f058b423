"""The instant of a foot strike on a plate whose force was low-pass filtered before the export.

A low-pass filter forwards and backwards makes a load rise too early: by 7 ms at 20 Hz, 17 ms at 10
Hz and 32 ms at 6 Hz. At 30 Hz, an unfiltered strike has a thousandth of its power at low frequency.
Filtered strikes have less than a ten-thousandth. With any cut-off, a tenth of the load is reached
within 8 ms of the strike (10 ms for a child; docs/methods/notes/events.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ambulo.records import ForcePlate, PlateContact

_SLOW, _FAST = 5.0, (25.0, 35.0)
"""Hz, of the force's rate of change: below the first, and between the others."""
_SMOOTHED = 1.6e-4
"""Power at `_FAST` over that at `_SLOW`: 8e-4 and more as measured, 1 to 3e-5 and less smoothed."""
_BESIDE = 0.1
"""s, looked at before and after a load."""
_STRUCK = 0.1
"""Of the greatest load, which is passed as a foot strikes."""
_BINS = 8192


def struck_at(plates: Sequence[ForcePlate], contacts: Sequence[PlateContact]) -> list[PlateContact]:
    """Contacts with their beginnings moved to the strikes of their feet: all contacts of a foot,
    except those that the record cuts.
    """
    return [
        replace(one, start=struck(plates[one.plate], one.start, one.stop))
        if one.quality == "whole" or one.cut
        else one
        for one in contacts
    ]


def struck(plate: ForcePlate, start: float, stop: float) -> float:
    """Instant of a strike, s: the beginning of the load, or later if the load was filtered.

    Args:
        start, stop: beginning and end of the load, s.
    """
    first, last = np.searchsorted(plate.time, [start - _BESIDE, stop + _BESIDE])
    load, time = plate.force[first:last, 2], plate.time[first:last]
    if len(load) < 3:
        return start
    rate = (len(time) - 1) / float(time[-1] - time[0])
    if 0.5 * rate < _FAST[1]:
        return start
    change = np.diff(load)
    power = np.abs(np.fft.rfft(change * np.hanning(len(change)), _BINS)) ** 2
    frequency = np.fft.rfftfreq(_BINS, 1.0 / rate)
    fast = (frequency >= _FAST[0]) & (frequency < _FAST[1])
    if power[fast].mean() > _SMOOTHED * power[frequency < _SLOW].mean():
        return start
    return float(max(start, time[np.argmax(load > _STRUCK * load.max())]))

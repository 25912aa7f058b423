"""Faults in a force plate's channels: spikes, hum, and channels that are dead, clipped or drop out.

A spike of a few samples and mains hum differ from any action of a foot. They are removed. Three
faults cannot be corrected and are reported: a channel does not respond to the load, a channel stays
at its greatest value, or a plate is silent under a load.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.runs import runs
from ambulo.mocap.plates.mains_hum import find_hum
from ambulo.records import PlateFault

NAMES = {
    6: ("Fx", "Fy", "Fz", "Mx", "My", "Mz"),
    8: ("Fx12", "Fx34", "Fy14", "Fy23", "Fz1", "Fz2", "Fz3", "Fz4"),
}
"""Channels of a plate by their number."""
ALL_CHANNELS = "all channels"
"""Name in place of a channel's name if every channel has the fault."""


@dataclass(frozen=True, eq=False)
class CleanChannels:
    """Channels without spikes and hum.

    Args:
        signals: (samples, channels), without spikes and hum.
        notes: one sentence on each removal, which does not name the plate.
    """

    signals: FloatArray
    notes: tuple[str, ...]


_SPIKE = 3
"""Samples; no foot loads and unloads a plate in three milliseconds."""
_SPIKE_SIZE = 0.15
"""Of the channel's range; what a heel's impact adds in a sample at 1 kHz stays below it."""
_SPIKE_NOISE = 30.0
"""Times the median of what a five-sample median leaves."""
_FLAT = 0.02
"""s; a channel that stands at its greatest value for longer is clipped."""
_STEPS = 10.0
"""A top that the converter's steps make flat falls by three of them in half its own length before
and after; a clipped one by far more."""
_ANSWERS = 4.0
"""Times its own noise, by which a channel must move under a load that others feel, or in its means
(`_LASTS`)."""
_STILL = 0.02
"""Of its answer, that a good channel moves while nothing is on the plate."""
_NINE_OF_TEN = 2.44
"""Times the median of Gaussian noise's size, below which nine of ten samples are."""
_MEANS, _LASTS = (0.02, 0.1), 6.0
"""s, shorter than any part of a step, and than a stance; and deviations of such means at rest, by
which one must stand off rest under a load. The greatest of a thousand means of noise stands off by
3.3."""
_LOADED_REST = 0.5
"""Of a channel's range: no offset of an unloaded plate is as large."""
_NOISY, _GRAVELY_NOISY = 0.02, 0.03
"""Noise while a plate is loaded, of the load for forces and of the greatest moment for moments:
0.001 and 0.01 and less in public recordings. 0.05 changes a peak moment by 27 to 56 %."""
_NOISE_OVER, _NOISE_RATE = 0.01, 300.0
"""s whose mean a force does not leave but at a strike; Hz, below which it does: noise at rest is
taken there."""
_BLOCK = 0.008
"""s; means over it leave what is below 60 Hz."""
_MEASURED_AT = 1000.0
"""Hz, of the shares above: at lower rates more of white noise lies below any cut-off. Forces count
so, which joints feel by their height above the plate; a plate's moment adds to theirs as it is."""
_HEAVY = 0.25
"""Of a plate's greatest load: a foot leaves and lands through less, at 100 Hz too."""
_SILENT = 0.005
"""s; a foot that lifts and lands again takes longer than a plate that drops out."""


def clean_channels(signals: FloatArray, rate: float) -> CleanChannels:
    """Remove spikes and hum from a plate's channels.

    Args:
        signals: (samples, channels) as in the file, of any units.
        rate: samples per second.
    """
    names = _names(signals)
    # a hum's crests must pass for no spikes, nor spikes for a part of the hum
    spikeless = signals.copy()
    _without_spikes(spikeless, names)
    waves, of_hum = _hum(spikeless, names, rate)
    signals = signals - waves
    return CleanChannels(signals, (*_without_spikes(signals, names), *of_hum))


def channel_faults(signals: FloatArray, rate: float, pressed: BoolArray) -> tuple[PlateFault, ...]:
    """Remaining faults in the channels of a loaded plate.

    Args:
        signals: (samples, channels) of any units, without spikes and hum.
        rate: samples per second.
        pressed: (samples,) whether the plate was loaded. Noise fills its range as a load does, so
            the signals alone do not show this.
    """
    rest = at_rest(signals)
    if rest is None:
        return ()
    moved = np.abs(signals - rest)
    off_rest = _off_rest(moved, np.quantile(moved, 0.99, axis=0))
    loaded = off_rest & pressed
    if loaded.sum() < 0.1 * rate or (~off_rest).sum() < 0.1 * rate:
        return ()
    return tuple(_faults(signals, _names(signals), rate, loaded, ~off_rest))


def _names(signals: FloatArray) -> tuple[str, ...]:
    channels = signals.shape[1]
    return NAMES.get(channels, tuple(f"channel {k + 1}" for k in range(channels)))


def _without_spikes(signals: FloatArray, names: tuple[str, ...]) -> list[str]:
    """Replace lone samples that stand far from both neighbours, in place."""
    notes = list[str]()
    if len(signals) < 20:
        return notes
    for k, name in enumerate(names):
        path = signals[:, k]
        near = np.median(np.lib.stride_tricks.sliding_window_view(path, 2 * _SPIKE + 1), axis=1)
        beyond = np.abs(path[_SPIKE:-_SPIKE] - near)
        spread = float(np.quantile(np.abs(path), 0.99))
        least = max(_SPIKE_NOISE * float(np.median(beyond)), _SPIKE_SIZE * spread)
        if least == 0.0:
            continue
        wrong = np.zeros(len(path), dtype=bool)
        wrong[_SPIKE:-_SPIKE] = beyond > least
        if not wrong.any() or wrong.mean() > 0.02:
            continue
        right = ~wrong
        at = np.arange(len(path))
        greatest = float(np.abs(path[wrong]).max())
        path[wrong] = np.interp(at[wrong], at[right], path[right])
        count = int(wrong.sum())
        notes.append(
            f"{count} sample{'s' if count > 1 else ''} of {name} (up to {greatest:.0f} in the "
            f"file's unit) cannot be a load and {'were' if count > 1 else 'was'} interpolated"
        )
    return notes


def _hum(
    signals: FloatArray, names: tuple[str, ...], rate: float
) -> tuple[FloatArray | float, list[str]]:
    """The mains' hum (samples, channels), where it is a steady wave, and what to say of it."""
    hum = find_hum(signals, rate, _forces(names))
    if hum is None:
        return 0.0, []
    frequencies = ", ".join(f"{one:.1f}" for one in hum.frequency)
    where = ", ".join(names[k] for k in np.flatnonzero(hum.amplitude.any(axis=0)))
    return hum.waves, [
        f"a steady hum of {frequencies} Hz was removed from {where} (up to "
        f"{float(hum.amplitude.max()):.3g} in the file's units)"
    ]


def _forces(names: tuple[str, ...]) -> BoolArray:
    return np.array([name.startswith("F") for name in names])


def _faults(
    signals: FloatArray, names: tuple[str, ...], rate: float, loaded: BoolArray, left: BoolArray
) -> list[PlateFault]:
    """Faults by the samples (samples,) in which a plate is loaded, and left alone or nearly so."""
    faults = []
    rest = np.median(signals[left], axis=0)
    noise = signals[left] - rest
    # by the median: feet of somebody who sits load a plate a little, now and then
    quiet = _NINE_OF_TEN * np.median(np.abs(noise), axis=0)
    answer = np.quantile(np.abs(signals[loaded] - rest), 0.99, axis=0)
    # a channel that answers well shows whether the plate was ever left alone
    answers = answer > 0.0
    alone = bool((quiet[answers] < _STILL * answer[answers]).any())
    # the median is zero where a channel flickers by one step in fewer than half of the samples
    least = np.maximum(quiet, _converter(signals))
    under_load = rate >= _NOISE_RATE
    noisy = (
        _noise_under_load(signals, loaded, rate) if under_load else _noise_at_rest(signals, left)
    )
    as_measured = np.where(_forces(names), np.sqrt(_MEASURED_AT / rate), 1.0)
    moved = np.any([_moved(signals, loaded, left, round(mean * rate)) for mean in _MEANS], axis=0)
    # a small force is above the noise in its means, a dead channel's noise in none
    dead = alone & (answer <= _ANSWERS * least) & ~moved
    for k, name in enumerate(names):
        if dead[k]:
            faults.append(PlateFault(name, "dead: it does not respond to the load", name != "Mz"))
        elif _clipped(signals[:, k], float(rest[k]), rate):
            faults.append(PlateFault(name, "clipped: it stays at its greatest value", name != "Mz"))
        elif as_measured[k] * (share := noisy[k] / _compared(answer, names)[k]) > _NOISY:
            when = " under a load" if under_load else ""
            what = f"noisy{when}: the noise is {100 * share:.0f} % of the load"
            grave = name != "Mz" and as_measured[k] * share > _GRAVELY_NOISY
            faults.append(PlateFault(name, what, bool(grave)))
    load = np.abs(signals - rest)[:, _forces(names)].sum(axis=1)
    silent = _dropped_out(signals, loaded & (load > _HEAVY * load.max(initial=0.0)), rate)
    if silent is not None:
        start, stop = silent
        faults.append(
            PlateFault(
                ALL_CHANNELS,
                f"silent under a load from {start / rate:.3f} to {stop / rate:.3f} s of the record",
                True,
            )
        )
    return faults


def _moved(signals: FloatArray, loaded: BoolArray, left: BoolArray, width: int) -> BoolArray:
    """Channels (channels,) whose means leave, under a load, what noise makes of them."""
    width = max(width, 1)
    count = len(signals) // width

    def in_means(values: FloatArray | BoolArray) -> FloatArray | BoolArray:
        return values[: count * width].reshape(count, width, *values.shape[1:])

    off = signals - np.median(signals[left], axis=0)
    means = in_means(off).mean(axis=1)
    under, at_rest = (means[in_means(when).all(axis=1)] for when in (loaded, left))
    # of samples too: few means are at rest in some records
    noise = np.std(off[left], axis=0) / np.sqrt(width)
    if len(at_rest):
        noise = np.maximum(noise, np.std(at_rest, axis=0))
        # the median of samples is no mean of a channel that flickers by one step
        under = under - np.median(at_rest, axis=0)
    return np.asarray(np.abs(under).max(axis=0, initial=0.0) > _LASTS * noise)


def _noise_under_load(signals: FloatArray, loaded: BoolArray, rate: float) -> FloatArray:
    """White noise of each channel (channels,) while loaded; 0 if it never is for long.

    White noise is in every band, and a plate's own vibration, which a cut-off takes out, in one: of
    two bands the quieter counts.
    """
    together = max(round(_BLOCK * rate), 1)
    blocks = len(signals) // together
    means = signals[: blocks * together].reshape(blocks, together, -1).mean(axis=1)
    under = np.asarray(loaded[: blocks * together].reshape(blocks, together).all(axis=1))
    of_means = np.sqrt(together) * _deviation(means, under, 3)
    fast = _deviation(signals, loaded, round(_NOISE_OVER * rate) | 1)
    return np.asarray(np.where(of_means > 0.0, np.minimum(fast, of_means), fast))


def _deviation(signals: FloatArray, loaded: BoolArray, width: int) -> FloatArray:
    """Deviation of each channel (channels,) from its means over a width of samples, as white."""
    if width >= len(signals):
        return np.zeros(signals.shape[1])

    def sums(values: FloatArray) -> FloatArray:
        total = np.concatenate([np.zeros_like(values[:1]), np.cumsum(values, axis=0)])
        return np.asarray(total[width:] - total[:-width])

    inside = sums(loaded.astype(float)) == width
    if not inside.any():
        return np.zeros(signals.shape[1])
    half = width // 2
    with np.errstate(over="ignore", invalid="ignore"):
        left = np.abs(signals[half : len(signals) - half] - sums(signals) / width)
    # by the median: a heel's impact is no noise; a mean takes its own share along
    size = 1.48 / np.sqrt(1.0 - 1.0 / width)
    return np.asarray(size * np.median(left[inside], axis=0))


def _noise_at_rest(signals: FloatArray, left: BoolArray) -> FloatArray:
    """White noise of each channel (channels,) while the plate is left alone; 0 if it never is."""
    alone = left[:-2] & left[1:-1] & left[2:]
    if not alone.any():
        return np.zeros(signals.shape[1])
    # second differences of white noise have six times its variance
    bends = np.abs(np.diff(signals, 2, axis=0)[alone])
    return np.asarray(1.48 * np.median(bends, axis=0) / np.sqrt(6.0))


def _compared(answer: FloatArray, names: tuple[str, ...]) -> FloatArray:
    """What noise is set against: the greatest answer of the forces, or of the others."""
    forces = _forces(names)
    greatest = [float(np.max(answer, where=one, initial=1e-300)) for one in (forces, ~forces)]
    return np.where(forces, *greatest)


def at_rest(signals: FloatArray) -> FloatArray | None:
    """Signals of the unloaded plate (channels,); None for a plate that is always loaded.

    A belt, or a plate on which somebody stands, is loaded for most of a record. Rest is therefore
    the smallest signal of the channels, not their most frequent signal.
    """
    size = np.abs(signals)
    most = np.quantile(size, 0.99, axis=0)
    live = most > 0.0
    if not live.any():
        return np.asarray(np.median(signals, axis=0))
    share = np.median(size[:, live] / most[live], axis=1)
    quietest = share <= np.quantile(share, 0.1)
    rest = np.median(signals[quietest], axis=0)
    return None if float(np.max(np.abs(rest[live]) / most[live])) > _LOADED_REST else rest


def _off_rest(moved: FloatArray, spread: FloatArray) -> BoolArray:
    """Samples in which some channel is far from rest: a tenth of its range."""
    live = spread > 0.0
    if not live.any():
        return np.zeros(len(moved), dtype=bool)
    # the strongest third of the channels, in their own ranges: noise alone fills small ones
    share = moved[:, live] / spread[live]
    return np.asarray(np.median(share, axis=1) > 0.1)


def _converter(signals: FloatArray) -> FloatArray:
    """Smallest step of each channel (channels,); 0 of one that never changes."""
    steps = np.abs(np.diff(signals, axis=0))
    least = np.min(steps, axis=0, initial=np.inf, where=steps > 0.0)
    return np.where(np.isfinite(least), least, 0.0)


def _clipped(path: FloatArray, rest: float, rate: float) -> bool:
    """Whether a channel stands at its least or greatest value, with a sharp edge on both sides.

    At rest it stands there where small loads were set to zero.
    """
    shortest = max(round(_FLAT * rate), 8)
    converter = float(_converter(path[:, None])[0])
    for extreme in {path.max(), path.min()} - {rest}:
        for start, stop in runs(path == extreme):
            half = (stop - start) // 2
            if stop - start < shortest or start < half or stop + half >= len(path):
                continue
            fall = min(abs(path[start - half] - extreme), abs(path[stop + half] - extreme))
            if fall > _STEPS * converter and fall > 0.02 * np.ptp(path):
                return True
    return False


def _dropped_out(signals: FloatArray, heavy: BoolArray, rate: float) -> tuple[int, int] | None:
    """Samples in which every channel stands still between two loads; None if there are none.

    Heavy ones: where small loads were set to zero, two steps on one plate end and begin by them.
    """
    still = np.zeros(len(signals), dtype=bool)
    still[1:] = (np.diff(signals, axis=0) == 0.0).all(axis=1)
    around = max(round(0.01 * rate), 2)
    for start, stop in runs(still):
        long_enough = stop - start >= max(_SILENT * rate, 3)
        inside = start > around and stop + around < len(signals)
        if long_enough and inside and stop - start < 0.5 * rate:
            before, after = heavy[start - around - 1 : start - 1], heavy[stop : stop + around]
            if before.all() and after.all():
                return start, stop
    return None

"""Mains hum in a plate's channels: steady waves of 50 or 60 Hz and their multiples.

A load lasts for a short time; hum lasts for the whole record. In short blocks of the record, the
wave of the hum has constant amplitude and continuous phase. Strikes are outliers. Blocks in which
little else changes therefore show hum even on a plate that is loaded half of the time. A wave above
half the sampling rate is found at its alias.

A wave of a machine beside the mains, or the alias of a mains near half the sampling rate, is not
followed. Its blocks have the size of a hum, but come into phase and out of it. Such a wave stays.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.medians import medians

_MAINS = (50.0, 60.0)
"""Hz."""
_OFF = 0.01
"""Of it, that a grid may stray (EN 50160: 99.5 % of a year)."""
_WANDER = 0.2
"""Hz, by which the mains may change within a piece of a record."""
_MULTIPLES = 7
"""Rectifiers and saturated cores leave the 2nd, 3rd, 5th and 7th."""
_BLOCK = 0.2
"""s under a Hann window: its main lobe is 10 Hz wide on either side."""
_LEAST_FREQUENCY = 2.0 / _BLOCK
"""Hz; below it a load's own slow course is in the same lobe."""
_LEAST = 0.002
"""Of the greatest range among the forces, or among the other channels; public recordings have up to
0.001 of it, and their own noise is 0.001 of the forces and 0.01 of the moments."""
_STANDS_OUT = 6.0
"""Times what the same estimate finds beside the line, rms; noise reaches five in 10^10."""
_BENDS = 2.5
"""s; a mains changes evenly within half a record that is shorter than twice this."""
_FEW = 15.0
"""Blocks; in so few of them the course follows noise, and noise stands out twice as far."""
_RING = (0.5, 2.0)
"""Of a wave's size: blocks that it fills, if it is there."""
_OPPOSED = 0.1
"""Of these blocks, that other movement may turn against a wave; noise may turn more."""
_BESIDE = (2.0, 5.0)
"""Hz from the line."""
_PIECE = 10.0
"""s at most, that are looked at as one: over these the third power of time follows a mains."""
_ABOVE = 0.5
"""Of what else is in a block: less of a hum changes nothing beside it."""
_ITERATIONS = 8

_Complex = np.ndarray[tuple[int, ...], np.dtype[np.complex128]]


@dataclass(frozen=True, eq=False)
class Hum:
    """Steady waves of the mains in a plate's channels.

    Args:
        waves: (samples, channels), sum of the waves.
        frequency: (n,) Hz, true frequency of each wave (not of its alias) where the wave is
            largest. The most important wave is first.
        amplitude: (n, channels), largest amplitude in the channels' units; zero without a clear
            wave.
    """

    waves: FloatArray
    frequency: FloatArray
    amplitude: FloatArray


def find_hum(signals: FloatArray, rate: float, forces: BoolArray) -> Hum | None:
    """Mains waves that are clearly above neighbouring frequencies.

    Args:
        signals: (samples, channels) of any units.
        rate: samples per second.
        forces: (channels,) whether a channel is a force; the others are moments or places.
    Returns:
        None if there are no such waves, or the record is shorter than a second.
    """
    if len(signals) < rate:
        return None
    left = signals - np.median(signals, axis=0)
    spread = np.quantile(np.abs(left), 0.99, axis=0)
    greatest = [float(np.max(spread, where=one, initial=0.0)) for one in (forces, ~forces)]
    least = np.maximum(_LEAST * np.where(forces, *greatest), 1e-300)
    waves, frequencies = np.zeros_like(left), dict[float, float]()
    amplitudes = dict[float, FloatArray]()
    for piece in np.array_split(np.arange(len(left)), int(np.ceil(len(left) / (_PIECE * rate)))):
        here = slice(piece[0], piece[-1] + 1)
        time = np.asarray((piece - piece.mean()) / rate, dtype=float)
        for nominal in _by_power(left[here], time, rate, least):
            one = _wave(left[here] - waves[here], time, rate, nominal, least)
            if one is None:
                continue
            frequency, wave, amplitude = one
            waves[here] += wave
            known = amplitudes.setdefault(nominal, np.zeros_like(amplitude))
            if amplitude.max() > known.max():
                frequencies[nominal] = frequency
            amplitudes[nominal] = np.maximum(known, amplitude)
    if not amplitudes:
        return None
    order = sorted(amplitudes, key=lambda one: -float(np.max(amplitudes[one] / least)))
    return Hum(
        waves,
        np.array([frequencies[one] for one in order]),
        np.array([amplitudes[one] for one in order]),
    )


def _by_power(signals: FloatArray, time: FloatArray, rate: float, least: FloatArray) -> list[float]:
    """Multiples of the mains [Hz] that may be there, the strongest first and folded ones last.

    At 250 Hz a wave of 100 Hz may be one of 150 Hz too: once it is taken out nothing is left.
    """
    multiples = np.outer(_MAINS, np.arange(1, _MULTIPLES + 1)).ravel().tolist()
    powers = dict[float, float]()
    for nominal in multiples:
        loud = _loud(signals, time, rate, nominal, least)
        if loud is not None:
            powers[nominal] = _steadiest(*loud, *_strays(nominal))[0]
    return sorted(powers, key=lambda one: (one > 0.5 * rate, -powers[one]))


def _wave(
    signals: FloatArray, time: FloatArray, rate: float, nominal: float, least: FloatArray
) -> tuple[float, FloatArray, FloatArray] | None:
    """Frequency [Hz], course (samples, channels) and amplitude (channels,); None of none."""
    course = _course(signals, time, rate, nominal, least)
    if course is None:
        return None
    wave = np.exp(1j * course)[:, None]
    at, blocks = _blocks(signals * wave.conj(), 0.0, time, rate)
    steady, _ = _steady(blocks)
    steady[~_stands(blocks, at, least)] = 0.0
    # more closely: at its usual distance of blocks a wave 10 Hz beside seems to be in phase
    _, close = _blocks(signals * wave.conj(), 0.0, time, rate, overlap=4)
    steady[_slips(close, steady)] = 0.0
    if not steady.any():
        return None
    middle = len(time) // 2
    frequency = float(course[middle + 1] - course[middle - 1]) * rate / (4 * np.pi)
    return frequency, (wave * steady).real, np.abs(steady)


def _strays(nominal: float) -> tuple[float, float]:
    """How far a multiple may be off its nominal frequency, and change [Hz]."""
    mains = next(one for one in _MAINS if nominal % one == 0.0)
    return _OFF * nominal, _WANDER * nominal / mains


def _seen(frequency: float, rate: float) -> bool:
    """Whether a wave, folded by sampling, is clear of the slow load and of its own mirror image."""
    folded = abs(frequency - rate * round(frequency / rate))
    return _LEAST_FREQUENCY < folded < 0.5 * rate - 0.5 * _LEAST_FREQUENCY


def _loud(
    signals: FloatArray, time: FloatArray, rate: float, frequency: float, least: FloatArray
) -> tuple[FloatArray, _Complex] | None:
    """Blocks of the channels that may hold a wave, in what matters of each; None of none."""
    if not _seen(frequency, rate):
        return None
    at, blocks = _blocks(signals, frequency, time, rate)
    # a steady wave is in the blocks in which little else moves, and no smaller in others
    loud = medians(np.abs(blocks)) > 0.5 * least
    return (at, (blocks / least)[:, loud]) if loud.any() else None


def _course(
    signals: FloatArray, time: FloatArray, rate: float, nominal: float, least: FloatArray
) -> FloatArray | None:
    """Phase (samples,) [rad] of a multiple of a mains; None where none may be.

    Its course beside the nominal one is a polynomial of time of the third degree, in a few seconds
    of the second, because a further power would follow noise. Multiples are followed one by one:
    folded by sampling, they may wander in opposite ways.
    """
    loud = _loud(signals, time, rate, nominal, least)
    if loud is None:
        return None
    at, known = loud
    _, off, change = _steadiest(at, known, *_strays(nominal))
    span = float(at[-1])
    # in powers of time over half the record
    degree = 3 if span > _BENDS else 2
    course = 2 * np.pi * np.array([0.0, off * span, 0.25 * change * span, 0.0])[: degree + 1]
    powers = np.polynomial.polynomial.polyvander(at / span, degree)
    # no `descend`: robust weights are new in each step, so no cost falls
    for _ in range(_ITERATIONS):
        blocks = known * np.exp(-1j * (powers @ course))[:, None]
        steady, weight = _steady(blocks)
        # Gauss-Newton: what is ahead in phase is Im(conj(c) z) / |c|^2
        ahead = np.sum(weight * (steady.conj() * blocks).imag, axis=1)
        root = np.sqrt(np.maximum(np.sum(weight * np.abs(steady) ** 2, axis=1), 1e-300))
        more, *_ = np.linalg.lstsq(root[:, None] * powers, ahead / root, rcond=1e-9)
        course = course + more
    if not _stands(blocks, at, np.full(known.shape[1], 0.5)).any():
        return None
    turned = np.polynomial.polynomial.polyval(time / span, course)
    return np.asarray(2 * np.pi * nominal * time + turned)


def _stands(blocks: _Complex, at: FloatArray, least: FloatArray) -> BoolArray:
    """Channels (channels,) whose steady wave is not small and stands out of what is beside it."""
    steady, _ = _steady(blocks)
    stands_out = _STANDS_OUT * (1.0 + (_FEW / len(at)) ** 2)
    size, beside = np.abs(steady), stands_out * _beside(blocks, steady, at)
    above = _ABOVE * medians(np.abs(blocks - steady))
    return np.asarray((size > least) & (size > beside) & (size > above))


def _slips(blocks: _Complex, steady: _Complex) -> BoolArray:
    """Channels (channels,) in which a wave comes into the phase of the steady wave and out of it.

    Args:
        blocks: at distances of a quarter of a block.
    """
    from scipy.special import ndtr

    there = np.abs(steady) > 0.0
    turned = np.divide(blocks, steady, out=np.zeros_like(blocks), where=there)
    least, most = _RING
    ring = (np.abs(turned) > least) & (np.abs(turned) < most)
    opposed = np.sum(ring & (turned.real < 0.0), axis=0) / np.maximum(np.sum(ring, axis=0), 1)
    # what blocks of half and no overlap differ by is noise; a slow slip changes neither by much
    steps = np.min([medians(np.abs(turned[k:] - turned[:-k])) for k in (2, 4)], axis=0)
    noise = steps / np.sqrt(4.0 * np.log(2.0))
    by_noise = ndtr(-1.0 / np.maximum(noise, 1e-300))
    return np.asarray(opposed > _OPPOSED + by_noise)


def _blocks(
    signals: FloatArray | _Complex,
    frequency: float,
    time: FloatArray,
    rate: float,
    overlap: int = 2,
) -> tuple[FloatArray, _Complex]:
    """Middles [s] and complex amplitudes (blocks, channels) at a frequency, of overlapping blocks.

    Args:
        overlap: number of blocks that contain each sample.
    """
    length = round(_BLOCK * rate)
    step = max(length // overlap, 1)
    window = np.hanning(length + 2)[1:-1]
    views = np.lib.stride_tricks.sliding_window_view(signals, length, axis=0)[::step]
    at = np.lib.stride_tricks.sliding_window_view(time, length)[::step].mean(axis=1)
    within = 2 * np.pi * frequency * (np.arange(length) - 0.5 * (length - 1)) / rate
    back = np.exp(-2j * np.pi * frequency * at)[:, None]
    return at, np.asarray(back * (views @ (window * np.exp(-1j * within))) * (2 / window.sum()))


def _steadiest(
    at: FloatArray, blocks: _Complex, widest: float, wander: float
) -> tuple[float, float, float]:
    """Power of the steadiest wave, summed over channels, its offset and its change [Hz]."""
    size = np.abs(blocks) ** 2
    weight = 1.0 / np.maximum(size + medians(size), 1e-300)
    weights = np.sum(weight, axis=0)
    whole = weights**3 * np.maximum(np.sum(weight * size, axis=0), 1e-300)
    span = at[-1] - at[0]
    fine = 1 << int(np.ceil(np.log2(8 * len(at))))
    frequency = np.fft.fftfreq(fine, (at[1] - at[0]))
    near = np.flatnonzero(np.abs(frequency) <= widest)
    best = (-1.0, 0.0, 0.0)
    # at a record's ends half a step of the change turns the phase by half a radian
    steps = int(np.ceil(wander * span * np.pi / 4.0)) if span > 0.0 else 0
    for change in np.linspace(-wander, wander, 2 * steps + 1) if steps else (0.0,):
        bent = np.exp(-1j * np.pi * change * at**2 / max(span, 1e-300))[:, None]
        together = np.fft.fft(weight * blocks * bent, fine, axis=0)[near]
        # the mean's power times the share that is steady: strikes have much of the first
        power = np.sum(np.abs(together) ** 4 / whole, axis=1)
        top = int(np.argmax(power))
        if power[top] > best[0]:
            best = (float(power[top]), float(frequency[near[top]]), float(change))
    return best


def _steady(blocks: _Complex) -> tuple[_Complex, FloatArray]:
    """Robust mean (channels,) of blocks (blocks, channels), by Cauchy's weights; and these."""
    size = np.abs(blocks) ** 2
    weight = 1.0 / np.maximum(size + medians(size), 1e-300)
    for _ in range(_ITERATIONS):
        steady = np.sum(weight * blocks, axis=0) / np.sum(weight, axis=0)
        size = np.abs(blocks - steady) ** 2
        weight = 1.0 / np.maximum(size + medians(size), 1e-300)
    return np.asarray(np.sum(weight * blocks, axis=0) / np.sum(weight, axis=0)), weight


def _beside(blocks: _Complex, steady: _Complex, at: FloatArray) -> FloatArray:
    """Size (channels,) of the same mean of what is left, at frequencies beside the line, rms."""
    left = blocks - steady
    size = np.abs(left) ** 2
    typical = medians(size)
    weight = 1.0 / np.maximum(size + typical, 1e-300)
    near, far = _BESIDE
    offsets = np.arange(near, far, 0.5 / max(float(at[-1] - at[0]), 0.5))
    turned = np.exp(-2j * np.pi * np.concatenate([offsets, -offsets])[:, None] * at)
    # by the mean slope of Cauchy's influence: the weights follow the mean that they make
    slope = np.maximum(np.sum(typical * weight**2, axis=0), 1e-300)
    means = turned @ (weight * left) / slope
    return np.asarray(np.sqrt(np.mean(np.abs(means) ** 2, axis=0)))

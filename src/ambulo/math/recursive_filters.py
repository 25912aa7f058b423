"""Butterworth's filters, run forwards and backwards.

They replace `scipy.signal.butter` and `sosfiltfilt`, whose import takes longer than an analysis of
a walk.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import numpy as np

from ambulo.math.arrays import FloatArray

Passes = Literal["low", "high", "band"]

_BLOCK = 64
"""Samples that are filtered at once."""


@lru_cache(maxsize=64)
def butterworth(
    order: int, cutoff: float | tuple[float, float], rate: float, passes: Passes = "low"
) -> FloatArray:
    """Second-order sections (n, 5) of one pass: b_0 b_1 b_2 a_1 a_2.

    The poles of the analog prototype are scaled to the cut-off and transformed by the bilinear
    transform s = (z - 1) / (z + 1) (Oppenheim & Schafer 2010, section 7.2).

    Args:
        order: order of the low-pass prototype. It must be even for a band, which has twice as many
            poles.
        cutoff: Hz, frequency at which a pass leaves 71 % of an amplitude; both ends of a band.
        rate: samples per second.
    """
    edge = np.tan(np.pi * np.asarray(cutoff) / rate)
    prototype = np.exp(0.5j * np.pi * (2 * np.arange(order) + order + 1) / order)
    if passes == "band":
        half, middle = 0.5 * (edge[1] - edge[0]) * prototype, edge[0] * edge[1]
        aside = np.sqrt(half**2 - middle)
        s, zeros = np.concatenate([half + aside, half - aside]), (1.0, -1.0)
        # where it passes everything
        unit = (1.0 + 1j * np.sqrt(middle)) / (1.0 - 1j * np.sqrt(middle))
    elif passes == "high":
        s, zeros, unit = edge / prototype, (1.0, 1.0), -1.0
    else:
        s, zeros, unit = edge * prototype, (-1.0, -1.0), 1.0
    z = (1.0 + s) / (1.0 - s)
    pairs = z[np.argsort(z.imag)][order:] if passes == "band" else z[: order // 2]
    sums = (-zeros[0] - zeros[1], zeros[0] * zeros[1])
    rows = [(1.0, *sums, -2.0 * pole.real, abs(pole) ** 2) for pole in pairs]
    if order % 2 and passes != "band":
        rows.append((1.0, -zeros[0], 0.0, -z[order // 2].real, 0.0))
    sections = np.array(rows)
    b, a = sections[:, :3], np.c_[np.ones(len(rows)), sections[:, 3:]]
    powers = unit ** -np.arange(3.0)
    sections[0, :3] /= np.prod((b @ powers) / (a @ powers)).real
    return sections


def both_ways(sections: FloatArray, values: FloatArray, beyond: int) -> FloatArray:
    """Values (frames, ...) filtered forwards and backwards (Gustafsson 1996).

    Args:
        sections: sections from `butterworth`.
        values: no NaN.
        beyond: number of frames by which the record is extended at both ends, by point reflection
            about the last value.
    Raises:
        ValueError: the record has no more frames than `beyond`.
    """
    if len(values) <= beyond:
        raise ValueError(f"a filter forwards and backwards needs more than {beyond} frames")
    series = values.reshape(len(values), -1)
    before = 2.0 * series[:1] - series[beyond:0:-1]
    after = 2.0 * series[-1:] - series[-2 : -beyond - 2 : -1]
    record = np.concatenate([before, series, after])
    for _ in range(2):
        for section in sections:
            record = _passed(tuple(section), record)
        record = record[::-1]
    return record[beyond : beyond + len(values)].reshape(values.shape)


def _passed(section: tuple[float, ...], values: FloatArray) -> FloatArray:
    """A section of values (frames, series), from the state after a constant.

    z' = A z + B x,  y = C z + D x, a block of samples at a time.
    """
    of_block, of_state, into_state, over_block, level = _blocks(section)
    blocks = -(-len(values) // _BLOCK)
    padded = np.zeros((blocks * _BLOCK, values.shape[1]))
    padded[: len(values)] = values
    x = padded.reshape(blocks, _BLOCK, -1)
    z = np.empty((blocks, 2, values.shape[1]))
    z[0] = level[:, None] * values[0]
    entering = into_state @ x
    for k in range(1, blocks):
        z[k] = over_block @ z[k - 1] + entering[k - 1]
    return (of_block @ x + of_state @ z).reshape(padded.shape)[: len(values)]


@lru_cache(maxsize=64)
def _blocks(
    section: tuple[float, ...],
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray, FloatArray]:
    """What a block's samples and the state before it make of the block and of the state after it.

    Returns:
        (n, n), (n, 2), (2, n) and (2, 2), and the state (2,) after a constant of one.
    """
    b0, b1, b2, a1, a2 = section
    A, B = np.array([[-a1, 1.0], [-a2, 0.0]]), np.array([b1 - a1 * b0, b2 - a2 * b0])
    of_state = np.empty((_BLOCK, 2))
    into_state = np.empty((2, _BLOCK))
    power = np.eye(2)
    for k in range(_BLOCK):
        of_state[k], into_state[:, -1 - k] = power[0], power @ B
        power = A @ power
    response = np.r_[b0, of_state[:-1] @ B]
    late = np.subtract.outer(np.arange(_BLOCK), np.arange(_BLOCK))
    of_block = np.where(late >= 0, response[late], 0.0)
    gain = (b0 + b1 + b2) / (1.0 + a1 + a2)
    return of_block, of_state, into_state, power, np.array([gain - b0, b2 - a2 * gain])

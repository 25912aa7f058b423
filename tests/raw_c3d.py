"""C3D files byte by byte, in every form that the format allows: written apart from the reader."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

INTEL, DEC, MIPS = 84, 85, 86


def real(value: float, processor: int) -> bytes:
    """One real number, by the definition of each machine's format."""
    if processor == MIPS:
        return struct.pack(">f", value)
    if processor == INTEL:
        return struct.pack("<f", value)
    if value == 0.0:
        return b"\0\0\0\0"
    # F_floating: value = (-1)^s 0.1f x 2^(e - 128), sixteen-bit words with the sign in the first
    mantissa, exponent = np.frexp(abs(value))
    fraction = round((mantissa * 2 - 1) * 2**23)
    high = (0x8000 if value < 0 else 0) | ((exponent + 128) << 7) | (fraction >> 16)
    return struct.pack("<HH", high, fraction & 0xFFFF)


def whole(value: int, processor: int) -> bytes:
    """One signed sixteen-bit number."""
    return struct.pack(">h" if processor == MIPS else "<h", (value + 32768) % 65536 - 32768)


def _record(group: int, name: str, body: bytes, processor: int) -> bytes:
    head = struct.pack("2b", len(name), group) + name.encode("latin-1")
    offset = struct.pack(">H" if processor == MIPS else "<H", len(body) + 2)
    return head + offset + body


def write_raw(
    path: Path,
    points: np.ndarray,
    analog: np.ndarray,
    *,
    processor: int = INTEL,
    reals: bool = True,
    scale: float = 0.1,
    rate: float = 50.0,
    per_frame: int = 2,
    leave_out: tuple[str, ...] = (),
    more: dict[tuple[str, str], object] | None = None,
) -> Path:
    """Write a file.

    Args:
        points: (frames, n, 4) file units and the fourth number.
        analog: (frames * per_frame, channels) raw values.
        leave_out: parameters "GROUP:NAME" that the file lacks.
        more: further parameters, or others in place of the usual ones.
    """
    frames, count, _ = points.shape
    channels = analog.shape[1]
    signed = -scale if reals else scale
    values: dict[tuple[str, str], object] = {
        ("POINT", "USED"): np.array([count]),
        ("POINT", "SCALE"): np.array([signed]),
        ("POINT", "RATE"): np.array([rate]),
        ("POINT", "FRAMES"): np.array([frames]),
        ("POINT", "UNITS"): ["mm"],
        ("POINT", "LABELS"): [f"M{k}" for k in range(count)],
        ("ANALOG", "USED"): np.array([channels]),
        ("ANALOG", "RATE"): np.array([rate * per_frame]),
        ("ANALOG", "GEN_SCALE"): np.array([0.5]),
        ("ANALOG", "SCALE"): np.arange(1.0, channels + 1.0),
        ("ANALOG", "OFFSET"): np.arange(channels) * 10,
        **(more or {}),
    }
    groups = {name: k + 1 for k, name in enumerate(dict.fromkeys(g for g, _ in values))}
    section = b"".join(_record(-k, g, b"\0", processor) for g, k in groups.items())
    for (group, name), value in values.items():
        if f"{group}:{name}" in leave_out:
            continue
        if isinstance(value, list):
            width = max((len(text) for text in value), default=0)
            data = b"".join(text.encode("latin-1").ljust(width) for text in value)
            body = struct.pack("bBBB", -1, 2, width, len(value)) + data
        else:
            array = np.asarray(value)
            number = real if array.dtype.kind == "f" else whole
            kind = 4 if array.dtype.kind == "f" else 2
            data = b"".join(number(x.item(), processor) for x in array.ravel(order="F"))
            body = struct.pack(f"bB{array.ndim}B", kind, array.ndim, *array.shape) + data
        section += _record(groups[group], name, body + b"\0", processor)
    section = b"\1\x50" + bytes([0, processor]) + section + b"\0\0"
    blocks = -(-len(section) // 512)
    section = section[:2] + bytes([blocks % 256]) + section[3:]
    section = section.ljust(512 * blocks, b"\0")
    order = ">" if processor == MIPS else "<"
    header = bytes([2, 0x50]) + struct.pack(order + "5H", count, channels * per_frame, 1, frames, 0)
    header += real(signed, processor)
    header += struct.pack(order + "2H", 2 + blocks, per_frame) + real(rate, processor)
    samples = analog.reshape(frames, per_frame * channels)
    frame = np.concatenate([points.reshape(frames, 4 * count), samples], axis=1, dtype=float)
    if not reals:
        form = ">u2" if processor == MIPS else "<u2"
        data = (np.rint(frame).astype(np.int64) % 65536).astype(form).tobytes()
    elif processor == DEC:
        data = b"".join(real(value, processor) for value in frame.ravel().tolist())
    else:
        data = frame.astype(">f4" if processor == MIPS else "<f4").tobytes()
    path.write_bytes(header.ljust(512, b"\0") + section + data)
    return path

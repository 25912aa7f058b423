"""Damage to files: bytes, lines and cells, as disks, programs and people do it."""

from __future__ import annotations

import random

_WORDS = (
    "nan", "inf", "-1", "1e400", "1e30", "", "0", "x", "\0", "é", "9999999999999", "1e-320", "\t",
    "  ", "true", "[]", "{}", '"', "'", "[1, 2", "\x1b[31m", "1979-05-27",
)  # fmt: skip
_PAIRS = (b"\xff\xff", b"\0\0", b"\xff\x7f", b"\0\x80", b"\1\0")


def mutate_bytes(raw: bytes, rng: random.Random, head: int = 10_000) -> bytes:
    """A few bytes changed, most of them in the first `head`; one file in ten cut short."""
    data = bytearray(raw)
    for _ in range(rng.randint(1, 12)):
        reach = rng.choices((512, head, len(data)), (30, 65, 5))[0]
        place = rng.randrange(min(reach, len(data)))
        if rng.random() < 0.5:
            data[place] = rng.randrange(256)
        else:
            data[place : place + 2] = rng.choice(_PAIRS)
    if rng.random() < 0.1:
        del data[rng.randrange(len(data)) :]
    return bytes(data)


def mutate_text(text: str, rng: random.Random, separator: str = "\t") -> bytes:
    """Cells, lines and columns exchanged, lost, doubled or replaced; now and then another encoding.

    Args:
        separator: of the cells in a line.
    """
    lines = text.splitlines()
    for _ in range(rng.randint(1, 5)):
        if not lines:
            break
        near = rng.random() < 0.6
        row = rng.randrange(min(len(lines), 12) if near else len(lines))
        cells = lines[row].split(separator)
        what = rng.random()
        if what < 0.6:
            cell = rng.randrange(len(cells))
            word = rng.choice(_WORDS)
            cells[cell] = word if rng.random() < 0.7 else cells[cell] + word
            lines[row] = separator.join(cells)
        elif what < 0.7:
            del lines[row]
        elif what < 0.8:
            lines.insert(row, rng.choice(lines))
        elif what < 0.9:
            rng.shuffle(cells)
            lines[row] = separator.join(cells)
        else:
            column, word = rng.randrange(len(cells)), rng.choice(_WORDS)
            for k in range(row, len(lines)):
                cells = lines[k].split(separator)
                if column < len(cells):
                    cells[column] = word
                    lines[k] = separator.join(cells)
    joined = ("\r\n" if rng.random() < 0.05 else "\n").join(lines)
    if rng.random() < 0.05:
        joined = joined[: rng.randrange(len(joined) + 1)]
    encoding = rng.choices(("utf-8", "utf-8-sig", "utf-16", "latin-1"), (94, 2, 2, 2))[0]
    return joined.encode(encoding, "replace")

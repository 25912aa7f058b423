"""Strict JSON, as every command writes it. An unknown number is null."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from ambulo.inputs.record_parts import WITHIN, rebuilt

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""What a JSON file holds."""


def plain(value: object) -> Json:
    """Convert a value for JSON. NaN and infinity become null, and numpy types become plain types.

    Raises:
        TypeError: for an object that has no plain form.
    """
    found: Json = rebuilt(value, _leaf)
    return found


def _leaf(value: object, *_: object) -> Any:
    if isinstance(value, Enum):
        return plain(value.value)
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float | np.floating):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, set | frozenset):
        return plain(list(value))
    if isinstance(value, Path | date):
        return str(value)
    if isinstance(value, Mapping | list | tuple) or is_dataclass(value):
        return WITHIN
    raise TypeError(f"{type(value).__name__} has no plain form for JSON")


def write_json(content: object, path: Path) -> None:
    """Write a value as JSON, converted by `plain`."""
    text = json.dumps(plain(content), indent=1, ensure_ascii=False, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8", errors="backslashreplace")

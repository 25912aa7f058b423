"""Short text forms of records with arrays: an array is shown by its shape and range."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from dataclasses import MISSING, Field, fields
from typing import Any

import numpy as np

_ENTRIES, _LETTERS, _LINE = 6, 60, 100


class BriefRepr:
    """Base of dataclasses that are displayed in a notebook.

    Fields with default values are left out. Long sequences and texts are cut. Arrays are shown by
    shape and range, nested records by class and name: `Markers(names=<37: 'LASI', ...>,
    position=<(350, 37, 3), -0.41 to 4.5>)`.
    """

    def __init_subclass__(cls) -> None:
        # one in the class itself is not replaced by the dataclass's own
        if "__repr__" not in vars(cls):
            cls.__repr__ = BriefRepr.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        shown: tuple[Field[Any], ...] = fields(self)  # type: ignore[arg-type]
        parts = [
            f"{field.name}={brief(getattr(self, field.name))}"
            for field in shown
            if field.repr and not _is_default(field, getattr(self, field.name))
        ]
        name, line = type(self).__name__, ", ".join(parts)
        if len(name) + len(line) + 2 <= _LINE:
            return f"{name}({line})"
        return "\n".join([f"{name}(", *(f"    {part}," for part in parts), ")"])


def _is_default(field: Field[Any], value: object) -> bool:
    default = field.default if field.default_factory is MISSING else field.default_factory()
    if isinstance(default, (str, int, float, type(None))):
        return type(value) is type(default) and value == default
    return isinstance(default, Sized) and isinstance(value, Sized) and not len(value)


def brief(value: object) -> str:
    """One line for a value: arrays by shape and range, long sequences and mappings cut."""
    if isinstance(value, np.ndarray):
        return _array(value)
    if isinstance(value, BriefRepr):
        named = getattr(value, "name", getattr(getattr(value, "body", None), "name", None))
        return f"{type(value).__name__}({f'{brief(named)}, ' if isinstance(named, str) else ''}...)"
    if isinstance(value, str) and len(value) > _LETTERS:
        return repr(value[: _LETTERS - 3] + "...")
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, Mapping) and len(value) > _ENTRIES:
        return f"<{len(value)}: {', '.join(map(repr, list(value)[:2]))}, ...>"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key!r}: {brief(one)}' for key, one in value.items())}}}"
    if type(value) in (tuple, list):
        some = list(value)  # type: ignore[call-overload]
        if len(some) > _ENTRIES:
            return f"<{len(some)}: {brief(some[0])}, ...>"
        return f"({', '.join(map(brief, some))}{',' * (len(some) == 1)})"
    if callable(value) and isinstance(called := getattr(value, "__name__", None), str):
        return f"<{called.strip('<>')}>"
    return repr(value)


def _array(values: np.ndarray[Any, Any]) -> str:
    if values.ndim == 1 and len(values) <= _ENTRIES:
        return f"[{', '.join(brief(one) for one in values.tolist())}]"
    if values.dtype.kind not in "fi" or not values.size:
        return f"<{values.shape} {values.dtype}>"
    known = values[np.isfinite(values)]
    if not known.size:
        return f"<{values.shape}, not known>"
    return f"<{values.shape}, {known.min():.3g} to {known.max():.3g}>"

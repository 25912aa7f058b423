"""Convert records to JSON and arrays, and back, by the declared types of their fields.

A frozen record is written field by field. Numbers, texts and nested records become JSON. The
function `put` stores every array and returns its name. Reading follows the annotations of the
fields, so tuples, paths and arrays of truth values are restored. A new field of a record needs no
new code here.

The declared shapes of arrays are checked when an analysis is read. The name of a size stands for
one number in its record. `frames`, `nb`, `nq`, `nv` and `nm` stand for one number in the whole
analysis. All arrays of a mapping have the declared shape.
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

from ambulo.inputs.record_parts import WITHIN, Key, name_of, parts, rebuilt
from ambulo.inputs.registry import shown
from ambulo.multibody.tree.tree import JointType
from ambulo.records import Analysis, FramesLeftOut, Model, PutBack
from ambulo.results.json_file import Json


def require_shapes(analysis: Analysis) -> None:
    """Refuse arrays that do not fit the model, the frames or each other, times that do not
    increase, and quaternions without unit norm.

    Raises:
        ValueError: an array is refused; the text says why.
    """
    tree = analysis.model.tree
    sizes = {
        "frames": len(analysis.motion.time),
        "nb": tree.nb,
        "nq": tree.nq,
        "nv": tree.nv,
        "nm": len(analysis.model.marker_names),
        "strides": len(analysis.strides),
    }
    for contact in analysis.contacts:
        if not 0 <= contact.plate < len(analysis.trial.plates):
            raise ValueError(
                f"a contact is on plate {contact.plate + 1}, which the trial does not have"
            )
    for record in _records(analysis):
        time = getattr(record, "time", None)
        # NaN is not later than anything
        if isinstance(time, np.ndarray) and not (np.isfinite(time[:1]) & (np.diff(time) > 0)).all():
            raise ValueError(f"{type(record).__name__}.time does not increase")
        known = dict(sizes)
        for name, dims in _shapes(record.__class__).items():
            value = getattr(record, name)
            for array in value.values() if isinstance(value, Mapping) else (value,):
                if array is not None:
                    _require_shape(f"{type(record).__name__}.{name}", array.shape, dims, known)
    for joint, k in zip(tree.joint, tree.q_start, strict=True):
        if joint in (JointType.BALL, JointType.FREE):
            k += 3 * (joint == JointType.FREE)
            norm = np.linalg.norm(analysis.motion.q[:, k : k + 4], axis=1)
            # a gap is told by whoever needs the motion whole
            if not np.allclose(norm[np.isfinite(norm)], 1.0, atol=1e-3):
                raise ValueError("Motion.q has a quaternion whose norm is not 1")


def _require_shape(
    name: str, shape: tuple[int, ...], dims: str, known: MutableMapping[str, int]
) -> None:
    """Refuse a shape other than its dimensions say; a size that is not known becomes so."""
    wanted = dims.split()
    if len(shape) == len(wanted):
        for dim, size in zip(wanted, shape, strict=True):
            if not dim.isdigit():
                known.setdefault(dim, size)
        if shape == tuple(int(dim) if dim.isdigit() else known[dim] for dim in wanted):
            return
    told = ", ".join(str(known.get(dim, dim)) for dim in wanted)
    raise ValueError(f"{name} has shape {shape}, but the model needs ({told})")


@cache
def _shapes(kind: type) -> Mapping[str, str]:
    """Shapes with which the arrays of a record are declared, by field."""
    hints = get_type_hints(kind, include_extras=True) if is_dataclass(kind) else {}
    return {name: dims for name, hint in hints.items() if (dims := _declared(hint))}


def _declared(hint: Any) -> str:
    """The shape in the type of a field, such as a mapping of arrays."""
    if hasattr(hint, "__metadata__"):
        return str(hint.__metadata__[0])
    return next(filter(None, map(_declared, get_args(hint))), "")


def _records(value: object) -> Iterator[Any]:
    """A record and all that are in it, but for the model, whose file is checked as it is read."""
    if isinstance(value, Model):
        return
    if is_dataclass(value):
        yield value
    for _, entry in parts(value):
        yield from _records(entry)


Array = npt.NDArray[Any]

_NAMES, _STACK = "names", "stacked"
_STACKED = {_NAMES, _STACK}
_NO_NUMBERS = ("nan", "inf", "-inf")
_NOTES = {kind.__name__: kind for kind in (PutBack, FramesLeftOut)}
"""Kinds of notes that the report treats apart; any other text is text alone."""


class UnknownField(ValueError):
    """A record has a field that this version does not know."""


def encode(value: object, put: Callable[[str, Array], Json], path: str = "") -> Json:
    """A value of a record's field as JSON.

    Args:
        value: record, mapping, tuple, array, number, text, path or None.
        put: function that stores an array under its path in the record and returns its name.
        path: of the value.
    Raises:
        TypeError: a record cannot contain such a value.
    """

    def leaf(value: object, keys: tuple[Key, ...]) -> Any:
        at = "_".join(filter(None, (path, *map(name_of, keys))))
        if isinstance(value, np.generic):
            value = value.item()
        if isinstance(value, tuple(_NOTES.values())):
            return {type(value).__name__: str(value)}
        if value is None or isinstance(value, bool | str | int):
            return value
        if isinstance(value, float):
            # JSON has no word for these
            return value if math.isfinite(value) else str(value)
        if isinstance(value, Path):
            return str(value)
        if isinstance(value, np.ndarray):
            return put(at, value)
        if isinstance(value, Mapping) and (stack := _stacked(value)) is not None:
            return {_NAMES: list(value), _STACK: put(at, stack)}
        if isinstance(value, Mapping | tuple) or is_dataclass(value):
            return WITHIN
        raise TypeError(f"{at}: a record cannot hold a {type(value).__name__}")

    found: Json = rebuilt(value, leaf)
    return found


def decode(kind: Any, content: Any, take: Callable[[Json], Array]) -> Any:
    """The value that `encode` was given.

    Args:
        kind: its type, as a field declares it.
        content: what `encode` returned.
        take: function that gives the array for the name that `put` returned.
    Raises:
        KeyError, TypeError, ValueError: the content is not of that type.
    """
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        some = [option for option in inner if option is not type(None)]
        if len(some) > 1:
            return _plain(content)
        return None if content is None else decode(some[0], content, take)
    if origin is Literal:
        if content not in inner:
            raise ValueError(f"{content!r} is not one of {', '.join(map(repr, inner))}")
        return content
    if origin is np.ndarray:
        (scalar,) = get_args(inner[1])
        found = take(content)
        if found.dtype.kind not in "biuf":
            raise TypeError(f"{content!r} does not contain numbers")
        return np.ascontiguousarray(found, dtype=scalar)
    if origin is tuple:
        # a tuple of any length is declared with an ellipsis
        entries = _of(list, content)
        kinds = [inner[0]] * len(entries) if inner[-1] is Ellipsis else inner
        return tuple(decode(of, entry, take) for of, entry in zip(kinds, content, strict=True))
    if origin is not None and issubclass(origin, Mapping):
        if get_origin(inner[1]) is np.ndarray and _of(dict, content).keys() == _STACKED:
            stack = decode(inner[1], content[_STACK], take)
            names = decode(tuple[str, ...], content[_NAMES], take)
            return dict(zip(names, stack, strict=True))
        return {key: decode(inner[1], entry, take) for key, entry in _of(dict, content).items()}
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        for name in _of(dict, content).keys() - hints:
            raise UnknownField(f"{kind.__name__}.{name}")
        known = {name: decode(hints[name], entry, take) for name, entry in content.items()}
        return kind(**known)
    if isinstance(kind, type) and issubclass(kind, tuple):
        of = _entry_of(kind)
        return kind(decode(of, entry, take) for entry in _of(list, content))
    if kind is str and isinstance(content, dict):
        ((name, text),) = content.items()
        if name not in _NOTES:
            raise UnknownField(f"a note of the kind {shown(name)}")
        return _NOTES[name](_of(str, text))
    if kind is float:
        number = content if content in _NO_NUMBERS else _of((float, int), content)
        return float(number)
    return Path(_of(str, content)) if kind is Path else _of(kind, content)


def _of(kind: type | tuple[type, ...], content: Any) -> Any:
    """The content, of that type in JSON; true is no number, although Python counts with it."""
    if not isinstance(content, kind) or (isinstance(content, bool) and kind is not bool):
        raise TypeError(f"{shown(content)} has the wrong type")
    return content


def _plain(content: Any) -> Any:
    """Numbers and texts as they are, lists of them as tuples."""
    if isinstance(content, list):
        return tuple(_plain(entry) for entry in content)
    if isinstance(content, dict):
        return {key: _plain(entry) for key, entry in content.items()}
    return content


def _stacked(value: Mapping[Any, object]) -> Array | None:
    """Arrays of one shape and type as one; None for any other mapping."""
    arrays = [entry for entry in value.values() if isinstance(entry, np.ndarray)]
    if not arrays or len(arrays) < len(value):
        return None
    alike = {(array.shape, array.dtype) for array in arrays}
    return np.stack(arrays) if len(alike) == 1 else None


_hints = cache(get_type_hints)


def _entry_of(kind: type) -> Any:
    """Type of the entries of a class that is a tuple of one type."""
    # types.get_original_bases does this from Python 3.12 on
    (base,) = (b for b in kind.__dict__["__orig_bases__"] if get_origin(b) is tuple)
    return get_args(base)[0]

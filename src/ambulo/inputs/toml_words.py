"""The first mistake that a form found, in the user's words: what is wrong, and what to write."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from ambulo.inputs.registry import near, shown

Keys = Sequence[str | int]

ENTRY = "{entry}"
"""Stands in a sentence for the entry that it is about."""


def with_name(what: str, keys: Keys) -> str:
    """A sentence with the name of its entry."""
    return what.replace(ENTRY, dotted(keys) or "the content")


def dotted(keys: Keys) -> str:
    """`posture[2].theta`: indices from 1, as people count."""
    text = ""
    for key in keys:
        text += f"[{key + 1}]" if isinstance(key, int) else f".{key}" if text else str(key)
    return text


_TABLE = "Write a table, such as { name = 1.0 }"
_LIST = "Write a list, such as [1.0, 2.0]"
_TEXTS = 'Write a list of texts, such as ["name", "name"]'
_TEXT = 'Write text in quotes, such as "name"'
_PATH = "Write the path of a file in quotes"

_KINDS: Mapping[str, tuple[str, str]] = {
    "float": ("should be a number", "Write a number, such as 1.0"),
    "finite": ("should be a finite number", "Write a finite number, such as 1.0"),
    "int": ("should be a whole number", "Write a whole number, such as 1"),
    "string": ("should be text", _TEXT),
    "bool": ("should be true or false", "Write true or false"),
    "list": ("should be a list", _LIST),
    "tuple": ("should be a list", _LIST),
    "dict": ("should be a table", _TABLE),
    "model": ("should be a table", _TABLE),
    "dataclass": ("should be a table", _TABLE),
    "path": ("should be a path", _PATH),
}
"""What an entry should be and what to write, by the first word of pydantic's type of error."""

_LIMITS: Mapping[str, tuple[str, str]] = {
    "greater_than": (
        "{entry} is {value} and should be above {gt:g}",
        "Write a number above {gt:g}",
    ),
    "greater_than_equal": (
        "{entry} is {value} and should be at least {ge:g}",
        "Write a number of at least {ge:g}",
    ),
    "less_than": ("{entry} is {value} and should be below {lt:g}", "Write a number below {lt:g}"),
    "less_than_equal": (
        "{entry} is {value} and should be at most {le:g}",
        "Write a number of at most {le:g}",
    ),
    "too_short": (
        "{entry} has {actual_length} entries and should have {min_length} or more",
        "Write {min_length} or more",
    ),
    "too_long": (
        "{entry} has {actual_length} entries and should have at most {max_length}",
        "Write at most {max_length}",
    ),
    "string_too_long": (
        "{entry} has more than {max_length} characters",
        "Shorten it to {max_length}",
    ),
    "string_too_short": ("{entry} is empty", _TEXT),
}
"""What is wrong and what to write, with pydantic's context, by its type of error."""


def in_words(error: ValidationError, given: object, form: type[BaseModel]) -> tuple[str, str, Keys]:
    """The first mistake that pydantic found: what is wrong, what to write, and the keys there.

    Args:
        error: of the form.
        given: tables that were read.
        form: by which they were read. Its descriptions state the purpose and the unit of each
            entry.
    """
    first = error.errors(include_url=False)[0]
    keys = _keys(first["loc"], given)
    kind, context = first["type"], first.get("ctx") or {}
    if kind == "mistake":
        if not context:  # of a discriminator, which has but one text
            what, _, remedy = first["msg"].partition(". ")
            return what, remedy, keys
        return str(context["what"]), str(context["remedy"]), [*keys, *context["keys"]]
    value = first["input"]
    if kind in ("literal_error", "enum"):
        known = re.findall(r"'([^']*)'", str(context["expected"]))
        name = _called(form, first["loc"]) or (keys[-1] if keys else "choice")
        # the name of an entry, not its value
        what = "unknown entry" if name == value else f"there is no {name}"
        return f"{what} {shown(value)}", near(str(value), known), keys
    about, tables, written = _described(form, first["loc"])
    lacking = first["loc"][-1] if first["loc"] else ""
    if kind == "missing" and isinstance(lacking, str):
        what, remedy = f"{lacking} is missing", f"Give {lacking}"
    elif kind == "missing":
        what, remedy = f"{ENTRY} has too few entries", f"Write {int(lacking) + 1} or more"
    elif kind in _LIMITS:
        what, remedy = (
            text.format(entry=ENTRY, value=shown(value), **context) for text in _LIMITS[kind]
        )
    else:
        should, remedy = _KINDS.get(
            kind.split("_")[0], (f"does not suit ({first['msg']})", "See the entry's documentation")
        )
        what = f"{ENTRY} is {shown(value)} and {should}"
        entries = ", ".join(dict.fromkeys(name for one in tables for name in _required(one)))
        if remedy is _TABLE and entries:
            remedy = f"Write a table with {entries}"
        elif remedy is _LIST and entries:
            remedy = f"Write a list of tables with {entries}"
        elif remedy is _LIST and str in written and float not in written:
            remedy = _TEXTS
    return what, f"{remedy} ({about})" if about else remedy, keys


def _keys(loc: Iterable[str | int], given: object) -> list[str | int]:
    """Those parts of pydantic's place that are keys of the tables; its own names are left out."""
    keys: list[str | int] = []
    here = given
    for part in loc:
        in_list = isinstance(here, list | tuple) and isinstance(part, int) and part < len(here)
        if in_list or (isinstance(here, Mapping) and part in here):
            here = here[part]  # type: ignore[index]
            keys.append(part)
    return keys


def _called(form: type[BaseModel], loc: Sequence[str | int]) -> str:
    """Title of the entry at a place, which says what one of its list is; "" where it has none."""
    for part in loc:
        entry = form.model_fields.get(part) if isinstance(part, str) else None
        if entry is None:
            continue
        if entry.title:
            return entry.title
        form = next((t for t in _types(entry.annotation) if issubclass(t, BaseModel)), form)
    return ""


def _described(
    form: type[BaseModel], loc: Iterable[str | int]
) -> tuple[str, list[type[BaseModel]], set[type]]:
    """What the form says about the entry at a place; forms and other types that are in it."""
    about, tables, types = "", [form], set[type]()
    for part in loc:
        for one in tables:
            entry = next(
                (e for name, e in one.model_fields.items() if part in (name, e.alias)), None
            )
            if entry is not None:
                about, types = entry.description or "", set(_types(entry.annotation))
                tables = [one for one in types if issubclass(one, BaseModel)]
                break
    return about, tables, types


def _types(annotation: Any) -> Iterator[type]:
    """Every type within a type."""
    if isinstance(annotation, type):
        yield annotation
    for inner in get_args(annotation):
        yield from _types(inner)


def _required(form: type[BaseModel]) -> list[str]:
    return [e.alias or name for name, e in form.model_fields.items() if e.is_required()]

"""A TOML file tested against a form. A mistake gives one line with file, line, key and remedy.

A form is a pydantic model, a subclass of `Form`. `read_toml(path, MyForm)` gives an instance of the
form, or raises `InputError`. For mistakes beyond the form, `TomlFile.error` makes the same kind of
line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar, get_args, get_origin

from pydantic import (
    AfterValidator,
    AllowInfNan,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Strict,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import near, shown
from ambulo.inputs.regular_file import require_file, unreadable
from ambulo.inputs.toml_words import ENTRY, Keys, dotted, in_words, with_name

F = TypeVar("F", bound=BaseModel)


def mistake(what: str, remedy: str, *keys: str | int) -> PydanticCustomError:
    """The error that a form's validator raises: what is wrong, what to do, and at which entry.

    `ENTRY` in the texts stands for the entry's name.
    """
    return PydanticCustomError("mistake", "{what}", {"what": what, "remedy": remedy, "keys": keys})


def _no_truth(value: object, *keys: str) -> object:
    """`true` is no number, although Python counts with it; a number too large is none either."""
    if isinstance(value, bool):
        raise _no_number(str(value).lower(), *keys)
    if isinstance(value, int | float) and abs(value) > _LARGEST:  # NaN is told by the form
        remedy = f"Write one of at most {_LARGEST:.0e}"
        raise mistake(f"{ENTRY} is too large a number", remedy, *keys)
    return value


def _numbers_in(given: object, *keys: str, words: bool) -> None:
    """Refuse what is no number, also in tables; a text may be meant where there are words."""
    if isinstance(given, Mapping):
        for key, one in given.items():
            _numbers_in(one, *keys, str(key), words=words)
    elif isinstance(given, str) and not words:
        raise _no_number(shown(given), *keys)
    else:
        _no_truth(given, *keys)


def _no_number(said: str, *keys: str) -> PydanticCustomError:
    return mistake(f"{ENTRY} is {said} and should be a number", "Write a number", *keys)


_LARGEST = 10**9
"""No length, force, angle or share in a file is larger, in whatever unit."""

Number = Annotated[float, Strict(), AllowInfNan(False), BeforeValidator(_no_truth)]
"""A finite number; no text that looks like one."""

Count = Annotated[int, Strict(), BeforeValidator(_no_truth), Field(ge=-(2**31), lt=2**31)]
"""A whole number."""


def _whole(text: str) -> str:
    """A text ends at a NUL for most programs that the results go to."""
    if "\0" in text:
        raise mistake("contains a NUL character", "Remove it")
    return text


Text = Annotated[str, Strict(), Field(min_length=1, max_length=600), AfterValidator(_whole)]
Texts = tuple[Text, ...]
Numbers = tuple[Number, ...]
Vector = tuple[Number, Number, Number]


def within(form: type[F], entries: object, *keys: str | int) -> F:
    """Entries of a form tested by a form of their own, in a validator.

    Args:
        keys: their place in the first form's entry.
    """
    try:
        return form.model_validate(entries)
    except ValidationError as error:
        what, remedy, inner = in_words(error, entries, form)
        raise mistake(what, remedy, *keys, *inner) from error


class Form(BaseModel):
    """Entries of a table. An error names an unknown or missing entry, and what to write."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        arbitrary_types_allowed=True,
        defer_build=True,
        allow_inf_nan=False,
    )

    either: ClassVar[tuple[tuple[str, ...], str, str] | None] = None
    """Entries of which exactly one is given, what is wrong otherwise, and what to write.

    `{given}` stands for the entries that are given.
    """

    called: ClassVar[Mapping[str, str]] = {}
    """Wrong name -> the entry that was probably meant."""

    elsewhere: ClassVar[Mapping[str, str]] = {}
    """What to do with entries that are given elsewhere."""

    @classmethod
    def remedy(cls, key: str) -> str:
        """What to write in place of an unknown entry."""
        if key in cls.elsewhere:
            return cls.elsewhere[key]
        fields = [entry.alias or name for name, entry in cls.model_fields.items()]
        # up to 0.66, a knee_centre would be taken for a hip_centre
        nearest = get_close_matches(key.lower(), [*cls.called, *fields], n=1, cutoff=0.7)
        meant = cls.called.get(nearest[0]) if nearest else None
        return f"Did you mean {meant}?" if meant else near(key, [*fields, *cls.elsewhere])

    @field_validator("*", mode="before")
    @classmethod
    def _numbers(cls, given: object, info: ValidationInfo) -> object:
        """As for `Number`, but numpy's numbers are numbers too."""
        field = cls.model_fields[info.field_name or ""]
        if any(isinstance(one, Strict) for one in field.metadata):
            return given
        kind = field.annotation
        while get_origin(kind) is dict:
            kind = get_args(kind)[1]
        kinds = {kind, *get_args(kind)}
        if {float, int} & kinds:
            _numbers_in(given, words=any(get_origin(one) is Literal for one in kinds))
        return given

    @model_validator(mode="after")
    def _one_given(self) -> Self:
        if self.either is not None:
            ways, what, remedy = self.either
            given = [name for name in ways if getattr(self, name) is not None]
            if len(given) != 1:
                said = " and ".join(given) or f"none of {', '.join(ways)}"
                raise mistake(what.format(given=said), remedy)
        return self

    @model_validator(mode="before")
    @classmethod
    def _entries(cls, given: Any) -> Any:
        if not isinstance(given, Mapping):
            return given
        fields = {entry.alias or name: entry for name, entry in cls.model_fields.items()}
        for key in given:
            if key not in fields:
                raise mistake(f"unknown entry {key!r}", cls.remedy(str(key)), str(key))
        for key, entry in fields.items():
            if entry.is_required() and key not in given:
                about = f": {entry.description}" if entry.description else ""
                raise mistake(f"{key} is missing", f"Give {key}{about}", key)
        return given


_OF_ENTRY = 2
"""Keys of a table's entry."""


@dataclass(frozen=True, eq=False)
class TomlFile:
    """Parsed tables and their places in the text.

    Args:
        path: as messages name it.
        text: content, for the lines in messages.
        tables: parsed.
        written: spelling of an entry in the text, for names that were filled in.
        base: the file that this one extends; it has the entries that are missing here.
    """

    path: Path
    text: str
    tables: Mapping[str, Any]
    written: Mapping[str, str] = field(default_factory=dict)
    base: TomlFile | None = None

    def read(self, form: type[F], tables: object = None) -> F:
        """An instance of a form.

        Args:
            tables: in place of the file's own, such as those with all sides written out.
        Raises:
            InputError: an entry does not suit the form. The first such entry is named.
        """
        given = self.tables if tables is None else tables
        try:
            return form.model_validate(given)
        except ValidationError as error:
            what, remedy, keys = in_words(error, given, form)
            raise self.error(what, keys, remedy) from None

    def error(self, what: str, keys: Keys = (), remedy: str = "") -> InputError:
        """A mistake of the file at an entry (keys; indices from 0), with its line."""
        path, line = self._place(keys)
        where = f"{path}, line {line}" if line else str(path)
        if ENTRY in what:
            return InputError(with_name(what, keys), where, remedy)
        # an entry that the sentence names is not named again
        last = keys[-1] if keys else 0
        said = isinstance(last, str) and re.search(rf"(?<!\w){re.escape(last)}(?!\w)", what)
        name = dotted(keys[:-1] if said else keys)
        return InputError(f"{what} (at {name})" if name else what, where, remedy)

    def writes(self, keys: Keys) -> bool:
        """Whether an entry is in this file, and not only in one that it extends."""
        return self._line_in(self, keys) is not None

    def _place(self, keys: Keys) -> tuple[Path, int | None]:
        """File and line of the longest known beginning of an entry's keys."""
        files: list[TomlFile] = [self]
        while files[-1].base is not None:
            files.append(files[-1].base)
        # the entry of a table replaces the whole entry of the file below
        own = [file for file in files if self._line_in(file, keys[:_OF_ENTRY]) is not None]
        for length in range(len(keys), 0, -1):
            for file in own[:1] or files:
                line = self._line_in(file, keys[:length])
                if line is not None:
                    return file.path, line
        return self.path, None

    def _line_in(self, file: TomlFile, keys: Keys) -> int | None:
        lines = _lines(file.text)
        spelt = tuple(self.written.get(str(key), key) for key in keys)
        return lines.get(tuple(keys), lines.get(spelt))


def text_of(path: Path, what: str = "the file") -> str:
    """Content of a text file.

    Args:
        what: as the message says it, such as "the configuration".
    Raises:
        InputError: it does not exist, cannot be read, or is not UTF-8.
    """
    try:
        require_file(path, what, "Give the path of a text file")
        text = path.read_bytes().decode("utf-8-sig")
        return text.replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise InputError(f"{what} is not UTF-8 text", str(path), "Save it as UTF-8") from error
    except (OSError, ValueError) as error:
        raise unreadable(what, path, error) from error


def open_toml(path: Path, what: str = "the file", text: str | None = None) -> TomlFile:
    """Parse a TOML file.

    Args:
        what: as the message says it.
        text: its content, if it has been read already.
    Raises:
        InputError: it cannot be read, or is not TOML (with the line).
    """
    content = text_of(path, what) if text is None else text
    try:
        return TomlFile(path, content, tomllib.loads(content))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"not valid TOML ({error})", str(path), "Correct that line") from error
    except (ValueError, RecursionError) as error:  # a number of 5000 digits; 1000 brackets
        raise InputError(
            "not valid TOML (a number or a nesting that is too long)", str(path), "Shorten it"
        ) from error


def read_toml(path: Path, form: type[F]) -> F:
    """A TOML file as an instance of a form.

    Raises:
        InputError: the file cannot be read, is not TOML, or does not suit the form.
    """
    return open_toml(path).read(form)


# --------------------------------------------------------------------------- lines

_KEY = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_DOTTED = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADING = re.compile(rf"^\s*(\[\[?)\s*({_DOTTED})\s*\]\]?")
_ENTRY = re.compile(rf"^\s*({_DOTTED})\s*=")


def _lines(text: str) -> Mapping[tuple[str | int, ...], int]:
    """Line of every heading and entry, by its keys."""
    found: dict[tuple[str | int, ...], int] = {}
    counted: dict[tuple[str | int, ...], int] = {}
    table: tuple[str | int, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if heading := _HEADING.match(line):
            table = ()
            names = _parts(heading[2])
            for name in names[:-1]:
                table = (*table, name)
                if table in counted:
                    table = (*table, counted[table] - 1)
            table = (*table, names[-1])
            if heading[1] == "[[":
                counted[table] = counted.get(table, 0) + 1
                found.setdefault(table, number)
                table = (*table, counted[table] - 1)
            found.setdefault(table, number)
        elif entry := _ENTRY.match(line):
            keys = table
            for name in _parts(entry[1]):
                keys = (*keys, name)
                found.setdefault(keys, number)
    return found


def _parts(dotted: str) -> list[str]:
    return [part.strip("\"'") for part in re.findall(_KEY, dotted)]

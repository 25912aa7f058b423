"""What is chosen by name: shipped entries, other packages' entry points, a session's own.

A registry gives the filters, ways of sharing, integrators, tables, ... of one kind by name:

1. shipped entries: "module:object" in the registry's own file, or the modules of a folder;
2. entries of installed packages: entry points `<kind>.<name>` of the group `ambulo.plugins`:

       [project.entry-points."ambulo.plugins"]
       "filter.median" = "my_package.median:FILTER"

3. entries of the running session: `FILTERS.register("median", FILTER)`.

A shipped object is imported when it is used.

`KINDS` lists all registries. Each name has one entry, and no entry replaces another silently.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, time
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from traceback import walk_tb
from types import MappingProxyType
from typing import Generic, TypeVar

from ambulo.inputs.article import with_article
from ambulo.inputs.errors import AmbuloWarning, InputError
from ambulo.inputs.near_names import near_names
from ambulo.inputs.same_entry import is_same_entry

GROUP = "ambulo.plugins"
"""Entry-point group in which other packages offer what they add."""

KINDS: Mapping[str, str] = {
    "activity": "ambulo.gait.activities.registry:ACTIVITIES",
    "check": "ambulo.gait.checks.registry:CHECKS",
    "columns": "ambulo.results.output_columns:COLUMNS",
    "device": "ambulo.gait.devices.registry:DEVICES",
    "error_source": "ambulo.uncertainty.sources.registry:SOURCES",
    "filter": "ambulo.mocap.filters.registry:FILTERS",
    "friction_law": "ambulo.multibody.contact.registry:FRICTION_LAWS",
    "hip_centre": "ambulo.mocap.calibration.hip_centres:HIP_CENTRES",
    "integrator": "ambulo.multibody.integrators.registry:METHODS",
    "marker_set": "ambulo.mocap.marker_sets.marker_set_file:MARKER_SETS",
    "normal_law": "ambulo.multibody.contact.registry:NORMAL_LAWS",
    "norms": "ambulo.report.normal_band:NORMS",
    "panel": "ambulo.report.panels:PANELS",
    "planar_body": "ambulo.gait.planar.planar_tables:PLANAR_BODIES",
    "printed_numbers": "ambulo.studies.printed.lists:LISTS",
    "segment_table": "ambulo.model.segment_table_file:SEGMENT_TABLES",
    "sharing": "ambulo.gait.sharing.registry:SHARINGS",
    "skeleton": "ambulo.model.skeleton:SKELETONS",
    "study": "ambulo.studies.registry:STUDIES",
}
"""Where the registry of each kind is, as "module:object"."""

_AMBULO = f"{Path(__file__).parents[1]}{os.sep}"
_MEND = "Correct or uninstall that package"
_TWICE = "more than one package offers an entry of that name"
_ONE_OF_THEM = "Uninstall all but one"

_Offers = tuple[EntryPoint, ...]
"""The packages' entries of one name: one, or several that are not the same."""

T = TypeVar("T")


class Registry(Mapping[str, T], Generic[T]):
    """Entries of one kind by name; shipped ones first, in their order.

    Args:
        kind: its name in entry points, such as "filter"; a key of `KINDS`.
        of: class of the entries.
        shipped: name -> "module:object" (or "module", for a module), or the entry itself.
        called: its name in messages; by default `kind` in words.
        named: whether entries are chosen by their field `name`.
    """

    def __init__(
        self,
        kind: str,
        of: type[T],
        shipped: Mapping[str, str | T],
        called: str = "",
        *,
        named: bool = False,
    ) -> None:
        self.kind = kind
        self.of = of
        self.called = called or kind.replace("_", " ")
        self._names_itself = named
        self._shipped = dict(shipped)
        self._own: dict[str, T] = {}
        self._told: set[str] = set()

    def register(self, name: str, entry: T) -> T:
        """Add an entry for this session. The same entry, run again as in a notebook, replaces it.

        Returns:
            The entry.
        Raises:
            InputError: another entry has the name, the name is empty or not the entry's own, or the
                entry is of another class.
        """
        where = f"register({shown(name)})"
        if not name.strip():
            raise InputError("the name is empty", where, "Give a name")
        entry = self._checked(name, entry, where)
        own = self._own.get(name, entry)
        shipped = name in self._shipped or name in self._plugins()
        if shipped or not is_same_entry(own, entry):
            raise InputError(
                what=f"there is {with_article(self.called)} {name!r} already",
                where=where,
                remedy="Register it under another name"
                + ("" if shipped else f", or first remove the other entry with remove({name!r})"),
            )
        self._own[name] = entry
        return entry

    def remove(self, name: str) -> None:
        """Remove an entry that this session has registered.

        Raises:
            KeyError: this session has registered no such entry.
        """
        del self._own[name]

    def named(self, name: str, where: str = "") -> T:
        """The entry of a name.

        Args:
            name: as the user gave it.
            where: option, file or key in which it was given; the kind otherwise.
        Raises:
            InputError: there is no such entry (similar names are suggested), several packages offer
                it, or its package cannot be imported.
        """
        if name not in self:
            raise InputError(
                what=f"there is no {self.called} {shown(name)}",
                where=where or self.called,
                remedy=near(name, self),
            )
        return self[name]

    def __getitem__(self, name: str) -> T:
        plugins = self._plugins()  # first: it tells of those with a shipped one's name
        if name in self._own:
            return self._own[name]
        if name in self._shipped:
            found = self._shipped[name]
            if isinstance(found, str):
                found = self._shipped[name] = self._checked(name, _loaded(found), name)
            return found
        return self._checked(name, _offered(plugins[name]), _called(*plugins[name]))

    def __contains__(self, name: object) -> bool:
        return name in self._own or name in self._shipped or name in self._plugins()

    def __iter__(self) -> Iterator[str]:
        return iter((*self._shipped, *self._plugins(), *self._own))

    def __len__(self) -> int:
        return len(self._shipped) + len(self._plugins()) + len(self._own)

    def __repr__(self) -> str:
        return f"<{self.called}: {', '.join(self)}>"

    def whose(self, name: str) -> str:
        """Name in messages of an entry of another package; "" for one of Ambulo's."""
        if name in self._own:
            return f"{self.called} {shown(name)} of this session"
        plugins = self._plugins()
        return _called(*plugins[name]) if name in plugins else ""

    def origin(self, name: str) -> str:
        """Package and version of an entry, or "this session"; "" for one of Ambulo's, or if there
        is none.
        """
        if name in self._own:
            return "this session"
        return " and ".join(map(_version, self._plugins().get(name, ())))

    def mend(self, name: str) -> str:
        """Remedy for a mistake in an entry of another package."""
        return "Correct it" if name in self._own else _MEND

    def refused(self, name: str, what: str, remedy: str = "") -> InputError:
        """Error for a mistake in an entry of another package, with its name."""
        return InputError(what, self.whose(name), remedy or self.mend(name))

    def without(self, name: str, error: BaseException, of: str = "") -> str:
        """Message for an entry of another package that is left out because of an error.

        Args:
            name: of the entry.
            error: the error with which its use ended.
            of: the output without this entry, such as " of results.nc"; by default everything.
        """
        mend = self.mend(name)
        if isinstance(error, InputError):
            what, remedy = error.what, error.remedy or mend
        else:
            what, remedy = raised(error), mend
        return str(InputError(f"left out{of}, because {what}", self.whose(name), remedy))

    def _plugins(self) -> Mapping[str, _Offers]:
        """What packages offer; what has a shipped one's name is told once, and is not used."""
        found = _plugins(tuple(sys.path)).get(self.kind, {})
        taken = [name for name in found if name in self._shipped]
        for name in taken:
            if name not in self._told:
                self._told.add(name)
                _tell(
                    f"{_called(*found[name])} is not used: there is {with_article(self.called)} "
                    f"{name!r} already. Uninstall that package, or ask its authors for another name"
                )
        return {name: offers for name, offers in found.items() if name not in taken}

    def _checked(self, name: str, entry: object, where: str) -> T:
        if not isinstance(entry, self.of):
            raise InputError(
                what=f"{with_article(self.called)} must be {with_article(self.of.__name__)}, not "
                f"{with_article(type(entry).__name__)}",
                where=where,
                remedy=f"Give an object of {self.of.__module__}.{self.of.__qualname__}",
            )
        own = getattr(entry, "name", name) if self._names_itself else name
        if own != name:
            raise InputError(
                what=f"this {self.called} contains another name, {shown(own)}",
                where=where,
                remedy="Use the same name in both places",
            )
        return entry


class FileRegistry(Registry[Path]):
    """TOML files by name, or by path.

    Args:
        kind, called: as of `Registry`; an entry point refers to a `pathlib.Path`.
        folder: the shipped files *.toml; an entry has the name of its file without .toml.
        naming: entries of these files that name other files, and the kind of those.
        otherwise: what can be given in place of a name.
    """

    def __init__(
        self,
        kind: str,
        folder: Path,
        called: str = "",
        naming: Mapping[str, str] = MappingProxyType({}),
        otherwise: str = "give a TOML file",
    ) -> None:
        shipped = {path.stem: path for path in sorted(folder.glob("*.toml"))}
        super().__init__(kind, Path, shipped, called)
        self.naming = naming
        self.otherwise = otherwise

    def is_shipped(self, name: str) -> bool:
        """Whether a name is that of a file that comes with Ambulo."""
        return name in self._shipped

    def name_of(self, path: Path) -> str:
        """The name of a file, which may differ from the name in the file; its path if it has none.

        The opposite of `located`.
        """
        return next((name for name in self if self[name] == path), str(path))

    def located(self, given: str | Path, where: str = "") -> Path:
        """The file with a name, or a file given by its path.

        Raises:
            InputError: there is no such file.
        """
        if isinstance(given, str) and given in self:
            return self[given]
        path = Path(given)
        if is_file(path):
            return path
        looks_like_a_path = path.suffix == ".toml" or len(path.parts) > 1
        raise InputError(
            what=f"there is no file {shown(str(path), 300)}"
            if looks_like_a_path
            else f"there is no {self.called} {shown(str(given))}",
            where=where or self.called,
            remedy="Check the path"
            if looks_like_a_path
            else near(str(given), self, self.otherwise),
        )


def modules_in(folder: Path, package: str) -> dict[str, str]:
    """Entries of Ambulo: `LAW` of each module in a folder, by the module's name with hyphens."""
    names = sorted(path.stem for path in folder.glob("[a-z]*.py"))
    return {name.replace("_", "-"): f"{package}.{name}:LAW" for name in names}


def shown(value: object, longest: int = 60) -> str:
    """A value for a message, as in TOML but with texts in '…', cut to so many characters."""
    try:
        text = _in_toml(value)
    except ValueError:  # an integer of more digits than Python writes
        text = "a very long number"
    except RecursionError:
        text = "a deeply nested value"
    return text if len(text) <= longest else f"{text[:longest]}..."


def _in_toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return f"[{', '.join(_in_toml(one) for one in value)}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key} = {_in_toml(one)}' for key, one in value.items())}}}"
    return repr(value)


def is_file(path: Path) -> bool:
    """Whether there is such a file; False for a name that no file can have."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


# characters of the names that a message lists
_LONGEST_LIST = 240


def near(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Remedy for an unknown name: the nearest name, or a list of all.

    Args:
        otherwise: what else can be done, such as "give a TOML file".
    """
    names = list(known)
    found = near_names(name, names)
    if found:
        return f"Did you mean {' or '.join(found)}?" + (f" Or {otherwise}" if otherwise else "")
    listed, width = [], 0
    for one in names:
        width += len(one) + 2
        if width > _LONGEST_LIST:
            listed.append(f"... ({len(names)} in all)")
            break
        listed.append(one)
    return f"Choose one of {', '.join(listed)}" + (f", or {otherwise}" if otherwise else "")


def registry_of(kind: str) -> Registry[object]:
    """The registry of a kind.

    Raises:
        InputError: there is no such kind.
    """
    if kind not in KINDS:
        raise InputError(f"there is no kind {kind!r}", where=GROUP, remedy=near(kind, KINDS))
    found = _loaded(KINDS[kind])
    assert isinstance(found, Registry)
    return found


def raised(error: BaseException) -> str:
    """The exception of another package's function, and the last of its lines in the package's
    folder.

    Args:
        error: caught where Ambulo called the function.
    """
    called = [
        (Path(frame.f_code.co_filename), line)
        for frame, line in walk_tb(error.__traceback__)
        if not frame.f_code.co_filename.startswith(_AMBULO)
    ]
    at = [f" at {file}:{line}" for file, line in called if file.parent == called[0][0].parent]
    return f"it raised {type(error).__name__} ({error}){at[-1] if at else ''}"


def blamed(error: BaseException) -> str:
    """The plug-in in whose files an error arose last, with its name in messages; "" if there is
    none.

    Only the package is named if the file belongs to no entry's module, or to several.
    """
    kinds = _plugins(tuple(sys.path)).values()
    entries = [one for kind in kinds for offers in kind.values() for one in offers]
    for frame, _ in reversed([*walk_tb(error.__traceback__)]):
        file = frame.f_code.co_filename
        mine = [one for one in entries if _file_of(one.module) == file]
        if len(mine) == 1:
            return _called(mine[0])
        beside = mine or [one for one in entries if file.startswith(_inside(one))]
        if beside:
            return f"a plug-in of {_package(beside[0])}"
    return ""


def _file_of(module: str) -> str:
    return getattr(sys.modules.get(module), "__file__", None) or ""


def _inside(entry: EntryPoint) -> tuple[str, ...]:
    """Folders of the package in which an entry's module is."""
    top = sys.modules.get(entry.module.partition(".")[0])
    return tuple(f"{folder}{os.sep}" for folder in getattr(top, "__path__", ()))


def _loaded(reference: str) -> object:
    module, _, name = reference.partition(":")
    found: object = import_module(module)
    return getattr(found, name) if name else found


def _offered(offers: _Offers) -> object:
    """The object of the one package that offers an entry.

    Raises:
        InputError: there are several packages, or the object cannot be imported.
    """
    where = _called(*offers)
    if len(offers) > 1:
        raise InputError(_TWICE, where, _ONE_OF_THEM)
    try:
        return offers[0].load()
    except InputError as error:
        raise InputError(error.what, where, error.remedy or _MEND) from error
    except (Exception, SystemExit) as error:
        raise InputError(
            what=f"it cannot be imported ({type(error).__name__}: {error})",
            where=where,
            remedy=_MEND,
        ) from error


def _called(*offers: EntryPoint) -> str:
    return f"plug-in {offers[0].name} of {' and '.join(map(_package, offers))}"


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else "an unknown package"


def _version(entry: EntryPoint) -> str:
    return _package(entry) if entry.dist is None else f"{entry.dist.name} {entry.dist.version}"


def _tell(said: str) -> None:
    warnings.warn(AmbuloWarning(said), stacklevel=3)


@cache
def _plugins(path: tuple[str, ...]) -> Mapping[str, Mapping[str, _Offers]]:
    """Entry points by kind and name; read again when `path` (of imports) has changed.

    What several packages offer is told here, and refused where it is asked for.
    """
    del path
    found: dict[str, dict[str, _Offers]] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda one: (one.name, _package(one))):
        kind, _, name = entry.name.partition(".")
        if kind not in KINDS or not name:
            remedy = f"Call it {kind}.NAME" if kind in KINDS else near(kind, KINDS)
            _tell(f"{_called(entry)} is not used: it is not called <kind>.<name>. {remedy}")
            continue
        offers = found.setdefault(kind, {}).setdefault(name, ())
        if entry.value not in [other.value for other in offers]:
            found[kind][name] = (*offers, entry)
    for offers in (offers for kind in found.values() for offers in kind.values()):
        if len(offers) > 1:
            _tell(f"{_called(*offers)} is not used: {_TWICE}. {_ONE_OF_THEM}")
    return found

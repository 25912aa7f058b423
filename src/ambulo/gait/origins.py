"""What an analysis was made with beside its trials: files that choices name, and packages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ambulo.gait.configuration import Configuration
from ambulo.inputs.registry import FileRegistry, is_file, registry_of
from ambulo.inputs.toml_file import open_toml
from ambulo.records import InputFile

__all__ = ["files_chosen", "plugins_chosen"]

_FILES = {
    "markers": "marker_set",
    "norms": "norms",
    "parameters": "segment_table",
    "skeleton": "skeleton",
}
_BELOW = {"base": "segment_table", "extends": "marker_set", "skeletons": "skeleton"}
"""Entries of such a file that name others."""
_NAMES = {
    "activity": "activity",
    "filter": "filter",
    "friction_law": "friction_law",
    "hip": "hip_centre",
    "normal_law": "normal_law",
    "sharing": "sharing",
}


def files_chosen(choice: Configuration, marker_set: str | None = None) -> tuple[InputFile, ...]:
    """Files that are not Ambulo's and that choices name, and those that these build on.

    Args:
        choice: of the analysis.
        marker_set: that was found, if none was chosen.
    Raises:
        InputError: there is no such file.
        OSError: one cannot be read.
    """
    found = [
        (f"functional {number}", path) for number, path in enumerate(choice.functional, start=1)
    ]
    for role, kind in _FILES.items():
        given = getattr(choice, role) or (marker_set if role == "markers" else None)
        if given is not None:
            found += _with_those_below(role, given, kind, Path())
    return tuple(InputFile.of(role, path) for role, path in found)


def _with_those_below(
    role: str, given: str, kind: str, folder: Path, above: tuple[Path, ...] = ()
) -> Iterator[tuple[str, Path]]:
    registry = registry_of(kind)
    assert isinstance(registry, FileRegistry)
    beside = [path for path in (folder / given, folder / f"{given}.toml") if is_file(path)]
    if given in registry and not registry.origin(given) and not (above and beside):
        return
    path = beside[0] if above and beside else registry.located(given, role)
    if path in above:
        return
    yield role, path
    tables = open_toml(path, f"the file of {role}").tables
    for key, of in _BELOW.items():
        named = tables.get(key, [])
        for name in [named] if isinstance(named, str) else named:
            below = f"{role}, {key} {name}"
            yield from _with_those_below(below, name, of, path.parent, (*above, path))


def plugins_chosen(choice: Configuration, marker_set: str | None = None) -> dict[str, str]:
    """Entries that are not shipped, "filter.median", and their packages with versions.

    Args:
        choice, marker_set: as of `files_chosen`.
    """
    used = {(kind, getattr(choice, name)) for name, kind in {**_NAMES, **_FILES}.items()}
    used.add(("marker_set", choice.markers or marker_set))
    used |= {("check", name) for name in registry_of("check")}
    if choice.uncertainty.samples is not None:
        sources = choice.uncertainty.sources or registry_of("error_source")
        used |= {("error_source", name) for name in sources}
    origins = {
        f"{kind}.{name}": registry_of(kind).origin(name) for kind, name in used if name is not None
    }
    return {name: origins[name] for name in sorted(origins) if origins[name]}

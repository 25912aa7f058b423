"""Files and packages, besides the trials, that an analysis used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from ambulo.gait.configuration import NAMED_ENTRIES, NAMED_FILES, Configuration
from ambulo.inputs.named_files import NamedFile, named_files
from ambulo.inputs.registry import FileRegistry, registry_of
from ambulo.mocap.marker_sets.marker_set_file import own_marker_sets
from ambulo.mocap.naming.grammar import own_words
from ambulo.records import InputFile


def files_chosen(
    choice: Configuration, marker_sets: Iterable[str] = (), recording: Path | None = None
) -> tuple[InputFile, ...]:
    """Files of the user that choices name, and the files on which these build.

    Args:
        choice: of the analysis.
        marker_sets: the set that was found, or the possible sets if none was chosen.
        recording: the sets that its laboratory keeps are possible too, and the user's words.
    Raises:
        OSError: a file cannot be read.
    """
    found = [
        (f"functional {number}", path) for number, path in enumerate(choice.functional, start=1)
    ]
    found += [
        (f"device {k}, {name}", value)
        for k, device in enumerate(choice.device, start=1)
        for name, value in device
        if isinstance(value, Path)
    ]
    if recording is not None and choice.markers is None:
        found += [("markers", path) for path in own_marker_sets(recording)]
    if recording is not None and (words := own_words()) is not None:
        found.append(("words", words))
    for role, files in _named(choice, marker_sets):
        found += [(role, file.path) for file in files[:1]]
        found += [(f"{role}, {file.path.name}", file.path) for file in files[1:]]
    seen: Counter[str] = Counter()
    inputs = []
    for role, path in found:
        seen[role] += 1
        inputs.append(InputFile.of(role if seen[role] == 1 else f"{role} ({seen[role]})", path))
    return tuple(inputs)


def _named(
    choice: Configuration, marker_sets: Iterable[str]
) -> Iterator[tuple[str, tuple[NamedFile, ...]]]:
    """Role of each entry that names files, and its files."""
    for role, kind in NAMED_FILES.items():
        registry = registry_of(kind)
        assert isinstance(registry, FileRegistry)
        given = getattr(choice, role)
        others = marker_sets if role == "markers" else ()
        for name in others if given is None else (given,):
            yield role, named_files(registry, name)


def plugins_chosen(choice: Configuration, marker_sets: Iterable[str] = ()) -> dict[str, str]:
    """Chosen entries of other packages, such as "filter.median", and these packages with versions.

    Args:
        choice, marker_sets: as of `files_chosen`.
    """
    used = {(entry.kind, getattr(choice, name)) for name, entry in NAMED_ENTRIES.items()}
    used |= {
        (file.kind, file.name)
        for _, files in _named(choice, marker_sets)
        for file in files
        if file.kind
    }
    used |= {("device", device.kind) for device in choice.device}
    used |= {("check", name) for name in registry_of("check")}
    if choice.uncertainty.samples is not None:
        sources = choice.uncertainty.sources or registry_of("error_source")
        used |= {("error_source", name) for name in sources}
    origins = {
        f"{kind}.{name}": registry_of(kind).origin(name) for kind, name in used if name is not None
    }
    return {name: origins[name] for name in sorted(origins) if origins[name]}

"""What an analysis was made with beside its trials: files that choices name, and packages."""

from __future__ import annotations

from ambulo.gait.configuration import NAMED_FILES, Configuration
from ambulo.inputs.named_files import named_files
from ambulo.inputs.registry import FileRegistry, registry_of
from ambulo.records import InputFile

__all__ = ["files_chosen", "plugins_chosen"]

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
        OSError: one cannot be read.
    """
    found = [
        (f"functional {number}", path) for number, path in enumerate(choice.functional, start=1)
    ]
    for role, kind in NAMED_FILES.items():
        given = getattr(choice, role) or (marker_set if role == "markers" else None)
        registry = registry_of(kind)
        if given is not None and isinstance(registry, FileRegistry):
            files = named_files(registry, given)
            found += [(role, path) for path in files[:1]]
            found += [(f"{role}, {path.name}", path) for path in files[1:]]
    return tuple(InputFile.of(role, path) for role, path in found)


def plugins_chosen(choice: Configuration, marker_set: str | None = None) -> dict[str, str]:
    """Entries that are not shipped, "filter.median", and their packages with versions.

    Args:
        choice, marker_set: as of `files_chosen`.
    """
    used = {(kind, getattr(choice, name)) for name, kind in {**_NAMES, **NAMED_FILES}.items()}
    used.add(("marker_set", choice.markers or marker_set))
    used |= {("check", name) for name in registry_of("check")}
    if choice.uncertainty.samples is not None:
        sources = choice.uncertainty.sources or registry_of("error_source")
        used |= {("error_source", name) for name in sources}
    origins = {
        f"{kind}.{name}": registry_of(kind).origin(name) for kind, name in used if name is not None
    }
    return {name: origins[name] for name in sorted(origins) if origins[name]}

"""provenance.json: the files, versions and choices behind a result."""

from __future__ import annotations

import json
import platform
from dataclasses import replace
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import TypeVar

from ambulo.inputs.registry import registry_of
from ambulo.inputs.version import VERSION
from ambulo.records import Analysis, InputFile

AnyAnalysis = TypeVar("AnyAnalysis", bound=Analysis)

_PACKAGES = ("numpy", "scipy", "numba", "llvmlite", "h5netcdf", "h5py")


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def with_input(analysis: AnyAnalysis, role: str, path: Path | None) -> AnyAnalysis:
    """The analysis with one more input file; unchanged if the path is None."""
    if path is None:
        return analysis
    made = analysis.provenance
    return replace(
        analysis, provenance=replace(made, inputs=(*made.inputs, InputFile.of(role, path)))
    )


def written_by() -> dict[str, str]:
    """Output columns and panels of other packages, with the names of these packages."""
    registries = (registry_of(kind) for kind in ("columns", "panel"))
    origins = {f"{one.kind}.{name}": one.origin(name) for one in registries for name in one}
    return {name: origin for name, origin in origins.items() if origin}


def provenance(analysis: Analysis) -> dict[str, object]:
    """Everything that is needed to make the same result again, for provenance.json."""
    made = analysis.provenance
    return {
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "ambulo": made.version or VERSION,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": {name: _version(name) for name in _PACKAGES},
        "plugins": {**made.plugins, **written_by()},
        "inputs": {
            file.role: {"path": str(file.path), "bytes": file.size, "sha256": file.sha256}
            for file in made.inputs
        },
        "configuration": json.loads(made.configuration),
        "seed": made.seed,
        "lab_frame": {
            "R_WL": analysis.trial.lab.R_WL.tolist(),
            "metres_per_file_unit": analysis.trial.lab.unit,
            "reason": analysis.trial.lab.reason,
        },
    }

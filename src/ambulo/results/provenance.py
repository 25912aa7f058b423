"""provenance.json: from what, with what and how a result was made."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

import ambulo
from ambulo.records import Analysis
from ambulo.results.summary import plain

__all__ = ["provenance", "write_provenance"]

_PACKAGES = ("numpy", "scipy", "numba", "llvmlite", "ezc3d", "h5netcdf", "h5py")


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def provenance(
    analysis: Analysis,
    *,
    config: Mapping[str, object],
    inputs: Mapping[str, Path],
    seed: int | None,
) -> dict[str, object]:
    """What is needed to make the same result again.

    Args:
        config: every setting that was used, defaults included.
        inputs: files read, by role ("trial", "static", ...).
        seed: of the random numbers; None if none were drawn.
    """
    return {
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "ambulo": ambulo.__version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": {name: _version(name) for name in _PACKAGES},
        "inputs": {
            role: {"path": str(path), "bytes": path.stat().st_size, "sha256": _sha256(path)}
            for role, path in inputs.items()
        },
        "configuration": plain(config),
        "seed": seed,
        "lab_frame": {
            "R_WL": analysis.trial.lab.R_WL.tolist(),
            "metres_per_file_unit": analysis.trial.lab.unit,
            "reason": analysis.trial.lab.reason,
        },
    }


def write_provenance(content: Mapping[str, object], path: Path) -> None:
    """Write provenance.json."""
    text = json.dumps(plain(content), indent=1, ensure_ascii=False, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8")

"""Every benchmark in one run, as one table: `make bench`.

`PYTHONPATH=. python benchmarks/run.py` runs them without installing peers.
One thread for the kernels. A peer's ratio is its time over Ambulo's for the same task in this run.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import platform
from collections.abc import Iterable
from datetime import date
from pathlib import Path

# before any of the numerical libraries is loaded
os.environ.setdefault("OMP_NUM_THREADS", "1")

import kernels
import main_job
import momentum_peer
import simulation
import uncertainty
from kernels import Row

PEERS = {"Pinocchio": ("pinocchio", "pin"), "MuJoCo": ("mujoco", "mujoco"),
         "OpenSim": ("opensim", "opensim")}  # fmt: skip

# what the project asks of itself, in the unit of the row
LIMITS = {
    "inverse dynamics": 0.7,
    "simulation by rkmk4 at 1 ms": 40.0,  # 25 times real time
    "marker fit, 40 markers 2 mm noise, to 1e-06": 60.0,
    "analyse HC038A, warm, all files written": 3.0,
    "analyse HC038A, warm, numerics": 0.5,
    "planar tables, 300000 bodies": 10.0,
}


def machine() -> str:
    """Processor, cores and versions."""
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        named = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        name = named[0].split(":", 1)[1].strip() if named else name
    packages = ["numpy", "scipy", "numba"]
    packages += [dist for module, dist in PEERS.values() if importlib.util.find_spec(module)]
    versions = ", ".join(f"{dist} {importlib.metadata.version(dist)}" for dist in packages)
    return f"{name}, {os.cpu_count()} cores; Python {platform.python_version()}, {versions}"


def figure(value: float) -> str:
    """Three significant digits without an exponent."""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def table(rows: Iterable[Row]) -> str:
    """Markdown: ours with its limit, a peer with its ratio to ours."""
    lines = ["| task | system | time | limit | ratio |", "|---|---|---:|---:|---:|"]
    ours: dict[tuple[str, str], float] = {}
    for row in rows:
        # done as ours was, or the same job by what stands before the first comma
        names = (row.task, row.unit), (row.task.split(",")[0], row.unit)
        asked = ratio = ""
        if row.system.startswith("Ambulo"):
            for name in names:
                ours.setdefault(name, row.value)
            value = LIMITS.get(row.task.split(" (")[0])
            asked = "" if value is None else f"≤ {value:g}"
        else:
            same = [ours[name] for name in names if name in ours]
            ratio = f"{figure(row.value / same[0])} ×" if same else ""
        shown = f"{figure(row.value)} {row.unit}"
        lines.append(f"| {row.task} | {row.system} | {shown} | {asked} | {ratio} |")
    return "\n".join(lines)


def main() -> None:
    """Print the table and say what could not be measured."""
    print(f"{date.today().isoformat()}, {machine()}\n")
    parts = (kernels, momentum_peer, simulation, main_job, uncertainty)
    print(table(row for part in parts for row in part.rows()))
    for peer, (module, dist) in PEERS.items():
        if importlib.util.find_spec(module) is None:
            print(f"\n{peer} is not installed and was left out: pip install {dist}")
    if momentum_peer.python() is None:
        print(f"\n{momentum_peer.ABSENT}")
    if main_job.data() is None:
        print("\nThe real trials are absent: set AMBULO_DATA to their folder to time the main job.")


if __name__ == "__main__":
    main()

"""What bands cost: the 300 000 bodies of the planar study, `--uncertainty 1000` by the command.

`rows()` gives the table to a common runner; `PYTHONPATH=. python benchmarks/uncertainty.py` prints
it. The command's rows are what bands add to the plain analysis in the same run, by the clock and
in processor time of all its processes.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from ambulo.demo.trial import walking_demo
from ambulo.demo.truth import walk_truth
from ambulo.gait.planar.planar_dynamics import driving_forces
from ambulo_studies.planar_errors.names import KINDS, LEVELS
from ambulo_studies.planar_errors.support import SingleSupport, single_support
from ambulo_studies.planar_errors.torques import DRAWN, Torques
from kernels import Row
from main_job import data
from spent import processor_seconds

INERTIA = 'sources = ["segment_mass", "segment_mass_centre", "segment_inertia"]\n'
REFITTED = 'sources = ["marker_placement", "joint_centres"]\n'
BY_MATRIX_R = 5
"""Analyses by matrix R, one body at a time."""


def planar() -> list[Row]:
    """Tables 5.1 and 5.2 of Pamies-Vila (2012): single support of the demo's walk, one thread."""
    time_ = np.arange(round(2.0 * walking_demo().walk.cycle.stride_time * 100.0)) / 100.0
    truth = walk_truth(walking_demo(), 0.0, time_)
    support = single_support(truth.model, truth.motion, truth.events)
    motion = support.motion()
    cases = [(kind, level) for kind in KINDS for level in LEVELS]

    def tables() -> None:
        torques = Torques(support, motion)
        for kind, level in cases:
            torques.errors(kind, level)

    def one_by_one() -> None:
        for k in range(BY_MATRIX_R):
            driving_forces(_heavier(support, k).body, motion)

    count = len(cases) * DRAWN
    spent = processor_seconds(tables, 3)
    each = f"planar analysis, {len(motion.time)} frames"
    return [
        Row(f"planar tables, {count} bodies", "Ambulo", spent, "s of one processor"),
        Row(each, "Ambulo", 1e3 * spent / count, "ms"),
        Row(each, "matrix R", 1e3 * processor_seconds(one_by_one, 3) / BY_MATRIX_R, "ms"),
    ]


def _heavier(support: SingleSupport, k: int) -> SingleSupport:
    first, *others = support.body.segments
    heavier = replace(first, mass=(1.0 + 0.01 * k) * first.mass)
    return replace(support, body=replace(support.body, segments=(heavier, *others)))


def command(walk: Path, static: Path) -> list[Row]:
    """HC038A's straight walk from the shell to the last file, without bands and with."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "config.toml")
        line = [sys.executable, "-m", "ambulo", "analyse", str(walk), "--static", str(static)]
        line += ["--out", f"{folder}/out", "--overwrite", "--config", str(config)]

        def run(sources: str, *further: str) -> tuple[float, float]:
            config.write_text(f"[uncertainty]\n{sources}")
            before, start = _processor(), time.perf_counter()
            subprocess.run([*line, *further], check=True, capture_output=True)
            return time.perf_counter() - start, _processor() - before

        run(INERTIA)
        rows = []
        for what, sources in (("segment parameters", INERTIA), ("markers and centres", REFITTED)):
            plain = run(sources)
            banded = run(sources, "--uncertainty", "1000")
            for unit, more in zip(
                ("s", "s of processors"), np.subtract(banded, plain), strict=True
            ):
                rows.append(Row(f"1000 bands' samples, {what}", "Ambulo", float(more), unit))
    return rows


def _processor() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def rows() -> list[Row]:
    """Every measurement; the command's where the real trials are."""
    found = planar()
    folder = data()
    if folder is not None:
        trial = folder / "biomechzoo" / "HC038A"
        found += command(trial / "Straight" / "HC038A11.c3d", trial / "Static" / "HC038A01.c3d")
    return found


if __name__ == "__main__":
    for row in rows():
        print(f"{row.task:46s} {row.system:10s} {row.value:9.3g} {row.unit}", flush=True)

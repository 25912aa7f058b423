"""`ambulo demo`: simulate, record, analyse, and set every result against the truth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ambulo.demo.trial import make_trial
from ambulo.demo.truth import truth_quantities, walk_truth
from ambulo.gait.analysis import analyse
from ambulo.gait.configuration import Configuration
from ambulo.math.arrays import FloatArray
from ambulo.records import Analysis
from ambulo.report.write import write
from ambulo.results.foot_reaction import ground_reaction_quantities
from ambulo.results.posture import posture

__all__ = ["run_demo"]

_UNITS = {"angles": "deg", "moments": "N*m", "powers": "W"}


def run_demo(
    out: Path, *, seed: int = 0, progress: Callable[[str], None] | None = None
) -> Analysis:
    """Write a simulated subject's recording, analyse it like any other, and report with the truth.

    Args:
        out: folder; the recording goes to `recording/` in it.
        seed: of noise and soft-tissue motion.
        progress: called with the name of each stage as it begins.
    Returns:
        The analysis, with `truth`.
    """
    say = progress or (lambda _: None)
    say("simulate")
    walk, static, truth = make_trial(out / "recording", seed=seed)
    # a C3D has no place for it
    configuration = Configuration(sex="m")
    analysis = analyse(walk, static=static, configuration=configuration, progress=progress)
    found = truth_quantities(truth, analysis.motion.time)
    known: dict[str, FloatArray] = {
        f"{name} [{_UNITS[group]}]": values
        for group, quantities in found.items()
        for name, values in quantities.items()
    }
    at = walk_truth(truth.walk, truth.start, analysis.motion.time)
    reactions = ground_reaction_quantities(at.ground, posture(at.model, at.motion))
    known |= {f"{reaction.name} [{reaction.unit}]": reaction.values for reaction in reactions}
    made = replace(analysis.provenance, seed=seed)
    analysis = replace(analysis, truth=known, provenance=made)
    say("report")
    write(analysis, out)
    return analysis

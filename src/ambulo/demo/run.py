"""`ambulo demo`: simulate, record, analyse, and set every result against the truth."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from ambulo.demo.trial import make_trial
from ambulo.demo.truth import truth_quantities, walk_truth
from ambulo.demo.walking_man import MASSES
from ambulo.gait.configuration import Configuration, UncertaintyChoice
from ambulo.math.arrays import FloatArray
from ambulo.model.segment_table_file import SEGMENT_TABLES
from ambulo.records import Analysis
from ambulo.report.write import write
from ambulo.results.columns import GROUPS, header
from ambulo.results.foot_reaction import ground_reaction_quantities
from ambulo.results.posture import posture
from ambulo.results.whole_folder import require_place
from ambulo.uncertainty.chosen import analyse_as_chosen


def run_demo(
    out: Path,
    *,
    seed: int = 0,
    samples: int | Literal["auto"] | None = None,
    masses: str = MASSES,
    overwrite: bool = False,
    progress: Callable[[str], None] | None = None,
    executor: Executor | None = None,
) -> tuple[Analysis, Path]:
    """Write a simulated subject's recording, analyse it like any other, and report with the truth.

    Args:
        out: folder to make; the recording goes to `recording/` in it.
        seed: of noise and soft-tissue motion.
        samples: perturbed analyses for error bands; "auto" until the bands have settled; None for
            no bands.
        masses: segment parameter table of the simulated body; the analysis takes its usual one.
        overwrite: whether an earlier analysis there goes; else `NAME-2`, `NAME-3`, … is made.
        progress: called with the name of each stage as it begins.
        executor: who makes the perturbed analyses; this process if None.
    Returns:
        The analysis, with `truth`, and the folder that was made.
    Raises:
        InputError: the folder cannot be written to, or holds what is not Ambulo's to replace; there
            is no such table.
    """
    say = progress or (lambda _: None)
    SEGMENT_TABLES.located(masses, "--build")
    target = require_place(out, overwrite=overwrite)
    say("simulate")
    with TemporaryDirectory() as apart:
        walk, static, truth = make_trial(Path(apart), seed=seed, masses=masses)
        # a C3D has no place for it
        configuration = Configuration(sex="m", uncertainty=UncertaintyChoice(samples=samples))
        analysis = analyse_as_chosen(
            walk, static=static, configuration=configuration, progress=progress, executor=executor
        )
        recorded = {path.name: path.read_bytes() for path in (walk, static)}
    analysis = _recorded_in(analysis, target / "recording")
    found = truth_quantities(truth, analysis.motion.time)
    known: dict[str, FloatArray] = {
        header(name, GROUPS[group].unit): values
        for group, quantities in found.items()
        for name, values in quantities.items()
    }
    at = walk_truth(truth.walk, truth.start, analysis.motion.time)
    reactions = ground_reaction_quantities(at.ground, posture(at.model, at.motion))
    known |= {header(reaction.name, reaction.unit): reaction.values for reaction in reactions}
    made = replace(analysis.provenance, seed=seed)
    analysis = replace(analysis, truth=known, provenance=made)
    say("report")

    def beside(folder: Path) -> None:
        (folder / "recording").mkdir()
        for name, content in recorded.items():
            (folder / "recording" / name).write_bytes(content)

    return analysis, write(analysis, target, overwrite=overwrite, beside=beside)


def _recorded_in(analysis: Analysis, folder: Path) -> Analysis:
    """The analysis as of files of the same names in another folder."""
    made = analysis.provenance
    inputs = tuple(replace(file, path=folder / file.path.name) for file in made.inputs)
    trial = replace(analysis.trial, path=folder / analysis.trial.path.name)
    return replace(analysis, trial=trial, provenance=replace(made, inputs=inputs))

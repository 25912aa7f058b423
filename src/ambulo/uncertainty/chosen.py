"""An analysis with or without bands, as its configuration states."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path

from ambulo.gait.analysis import analyse_in_stages
from ambulo.gait.configuration import Configuration
from ambulo.gait.stages.stages import Stages
from ambulo.inputs.progress import OnStage
from ambulo.records import Analysis


def analyse_as_chosen(
    path: str | Path,
    *,
    static: str | Path | None = None,
    grf: str | Path | None = None,
    configuration: Configuration | None = None,
    progress: OnStage | None = None,
    executor: Executor | None = None,
) -> Analysis:
    """The records of `ambulo.analyse`, with bands if the configuration asks for them.

    Args:
        executor: executor of the perturbed analyses with a new fit; None uses this process.
    """
    found, stages = analyse_in_stages(
        path, static=static, grf=grf, configuration=configuration, progress=progress
    )
    return with_chosen_bands(found, stages, progress=progress, executor=executor)


def with_chosen_bands(
    analysis: Analysis,
    stages: Stages,
    *,
    progress: OnStage | None = None,
    executor: Executor | None = None,
) -> Analysis:
    """The analysis with the bands of its configuration; unchanged if the configuration has none.

    Args:
        analysis, stages, progress, executor: as in `run.with_bands`.
    """
    if stages.choice.uncertainty.samples is None:
        return analysis
    # a tenth of the start, needed for bands alone
    from ambulo.uncertainty.run import with_bands

    return with_bands(analysis, stages, progress=progress, executor=executor)

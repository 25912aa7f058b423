"""An analysis as one works with it: numbers by name, tables, figures, files."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, fields
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Self

from ambulo.gait.analysis import analyse_trial_in_stages
from ambulo.gait.configuration import Configuration, configuration_of
from ambulo.records import Analysis as AnalysisRecord
from ambulo.records import Trial
from ambulo.records.by_name import ByName
from ambulo.uncertainty.chosen import analyse_as_chosen, with_chosen_bands

if TYPE_CHECKING:
    import pandas
    import xarray

    from ambulo.report.plot import Plot
    from ambulo.results.frame import Over
    from ambulo.results.trust import Trust


@dataclass(frozen=True, eq=False, repr=False)
class Analysis(AnalysisRecord):
    """Everything one analysis found, with ways to look at it and hand it on.

    Fields are those of `ambulo.records.Analysis`; `angles`, `moments` and `powers` are taken by
    name: `found.moments["left_knee_flexion"].values`.
    """

    @classmethod
    def of(cls, found: AnalysisRecord) -> Self:
        """The same analysis with these ways."""
        return cls(**{field.name: getattr(found, field.name) for field in fields(AnalysisRecord)})

    def save(self, folder: str | Path, *, overwrite: bool = False) -> Path:
        """Write results.nc, model.json, tables/, opensim/, summary, provenance, log and report.

        Args:
            folder: to make.
            overwrite: whether an earlier analysis there goes, with what was made from it; else
                `NAME-2`, `NAME-3`, … is made.
        Returns:
            The folder that was made; `ambulo.load` reads it.
        Raises:
            InputError: the folder cannot be written to, or holds what is not Ambulo's to replace.
        """
        from ambulo.report.write import write

        return write(self, folder, overwrite=overwrite)

    def to_c3d(self, path: str | Path) -> Path:
        """Write the trial as a C3D file with angles, moments, powers and ground reactions in it.

        Names, units and senses are those of Plug-in Gait (`docs/output.md`).

        Args:
            path: of the file; overwritten.
        Raises:
            InputError: the trial's file is no longer there, or the file cannot be written.
        """
        from ambulo.results.c3d_file import write_results_c3d
        from ambulo.results.whole_folder import writing

        with writing(path):
            return write_results_c3d(self, path)

    def to_xarray(self) -> xarray.Dataset:
        """Everything as one dataset with units, frames and signs, as results.nc has it."""
        import xarray

        from ambulo.results.dataset import attributes, variables
        from ambulo.results.posture import posture

        content = variables(self, posture(self.model, self.motion))
        return xarray.Dataset(
            {v.name: (v.dims, v.values, dict(v.attributes)) for v in content},
            attrs=attributes(self),
        )

    def to_pandas(self, table: str | None = None, over: Over = "time") -> pandas.DataFrame:
        """A table, headed as the files of `save` are.

        Args:
            table: "angles" [deg], "moments" [N*m] or "powers" [W], all three if None; "trust"; or
                the name of a file in `tables/`, such as "ground_reaction", "strides", "peaks" or
                "joint_moments_bands". Those that end in `_by_stride` go by `over`.
            over: "time"; "stride": means and standard deviations over the strides of each side, at
                0, 1, ... 100 %; "strides": every stride by itself.
        Returns:
            Index time [s], columns such as "left_knee_flexion [N*m]". Over the stride the index is
            cycle [%], and columns are "left_knee_flexion_mean [N*m]" and "..._sd [N*m]". Over all
            strides a column is a pair: the heading, and when the stride begins [s]. Of "strides",
            "events" and others that are not over time: a row each.
        Raises:
            InputError: there is no such table, or it is not over time.
        """
        from ambulo.results.frame import frame

        return frame(self, table, over)

    @property
    def plot(self) -> Plot:
        """Figures by matplotlib: `plot.angles()`, `moments()`, `powers()` and `ground()`."""
        from ambulo.report.plot import Plot

        return Plot(self)

    @property
    def trust(self) -> dict[str, Trust]:
        """How far each number can be trusted: `trust["moments/left_knee_flexion"].grade`."""
        from ambulo.results.gait_cycle import stride_parameters
        from ambulo.results.posture import posture
        from ambulo.results.trust import trust

        return ByName(trust(self, stride_parameters(self, posture(self.model, self.motion))))

    def _lines(self) -> list[tuple[str, str]]:
        """What it is, in pairs of words."""
        from ambulo.report.stride_counts import strides_in_words
        from ambulo.report.wording import (
            ground_in_words,
            marker_set_in_words,
            model_in_words,
            parameters_in_words,
        )
        from ambulo.results.columns import body_mass

        markers, time = self.trial.markers, self.motion.time
        graded = {
            grade: [check.name for check in self.checks if check.grade == grade]
            for grade in ("do-not-use", "look", "unknown")
        }
        worse = [
            f"{grade.replace('-', ' ')}: {', '.join(names)}"
            for grade, names in graded.items()
            if names
        ]
        good = sum(check.grade == "good" for check in self.checks)
        checks = "; ".join([f"{good} of {len(self.checks)} good", *worse])
        counts = [f"{len(getattr(self, name))} {name}" for name in ("angles", "moments", "powers")]
        return [
            ("subject", f"{self.model.subject.name or 'not named'}, {body_mass(self):.1f} kg"),
            (
                "recorded",
                f"{time[0]:.2f} to {time[-1]:.2f} s, {len(time)} frames at {markers.rate:g} Hz, "
                f"{len(markers.names)} markers, {len(self.trial.plates)} force plates",
            ),
            ("model", model_in_words(self)),
            ("masses by", parameters_in_words(self.model.parameters)),
            ("marker set", marker_set_in_words(self.marker_set)),
            ("ground reaction", ground_in_words(self.ground)),
            ("strides", strides_in_words(self)),
            ("checks", checks),
            ("curves", ", ".join(counts)),
        ]

    def __repr__(self) -> str:
        lines = [f"  {name:<16} {said}" for name, said in self._lines()]
        return "\n".join([f"Analysis of {self.trial.path.name}", *lines])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th style='text-align:left'>{escape(name)}</th>"
            f"<td style='text-align:left'>{escape(said)}</td></tr>"
            for name, said in self._lines()
        )
        title = escape(self.trial.path.name)
        return f"<table><caption>Analysis of {title}</caption>{rows}</table>"


def analyse(
    path: str | Path,
    *,
    static: str | Path | None = None,
    grf: str | Path | None = None,
    configuration: Configuration | None = None,
    progress: Callable[[str], None] | None = None,
    executor: Executor | None = None,
    **entries: object,
) -> Analysis:
    """From a walking trial to joint angles, moments, powers and ground reactions.

        found = ambulo.analyse("walk.trc", grf="walk.mot", mass=62, sex="female")

    Args:
        path: .c3d, or .trc with `grf`.
        static: static trial of the same subject; without one the model is calibrated on the walk.
        grf: .mot, .sto, .forces or .csv with ground reactions, for the plates of a .c3d too.
        configuration: choices; defaults otherwise.
        progress: called with the name of each stage as it begins.
        executor: who makes the perturbed analyses of error bands; this process if None.
        entries: of the configuration, by name (`mass=62`); they go before those of `configuration`.
    Raises:
        InputError: the input does not allow an analysis (says what, where and what to do).
    """
    found = analyse_as_chosen(
        path,
        static=static,
        grf=grf,
        configuration=configuration_of(configuration, entries),
        progress=progress,
        executor=executor,
    )
    return Analysis.of(found)


def analyse_trial(
    trial: Trial,
    static: Trial | None = None,
    configuration: Configuration | None = None,
    *,
    progress: Callable[[str], None] | None = None,
    **entries: object,
) -> Analysis:
    """As `analyse`, for trials already in memory: of `read_trial`, or made by a program.

    Args:
        trial, static: in the world frame.
        configuration, progress, entries: as `analyse`.
    Raises:
        InputError: as `analyse`.
    """
    choice = configuration_of(configuration, entries)
    found = analyse_trial_in_stages(trial, static, choice, progress=progress)
    return Analysis.of(with_chosen_bands(*found, progress=progress))


def load(folder: str | Path) -> Analysis:
    """The analysis that `ambulo analyse` or `Analysis.save` has written, as it was.

    Args:
        folder: with results.nc and model.json.
    Raises:
        InputError: it is no such folder, or its files do not belong together.
    """
    from ambulo.results.folder import read_folder

    return Analysis.of(read_folder(folder))

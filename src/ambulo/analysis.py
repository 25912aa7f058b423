"""The analysis that a user gets: numbers by name, tables, figures and files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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

_GRADES_SAID = {"do-not-use": "do not use", "look": "look"}


@dataclass(frozen=True, eq=False, repr=False)
class Analysis(AnalysisRecord):
    """All results of one trial, with methods that plot, convert and save them.

    The fields are those of `ambulo.records.Analysis`. You get a curve by its name:
    `found.moments["left_knee_flexion"].values`. `found.trial` has the recording with its subject.
    """

    @classmethod
    def of(cls, found: AnalysisRecord) -> Self:
        """The analysis of a record, with the methods of this class."""
        return cls(**{field.name: getattr(found, field.name) for field in fields(AnalysisRecord)})

    def save(self, folder: str | Path, *, overwrite: bool = False) -> Path:
        """Write results.nc, model.json, tables/, opensim/, summary, provenance, log and report.

        Args:
            folder: the folder to write.
            overwrite: True replaces an earlier analysis in this folder, and everything made from
                it. If it is False and the folder exists, the results go to `NAME-2`, `NAME-3`, ….
        Returns:
            The folder that was written; `ambulo.load` reads it.
        Raises:
            InputError: the folder cannot be written, or has files that Ambulo did not write.
        """
        from ambulo.report.write import write

        return write(self, folder, overwrite=overwrite)

    def to_c3d(self, path: str | Path) -> Path:
        """Write a C3D file with the trial and its angles, moments, powers and ground reactions.

        Names, units and signs are those of Plug-in Gait (`docs/output.md`).

        Args:
            path: of the file. An earlier file is replaced.
        Returns:
            The path of the file.
        Raises:
            InputError: the trial's file is no longer there, or the file cannot be written.
        """
        from ambulo.results.c3d_file import write_results_c3d
        from ambulo.results.whole_folder import writing

        with writing(path):
            return write_results_c3d(self, path)

    def to_xarray(self) -> xarray.Dataset:
        """All results as one dataset with units, frames and signs, as in `results.nc`."""
        import xarray

        from ambulo.results.dataset import attributes, variables
        from ambulo.results.posture import posture

        content = variables(self, posture(self.model, self.motion))
        return xarray.Dataset(
            {v.name: (v.dims, v.values, dict(v.attributes)) for v in content},
            attrs=attributes(self),
        )

    def to_pandas(self, table: str | None = None, over: Over = "time") -> pandas.DataFrame:
        """A table of results, with the same column names as in the files of `save`.

        Args:
            table: "angles" [deg], "moments" [N*m] or "powers" [W]; None for all three; "trust"; or
                the name of a file in `tables/`, such as "ground_reaction", "strides", "peaks" or
                "joint_moments_bands". For a table `…_by_stride`, use `over`.
            over: "time"; "stride" for means and standard deviations over the strides of each side,
                at 0, 1, ... 100 %; "strides" for every single stride.
        Returns:
            Over time, the index is the time [s], and a column is "left_knee_flexion [N*m]". Over
            the stride, the index is "stride [%]", and columns are "left_knee_flexion_mean [N*m]"
            and "left_knee_flexion_sd [N*m]". With "strides", a column is a pair: its name, and the
            time at which the stride begins [s]. Bands over the stride have columns
            "left_knee_flexion_low [N*m]" and "left_knee_flexion_high [N*m]", the ends of the band
            of the mean. Values that are not known are NaN. Other tables, such as "strides" and
            "events", have one row for each stride or event.
        Raises:
            InputError: there is no such table, or it has no curves over time.
        """
        from ambulo.results.frame import frame

        return frame(self, table, over)

    @property
    def plot(self) -> Plot:
        """Figures of matplotlib: `plot.angles()`, `moments()`, `powers()` and `ground()`."""
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
        from ambulo.report.curve_words import poor_in_words
        from ambulo.report.error_bands import bands_in_words
        from ambulo.report.scene import Scene
        from ambulo.report.stride_counts import strides_in_words
        from ambulo.report.verdict import by_reason, check_lines, check_name, of_grade
        from ambulo.report.wording import (
            ground_in_words,
            marker_set_in_words,
            mean_of_sexes,
            model_in_words,
            outside_the_sample,
            parameters_in_words,
            plates_in_words,
        )
        from ambulo.results.columns import GROUPS, body_mass

        markers, time = self.trial.markers, self.motion.time
        good = sum(check.grade == "good" for check in self.checks)
        checks = f"{good} of {len(self.checks)} good"
        # what a check found is said in full: a name alone does not tell what the numbers are worth
        lines = check_lines([check for check in self.checks if check.beyond])
        open_ones = [
            f"{', '.join(check_name(check) for check in those)}: {those[0].found}"
            for those in by_reason(of_grade(self.checks, "unknown"))
        ]
        poor = poor_in_words(self.trust)
        of_both = ", mean of women and men, as the sex is not given"
        counts = [f"{len(getattr(self, name))} {name}" for name in GROUPS]
        return [
            ("subject", f"{self.model.subject.name or 'not named'}, {body_mass(self):.1f} kg"),
            (
                "recorded",
                f"{time[0]:.2f} to {time[-1]:.2f} s, {len(time)} frames at {markers.rate:g} Hz, "
                f"{len(markers.names)} markers, {plates_in_words(self.trial)}",
            ),
            ("activity", Scene(self).activity_in_words),
            ("model", model_in_words(self)),
            (
                "masses by",
                parameters_in_words(self.model.parameters)
                + (of_both if mean_of_sexes(self.model) else ""),
            ),
            *(("note", line) for line in outside_the_sample(self.model)),
            ("marker set", marker_set_in_words(self.marker_set)),
            ("ground reaction", ground_in_words(self.ground) or "none"),
            ("strides", strides_in_words(self)),
            ("checks", checks),
            *((_GRADES_SAID[grade], line) for grade, line in lines),
            *(("not checked", line) for line in open_ones),
            ("curves", ", ".join(counts)),
            *([("poor", poor)] if poor else []),
            *([("error bands", bands_in_words(self.bands))] if self.bands else []),
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
    """Compute joint angles, moments, powers and ground reactions from a recording.

        found = ambulo.analyse("walk.trc", grf="walk.mot", mass=62, sex="f")

    Args:
        path: the recording, a .c3d or .trc file.
        static: static trial of the same subject; None: the model is calibrated on the walk.
        grf: ground reactions of a .trc: .mot, .sto, .forces or .csv. They replace the plates of a
            .c3d.
        configuration: the choices; None: the defaults.
        progress: a function that is called with the name of each stage when it begins.
        executor: shares the perturbed analyses of error bands among processes; None: this process
            computes them.
        entries: entries of the configuration by name, such as `mass=62`. They have priority over
            `configuration`. The option `--mass` of an error message is the entry `mass`.
    Returns:
        All results, with moments in N*m, angles in degrees and powers in W.
    Raises:
        InputError: the trial cannot be analysed. The message says what is wrong, where, and what to
            do.
    """
    found = analyse_as_chosen(
        path,
        static=static,
        grf=grf,
        configuration=_choice(configuration, entries),
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
    """Analyse trials in memory, which `read_trial` or a program of yours has made.

    Args:
        trial, static: the trials, in the world frame.
        configuration, progress, entries: as for `analyse`.
    Returns:
        As for `analyse`.
    Raises:
        InputError: as for `analyse`.
    """
    choice = _choice(configuration, entries)
    found = analyse_trial_in_stages(trial, static, choice, progress=progress)
    return Analysis.of(with_chosen_bands(*found, progress=progress))


def _choice(configuration: Configuration | None, entries: Mapping[str, object]) -> Configuration:
    """What was chosen; normal data that cannot be read are refused before the work."""
    from ambulo.report.normal_band import load_norms

    choice = configuration_of(configuration, entries)
    load_norms(choice.norms)
    return choice


def load(folder: str | Path) -> Analysis:
    """Read an analysis that `ambulo analyse` or `Analysis.save` has written.

    Args:
        folder: the folder with `results.nc` and `model.json`.
    Returns:
        The analysis as it was.
    Raises:
        InputError: this is not such a folder, or its files do not belong together.
    """
    from ambulo.results.folder import read_folder

    return Analysis.of(read_folder(folder))

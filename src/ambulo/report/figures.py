"""`ambulo figures`: the figures of an analysis as files for print, each with a caption."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from ambulo.inputs.errors import InputError
from ambulo.records import Analysis
from ambulo.report.plot import Plot
from ambulo.report.stride_counts import count_in_words, strides_with_data
from ambulo.report.wording import SIMULATED, ground_in_words, model_in_words
from ambulo.results.catalogue import axes_in_words
from ambulo.results.columns import title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Format = Literal["svg", "pdf", "png"]


class Figure(NamedTuple):
    """A figure.

    Args:
        draw: draws it, and returns its axes by the curve.
        what: what is drawn, for `axes_in_words`.
        group: "angles", "moments" or "powers", if it is drawn over the stride; "" over time.
    """

    draw: Callable[[Plot], dict[str, Axes]]
    what: str
    group: str = ""


FIGURES: Mapping[str, Figure] = {
    "joint_angles": Figure(Plot.angles, "Angles of pelvis, hip, knee and ankle", "angles"),
    "joint_moments": Figure(
        Plot.moments,
        "Net internal moments of hip, knee and ankle divided by body mass, about {moments}. A "
        "moment is positive if the muscles tend to produce the motion on the axis. An extensor "
        "moment is therefore negative",
        "moments",
    ),
    "joint_powers": Figure(
        Plot.powers,
        "Powers of hip, knee and ankle divided by body mass, about the axes of the proximal "
        "segment and summed over these axes. Generated power is positive",
        "powers",
    ),
    "ground_reaction": Figure(
        Plot.ground, "Force of the ground on each foot over time, where it is known"
    ),
}
"""Figures by the row of the catalogue that they draw, which names their file."""

# letters stay letters in programs that edit the file
_STYLE: Any = {
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
    "svg.hashsalt": "ambulo",
}
_DOTS = 300


def write_figures(
    analysis: Analysis, folder: Path, form: Format, norms: str | None = None
) -> list[Path]:
    """Write every figure that the analysis has curves for, and captions.md.

    Figures in the folder in other formats are also drawn again, so that all show the same results.

    Args:
        folder: folder to make, in place of an earlier one.
        form: format of the files; PNG has 300 dots per inch.
        norms: normal data behind the curves; None takes those of the analysis.
    Returns:
        The files that were written.
    Raises:
        InputError: the folder cannot be written to, or the analysis has no curve to draw.
    """
    from ambulo.results.whole_folder import write_folder

    forms = [other for other in get_args(Format) if other == form or any(folder.glob(f"*.{other}"))]

    def fill(out: Path) -> None:
        captions = _draw(analysis, Plot(analysis, norms), out, forms)
        text = "".join(f"**{name}** {said}\n\n" for name, said in captions.items())
        (out / "captions.md").write_text(text, encoding="utf-8", errors="backslashreplace")

    made = write_folder(folder, fill, overwrite=True)
    return [folder / path.name for path in sorted(made.iterdir()) if path.suffix != ".json"]


def _draw(analysis: Analysis, plot: Plot, out: Path, forms: Sequence[Format]) -> dict[str, str]:
    """Draw into a folder; captions by the figure's name."""
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    # the same analysis, the same file
    metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
    captions: dict[str, str] = {}
    with mpl.rc_context(_STYLE):
        for name, figure in FIGURES.items():
            if figure.group and not plot.has(figure.group):
                continue
            drawn = figure.draw(plot)
            canvas = plt.gcf()
            for form in forms:
                canvas.savefig(out / f"{name}.{form}", dpi=_DOTS, metadata=metadata[form])
            plt.close(canvas)
            captions[name] = _caption(figure, analysis, plot, drawn)
    if len(captions) < 2:
        raise InputError(
            "the analysis has no curve of hip, knee or ankle",
            str(analysis.trial.path),
            "Analyse a trial with markers on the legs",
        )
    return captions


def _caption(figure: Figure, analysis: Analysis, plot: Plot, drawn: Collection[str]) -> str:
    """What is drawn, of whom, over how many strides, with which bands."""
    said = [f"{axes_in_words(figure.what, analysis)}. Left red, right blue."]
    if figure.group and analysis.strides:
        strides = strides_with_data(analysis, figure.group)
        counts = " and ".join(
            f"{count} {side} stride{'' if count == '1' else 's'}"
            for side, n in strides.items()
            if (count := count_in_words(analysis, side, n)) != "0"
        )
        spread = max(most for _, most in strides.values()) > 1
        said.append(
            f"Mean{' ± one standard deviation' if spread else ''} over {counts}, from a foot "
            "strike (0 %) to the next strike of the same foot (100 %). Dotted vertical lines mark "
            "foot off."
        )
        if plot.band is not None:
            said.append(
                f"Grey: {plot.band.population}, mean ± one standard deviation "
                f"({plot.band.citation})."
            )
    graded = plot.graded(figure.group)
    if known := [f"{title(one).lower()} {graded[one]}" for one in drawn if one in graded]:
        said.append(
            f"How far each curve can be trusted: {'; '.join(known)}. ±: in nine of ten cases the "
            "error of the curve (root mean square) is smaller."
        )
    bands = analysis.bands
    if bands is not None:
        where = "Dashed lines" if figure.group else "Coloured bands"
        said.append(
            f"{where} enclose {100 * bands.share:g} % of {bands.samples} analyses that were "
            "perturbed with errors of "
            f"{', '.join(bands.titles) if bands.left_out else 'measurement and model'}."
        )
    who = analysis.model.subject.name or "subject not named"
    if analysis.truth:
        said.append(SIMULATED)
    said.append(
        f"{who}, {analysis.trial.path.name}. {model_in_words(analysis)}. "
        f"Ground reaction from {ground_in_words(analysis.ground) or 'nothing'}. "
        f"Ambulo {analysis.provenance.version}".rstrip()
        + "."
    )
    return " ".join(said)

"""Codes of the program in words: names of tables, marker sets, skeletons, methods."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ambulo.inputs.article import counted
from ambulo.inputs.errors import InputError
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.model.segment_parameters import outside_of_sample
from ambulo.model.segment_table_file import load_segment_table
from ambulo.model.skeleton import load_skeleton
from ambulo.records import Analysis, GroundReaction, Model, Trial

_CODE = re.compile(
    r"""(?<!["'`\w/.])(?P<author>[a-z]{3,}|[a-z]{2,}_[a-z]{3,})(?P<year>(?:19|20)\d\d)(?!["'`\w]|\.\w)"""
)
_AUTHOR = re.compile(r"^(?P<name>[^,(]*?) [A-Z](?:[A-Z-])*(?=[ ,(]).*?\((?P<year>\d{4})\)")

SIMULATED = "Simulated subject: nobody was measured."
"""Word for an analysis whose truth is known."""


def parameters_in_words(name: str) -> str:
    """A segment parameter table by author and year: "de_leva1996" is "de Leva 1996".

    Args:
        name: name of the table; a name of another package stays unchanged.
    """
    try:
        citation = load_segment_table(name).citation
    except InputError:
        return name
    found = _AUTHOR.match(citation)
    return f"{found['name']} {found['year']}" if found else name


def mean_of_sexes(model: Model) -> bool:
    """Whether the segments are the mean of a table's women and men, as the sex was not given."""
    try:
        return load_segment_table(model.parameters).of_both(model.subject)
    except InputError:
        return False


def outside_the_sample(model: Model) -> list[str]:
    """A sentence if the subject is unlike the people on whom the model's table was measured."""
    try:
        return outside_of_sample(load_segment_table(model.parameters), model.subject)
    except InputError:
        return []


def codes_in_words(text: str) -> str:
    """A sentence with `davis1991` as "Davis 1991"; words in quotes, which the user types, stay."""

    def name(found: re.Match[str]) -> str:
        *before, last = found["author"].split("_")
        return " ".join([*before, last.capitalize(), found["year"]])

    return _CODE.sub(name, text)


def notes_in_words(analysis: Analysis) -> list[str]:
    """All notes on an analysis, its trial and its model, in order, each once."""
    said = (*analysis.log, *analysis.trial.notes, *analysis.model.notes)
    return [codes_in_words(line) for line in dict.fromkeys(said)]


def others_in_words(origins: Mapping[str, str]) -> str:
    """Entries of other packages, such as "filter.median" -> "their_package 1.0", in words."""
    return ", ".join(f"{name} of {origin}" for name, origin in origins.items())


def marker_set_in_words(name: str) -> str:
    """Title of a marker set of Ambulo; name of any other marker set."""
    try:
        return load_marker_set(name).title
    except InputError:
        return name


def model_in_words(analysis: Analysis) -> str:
    """The skeleton in a sentence."""
    try:
        return load_skeleton(analysis.model.name).description
    except InputError:
        return f"{analysis.model.name}, {analysis.model.tree.nv} degrees of freedom"


def plates_in_words(trial: Trial) -> str:
    """`2 force plates`."""
    return counted(len(trial.plates), "force plate")


def ground_in_words(ground: GroundReaction) -> str:
    """Where the ground reaction comes from; "" where nothing tells it."""
    if ground.source == "none" or not ground.known.any():
        return ""
    whole = ground.source.replace("whole-body", "the motion of the whole body", 1)
    return f"the force {whole}" if whole.startswith("plates") else whole


def method_in_words(analysis: Analysis) -> str:
    """Basis of joint moments."""
    if analysis.method == "plates":
        return "From the force plates: moments are computed from the feet upwards."
    return (
        "From the motion of the whole body: the motion gives the total ground reaction. In double "
        "support it is divided between the feet."
    )

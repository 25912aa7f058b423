"""The walks on which the gait studies run: the demo subject, and a public trial where at hand."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, Literal, TypeVar

from ambulo.demo.recording import RecordingChoice
from ambulo.demo.trial import make_trial, walking_demo
from ambulo.gait.analysis import analyse_in_stages, analyse_trial_in_stages
from ambulo.gait.configuration import Configuration
from ambulo.inputs.progress import OnPart
from ambulo.mocap.files.trial_file import read_trial
from ambulo.records import Analysis
from ambulo.studies.printed.lists import Printed, printed
from ambulo.studies.record import AND, Comparison, Findings
from ambulo.studies.trials import public_trial

PAMIES_VILA_MASS = 85.0
"""kg, of Pàmies-Vilà's (2012) subject; its forces and moments are scaled from it by body weight."""

PAMIES_VILA_STRIDE = 1.58
"""s, from one strike of her subject's right foot to the next (section 4.4)."""

HER_CYCLE: Mapping[str, Mapping[str, float]] = {
    "The demo subject's stride takes 1.06 s. Experiment: a stride of 1.58 s, as in the thesis.": {
        "stride_time": PAMIES_VILA_STRIDE
    },
    "The demo subject's foot leaves the floor at 61 % of the stride. Experiment: at 66 %, as in "
    "the thesis.": {"foot_off": 0.66},
    "The demo subject's stride is 1.38 m long. Experiment: a stride of 0.865 m, so that the hip is "
    "as far ahead of the ankle as in the thesis.": {"stride_length": 0.865},
}
"""What is taken out of the demo subject's miss by walking as hers did, as far as it is printed:
fields of his cycle. Double support lasts 0.22 s (section 4.4), and the hip is 0.111 m rms before
the ankle in single support (table 5.4: 0.557 N*m by 5 N)."""

KNOWN: Mapping[str, Mapping[str, Any]] = {
    "Markers and plates have noise. Experiment: no noise.": {
        "noise": 0.0,
        "plate_noise": (0.0, 0.0),
        "gaps": (),
    },
    "The skin moves over the bones. Experiment: it does not.": {"soft_tissue": 0.0},
}
"""What is taken out of his miss by another recording: fields of `RecordingChoice`."""

OWN_MASSES = "The analysis does not assume the demo subject's masses. Experiment: it assumes them."

OTHER_SUBJECT = (
    "Pàmies-Vilà's subject has 85 kg; its figures are scaled by body mass to compare with others. "
    "His stride takes 1.58 s, that of the demo subject and HC038A 1.06 s, so their accelerations "
    "are more than twice as large."
)
"""What the studies that compare with her subject depart from."""

OTHER_MASSES = (
    "The demo subject is simulated with the masses of Pàmies-Vilà's Table 3.4 and analysed with de "
    "Leva's."
)
"""What the studies that analyse him depart from."""

WITHOUT_TRIAL = (
    "The public trial HC038A is left out: set AMBULO_DATA to the folder of public trials."
)

MASSES = "pamies2012_printed"
"""Segment parameter table of the demo subject's body: Pàmies-Vilà's tables 3.1 to 3.4."""

DEMO = "demo subject"
"""How the simulated subject's walk is called."""

WALK = "biomechzoo/HC038A/Straight/HC038A11.c3d"
TURN = "biomechzoo/HC038A/Turn/HC038A27.c3d"
"""Another walk of the same person, who turns on the plates."""
_STATIC = "biomechzoo/HC038A/Static/HC038A01.c3d"


def beside_printed(
    name: str,
    ours: float,
    *,
    on: str = "",
    mass: float | None = None,
    without: Mapping[str, float] | Iterable[tuple[str, float]] = (),
) -> Comparison:
    """Ours beside a number that Pàmies-Vilà prints.

    Args:
        name: of her list.
        ours: in its unit.
        on: whose walk.
        mass: kg, of the walker: forces and moments are scaled by it.
        without: causes of a miss, and ours where an experiment removes them, such as
            `experiments` gives; the first that suffices is named.
    """
    row = printed("pamies2012").numbers[name]
    scaled = mass is not None and row.unit in ("N", "N*m")
    scale = mass / PAMIES_VILA_MASS if mass is not None and scaled else 1.0
    alone = Comparison.of(row, ours, on=on, scale=scale)
    rows = (row, *_repeats().get(name, ()))
    # whatever is not known of a walk
    anyones = replace(alone, on="")
    missed = _missed(anyones, rows)
    if not missed:
        return alone
    tried = []
    # of a sentence that says the number again, it is no cause what the number itself is missed by
    judged = [row, *missed]
    for cause, left in without.items() if isinstance(without, Mapping) else without:
        tried.append(replace(alone, without=left, cause=cause))
        if not _missed(replace(anyones, ours=left), judged):
            return tried[-1]
    if row not in missed or not tried:
        return alone
    # what is missing on this walk is said of the first
    return tried[0] if row.missing_on.get(on) else min(tried, key=_left)


Left = TypeVar("Left")


def experiments(
    parts: Iterable[str], left: Callable[[tuple[str, ...]], Left | None]
) -> Iterator[tuple[str, Left]]:
    """What may make a miss, each part taken out alone, then two at once, and so on.

    So of the parts that the first that suffices takes out, none can be left out.

    Args:
        parts: what can be taken out.
        left: what an experiment without some of these gives, None where it cannot be made.
    """
    every = tuple(parts)
    for count in range(1, len(every) + 1):
        for some in combinations(every, count):
            found = left(some)
            if found is not None:
                yield AND.join(some), found


def _left(tried: Comparison) -> float:
    """How far an experiment that shows no cause leaves ours from the printed number."""
    if tried.without is None:
        return math.inf
    return abs(tried.without - tried.printed)


def _missed(ours: Comparison, rows: Iterable[Printed]) -> list[Printed]:
    """Which of the places where a number is printed ours misses."""
    return [row for row in rows if replace(ours, row=row).verdict.startswith("missed")]


@cache
def _repeats() -> Mapping[str, Sequence[Printed]]:
    """Numbers that say another again, by its name."""
    found: dict[str, list[Printed]] = {}
    for row in printed("pamies2012").numbers.values():
        if row.again:
            found.setdefault(row.again, []).append(row)
    return found


def analysed_walks(consistency: Literal["fit", "natural"] = "fit") -> dict[str, Analysis]:
    """Analyses by the whole-body method, by the name of the walk.

    Args:
        consistency: how segments are made rigid.
    """
    choice = Configuration(method="whole-body", consistency=consistency, compare_sharing=True)
    found = {DEMO: analysed_demo(choice)}
    public = analysed_public_walk(choice)
    if public is not None:
        found["HC038A"] = public
    return found


def analysed_demo(
    choice: Configuration,
    recorded: RecordingChoice | None = None,
    cycle: Mapping[str, float] | None = None,
) -> Analysis:
    """The demo subject's walk, recorded as usual or by another laboratory, or with other strides.

    He has the masses of Pàmies-Vilà's subject, which the analysis does not suppose: to compare him
    with her figures is to compare what masses leave, too.
    """
    with tempfile.TemporaryDirectory() as folder:
        walk, static, _ = make_trial(Path(folder), choice=recorded, masses=MASSES, cycle=cycle)
        with_sex = choice.model_copy(update={"sex": "m"})
        return analyse_in_stages(walk, static=static, configuration=with_sex)[0]


def demo_walking(parts: Iterable[str]) -> Analysis | None:
    """The demo subject's walk without some of what makes it another than hers.

    Args:
        parts: of `HER_CYCLE` and `KNOWN`.
    Returns:
        None where no leg reaches so far.
    """
    choice = Configuration(method="whole-body")
    cycle, recorded = dict[str, float](), RecordingChoice()
    for part in parts:
        cycle |= HER_CYCLE.get(part, {})
        recorded = replace(recorded, **KNOWN.get(part, {}))
        if part == OWN_MASSES:
            choice = choice.model_copy(update={"parameters": MASSES})
    try:
        walking_demo(MASSES, **cycle)
    except ValueError:
        return None
    return analysed_demo(choice, recorded, cycle)


def on_every_walk(progress: OnPart, found: Callable[[str, Analysis], Findings]) -> Findings:
    """What is found on one walk, of all of them.

    Args:
        found: of a walk's name and its analysis.
    """
    progress("analysing", 0.0)
    walks = analysed_walks()
    each = [found(name, analysis) for name, analysis in walks.items()]
    return Findings.joined([*each, Findings(notes=notes_on(walks))])


def notes_on(walks: Mapping[str, Analysis]) -> tuple[str, ...]:
    """What is said when the public trial is not among the walks."""
    return () if len(walks) > 1 else (WITHOUT_TRIAL,)


def analysed_public_walk(
    choice: Configuration, trial: str = WALK, slower: float = 1.0
) -> Analysis | None:
    """The public trial's analysis, or another's, None where it is not at hand.

    Args:
        slower: times as long the markers' paths take; then without plates and events of the file.
    """
    walk, standing = public_trial(trial), public_trial(_STATIC)
    if walk is None or standing is None:
        return None
    if slower == 1.0:
        return analyse_in_stages(walk, static=standing, configuration=choice)[0]
    read = read_trial(walk)
    later = replace(read.markers, time=slower * read.markers.time)
    slow = replace(read, markers=later, plates=(), events=())
    return analyse_trial_in_stages(slow, read_trial(standing), choice)[0]

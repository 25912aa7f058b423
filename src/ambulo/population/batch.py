"""`ambulo batch`: analyse and keep every trial of a study, and average by subject and condition.

Workers analyse pieces of the study with some trials each, and sum up their strides. They write the
averages of groups within one piece, and return only the place of these averages. They also write
tables of many groups. The pieces depend only on the study. So the results are identical for any
number of workers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ambulo.execution.tasks import as_done, process_pool, processors
from ambulo.gait.pace import Pace
from ambulo.inputs.progress import OnStage
from ambulo.population.curve_store import CurveStore, GroupPlace, new_store, write_groups
from ambulo.population.group import Gathered, GroupFound, Key, group_found
from ambulo.population.kept import KeptTrial, analyse_or_keep, link_trials
from ambulo.population.study_file import StudyTrial, read_study
from ambulo.population.study_files import FILES, Indices, write_study_files
from ambulo.population.study_page import SHOWN
from ambulo.results.whole_folder import require_place, tidy, write_folder, writing

STORE = "trials"
"""Folder of the kept analyses in a study's folder."""
AVERAGES = "averages"
"""Folder of the averages and tables."""

_PIECES = 1000
"""At least so many pieces, or one a trial: enough for all workers to be busy to the end."""
_LARGEST = 32
"""Trials in a piece: what handing it out costs is by then nothing to its work."""
_NAMED = 20
"""Groups that a sentence names."""


@dataclass(frozen=True, eq=False)
class BatchResult:
    """Results of a study.

    Args:
        analysed, kept: numbers of trials analysed in this run, and kept from earlier runs.
        again: number of trials that are identical to another trial of this run, which is analysed
            once.
        failed: trial with its subject and condition -> reason in one line.
        groups: subject, session and condition of every average.
        files: written files in the study's folder.
        notes: results that were not made, with what they need; and doubtful contents of the
            averages.
    """

    analysed: int
    kept: int
    failed: Mapping[str, str]
    groups: tuple[Key, ...]
    files: tuple[Path, ...]
    notes: tuple[str, ...] = ()
    again: int = 0


class _Part(NamedTuple):
    """Trials of one group, by number; all that it has, or some."""

    key: Key
    numbers: tuple[int, ...]
    whole: bool


class _Task(NamedTuple):
    """A piece of the study.

    Args:
        number: of the piece.
        parts: each with its trials.
        store: folder of the analyses; groups: of the averages that wait.
        shown: groups that the page shows.
    """

    number: int
    parts: tuple[tuple[_Part, tuple[StudyTrial, ...]], ...]
    store: Path
    groups: Path
    shown: frozenset[Key]


class _Made(NamedTuple):
    """Of a group: where its averages are, and its indices if the page shows it."""

    place: GroupPlace
    indices: Indices | None


def run_batch(
    study: Path,
    out: Path,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: OnStage | None = None,
) -> BatchResult:
    """Analyse every trial of a study that is not kept from an earlier run, and average all trials.

    Args:
        study: STUDY.toml.
        out: folder. Analyses are kept in `trials/`, named after the digest of their inputs, with
            links by subject and trial in `by_name/`. Tables go to `averages/`, in place of those of
            an earlier run.
        workers: number of processes; None uses all processors, 1 only this process.
        executor: executor of the analyses, in place of a pool of processes.
        progress: function called with the number of finished trials, their rate, and the remaining
            time.
    Raises:
        InputError: the study cannot be read, or the folder cannot be written to.
    """
    trials = read_study(study)
    choice = trials[0].configuration  # but for subjects, that of all
    # what is refused is refused before the work
    require_place(out / AVERAGES, overwrite=True)
    with writing(out):
        (out / STORE).mkdir(parents=True, exist_ok=True)
        store = (out / STORE).resolve()
        tidy(store)
        count = workers or processors()
        alone = executor is None and count == 1
        pool = nullcontext(executor) if executor is not None or alone else process_pool(count)
        several = None if executor is not None else count
        groups = _groups(trials)
        shown = frozenset(list(groups)[:SHOWN])
        with new_store(out.resolve()) as waiting, pool as given:
            study_of = _Study(trials, groups, store, waiting, shown)
            whole, made = _analysed(study_of, given, several, progress)
            averages = CurveStore(waiting, {key: one.place for key, one in made.items()})
            indices = {key: one.indices for key, one in made.items() if one.indices}
            notes = [*_doubts(groups, whole)]
            links = link_trials(out, STORE, _kept(trials, whole))
            notes += [links] * bool(links)

            def fill(fresh: Path) -> Mapping[str, str]:
                rows = (_row(trial, one) for trial, one in zip(trials, whole, strict=True))
                more, digests = write_study_files(
                    study.stem, rows, averages, indices, notes, choice, fresh, given, several
                )
                notes.extend(more)
                return digests

            with closing(averages):
                write_folder(out / AVERAGES, fill, overwrite=True)
    analysed = {one.folder for one in whole if one.state == "analysed"}
    again = sum(one.state == "kept" and one.folder in analysed for one in whole)
    states = [one.state for one in whole]
    failed: dict[str, str] = {}
    for number, (trial, one) in enumerate(zip(trials, whole, strict=True), start=1):
        if one.state == "failed":
            name = _called(trial)
            # the name begins with the path already
            said = one.message.removeprefix(f"{trial.path}: ")
            failed[f"{name}, trial {number}" if name in failed else name] = said
    return BatchResult(
        states.count("analysed"),
        states.count("kept") - again,
        failed,
        tuple(averages),
        tuple(path for name in FILES for path in sorted((out / AVERAGES).glob(name))),
        tuple(notes),
        again,
    )


class _Study(NamedTuple):
    """Trials with their groups, where analyses and averages go, and which groups the page shows."""

    trials: Sequence[StudyTrial]
    groups: Mapping[Key, list[int]]
    store: Path
    waiting: Path
    shown: frozenset[Key]


def _analysed(
    study: _Study, executor: Executor | None, workers: int | None, progress: OnStage | None
) -> tuple[list[KeptTrial], dict[Key, _Made]]:
    """What became of every trial, and the averages of every group, in the study's order."""
    trials, groups, store, waiting, shown = study
    pieces = list(_pieces(groups, min(_LARGEST, max(1, len(trials) // _PIECES))))
    outcomes: dict[int, KeptTrial] = {}
    made: dict[Key, _Made] = {}
    headers: dict[tuple[str, ...], tuple[str, ...]] = {}
    pace = Pace(len(trials), "trials")

    def finished(key: Key, found: GroupFound) -> None:
        made.update(_written(waiting, f"together-{len(made)}", {key: found}, shown))

    tasks = (
        _Task(
            number,
            tuple((part, tuple(trials[k] for k in part.numbers)) for part in piece),
            store,
            waiting,
            shown & {part.key for part in piece},
        )
        for number, piece in enumerate(pieces)
    )
    together = _Together(pieces, finished)
    for number, (kept, parts) in as_done(_analyse, tasks, executor, workers=workers):
        numbers = (k for part in pieces[number] for k in part.numbers)
        outcomes.update(zip(numbers, kept, strict=True))
        for part, found in zip(pieces[number], parts, strict=True):
            if isinstance(found, _Made):
                # other processes' headers are equal, and each a copy
                names = headers.setdefault(found.place.names, found.place.names)
                made[part.key] = found._replace(place=found.place._replace(names=names))
            elif found is not None or not part.whole:
                together.take(part, found)
        if progress is not None:
            progress(pace.said(len(outcomes)))
    whole = [outcomes[k] for k in sorted(outcomes)]
    return whole, {key: made[key] for key in groups if key in made}


def _groups(trials: Iterable[StudyTrial]) -> dict[Key, list[int]]:
    """Numbers of the trials of each subject in a session and condition, in the study's order."""
    found: dict[Key, list[int]] = {}
    for k, trial in enumerate(trials):
        found.setdefault((trial.subject, trial.session, trial.condition), []).append(k)
    return found


def _pieces(groups: Mapping[Key, list[int]], size: int) -> Iterator[tuple[_Part, ...]]:
    """The study in pieces of `size` trials or fewer; only groups larger than that are parted."""
    piece: list[_Part] = []
    for key, numbers in groups.items():
        if piece and sum(len(p.numbers) for p in piece) + len(numbers) > size:
            yield tuple(piece)
            piece = []
        if len(numbers) <= size:
            piece.append(_Part(key, tuple(numbers), True))
            continue
        for first in range(0, len(numbers), size):
            yield (_Part(key, tuple(numbers[first : first + size]), False),)
    if piece:
        yield tuple(piece)


def _written(
    folder: Path, name: str, found: Mapping[Key, GroupFound], shown: frozenset[Key]
) -> dict[Key, _Made]:
    """Groups in a file of a store."""
    places = write_groups(folder, name, found.values())
    return {
        key: _Made(place, Indices(one.scores, one.symmetry) if key in shown else None)
        for (key, one), place in zip(found.items(), places, strict=True)
    }


def _analyse(task: _Task) -> tuple[list[KeptTrial], list[_Made | Gathered | None]]:
    """What became of the trials of a piece, and of each part what was found; None of nothing."""
    outcomes: list[KeptTrial] = []
    whole: dict[Key, GroupFound] = {}
    parts: list[Gathered | None] = []
    for part, trials in task.parts:
        gathered: Gathered | None = None
        for trial in trials:
            outcome, curves = analyse_or_keep(trial, task.store)
            outcomes.append(outcome)
            if curves is not None:
                gathered = gathered or Gathered()
                gathered.add(curves)
        if part.whole and gathered is not None:
            whole[part.key] = group_found(part.key, gathered)
            gathered = None
        parts.append(gathered)
    made = _written(task.groups, f"{task.number}", whole, task.shown) if whole else {}
    keys = (part.key for part, _ in task.parts)
    return outcomes, [made.get(key, rest) for key, rest in zip(keys, parts, strict=True)]


class _Together:
    """Groups that came in several pieces, taken together in the order of the study.

    Args:
        pieces: of the study.
        finished: told of a group when its last piece has come.
    """

    def __init__(
        self, pieces: Iterable[tuple[_Part, ...]], finished: Callable[[Key, GroupFound], None]
    ) -> None:
        self._finished = finished
        self._left: dict[Key, list[tuple[int, ...]]] = {}
        for piece in pieces:
            for part in piece:
                if not part.whole:
                    self._left.setdefault(part.key, []).append(part.numbers)
        for waiting in self._left.values():
            waiting.reverse()
        self._early: dict[tuple[int, ...], Gathered | None] = {}
        self._so_far: dict[Key, Gathered] = {}

    def take(self, part: _Part, found: Gathered | None) -> None:
        """Take in a part; those that come early wait for the ones before."""
        self._early[part.numbers] = found
        left = self._left[part.key]
        while left and left[-1] in self._early:
            next_one = self._early.pop(left.pop())
            if next_one is None:
                continue
            if part.key in self._so_far:
                self._so_far[part.key].merge(next_one)
            else:
                self._so_far[part.key] = next_one
        if not left and part.key in self._so_far:
            self._finished(part.key, group_found(part.key, self._so_far.pop(part.key)))


def _doubts(groups: Mapping[Key, list[int]], outcomes: list[KeptTrial]) -> Iterator[str]:
    """Sentences on trials that are in the averages and perhaps should not be."""
    bad = sum(one.grade == "do-not-use" for one in outcomes)
    if bad:
        yield (
            f"{bad} of {len(outcomes)} trials {'has' if bad == 1 else 'have'} a check with the "
            "grade do not use. The averages include "
            f"{'this trial' if bad == 1 else 'these trials'} too. The column checks of "
            "trials.csv gives the grade of each trial."
        )
    looks = sum(one.grade == "look" for one in outcomes)
    if looks:
        yield (
            f"{looks} of {len(outcomes)} trials {'has' if looks == 1 else 'have'} a check with "
            "the grade look. The column checks of trials.csv gives the grade of each trial."
        )
    for name, many, why in (
        ("method", "sources of the ground reaction", "The method whole-body uses the motion alone"),
        (
            "marker_set",
            "marker sets",
            "Different sets find axes and joint centres in different ways",
        ),
    ):
        found = Counter(of for one in outcomes if (of := getattr(one, name)))
        if len(found) > 1:
            said = ", ".join(f"{of}: {count}" for of, count in found.most_common(_NAMED))
            yield f"The trials have {len(found)} {many} ({said}). {why}."
    again: dict[Key, int] = {}
    for key, numbers in groups.items():
        same = [one.recording or one.folder for one in map(outcomes.__getitem__, numbers)]
        same = [recording for recording in same if recording]
        if len(same) > len(set(same)):
            again[key] = len(same) - len(set(same))
    if again:
        named = "; ".join(f"{_named(key)}: {count}" for key, count in list(again.items())[:_NAMED])
        more = f"; and {len(again) - _NAMED} more" if len(again) > _NAMED else ""
        yield (
            f"{sum(again.values())} of {len(outcomes)} trials repeat a recording of the same "
            f"average. A repeated recording counts more than once ({named}{more})."
        )
    yield from _of_several_averages(groups, outcomes)


def _of_several_averages(
    groups: Mapping[Key, list[int]], outcomes: list[KeptTrial]
) -> Iterator[str]:
    """A sentence where one recording is given for two subjects, sessions or conditions."""
    whose: dict[str, dict[str, None]] = {}
    for key, numbers in groups.items():
        for k in numbers:
            if outcomes[k].recording:
                whose.setdefault(outcomes[k].recording, {})[_named(key)] = None
    several = [" and ".join(list(names)[:_NAMED]) for names in whose.values() if len(names) > 1]
    if several:
        more = f"; and {len(several) - _NAMED} more" if len(several) > _NAMED else ""
        one = len(several) == 1
        yield (
            f"{len(several)} recording{' is' if one else 's are'} given for several subjects, "
            f"sessions or conditions ({'; '.join(several[:_NAMED])}{more})."
        )


def _kept(
    trials: Iterable[StudyTrial], outcomes: Iterable[KeptTrial]
) -> Iterator[tuple[tuple[str, ...], str]]:
    """What each trial that one may look at is called, and its folder."""
    for trial, one in zip(trials, outcomes, strict=True):
        if one.folder and trial.files != "curves":
            yield (trial.subject, trial.session, trial.condition, trial.path.stem), one.folder


def _named(key: Key) -> str:
    return ", ".join(name for name in key if name)


def _called(trial: StudyTrial) -> str:
    return f"{trial.path} ({_named((trial.subject, trial.session, trial.condition))})"


def _row(trial: StudyTrial, found: KeptTrial) -> tuple[str, ...]:
    """Who, which trial, how it went and how far to trust it, what says so, and why it failed."""
    page = "report.html" if trial.files == "all" else "summary.json"
    return (
        trial.subject,
        trial.session,
        trial.condition,
        str(trial.path),
        "done" if found.folder else "failed",
        found.grade,
        f"../{STORE}/{found.folder}/{page}" if found.folder else "",
        found.message,
    )

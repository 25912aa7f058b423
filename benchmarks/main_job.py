"""`ambulo analyse` on a real walk: as a command cold and cached, and warm by stage.

The walk is HC038A's straight one with its static trial; the marker fit and the inverse dynamics of
one of OpenSim's walks are timed beside it, for the comparison with OpenSim on the same recording.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from ambulo.analysis import analyse, analyse_trial
from ambulo.gait.configuration import Configuration
from ambulo.gait.inverse import joint_forces
from ambulo.gait.stages.invert import invert
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.fit.marker_fit import fit_model
from ambulo.model.foot_loads import foot_loads
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import Analysis
from ambulo.report.write import write
from kernels import Row
from spent import cold, processor_seconds, seconds

NUMERICS = ("filter", "fit", "differentiate", "ground", "invert")
REPEATS = 5
WARM = "analyse HC038A, warm"
_AGAIN = """
import sys
from ambulo.analysis import analyse_trial
from ambulo.mocap.files.trial_file import read_trial
from spent import processor_seconds
trials = [read_trial(path) for path in sys.argv[1:]]
print(processor_seconds(lambda: analyse_trial(*trials), repeats=20))
"""


def data() -> Path | None:
    """Folder of the real trials, as the tests find it; None where it is absent."""
    named = os.environ.get("AMBULO_DATA")
    folder = Path(named) if named else Path(__file__).resolve().parents[2] / "shared" / "data"
    return folder if folder.is_dir() else None


def _processor(line: list[str]) -> float:
    """Processor time [s] of a new process, the best of three."""

    def run() -> float:
        before = os.times()
        subprocess.run(line, check=True, capture_output=True)
        after = os.times()
        return sum(after[2:4]) - sum(before[2:4])

    return min(run() for _ in range(3))


def starts(walk: Path, static: Path) -> list[Row]:
    """Processor time of what starts, over that of the whole command, kernels compiled."""
    python = [sys.executable, "-c"]
    with tempfile.TemporaryDirectory() as folder:
        line = [sys.executable, "-m", "ambulo", "analyse", str(walk), "--static", str(static)]
        whole = _processor([*line, "--out", f"{folder}/out", "--overwrite"])
    lines = {
        "info": [sys.executable, "-m", "ambulo", "info", str(walk)],
        "--version": [sys.executable, "-m", "ambulo", "--version"],
        "import numpy and numba": [*python, "import numpy, numba"],
        "import ambulo.analysis": [*python, "import ambulo.analysis"],
    }
    return [
        Row(f"start: {name}", "Ambulo, of the command analyse", _processor(line) / whole, "×")
        for name, line in lines.items()
    ]


def command(walk: Path, static: Path) -> list[Row]:
    """The command in a new process: with nothing compiled yet, then with everything."""
    with tempfile.TemporaryDirectory() as folder:
        line = [sys.executable, "-m", "ambulo", "analyse", str(walk), "--static", str(static)]
        line += ["--out", f"{folder}/out"]
        kept = {**os.environ, "NUMBA_CACHE_DIR": f"{folder}/kernels"}

        def run() -> float:
            start = time.perf_counter()
            subprocess.run(line, check=True, capture_output=True, env=kept)
            return time.perf_counter() - start

        first, state = run(), cold(Path(folder, "kernels"))
        later = min(run() for _ in range(3))
    return [
        Row(f"analyse HC038A, the command, {state}", "Ambulo", first, "s"),
        Row("analyse HC038A, the command, later", "Ambulo", later, "s"),
    ]


def stages(walk: Path, static: Path) -> list[Row]:
    """Warm, in one process: the analysis by stage, and with all its files written."""

    def analysed() -> Analysis:
        return analyse(walk, static=static)

    def written() -> None:
        write(analysed(), Path(folder))

    with tempfile.TemporaryDirectory() as folder:
        total = seconds(written)
    timings: list[dict[str, float]] = []
    for _ in range(REPEATS):
        timings.append(dict(analysed().timing))
    fastest = min(timings, key=lambda timing: sum(timing.values()))
    numerics = sum(fastest[name] for name in NUMERICS)
    # the noise by which the filter is chosen is what a fit leaves, and where coordinates are
    # filtered that fit is the fit: the two stages are one measurement
    fastest = {"filter and fit": fastest.pop("filter") + fastest.pop("fit"), **fastest}
    return [
        Row(f"{WARM}, all files written", "Ambulo", total, "s"),
        Row(f"{WARM}, numerics", "Ambulo", numerics, "s"),
        *(Row(f"{WARM}, stage {name}", "Ambulo", spent, "s") for name, spent in fastest.items()),
    ]


def again(walk: Path, static: Path) -> list[Row]:
    """What an analysis costs that is made again: without reading, and from one stage on.

    And as multiples of one inverse dynamics of the same motion, whose time is in this table too.
    """
    trial, standing = read_trial(walk), read_trial(static)
    found = analyse_trial(trial, standing)
    model, tree = found.model, found.model.tree
    heavier = replace(model, tree=replace(tree, mass=1.02 * tree.mass))
    loads = foot_loads(model, *forward_kinematics(tree, found.motion.q), found.ground)
    unit = seconds(lambda: joint_forces(model, found.motion, loads), repeats=200)
    rows = [Row("inverse dynamics of HC038A", "Ambulo, one recursion", 1e3 * unit, "ms")]
    for task, run, repeats in (
        ("invert again, other masses", lambda: invert(heavier, found.motion, found.ground), 200),
        (
            "the same, named moments",
            lambda: invert(heavier, found.motion, found.ground).moments,
            200,
        ),
        (
            "the whole analysis again, trial already read",
            lambda: analyse_trial(trial, standing),
            20,
        ),
    ):
        spent = seconds(run, repeats=repeats)
        rows.append(Row(f"HC038A: {task}", "Ambulo", 1e3 * spent, "ms"))
        processor = processor_seconds(run, repeats=repeats)
        rows.append(Row(f"HC038A: {task}", "Ambulo", 1e3 * processor, "ms of processors"))
        rows.append(Row(f"HC038A: {task}", "Ambulo, in inverse dynamics", spent / unit, "×"))
    return rows


def threads(walk: Path, static: Path) -> list[Row]:
    """Processor time of one more analysis in a session that leaves linear algebra its threads."""
    free = {name: value for name, value in os.environ.items() if "NUM_THREADS" not in name}

    def spent(environment: dict[str, str]) -> float:
        line = [sys.executable, "-c", _AGAIN, str(walk), str(static)]
        folder = Path(__file__).parent
        done = subprocess.run(line, check=True, capture_output=True, env=environment, cwd=folder)
        return float(done.stdout)

    times = spent(free) / spent({**free, "OPENBLAS_NUM_THREADS": "1"})
    task = "HC038A: the whole analysis again, threads of linear algebra as they are"
    return [Row(task, "Ambulo, of the processor time with one", times, "×")]


def beside_opensim(folder: Path) -> list[Row]:
    """Marker fit and inverse dynamics of one walk, by both."""
    found = analyse(
        folder / "TRC/gait_14.trc",
        static=folder / "TRC/static.trc",
        grf=folder / "GRF/GRF_gait_14.mot",
        configuration=Configuration(mass=62.0),
    )
    frames = len(found.motion.time)
    model, markers = found.model, found.trial.markers
    fit = 1e6 * seconds(lambda: fit_model(model, markers)) / frames
    invert = 1e6 * seconds(lambda: joint_forces(model, found.motion)) / frames
    size = f"{len(model.marker_names)} markers, {model.tree.nv} degrees of freedom"
    rows = [
        Row("marker fit of a real walk", f"Ambulo ({size})", fit, "µs/frame"),
        Row("inverse dynamics of a real walk", f"Ambulo ({size})", invert, "µs/frame"),
    ]
    if importlib.util.find_spec("opensim") is not None:
        import opensim_peer

        kinematics, dynamics, followed, dof = opensim_peer.seconds_a_frame(folder)
        name = f"OpenSim ({followed} markers, {dof} degrees of freedom)"
        rows.insert(1, Row(rows[0].task, name, 1e6 * kinematics, "µs/frame"))
        rows.append(Row(rows[-1].task, name, 1e6 * dynamics, "µs/frame"))
    return rows


def rows() -> list[Row]:
    """Every measurement; empty where the real trials are absent."""
    folder = data()
    if folder is None:
        return []
    walk = folder / "biomechzoo/HC038A/Straight/HC038A11.c3d"
    static = folder / "biomechzoo/HC038A/Static/HC038A01.c3d"
    return [
        *command(walk, static),
        *starts(walk, static),
        *stages(walk, static),
        *again(walk, static),
        *threads(walk, static),
        *beside_opensim(folder / "falisse/subject2"),
    ]

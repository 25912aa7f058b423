"""OpenSim on a walk of its users (falisse, subject 2): marker errors, and time a frame.

Needs the package `opensim` (extra `oracle`) and the real trials.
"""

from __future__ import annotations

import re
import tempfile
import time
from pathlib import Path

import numpy as np
import opensim as osim

MODEL = "Models/subject2_withMTP_weldRadius_scaled_FK.osim"


def _loaded(folder: Path) -> osim.Model:
    osim.Logger.setLevelString("Off")
    return osim.Model(str(folder / MODEL))


def _tasks(folder: Path, trial: int) -> dict[str, float]:
    """Weights of the markers that the published inverse kinematics follows."""
    setup = (folder / f"IK/SetupIK_gait_{trial}.xml").read_text(encoding="utf-8")
    task = r'<IKMarkerTask name="([^"]+)">.*?<apply>(\w+)</apply>.*?<weight>([^<]+)</weight>'
    found = re.findall(task, setup, re.DOTALL)
    return {name: float(weight) for name, apply, weight in found if apply == "true"}


def _markers(path: Path) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Times [s] and trajectories (frames, 3) [m] of a TRC file in metres; short rows end in NaN."""
    lines = path.read_text(encoding="utf-8").splitlines()
    names = [name for name in lines[3].split("\t")[2:] if name.strip()]
    width = 3 * len(names)
    rows = []
    for line in lines[5:]:
        cells = line.split("\t")
        if len(cells) > 2:
            values = [float(cell) if cell.strip() else np.nan for cell in cells[1 : 2 + width]]
            rows.append(values + [np.nan] * (1 + width - len(values)))
    table = np.array(rows)
    position = table[:, 1:].reshape(len(table), -1, 3)
    return table[:, 0], {name: position[:, k] for k, name in enumerate(names)}


def marker_rms(folder: Path, trial: int) -> float:
    """Distance [m], root mean square, of OpenSim's markers from the measured ones.

    The model at the coordinates of its published inverse kinematics, over the markers that its
    tasks weigh and all published frames.
    """
    model = _loaded(folder)
    state = model.initSystem()
    motion = osim.TimeSeriesTable(str(folder / f"IK/IK_gait_{trial}.mot"))
    seen_at, measured = _markers(folder / f"TRC/gait_{trial}.trc")
    coordinates, markers = model.getCoordinateSet(), model.getMarkerSet()
    followed = [name for name in _tasks(folder, trial) if name in measured]
    squares = []
    for row, moment in enumerate(motion.getIndependentColumn()):
        values = motion.getRowAtIndex(row)
        for column, name in enumerate(motion.getColumnLabels()):
            value = values[column]
            if name not in ("pelvis_tx", "pelvis_ty", "pelvis_tz"):
                value = np.radians(value)
            coordinates.get(name).setValue(state, value, False)
        model.realizePosition(state)
        frame = int(np.argmin(np.abs(seen_at - moment)))
        for name in followed:
            place = markers.get(name).getLocationInGround(state).to_numpy()
            squares.append(np.sum((place - measured[name][frame]) ** 2))
    return float(np.sqrt(np.nanmean(squares)))


def inverse_dynamics(folder: Path, trial: int, cutoff: float) -> dict[str, np.ndarray]:
    """Generalised forces [N*m, N] by name, and "time" [s]; coordinates filtered at `cutoff` Hz.

    As the published set-up has it, whose paths are those of another machine and whose cut-off is
    6 Hz.
    """
    osim.Logger.setLevelString("Off")
    loads = (folder / f"ExternalLoads/External_Loads_gait_{trial}.xml").read_text(encoding="utf-8")
    for tag, path in (
        ("datafile", folder / f"GRF/GRF_gait_{trial}.mot"),
        ("external_loads_model_kinematics_file", ""),
    ):
        loads = re.sub(rf"<{tag}>.*?</{tag}>", f"<{tag}>{path}</{tag}>", loads)
    setup = (folder / f"ID/SetupID_gait_{trial}.xml").read_text(encoding="utf-8")
    span = re.search(r"<time_range>\s*(\S+)\s+(\S+)\s*</time_range>", setup)
    assert span is not None
    with tempfile.TemporaryDirectory() as out:
        (Path(out) / "loads.xml").write_text(loads, encoding="utf-8")
        tool = osim.InverseDynamicsTool()
        tool.setModelFileName(str(folder / MODEL))
        tool.setCoordinatesFileName(str(folder / f"IK/IK_gait_{trial}.mot"))
        tool.setExternalLoadsFileName(f"{out}/loads.xml")
        without = osim.ArrayStr()
        without.append("Muscles")
        tool.setExcludedForces(without)
        tool.setStartTime(float(span[1]))
        tool.setEndTime(float(span[2]))
        tool.setLowpassCutoffFrequency(cutoff)
        tool.setResultsDir(out)
        tool.setOutputGenForceFileName("forces.sto")
        tool.run()
        table = osim.TimeSeriesTable(f"{out}/forces.sto")
    found = {name: table.getDependentColumn(name).to_numpy() for name in table.getColumnLabels()}
    return {"time": np.array(table.getIndependentColumn()), **found}


def seconds_a_frame(folder: Path, trial: int = 14) -> tuple[float, float, int, int]:
    """Inverse kinematics and inverse dynamics without files.

    Returns:
        Both in s a frame, then the markers followed and the degrees of freedom.
    """
    model = _loaded(folder)
    model.updForceSet().clearAndDestroy()
    state = model.initSystem()
    weights = osim.SetMarkerWeights()
    tasks = _tasks(folder, trial)
    for name, weight in tasks.items():
        weights.cloneAndAppend(osim.MarkerWeight(name, weight))
    reference = osim.MarkersReference(str(folder / f"TRC/gait_{trial}.trc"), weights)
    solver = osim.InverseKinematicsSolver(
        model, reference, osim.SimTKArrayCoordinateReference(), 20.0
    )
    solver.setAccuracy(1e-5)
    motion = osim.TimeSeriesTable(str(folder / f"IK/IK_gait_{trial}.mot"))
    times = list(motion.getIndependentColumn())
    kinematics = np.inf
    for _ in range(3):
        state.setTime(times[0])
        solver.assemble(state)
        start = time.perf_counter()
        for moment in times:
            state.setTime(moment)
            solver.track(state)
        kinematics = min(kinematics, (time.perf_counter() - start) / len(times))

    dynamics = osim.InverseDynamicsSolver(model)
    rng = np.random.default_rng(0)
    accelerations = [osim.Vector.createFromMat(rng.normal(size=state.getNU())) for _ in times]
    velocity = osim.Vector.createFromMat(rng.normal(size=state.getNU()))
    best = np.inf
    for _ in range(5):
        start = time.perf_counter()
        for acceleration in accelerations:
            state.setU(velocity)
            dynamics.solve(state, acceleration)
        best = min(best, (time.perf_counter() - start) / len(times))
    return float(kinematics), float(best), len(tasks), state.getNU()

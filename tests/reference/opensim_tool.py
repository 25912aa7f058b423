"""OpenSim's InverseDynamicsTool on a folder of files that Ambulo has written for it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import opensim as osim


def inverse_dynamics(folder: Path, out: Path, start: float, stop: float) -> dict[str, np.ndarray]:
    """Generalised forces [N*m, N] by column, and "time" [s]; coordinates as they are."""
    osim.Logger.setLevelString("Error")
    tool = osim.InverseDynamicsTool()
    tool.setModelFileName(str(folder / "model.osim"))
    tool.setCoordinatesFileName(str(folder / "coordinates.mot"))
    tool.setExternalLoadsFileName(str(folder / "external_loads.xml"))
    tool.setLowpassCutoffFrequency(-1.0)
    tool.setStartTime(start)
    tool.setEndTime(stop)
    tool.setResultsDir(str(out))
    tool.setOutputGenForceFileName("forces.sto")
    tool.run()
    table = osim.TimeSeriesTable(str(out / "forces.sto"))
    found = {name: table.getDependentColumn(name).to_numpy() for name in table.getColumnLabels()}
    return {"time": np.array(table.getIndependentColumn()), **found}


def marker_places(folder: Path) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Times [s] and paths (frames, 3) [m] of the model's markers at the coordinates in the file."""
    osim.Logger.setLevelString("Error")
    model = osim.Model(str(folder / "model.osim"))
    state = model.initSystem()
    motion = osim.TimeSeriesTable(str(folder / "coordinates.mot"))
    all_of, markers = model.getCoordinateSet(), model.getMarkerSet()
    paths: dict[str, list[np.ndarray]] = {
        markers.get(k).getName(): [] for k in range(markers.getSize())
    }
    for row in range(motion.getNumRows()):
        values = motion.getRowAtIndex(row)
        for column, name in enumerate(motion.getColumnLabels()):
            turn = 1.0 if name.startswith("pelvis_t") and name[-1] in "xyz" else np.pi / 180.0
            all_of.get(name).setValue(state, turn * values[column], False)
        model.realizePosition(state)
        for name, path in paths.items():
            path.append(markers.get(name).getLocationInGround(state).to_numpy())
    time = np.array(motion.getIndependentColumn())
    return time, {name: np.array(path) for name, path in paths.items()}

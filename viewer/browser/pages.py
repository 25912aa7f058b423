"""Pages for the tests in a browser: the simulated subject, half a minute, every kind of panel.

usage: pages.py OUT    writes into OUT: demo/report, compare/compare, long, kinds, study and
                       names.html, expected.json
"""

from __future__ import annotations

import json
import sys
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from shutil import copytree

import h5netcdf
import numpy as np

from ambulo.demo.run import run_demo
from ambulo.mocap.naming.guess import guess
from ambulo.population.comparison_files import compare_folders
from ambulo.report import page_data as data
from ambulo.report.names_page import names_page
from ambulo.report.page import report_page
from ambulo.report.page_file import write_page_file
from ambulo.report.scene import Scene
from ambulo.studies.page import study_page
from ambulo.studies.registry import run_study

FRAMES, RATE = 3000, 100.0


def repeated(values: np.ndarray) -> np.ndarray:
    """The first axis again and again until there are FRAMES."""
    return values[np.arange(FRAMES) % len(values)]


def long_page(scene: Scene) -> data.Page:
    """The report with its scene and its curves drawn out to half a minute."""
    page = report_page(scene, [])
    frames = len(scene.analysis.motion.time)

    def stretch(value: object) -> object:
        if isinstance(value, np.ndarray):
            return repeated(value) if len(value) == frames else value
        if isinstance(value, list | tuple):
            return type(value)(stretch(entry) for entry in value)
        if is_dataclass(value) and not isinstance(value, type):
            names = [field.name for field in fields(value)]
            return replace(value, **{name: stretch(getattr(value, name)) for name in names})
        return value

    stretched = stretch(page)
    assert isinstance(stretched, data.Page)
    clock = replace(page.clocks["trial"], time=np.arange(FRAMES) / RATE, start=0.0)
    return replace(stretched, clocks={"trial": clock})


def kinds_page() -> data.Page:
    """One panel of every kind that the report has not, and two clocks."""
    time = np.linspace(0.0, 2.0, 81)
    swing = np.stack([np.sin(3 * time), np.zeros(81), 1.0 - 0.3 * np.cos(3 * time)], axis=1)
    hip = np.tile([0.0, 0.0, 1.5], (81, 1))
    path = np.stack([hip, swing, 0.8 * swing + [0.2, 0, 0]], axis=1)
    x, y = np.linspace(0.0, 4.0, 33), np.linspace(-1.0, 1.0, 17)
    turn = np.linspace(0.0, 2 * np.pi, 25)[:-1]
    rings = np.linspace(0.0, 0.35, 15)
    vertices = np.array([[0.015 * np.cos(t), 0.015 * np.sin(t), z] for z in rings for t in turn])
    faces = []
    for i in range(len(rings) - 1):
        for j in range(24):
            a, b = 24 * i + j, 24 * i + (j + 1) % 24
            faces += [[a, b, a + 24], [b, b + 24, a + 24]]
    strain = np.stack([800 * vertices[:, 0] / 0.015 * np.sin(9 * vertices[:, 2]), vertices[:, 2]])
    points = data.Points("joints", ["hip", "knee", "ankle"], "c1", 0.03, path)
    chain = data.Rods("chain", [(0, 1), (1, 2)], "c1", 0.015, path)
    scene = data.ScenePanel("chain", "A chain", "one", links=[chain], points=[points])
    other = data.ScenePanel("chain-two", "Another", "two", links=[chain], points=[points])
    log = data.Plot(
        "Decay",
        [data.Unit("m")],
        [data.Series("error", "c2", 10.0 ** -np.arange(6.0), x=np.arange(1.0, 7.0), stroke="both")],
        xlabel="step",
        log="y",
    )
    return data.Page(
        "Every kind",
        "of panel",
        "foot",
        [
            data.PanelGroup("scenes", "Scenes", [scene, other]),
            data.PanelGroup(
                "aside",
                "Aside",
                [
                    data.LinesPanel("alone", "One plot", [log]),
                    data.LinesPanel("five", "Five plots", [log] * 5),
                ],
                beside=True,
            ),
            data.PanelGroup(
                "fields",
                "Fields",
                [
                    data.MapPanel(
                        "map", "A map", x, y, np.outer(y, x) + x, "x [m]", "y [m]", "f", "N"
                    ),
                    data.MeshPanel(
                        "mesh",
                        "A bone",
                        vertices,
                        np.array(faces, dtype=float),
                        strain,
                        ["strike", "push-off"],
                        "axial strain",
                        "µε",
                        sites=[data.Site("gauge", (0.015, 0.0, 0.17))],
                    ),
                    data.LinesPanel("log", "Decay", [log], columns=1),
                ],
            ),
        ],
        {"one": data.Clock(time), "two": data.Clock(time)},
    )


def main(out: Path) -> None:
    """Write everything."""
    analysis, _ = run_demo(out / "demo")
    write_page_file(long_page(Scene(analysis)), out / "long.html")
    write_page_file(kinds_page(), out / "kinds.html")
    copytree(out / "demo", out / "again")
    compare_folders([out / "demo", out / "again"], out / "compare")
    write_page_file(study_page(run_study("alnazer2006_tube", lambda *_: None)), out / "study.html")
    read = guess(analysis.trial.markers)
    write_page_file(names_page(analysis.trial, read), out / "names.html")
    with h5netcdf.File(out / "demo" / "results.nc") as file:
        names = [name.decode() for name in file["angle"][:]]
        values = {
            n: file["joint_angles"][:, names.index(n)]
            for n in ("left_knee_flexion", "right_hip_flexion")
        }
        time = file["time"][:]
    expected = {"time": time.tolist(), **{name: v.tolist() for name, v in values.items()}}
    expected["marker_set"] = read.text(analysis.trial.path.name)
    (out / "expected.json").write_text(json.dumps(expected))


if __name__ == "__main__":
    main(Path(sys.argv[1]))

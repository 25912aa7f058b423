"""How the modules of the package import each other."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from tests import house_drawing
from tests.imports import arrows, graph, room

import ambulo

ROOT = Path(ambulo.__file__).parent


def test_no_two_modules_import_each_other_not_even_inside_functions():
    links = graph(ROOT)
    assert len(links) > 400
    assert "ambulo.results.folder" in links["ambulo.analysis"]  # imported inside a function
    TopologicalSorter(links).prepare()


def test_packages_do_not_come_to_know_more_of_each_other():
    links = graph(ROOT)
    between = arrows(links)
    assert ("ambulo.gait", "ambulo.mocap") in between
    assert ("ambulo", "ambulo.analysis") in between
    assert len({room(name) for name in links}) <= 21
    assert len(between) <= 114


def test_a_circle_hidden_in_a_function_is_seen(tmp_path):
    package = tmp_path / "house"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "one.py").write_text("from house import two\n")
    (package / "two.py").write_text("def late():\n    from house.one import something\n")
    with pytest.raises(CycleError):
        TopologicalSorter(graph(package)).prepare()


def test_the_drawing_of_the_house_is_that_of_its_imports():
    assert house_drawing.DRAWING.read_text("utf-8") == house_drawing.drawing()

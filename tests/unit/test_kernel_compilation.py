"""Compiled code is kept per text of what it is made of: a file and all that it imports."""

from __future__ import annotations

import shutil
from pathlib import Path

import numba
import pytest

from ambulo.math import compilation
from ambulo.multibody.tree import kinematics

OWN_LAW = "from ambulo.multibody.tree import kinematics\n"


@pytest.fixture
def package(tmp_path, monkeypatch):
    """The package's sources in a folder of their own, where a test may edit them."""
    here = Path(compilation.__file__).parents[1]
    copy = tmp_path / "ambulo"
    shutil.copytree(here, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(compilation, "__file__", str(copy / "math" / "compilation.py"))
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    yield copy
    compilation._read.cache_clear()


def folder(file: Path) -> str:
    compilation._read.cache_clear()
    return compilation.cache_folder(file)


def edit(file: Path) -> None:
    file.write_text(file.read_text() + "\n# edited\n")


def test_an_edit_of_what_a_file_imports_gives_another_folder(package):
    file = package / "multibody" / "tree" / "newton_euler.py"
    before = folder(file)
    assert folder(file) == before
    for edited in (file, package / "math" / "vectors.py", package / "math" / "lanes.py"):
        edit(edited)
        after = folder(file)
        assert after != before
        before = after


def test_an_edit_elsewhere_keeps_the_folder(package):
    file = package / "multibody" / "tree" / "newton_euler.py"
    before = folder(file)
    for other in (
        "records/model.py",
        "multibody/tree/energy.py",
        "multibody/chain/chain_angles.py",
    ):
        edit(package / other)
    assert folder(file) == before


def test_a_file_of_somebody_else_follows_what_it_imports(package, tmp_path):
    own = tmp_path / "own_law.py"
    own.write_text(OWN_LAW)
    before = folder(own)
    assert Path(before).name.startswith("own_law-")
    edit(package / "multibody" / "tree" / "kinematics.py")
    assert folder(own) != before


def test_the_folder_is_beside_the_code_or_where_the_user_says(package, tmp_path, monkeypatch):
    file = package / "math" / "vectors.py"
    assert Path(folder(file)).parent == package / "__pycache__"
    monkeypatch.setattr(compilation.os, "access", lambda *_: False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    assert Path(folder(file)).parent == tmp_path / "own" / "ambulo"
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "numba"))
    assert Path(folder(file)).parent == tmp_path / "numba"


def test_other_libraries_keep_numbas_setting():
    assert "kinematics-" not in numba.config.CACHE_DIR
    assert "kinematics-" in kinematics._forward_kinematics.stats.cache_path

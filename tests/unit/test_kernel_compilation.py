"""Compiled kernels are kept per version of the kernels' whole text."""

from __future__ import annotations

import shutil
from pathlib import Path

import numba
import pytest

from ambulo.kernels import compilation, kinematics


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """The kernels' sources in a folder of their own, where a test may edit them."""
    here = Path(compilation.__file__).parent
    kernels = tmp_path / "ambulo" / "kernels"
    shutil.copytree(here, kernels, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(here.parent / "records.py", kernels.parent)
    monkeypatch.setattr(compilation, "__file__", str(kernels / "compilation.py"))
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    return kernels


def test_an_edit_anywhere_in_the_kernels_gives_another_folder(copy):
    before = compilation.cache_folder()
    assert compilation.cache_folder() == before
    for edited in (copy / "vectors.py", copy.parent / "records.py"):
        edited.write_text(edited.read_text() + "\n# edited\n")
        after = compilation.cache_folder()
        assert after != before
        before = after


def test_the_folder_is_beside_the_code_or_where_the_user_says(copy, tmp_path, monkeypatch):
    assert Path(compilation.cache_folder()).parent == copy / "__pycache__"
    monkeypatch.setattr(compilation.os, "access", lambda *_: False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    assert Path(compilation.cache_folder()).parent == tmp_path / "own" / "ambulo"
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "numba"))
    assert Path(compilation.cache_folder()).parent == tmp_path / "numba"


def test_other_libraries_keep_numbas_setting():
    assert "kernels-" not in numba.config.CACHE_DIR
    assert "kernels-" in kinematics._forward_kinematics.stats.cache_path


def test_a_package_with_kernels_of_its_own_has_a_folder_of_its_own():
    from ambulo.ballistic import equations
    from ambulo.constrained.orientation import registry

    assert "ballistic-" in equations.arrival_error.stats.cache_path
    assert "constrained-" in registry.rotation.stats.cache_path


def test_an_edit_anywhere_in_a_package_gives_another_folder(copy):
    package = copy.parent / "other"
    (package / "deeper").mkdir(parents=True)
    deep = package / "deeper" / "loops.py"
    deep.write_text("one = 1")
    before = compilation.cache_folder(package)
    assert Path(before).name.startswith("other-")
    deep.write_text("one = 2")
    after = compilation.cache_folder(package)
    assert after != before
    (copy / "vectors.py").write_text("# edited")
    assert compilation.cache_folder(package) != after

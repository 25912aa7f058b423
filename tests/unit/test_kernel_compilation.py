"""Compiled code is kept per text of what it is made of: a file and all that it imports."""

from __future__ import annotations

import gc
import os
import shutil
import sys
from importlib import import_module
from pathlib import Path

import numba
import pytest

from ambulo.math import compilation, sources
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
    sources._read.cache_clear()


def folder(file: Path) -> str:
    sources._read.cache_clear()
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


OWN_PACKAGE = {
    "laws/__init__.py": "",
    "laws/steps.py": "GAIN = 2.0\n",
    "laws/helper.py": "from laws import steps\n\ndef gain(x):\n    return steps.GAIN * x\n",
    "numbers_of_ours.py": "K = 1e4\n",
    "unused.py": "K = 3.0\n",
}


@pytest.mark.parametrize(
    ("said", "edited"),
    [
        ("from numbers_of_ours import K", ["numbers_of_ours.py"]),
        ("import numbers_of_ours", ["numbers_of_ours.py"]),
        ("from laws.helper import gain", ["laws/helper.py", "laws/steps.py", "laws/__init__.py"]),
        ("import laws.helper as ours", ["laws/helper.py", "laws/steps.py"]),
        ("from .helper import gain", ["laws/helper.py", "laws/steps.py"]),
        ("from . import helper", ["laws/helper.py", "laws/steps.py"]),
        ("import importlib\nours = importlib.import_module('laws.helper')", ["laws/helper.py"]),
        ("import ambulo.multibody.tree.kinematics", ["ambulo/multibody/tree/kinematics.py"]),
    ],
)
def test_a_law_follows_modules_of_its_own_author(package, tmp_path, monkeypatch, said, edited):
    names = ["numbers_of_ours", "unused", "laws", "laws.helper", "laws.steps", "laws.own_law"]
    monkeypatch.syspath_prepend(str(tmp_path))
    for path, text in {**OWN_PACKAGE, "laws/own_law.py": f"import numpy\n{said}\n"}.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    try:
        for name in names:
            import_module(name)
        own = tmp_path / "laws" / "own_law.py"
        before = folder(own)
        edit(tmp_path / "unused.py")
        assert folder(own) == before
        for path in edited:
            edit(tmp_path / path)
            after = folder(own)
            assert after != before
            before = after
    finally:
        for name in names:
            sys.modules.pop(name, None)


def test_what_is_edited_while_a_session_runs_is_not_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "kept"))
    own = tmp_path / "own_law.py"
    own.write_text("K = 1e4\n")

    def twice(x):
        return 2.0 * x

    def kept():
        compilation.compiled_in(twice, Path(__file__), own)(1.0)
        return len(list((tmp_path / "kept").rglob("*.nbc")))

    # its code is that of when it was imported, which its text no longer says
    assert kept() == 0
    os.utime(own, (0, 0))
    assert kept() == 1


def test_the_folder_is_beside_the_code_or_where_the_user_says(package, tmp_path, monkeypatch):
    file = package / "math" / "vectors.py"
    assert Path(folder(file)).parent == package / "__pycache__"
    monkeypatch.setattr(compilation.os, "access", lambda *_: False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    assert Path(folder(file)).parent == tmp_path / "own" / "ambulo"
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "numba"))
    assert Path(folder(file)).parent == tmp_path / "numba"


def functions_of(kernel) -> list[str]:
    """First lines of the functions in a kernel's code."""
    (code,) = kernel.inspect_llvm().values()
    return [line for line in code.splitlines() if line.startswith("define")]


def test_a_kernel_shares_no_code_with_what_was_compiled_before():
    @compilation.inner
    def called(x, n):
        # calls itself twice, so that it cannot be inlined away
        return x if n < 2 else called(x + n, n - 1) + called(x - n, n - 2)

    def kernel(x, n):
        return called(x, n) + called(2.0 * x, n + 2)

    ours, numbas = compilation.compiled_once(kernel), numba.njit(**compilation.OPTIONS)(kernel)
    # each with what the other has left with the linker
    assert ours(1.0, 7) == numbas(1.0, 7) == ours(1.0, 7)
    assert any(line.startswith("define private") for line in functions_of(ours))
    assert not any("linkonce" in line for line in functions_of(ours))
    assert any("linkonce" in line and "called" in line for line in functions_of(numbas))


def test_other_libraries_keep_numbas_setting():
    assert "kinematics-" not in numba.config.CACHE_DIR
    assert "kinematics-" in kinematics._forward_kinematics.stats.cache_path


@pytest.mark.parametrize("collecting", [True, False])
def test_python_collects_no_circles_while_a_kernel_compiles(collecting):
    seen = []

    @numba.extending.overload(stub := lambda: None)
    def _looks():
        seen.append(gc.isenabled())
        return lambda: 1.0

    before = gc.isenabled()
    try:
        (gc.enable if collecting else gc.disable)()
        assert compilation.compiled_once(lambda: stub())() == 1.0
        assert gc.isenabled() is collecting
        with pytest.raises(numba.TypingError):
            compilation.compiled_once(lambda: stub() + "text")()
        assert gc.isenabled() is collecting
    finally:
        (gc.enable if before else gc.disable)()
    assert set(seen) == {False}

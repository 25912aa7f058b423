"""Compiled code is kept per text of what it is made of: a file and all that it imports."""

from __future__ import annotations

import gc
import shutil
from pathlib import Path
from typing import NamedTuple

import numba
import pytest

from ambulo.math import compilation, dispatch, sources
from ambulo.math.numba_private import keeps
from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley
from ambulo.multibody.tree import kinematics
from ambulo_studies.skating import kernel


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


class Own(NamedTuple):
    k: float


def own(x):
    return 2.0 * x


def test_what_others_bring_in_is_compiled_for_the_process_alone(tmp_path):
    ours, file = kinematics._forward_kinematics, Path(kinematics.__file__)
    assert keeps(ours)
    assert keeps(kernel.push_off)
    assert not keeps(compilation.compiled(own))
    assert not keeps(compilation.compiled_in(ours.py_func, file, tmp_path / "without_file.py"))
    files = dispatch.files_of([Own, HuntCrossley])
    assert not keeps(compilation.compiled_in(ours.py_func, file, *files))
    assert keeps(compilation.compiled_in(ours.py_func, file, *dispatch.files_of([HuntCrossley])))


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

    ours, numbas = compilation.compiled(kernel), numba.njit(**compilation.OPTIONS)(kernel)
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
        assert compilation.compiled(lambda: stub())() == 1.0
        assert gc.isenabled() is collecting
        with pytest.raises(numba.TypingError):
            compilation.compiled(lambda: stub() + "text")()
        assert gc.isenabled() is collecting
    finally:
        (gc.enable if before else gc.disable)()
    assert set(seen) == {False}

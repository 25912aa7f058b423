"""What a command imports: what it uses, and nothing that nobody asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

LISTED = (
    "import atexit, sys\n"
    "sys.argv[0] = 'ambulo'\n"
    "atexit.register(lambda: print('LOADED', *sorted(sys.modules)))\n"
)
COMMAND = f"{LISTED}from ambulo.cli import main\nmain()\n"

# with numba itself only the top of SciPy is imported
SCIPY = ["scipy.linalg", "scipy.ndimage", "scipy.sparse", "scipy.special", "scipy.signal",
         "scipy.stats", "scipy.optimize", "scipy.interpolate", "scipy.spatial"]  # fmt: skip
NEVER = [*SCIPY, "pandas", "xarray", "matplotlib", "multiprocessing", "urllib.request",
         "ambulo.uncertainty.run", "ambulo.gait.planar.planar", "ambulo.math.banded_program",
         "ambulo.demo", "ambulo.studies", "ambulo_studies"]  # fmt: skip
NUMERICS = ["numba", "llvmlite", "h5py", "h5netcdf"]
# with which numba types what it compiles, needed by no kernel from disk
COMPILERS = ["numba.np.linalg", "numba.np.npyimpl"]


def loaded(code: str, *arguments: object) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        check=True,
        capture_output=True,
        text=True,
    )
    return set(done.stdout.rpartition("LOADED")[2].split())


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_what_is_asked_of_the_program_itself(option):
    found = loaded(COMMAND, option)
    assert sorted(found & {*NEVER, *NUMERICS, "numpy", "scipy", "rich"}) == []


def test_info_reads_a_file_without_compiled_code(recording):
    found = loaded(COMMAND, "info", recording[0])
    assert "numpy" in found
    assert sorted(found & {*NEVER, *NUMERICS, "scipy"}) == []


def test_an_analysis_imports_what_it_uses(recording, tmp_path):
    line = ("analyse", recording[0], "--out", tmp_path / "out", "--quiet")
    # what is not compiled yet is now, and compiling imports more
    subprocess.run([sys.executable, "-c", COMMAND, *map(str, line)], check=True)
    found = loaded(COMMAND, *line)
    assert "numba" in found
    assert sorted(found & {*NEVER, *COMPILERS, "rich", "h5netcdf"}) == []


@pytest.mark.parametrize(("option", "status"), [("--version", 0), ("--nonsense", 2)])
def test_a_process_of_its_own_ends_without_taking_apart_what_it_made(option, status):
    code = (
        "from ambulo.cli import {command}\n"
        "class Made:\n"
        "    def __del__(self): print('taken apart')\n"
        "made = Made()\n"
        "{command}()\n"
    )
    ended = {}
    for command in ("main", "program"):
        line = [sys.executable, "-c", code.format(command=command), option]
        done = subprocess.run(line, check=False, capture_output=True, text=True)
        assert done.returncode == status
        ended[command] = "taken apart" in done.stdout
    assert ended == {"main": True, "program": False}

"""The wheel in an empty environment: the README's commands and examples run from it.

`.ci/versions` names an environment of its own in AMBULO_INSTALLED, which holds Ambulo alone.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BIN = "Scripts" if os.name == "nt" else "bin"
# certificates of this machine, as the installer's own are not always enough
ENVIRONMENT = {
    **{k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")},
    "UV_NATIVE_TLS": "1",
    "MPLBACKEND": "agg",
    "NO_COLOR": "1",
}


def run(*command, cwd=None, expected=0):
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == expected, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return done


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """An empty folder with an environment that holds the built wheel and what it asks for."""
    place = tmp_path_factory.mktemp("installed")
    if installed := os.environ.get("AMBULO_INSTALLED"):
        (place / ".venv").symlink_to(Path(installed).resolve(), target_is_directory=True)
        return place
    # the wheel is built from the archive of sources: both are whole
    run(sys.executable, "-m", "build", "--outdir", place / "dist", ROOT)
    (wheel,) = (place / "dist").glob("*.whl")
    assert len(list((place / "dist").glob("*.tar.gz"))) == 1
    uv = [sys.executable, "-m", "uv"]
    run(*uv, "venv", "--quiet", "--python", sys.executable, place / ".venv")
    run(*uv, "pip", "install", "--quiet", "--python", place / ".venv" / BIN / "python", wheel)
    return place


def commands():
    """Lines of the README's blocks that call the installed program."""
    blocks = re.findall(r"```\n(.*?)```", README, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    found = [line.split() for line in lines if line.startswith(".venv/bin/ambulo")]
    assert [line[1] for line in found] == ["demo", "info", "analyse"]
    return found


# every kernel is compiled once more for it; .ci/versions does so with its versions
@pytest.mark.exhaustive
def test_the_readme_word_by_word(place):
    for program, *rest in commands():
        run(place / program.replace("bin", BIN), *rest, cwd=place)
    for name in ("ambulo-demo/report.html", "ambulo-demo/recording/walk-ambulo/results.nc"):
        assert (place / name).is_file()
    examples = "\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
    done = run(
        place / ".venv" / BIN / "python", "-c", examples, cwd=place / "ambulo-demo/recording"
    )
    assert "Analysis of walk.c3d" in done.stdout


def test_what_is_an_extra_is_missing_in_one_line(place):
    program = place / ".venv" / BIN / "ambulo"
    done = run(program, "analyse", "x.c3d", "--xlsx", cwd=place, expected=2)
    assert done.stderr.strip().count("\n") == 0
    assert "pip install '.[xlsx]'" in done.stderr


def test_the_whole_package_is_in_the_wheel(place):
    (installed,) = (place / ".venv").glob("**/site-packages/ambulo")
    source = ROOT / "src" / "ambulo"
    files = [path for path in source.rglob("*") if path.is_file()]
    ours = {path.relative_to(source) for path in files if "__pycache__" not in path.parts}
    theirs = {p.relative_to(installed) for p in installed.rglob("*") if p.is_file()}
    assert ours <= theirs

"""What the page of dependencies says is what the package declares."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PAGE = (ROOT / "docs" / "dependencies.md").read_text()
LINES = [line for line in PAGE.splitlines() if line.startswith("|")]


def of(requirement: str) -> tuple[str, str]:
    name, lowest, above = re.fullmatch(r"([\w-]+)>=([\d.]+)(?:,<([\d.]+))?", requirement).groups()
    return name, f"{lowest} (below {above})" if above else lowest


@pytest.mark.parametrize("requirement", PROJECT["dependencies"])
def test_each_library_is_listed_with_its_versions(requirement):
    name, lowest = of(requirement)
    (line,) = (one for one in LINES if re.search(rf"\b{name}\b", one.split("|")[1]))
    names, versions = (line.split("|")[k].strip().split(", ") for k in (1, 3))
    assert dict(zip(names, versions, strict=True))[name] == lowest


@pytest.mark.parametrize("extra", sorted(PROJECT["optional-dependencies"]))
def test_each_extra_is_listed_with_all_that_it_installs(extra):
    (line,) = (one for one in LINES if one.startswith(f"| `{extra}` |"))
    for requirement in PROJECT["optional-dependencies"][extra]:
        if not requirement.startswith("ambulo["):
            assert of(requirement)[0] in re.findall(r"[\w-]+", line.split("|")[2])

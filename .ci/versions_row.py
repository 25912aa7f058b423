"""A row of docs/versions_tried.csv: name, passed (yes or no); its head without arguments."""

import re
import sys
import tomllib
from datetime import date
from importlib.metadata import version
from platform import python_version

with open("pyproject.toml", "rb") as file:
    declared = tomllib.load(file)["project"]["dependencies"]
names = [re.split("[<>=]", requirement)[0] for requirement in declared]
if len(sys.argv) == 1:
    print(",".join(["tried", "date", "passed", "python", *names]))
else:
    name, passed = sys.argv[1:]
    versions = [version(library) for library in names]
    print(",".join([name, date.today().isoformat(), passed, python_version(), *versions]))
    from ambulo.inputs.numba_tried import BELOW

    major, minor = version("numba").split(".")[:2]
    bound = f"{major}.{int(minor) + 1}"
    if name == "newest" and bound != BELOW:
        may = "may" if passed == "yes" else "may not"
        print(
            f"numba {version('numba')}: the bound <{BELOW} {may} be raised to <{bound}"
            " (pyproject.toml, inputs/numba_tried.py)",
            file=sys.stderr,
        )
    print(f"== {name}: Python {python_version()}, passed: {passed}", file=sys.stderr)

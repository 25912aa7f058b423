"""One trial followed through the calls: which modules it passes, and how often it comes back.

    python benchmarks/call_path.py TRIAL [STATIC]

Every call from one function of Ambulo to another is followed from `analyse` (file to moments and
checks). A *stay* is a stretch spent in one module, a *return* a stay in a module that was already
left, each counted once for the way in by calls alone: coming back out of a call is not counted,
since every call does. Repetitions of one way (the same call from the same line) count once, so
that a loop over markers is one step and not sixty.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType


def followed(run: Callable[[], object], package: str = "ambulo") -> tuple[list[str], set[str]]:
    """Modules in the order in which calls enter them, each way between two modules once.

    Only Python calls are seen; a compiled kernel is part of the function that calls it.

    Returns:
        The stays, and those of their modules that call no other.
    """
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    root = Path(spec.origin).parent
    stays: list[str] = []
    ways: set[tuple[str, int, str]] = set()

    def module(frame: FrameType) -> str | None:
        path = Path(frame.f_code.co_filename)
        # comprehensions and the module's own body are part of where they stand
        if frame.f_code.co_name.startswith("<") or not path.is_relative_to(root):
            return None
        return path.relative_to(root).with_suffix("").as_posix()

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event != "call":
            return
        here = module(frame)
        caller = frame.f_back
        while caller is not None and module(caller) is None:
            caller = caller.f_back
        if here is None or caller is None:
            return
        there = module(caller)
        assert there is not None
        way = (there, caller.f_lineno, here)
        if there == here or way in ways:
            return
        ways.add(way)
        if not stays or stays[-1] != here:
            stays.append(here)

    sys.setprofile(watch)
    try:
        run()
    finally:
        sys.setprofile(None)
    return stays, set(stays) - {caller for caller, _, _ in ways}


def without(stays: list[str], left_out: set[str]) -> list[str]:
    """Stays in the other modules; what follows each other in one module is one stay."""
    kept = [stay for stay in stays if stay not in left_out]
    return [stay for k, stay in enumerate(kept) if k == 0 or kept[k - 1] != stay]


def returns(stays: list[str]) -> int:
    """Stays in a module that was left before."""
    return len(stays) - len(set(stays))


def packages(stays: list[str], depth: int = 2) -> list[str]:
    """The same by package: "mocap/files/c3d" is in "mocap/files"."""
    named = ["/".join(stay.split("/")[:-1][:depth]) or stay for stay in stays]
    return [name for k, name in enumerate(named) if k == 0 or named[k - 1] != name]


def main() -> None:
    from ambulo.analysis import analyse

    given = [Path(one) for one in sys.argv[1:] if one != "--list"]
    if not given:
        sys.exit(__doc__)
    trial, *static = given
    options = {"static": static[0]} if static else {}

    def run() -> object:
        return analyse(trial, **options)

    run()  # imports and compiling are no part of the way
    stays, ends = followed(run)
    passed = without(stays, ends)
    by_package = packages(stays)
    print(f"{len(set(stays))} modules, {len(stays)} stays, {returns(stays)} returns")
    print(
        f"{len(ends)} of these modules call no other; without them "
        f"{len(passed)} stays, {returns(passed)} returns"
    )
    print(
        f"{len(set(by_package))} packages, {len(by_package)} stays, {returns(by_package)} returns"
    )
    if "--list" in sys.argv[1:]:
        print("\n".join(stays))


if __name__ == "__main__":
    main()

"""Linear algebra on one processor while a function runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Found = TypeVar("Found")


def one_thread(function: Callable[Given, Found]) -> Callable[Given, Found]:
    """The function, with one thread of NumPy's linear algebra while it runs.

    Small matrices, such as those of a frame, are solved many times. Threads would wait for each
    other longer than they work. With one thread, sums are also rounded equally on every machine.
    """

    @wraps(function)
    def alone(*args: Given.args, **kwargs: Given.kwargs) -> Found:
        from threadpoolctl import threadpool_limits

        with threadpool_limits(limits=1, user_api="blas"):
            return function(*args, **kwargs)

    return alone

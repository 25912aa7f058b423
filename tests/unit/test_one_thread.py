"""Linear algebra of an analysis keeps to one processor, and of its session to what it had."""

from __future__ import annotations

from types import SimpleNamespace

from threadpoolctl import threadpool_info, threadpool_limits

from ambulo.gait.analysis import analyse_in_stages, analyse_trial_in_stages
from ambulo.gait.inspection import inspected
from ambulo.math.one_thread import one_thread
from ambulo.studies import registry
from ambulo.studies.record import Findings
from ambulo.uncertainty.run import with_bands


def threads() -> list[int]:
    return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]


def test_one_thread_while_a_function_runs() -> None:
    before = threads()
    assert {*one_thread(threads)()} == {1}
    assert threads() == before


def test_a_study_runs_with_one_thread(monkeypatch) -> None:
    """Its searches end elsewhere where sums are rounded otherwise, from Python too."""
    during: list[int] = []
    study = SimpleNamespace(
        TITLE="", SOURCE="", DEVIATIONS=(), run=lambda _: during.extend(threads()) or Findings()
    )
    monkeypatch.setattr(registry, "_study", lambda _: study)
    with threadpool_limits(limits=2, user_api="blas"):
        registry.run_study("name1900", lambda *_: None)
    assert {*during} == {1}


def test_what_a_user_calls_has_it() -> None:
    for function in (analyse_in_stages, analyse_trial_in_stages, inspected, with_bands):
        assert hasattr(function, "__wrapped__")

"""What is asked for is set beside what the motion shows."""

import pytest

from ambulo.gait.stages.activity import _unlike


@pytest.mark.parametrize(
    ("asked", "seen", "noun"),
    [
        ("sprint", "walk", "walk"),
        ("squat", "walk", "walk"),
        ("walk", "side-steps", "steps to the side"),
        ("jump", "stand", "standing"),
        ("run", "heel-rises", "heel rises"),
    ],
)
def test_another_activity_is_named_with_the_reason(asked, seen, noun):
    said = _unlike(asked, seen, "the feet show it.")
    assert said == f"the motion looks like {noun}: the feet show it."


@pytest.mark.parametrize(
    ("asked", "seen"),
    [("walk", "walk"), ("other", "squat"), ("sprint", "run"), ("run", "sprint")],
)
def test_what_agrees_needs_no_word(asked, seen):
    assert not _unlike(asked, seen, "the feet show it.")

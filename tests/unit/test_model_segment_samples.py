"""Whom segment tables were measured on, and what is said to who is not among them."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.gait.configuration import Configuration
from ambulo.gait.stages.calibrate import _table
from ambulo.model.segment_parameters import outside_of_sample
from ambulo.model.segment_table_file import SEGMENT_TABLES, load_segment_table
from ambulo.records import Subject
from ambulo.report.wording import codes_in_words

CHILD = Subject(mass=33.0, height=1.34)


@pytest.mark.parametrize("table", [name for name in SEGMENT_TABLES if name != "jensen1989"])
def test_a_child_of_unknown_age_is_told_so_and_shown_the_way(table):
    (note,) = outside_of_sample(load_segment_table(table), CHILD)
    assert "sample of adults)" in note
    assert "jensen1989" in note


def test_a_child_of_known_age_has_a_childs_table():
    nine = Subject(mass=33.0, height=1.34, age=9.0)
    name, notes = _table(nine, Configuration())
    assert name == "jensen1989"
    assert "9 years" in notes[0]
    # what is to be typed is not turned into words
    assert "`--parameters de_leva1996`" in codes_in_words(notes[0])
    assert outside_of_sample(load_segment_table(name), nine) == []
    # and whoever asks for another has that
    assert _table(nine, Configuration(parameters="dumas2007")) == ("dumas2007", [])


@pytest.mark.parametrize("age", [None, 3.0, 18.0, 40.0])
def test_nobody_else_has(age):
    assert _table(Subject(mass=60.0, age=age), Configuration()) == ("de_leva1996", [])


def test_who_is_among_the_sample_is_told_nothing():
    man = Subject(mass=75.0, height=1.75, sex="m", age=25.0)
    assert outside_of_sample(load_segment_table("de_leva1996"), man) == []
    assert outside_of_sample(load_segment_table("dumas2007"), man) == []


def test_a_child_of_known_age_that_takes_an_adults_table_is_told_so():
    (note,) = outside_of_sample(load_segment_table("de_leva1996"), Subject(mass=50.0, age=12.0))
    assert "age 12 years (sample of adults)" in note
    # a small woman of known age is none
    small = Subject(mass=45.0, height=1.46, sex="f", age=30.0)
    assert outside_of_sample(load_segment_table("de_leva1996"), small) == []


def test_spans_that_are_published_are_compared():
    """One man of 85 kg and 1.82 m: his table is for those within a tenth of him."""
    (note,) = outside_of_sample(load_segment_table("pamies2012"), Subject(mass=60.0, height=1.7))
    assert "mass 60 kg (sample 76.5 to 93.5)" in note
    assert "stature" not in note


def test_a_child_has_a_heavier_head_and_lighter_legs():
    """Jensen (1986, 1989): head 18.2 % at 6 years, 10.1 % at 12; thigh 8.5 % and 11.0 %."""
    growth = load_segment_table("jensen1989").growth
    assert growth is not None
    at_nine = {group: np.interp(9.0, growth.age, mass) for group, mass in growth.mass.items()}
    assert at_nine[("neck", "head")] == pytest.approx(0.5 * (0.182 + 0.101), rel=0.01)
    assert at_nine[("thigh",)] == pytest.approx(0.5 * (0.085 + 0.110), rel=0.01)

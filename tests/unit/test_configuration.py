"""Choices made in Python: a mistake is one line that names the entry and says what to write."""

from __future__ import annotations

import pytest

from ambulo.gait.configuration import NAMED_FILES, Configuration, read_configuration
from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import registry_of


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"filtr": "quintic"}, "Configuration: unknown entry 'filtr'. Did you mean filter?"),
        ({"filter": "quintik"}, "Configuration: there is no filter 'quintik'. Did you mean"),
        ({"mass": -3}, "Configuration: mass is -3 and should be above 0. Write a number above 0"),
        (
            {"uncertainty": 18},
            "Configuration: uncertainty.samples is 18, but a band of 90 % needs 19.",
        ),
        ({"uncertainty": True}, "Configuration: uncertainty is true and should be a table"),
        (
            {"uncertainty": {"samples": 18}},
            "Configuration: uncertainty.samples is 18, but a band of 90 % needs 19. Give 19 or",
        ),
        (
            {"uncertainty": {"samples": 38, "share": 0.95}},
            "Configuration: uncertainty.samples is 38, but a band of 95 % needs 39. Give 39 or",
        ),
        (
            {"uncertainty": {"effects": 8}},
            "Configuration: effects are found only with error bands. Give samples too",
        ),
        (
            {"uncertainty": {"samples": 64, "sources": []}},
            "Configuration: sources names no source, so nothing would be perturbed. Name some",
        ),
        (
            {"uncertainty": {"sources": ["plate_force"], "source": {"segment_mass": {}}}},
            "Configuration: segment_mass has settings, but sources does not name it. Name it there",
        ),
        (
            {"uncertainty": {"source": {"segment_length": {}}}},
            "Configuration: segment_length has settings, but it is perturbed only if sources",
        ),
        ({"filter_settings": {"order": 3}}, "Configuration: the filter"),
        (
            {"filter": "ssa", "filter_settings": {"widow": 3}},
            "Configuration: unknown entry 'widow'. Did you mean window?",
        ),
        (
            {"filter": "bezier", "filter_settings": {"order": 1.0}},
            "Configuration: filter_settings.order is 1 and should be",
        ),
        (
            {"static": "s.c3d"},
            "Configuration: unknown entry 'static'. Give it beside the trial: --st",
        ),
        (
            {"config": "mine.toml"},
            "Configuration: unknown entry 'config'. For a file, give configuration=ambulo.read_",
        ),
        ({"gender": "f"}, "Configuration: unknown entry 'gender'. Did you mean sex?"),
        ({"wieght": 62.0}, "Configuration: unknown entry 'wieght'. Did you mean mass?"),
        ({"knee_centre": "x"}, "Configuration: unknown entry 'knee_centre'. Choose one of mass, h"),
        ({"weigths": {}}, "Configuration: unknown entry 'weigths'. Did you mean weights?"),
        ({"stature": 1.8}, "Configuration: unknown entry 'stature'. Did you mean height?"),
        (
            {"report": {"date": "May"}},
            "Configuration: unknown entry 'date'. Did you mean recorded?",
        ),
        (
            {"report": {"referred_by": "A"}},
            "Configuration: unknown entry 'referred_by'. Did you mean referrer?",
        ),
        (
            {"report": {"remark": "A"}},
            "Configuration: unknown entry 'remark'. Did you mean comment?",
        ),
        ({"bands": 64}, "Configuration: unknown entry 'bands'. Did you mean uncertainty?"),
        (
            {"uncertainty": {"samples": 64, "source": {"plate_force": {"vertical": True}}}},
            "Configuration: uncertainty.source.plate_force.vertical is true and should be a number",
        ),
        (
            {"uncertainty": {"samples": 64, "source": {"plate_force": {"vertical": "3"}}}},
            "Configuration: uncertainty.source.plate_force.vertical is '3' and should be a number",
        ),
        ({"mass": True}, "Configuration: mass is true and should be a number"),
        ({"mass": "60"}, "Configuration: mass is '60' and should be a number"),
        ({"measurements": {"KneeWidth": True}}, "Configuration: measurements.KneeWidth is true"),
        ({"age": 1e5}, "Configuration: age is 100000.0 and should be at most 150"),
        ({"start": 5.0, "stop": 1.0}, "Configuration: the part to analyse ends at 1 s"),
    ],
)
def test_a_mistake_in_a_call_is_one_line(given, said):
    with pytest.raises(InputError) as error:
        Configuration(**given)
    assert str(error.value).startswith(said)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("entry", NAMED_FILES)
def test_a_name_of_no_file_has_its_line_and_another_name(tmp_path, entry):
    file = tmp_path / "study.toml"
    (right,) = [*registry_of(NAMED_FILES[entry])][:1]
    file.write_text(f'mass = 60\n{entry} = "{right}x"\n')
    with pytest.raises(InputError) as error:
        read_configuration(file)
    assert error.value.where == f"{file}, line 2"
    assert "there is no" in error.value.what
    assert f"Did you mean {right}?" in error.value.remedy
    assert getattr(read_configuration(file, **{entry: right}), entry) == right


def test_a_mistake_in_a_file_still_has_its_line(tmp_path):
    file = tmp_path / "study.toml"
    file.write_text('sex = "m"\nmass = -3\n')
    with pytest.raises(InputError) as error:
        read_configuration(file)
    assert error.value.where.startswith(f"{file}, line 2")
    file.write_text('sex = "f"\n\n[uncertainty.source.segment_mass]\nlargest = 0.9\n')
    with pytest.raises(InputError) as error:
        read_configuration(file)
    assert error.value.where == f"{file}, line 4"
    assert error.value.what == (
        "uncertainty.source.segment_mass.largest is 0.9 and should be at most 0.4"
    )
    with pytest.raises(InputError) as error:
        read_configuration(file, uncertainty={"samples": 64})
    assert error.value.where == f"{file}, line 4", "it is not the option that is wrong"
    with pytest.raises(InputError) as error:
        read_configuration(None, uncertainty={"samples": 5})
    assert error.value.where == "--uncertainty"
    with pytest.raises(InputError) as error:
        read_configuration(None, mass=-3)
    assert error.value.where == "--mass"


@pytest.mark.parametrize("none", [0, "0", None])
def test_no_perturbed_analyses_are_no_bands(none):
    assert read_configuration(None, uncertainty=none).uncertainty.samples is None

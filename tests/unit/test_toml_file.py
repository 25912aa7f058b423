"""TOML against forms: where a mistake is, in which words, and what to do about it."""

from __future__ import annotations

import sys
from typing import Literal

import pytest
from pydantic import Field

from ambulo.inputs.errors import InputError
from ambulo.inputs.toml_file import Count, Form, Number, Numbers, Text, Texts, read_toml


class Leg(Form):
    length: Number = Field(description="m")
    names: Texts = ()


class Creature(Form):
    name: Text
    kind: Literal["bird", "beast"] = "beast"
    eyes: Count = 2
    weights: Numbers = ()
    leg: tuple[Leg, ...] = ()
    homes: dict[str, Leg] = Field(default_factory=dict)
    wild: bool = Field(False, strict=True)


GOOD = """# a creature
name = "bear"
kind = "beast"
weights = [1, 2.5]

[[leg]]
length = 0.5
[[leg]]
names = ["hind"]
length = 0.6

[homes.cave]
length = 12
"""


def refused(tmp_path, content):
    path = tmp_path / "creature.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InputError) as found:
        read_toml(path, Creature)
    text = str(found.value)
    assert text.startswith(str(path))
    assert "\n" not in text
    return text.removeprefix(str(path))


def test_a_good_file_is_an_instance(tmp_path):
    path = tmp_path / "creature.toml"
    path.write_text(GOOD)
    found = read_toml(path, Creature)
    assert [leg.length for leg in found.leg] == [0.5, 0.6]
    assert found.weights == (1.0, 2.5)
    assert found.homes["cave"].length == 12.0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("name =", "nme =", ", line 2: unknown entry 'nme'. Did you mean name?"),
        ('name = "bear"', "", ": name is missing. Give name"),
        ('"bear"', "3", ", line 2: name is 3 and should be text. Write text in quotes"),
        ('"beast"', '"beest"', ", line 3: there is no kind 'beest'. Did you mean beast?"),
        ("[1, 2.5]", "[1, true]", ", line 4: weights[2] is true and should be a number. Write"),
        ("[1, 2.5]", "[nan]", ", line 4: weights[1] is nan and should be a finite number"),
        (
            "[1, 2.5]",
            "[inf]",
            ", line 4: weights[1] is too large a number. Write one of at most 1e+09",
        ),
        ("[1, 2.5]", "[1e308]", ", line 4: weights[1] is too large a number"),
        ("[1, 2.5]", "[" + "9" * 400 + "]", ", line 4: weights[1] is too large a number"),
        ("[1, 2.5]", "2.5", ", line 4: weights is 2.5 and should be a list. Write a list"),
        (
            "0.6",
            '"0.6"',
            ", line 10: leg[2].length is '0.6' and should be a number. Write a number, such as",
        ),
        ('["hind"]', '"hind"', ", line 9: leg[2].names is 'hind' and should be a list"),
        ("length = 0.6", "", ", line 8: length is missing (at leg[2]). Give length: m"),
        ("length = 12", "lenght = 12", ", line 13: unknown entry 'lenght' (at homes.cave)"),
        ("[homes.cave]\nlength = 12", "homes = 3", ", line 12: leg[2]"),
    ],
)
def test_mistakes_say_line_entry_and_remedy(tmp_path, old, new, said):
    assert old in GOOD
    text = refused(tmp_path, GOOD.replace(old, new, 1))
    if said.endswith("leg[2]"):  # TOML puts it into the last leg
        assert "unknown entry 'homes' (at leg[2])" in text
    else:
        assert text.startswith(said)


def test_what_is_no_text_or_no_toml(tmp_path):
    assert refused(tmp_path, GOOD.encode("utf-16")).startswith(": the file is not UTF-8 text. Save")
    assert refused(tmp_path, b'name = "b\xe9ar"').startswith(": the file is not UTF-8 text")
    assert "not valid TOML (Invalid value (at line 2" in refused(
        tmp_path, GOOD.replace('"bear"', "")
    )
    assert "too long" in refused(tmp_path, "x = " + "9" * 5000)
    # another library may have raised the limit
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    try:
        assert "too long" in refused(tmp_path, "x = " + "[" * 5000)
    finally:
        sys.setrecursionlimit(before)
    with pytest.raises(InputError, match="there is no such file"):
        read_toml(tmp_path / "none.toml", Creature)


def test_a_byte_order_mark_is_no_mistake(tmp_path):
    path = tmp_path / "creature.toml"
    path.write_bytes(GOOD.encode("utf-8-sig"))
    assert read_toml(path, Creature).name == "bear"


def test_long_values_are_cut(tmp_path):
    text = refused(tmp_path, GOOD.replace('"beast"', f'"{"e" * 5000}"'))
    assert len(text) < 200

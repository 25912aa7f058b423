"""Planar bodies read from tables."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.gait.planar.planar_body import PlanarSegment
from ambulo.gait.planar.planar_dynamics import PlanarMotion, driving_forces, place_points
from ambulo.gait.planar.planar_tables import PLANAR_BODIES, load_planar_body
from ambulo.inputs.errors import InputError


def test_table_35_has_the_documents_numbers():
    """Pamies-Vila (2012), table 3.5."""
    body, remarks = load_planar_body("pamies2012_printed", mass=74.002, base="right_hindfoot")
    assert tuple(PLANAR_BODIES) == ("pamies2012", "pamies2012_printed")
    assert (body.coordinates, body.freedom) == (44, 16)
    assert body.segments[0].name == "right_hindfoot"
    thigh = body.segments[body.index("left_thigh")]
    assert (thigh.length, thigh.mass) == (0.398, pytest.approx(8.565))
    np.testing.assert_allclose(thigh.com, [0.145, 0.0], atol=1e-12)
    head = body.segments[body.index("head")]
    # 38 mm before the line that points up: across counts to the back there
    np.testing.assert_allclose(head.com, [0.133, -0.038], atol=1e-12)
    assert any("74.0 of the subject's 85 kg" in remark for remark in remarks)


def test_segments_are_added_about_their_common_centre():
    """I = I_1 + I_2 + m_1 m_2 / (m_1 + m_2) d^2 of table 3.4's (m, z, I_y; x of the head)."""
    body, _ = load_planar_body("pamies2012", mass=74.002, base="right_hindfoot")
    forearm, hand = (1.718, 0.00964), (0.444, 0.00146)
    for name, one, other, d in (
        ("trunk", (12.895, 0.13450), (22.657, 0.37190), (0.0, 0.193 + 0.093)),
        ("head", (0.963, 0.00215), (3.851, 0.02249), (0.047, 0.142 + 0.018 - 0.056)),
        ("right_forearm", forearm, hand, (0.0, 0.229 + 0.085 - 0.113)),
        ("left_forearm", forearm, hand, (0.0, 0.257 + 0.085 - 0.113)),
    ):
        reduced = one[0] * other[0] / (one[0] + other[0])
        expected = one[1] + other[1] + reduced * (d[0] ** 2 + d[1] ** 2)
        assert body.segments[body.index(name)].inertia == pytest.approx(expected, rel=1e-12)


def test_both_parts_of_the_foot_have_the_whole_foots_inertia():
    """0.46e-2 kg m^2, which table 3.4 prints for the hindfoot; parts where the sole is level."""
    body, _ = load_planar_body("pamies2012", mass=74.002, base="right_hindfoot")
    hind, fore = (body.segments[body.index(f"left_{part}foot")] for part in ("hind", "fore"))

    def place(segment: PlanarSegment) -> np.ndarray:
        angle = segment.neutral
        along = np.array([np.sin(angle), np.cos(angle)])
        return segment.com[0] * along + segment.com[1] * np.array([-along[1], along[0]])

    slope = hind.neutral
    joint = hind.length * np.array([np.sin(slope), np.cos(slope)])
    d = joint + place(fore) - place(hind)
    reduced = hind.mass * fore.mass / (hind.mass + fore.mass)
    assert hind.inertia + fore.inertia + reduced * d @ d == pytest.approx(0.00460, rel=2e-3)


def test_masses_are_scaled_to_the_subject():
    printed, _ = load_planar_body("pamies2012")
    assert printed.mass == pytest.approx(74.002)
    light, _ = load_planar_body("pamies2012", mass=60.0)
    assert light.mass == pytest.approx(60.0)
    assert light.segments[0].inertia == pytest.approx(printed.segments[0].inertia * 60.0 / 74.002)


def test_standing_still_carries_the_weight_above_the_ankle():
    body, _ = load_planar_body("pamies2012", base="right_hindfoot")
    neutral = np.array([segment.neutral for segment in body.segments])
    seen = np.array(body.origin)
    z = np.concatenate([[0.0, 0.1], neutral - np.where(seen < 0, 0.0, neutral[list(body.origin)])])
    z = np.tile(z, (3, 1))
    still = PlanarMotion(np.arange(3) / 10.0, z, 0.0 * z, 0.0 * z)
    force = driving_forces(body, still)
    np.testing.assert_allclose(force[:, 1], 74.002 * 9.80665, rtol=1e-12)
    np.testing.assert_allclose(force[:, 0], 0.0, atol=1e-9)
    # the base's torque balances the weight's lever about the ankle; +Y tips forwards
    x = place_points(body, z)
    start, end = body.ends()
    lever = 0.0
    for k, segment in enumerate(body.segments):
        along = (x[0, end[k]] - x[0, start[k]]) / segment.length
        com = x[0, start[k]] + segment.com[0] * along
        com = com + segment.com[1] * np.array([-along[1], along[0]])
        lever += segment.mass * 9.80665 * com[0]
    np.testing.assert_allclose(force[:, 2], -lever, atol=1e-9)


SEGMENT = """
[[segment]]
name = "thigh"
start = "hip"
end = "knee"
length = 0.4
mass = 8.0
com = [0.0, -0.17]
inertia = 0.1
neutral = 180.0
"""


def test_a_users_table(tmp_path):
    path = tmp_path / "thigh.toml"
    path.write_text(SEGMENT)
    body, remarks = load_planar_body(path)
    assert [s.name for s in body.segments] == ["thigh"]
    assert body.mass == 8.0
    assert remarks == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SEGMENT.replace("length = 0.4\n", ""), r"length is missing \(at segment\[1\]"),
        (SEGMENT.replace("0.4", "-0.4"), "length is -0.4 and should be above 0"),
        (
            SEGMENT.replace("8.0", '"eight"'),
            "line 7: .*mass is 'eight' and should be a number",
        ),
        (SEGMENT.replace("8.0", "nan"), "mass is nan and should be a finite number"),
        (SEGMENT.replace("[0.0, -0.17]", "-0.17"), "com is -0.17 and should be a list"),
        (SEGMENT.replace("inertia", "inertai"), "Did you mean inertia"),
        (SEGMENT + SEGMENT, "thigh is given twice"),
        (SEGMENT + 'parent = "trunk"\n', "thigh lacks joint"),
        ("mass = 3.0\n", r"segment is missing\..*\[\[segment\]\] tables"),
        ("[[segment]\n", "not valid TOML"),
    ],
)
def test_mistakes_in_a_table_are_named(tmp_path, text, said):
    path = tmp_path / "body.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=said):
        load_planar_body(path)

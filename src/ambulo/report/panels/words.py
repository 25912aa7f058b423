"""Meaning of the words on the first screen."""

from __future__ import annotations

from ambulo.report.gait_profile import NORMAL_SCORE
from ambulo.report.page_data import Column, TablePanel, TableRow
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene

_OF_STRIDES = {
    "speed": "length of a stride divided by its duration, m/s",
    "cadence": "steps a minute",
    "stride": "from a foot strike to the next strike of the same foot",
    "step": "from a foot strike to the next strike of the other foot. A left step ends with the "
    "left foot",
    "foot strike": "the instant at which a foot meets the ground, with any part",
    "foot off": "the instant at which a foot leaves the ground",
    "stance": "a foot is on the ground",
    "swing": "a foot is in the air",
    "single support": "one foot on the ground",
    "double support": "both feet on the ground. A stride has two such times, which are added here",
    "% of stride": "below a curve, the time since the foot strike, from 0 % at this strike to "
    "100 % at the next strike of the same foot. For stance and support, their share of the stride",
    "mean curve": "the mean of all strides at each percent of the stride",
    "standard deviation, SD": "how far values usually are from their mean",
    "foot progression": "the angle of the foot to the direction walked. Positive: toes inwards",
}
_OF_WALKING = {
    "knee flexion range": "the least and the greatest flexion of the knee's mean curve",
    "typically developing children": "children without a known disorder of walking",
    "normal": "mean ± one standard deviation of people who walk normally. The legend says who they "
    "were. Two in three of these people are within this band",
    "2.58 standard deviations": "only one normal walk in a hundred is so far from the mean",
    "free speed": "the speed that people choose. The data of normal walking have groups, from very "
    "slow to very fast. The report shows the group whose speed is nearest to this walk",
    "Gait Profile Score": "the rms difference of nine angles of a side from normal walking, in "
    f"degrees. People who walk normally have about {NORMAL_SCORE}° (Baker 2009)",
}
_OF_NUMBERS = {
    "flight time": "the time in which no foot is on the ground",
    "jump height": "how far the centre of mass rises after the feet have left the ground",
    "take-off velocity": "how fast the centre of mass moves upwards when the feet leave the ground",
    "contact time": "the time in which a foot is on the ground",
    "reactive strength index": "jump height divided by contact time",
    "drop height": "how much lower the feet land than they took off",
    "countermovement": "how far the centre of mass sinks before the jump",
    "greatest vertical force": "the largest upward force of the ground on one foot, divided by the "
    "weight of the body",
    "duty factor": "the share of a stride in which a foot is on the ground",
}
_OF_EACH = {
    "trial": "one recorded movement",
    "static trial": "a trial in which the subject stands still; Ambulo calibrates the model on it",
    "pelvis tilt": "the angle by which the front of the pelvis is tilted down",
    "pelvis obliquity": "the angle by which the left side of the pelvis is higher than the right",
    "pelvis rotation": "the angle by which the pelvis is turned to the left of the direction "
    "walked",
    "flexion": "bending of a joint. At the hip, the thigh moves forwards",
    "dorsiflexion": "movement of the toes towards the shin",
    "adduction": "movement towards the middle of the body. At the knee: varus",
    "rotation": "at hip, knee and ankle, internal rotation: the front of the segment turns "
    "towards the middle of the body",
    "curve": "one quantity of a side, such as left knee flexion, over the stride or over time",
    "joint centre": "the point about which a joint turns",
    "joint moment": "the turning effect of all muscles and ligaments on a joint, in N·m, or in "
    "N·m/kg if divided by body mass. Some papers give the external moment, which has the opposite "
    "sign. Their knee adduction moment is a knee abduction moment here",
    "ground reaction": "the force and moment of the ground on a foot",
    "force plate": "the device in the floor that measures the ground reaction. It is also called "
    "plate",
    "centre of pressure": "the point of the floor where the ground reaction acts. About this "
    "point, the ground reaction has only one moment: the free moment, about the vertical",
    "segment": "a rigid part of the body, such as a thigh",
    "centre of mass": "the mean position of the mass of a segment or of the body",
    "marker": "a ball on the skin, or a point, whose position the cameras measure",
    "model": "rigid segments and joints of this subject's size, fitted to the markers in each "
    "frame",
    "check": "a test of the recording by Ambulo, with a grade",
    "good, look, do not use, not checked": "grades of a check. Good: nothing unusual. Look: look "
    "at what the check names before you trust the results. Do not use: do not use the results that "
    "the check names. Not checked: this trial does not allow the check",
    "good, fair, poor, unknown": "how far you can trust a curve. Good: its shape and its size. "
    "Fair: its shape, and roughly its size. Poor: neither. Unknown: no comparison exists",
    "±": "in nine of ten cases the error is not larger than this. In a mean ± SD, the ± is one "
    "standard deviation",
    "cross-talk": "a part of the knee's flexion that appears as varus or rotation, because the "
    "axis of the knee is turned",
    "residual": "the force and moment at the pelvis by which plates and motion disagree",
    "vertical lines": "dotted: foot off. Thin line: the instant at which the body is drawn",
}


def words_panel(scene: Scene) -> TablePanel:
    """One row for each term."""
    shown = {number.name for number in scene.activity.numbers}
    terms = {
        **(_OF_STRIDES if scene.activity.stepping else {}),
        **(_OF_WALKING if scene.activity.walking else {}),
        **{term: said for term, said in _OF_NUMBERS.items() if term in shown},
        **_OF_EACH,
    }
    return TablePanel(
        "words",
        "What the words mean",
        [Column("word"), Column("meaning")],
        [TableRow([term, said]) for term, said in terms.items()],
        folded=True,
    )


PANEL = Panel("who", words_panel)

"""What the words of the first screen mean, one click away."""

from __future__ import annotations

from ambulo.report.gait_profile import NORMAL_SCORE
from ambulo.report.page_data import Column, Row, TablePanel
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene

_OF_STRIDES = {
    "speed": "length of a stride divided by its duration, m/s",
    "cadence": "steps a minute",
    "stride": "from a foot strike to the next of the same foot",
    "step": "from a foot strike to the next of the other foot, after which it is named",
    "foot strike": "a foot meets the ground, whichever part first",
    "foot off": "a foot leaves the ground",
    "stance": "a foot is on the ground",
    "swing": "a foot is in the air",
    "single support": "one foot on the ground",
    "double support": "both feet on the ground: twice in a stride, here added up",
    "% of stride": "below a curve the time since the foot strike: 0 % is a strike, 100 % the next "
    "of the same foot; of stance or support the share of the stride that it lasts",
    "mean curve": "the mean of all strides at each per cent of the stride",
    "knee flexion range": "the least and the greatest flexion of the knee's mean curve",
    "normal": "mean ± one standard deviation of people who walk normally (the legend says who they "
    "were); two in three of them are inside",
    "2.58 standard deviations": "so far off is one normal walk in a hundred",
    "free speed": "the speed that people choose; normal walking is grouped from very slow to very "
    "fast, and the group nearest to this walk is shown",
    "Gait Profile Score": "how far all angles together are from normal walking, in degrees; people "
    f"who walk normally have some {NORMAL_SCORE}° (Baker 2009)",
    "pelvis tilt": "how far the front of the pelvis is down",
    "pelvis obliquity": "how far the left side of the pelvis is up",
    "pelvis rotation": "how far the pelvis is turned to the left of the direction walked",
    "foot progression": "the angle of the foot to the direction walked, toes inwards",
}
_OF_EACH = {
    "trial": "one recorded movement",
    "flexion": "a joint bends; the hip's is forwards",
    "dorsiflexion": "the toes towards the shin",
    "adduction": "towards the middle of the body; at the knee, varus",
    "rotation": "of hip, knee or ankle internal rotation: the front turns towards the middle of "
    "the body",
    "joint centre": "the point about which a joint turns",
    "joint moment": "what muscles and ligaments together do to turn a joint, N·m; N·m/kg is by "
    "body mass",
    "ground reaction": "the force and moment of the ground on a foot",
    "force plate": "what measures the ground reaction; also plate",
    "centre of pressure": "the point of the floor where the ground reaction acts; about this point "
    "its only moment is the free moment, about the vertical",
    "centre of mass": "the mean place of mass, of a segment or the body",
    "marker": "a ball, or a point, that cameras follow",
    "model": "rigid segments and joints of this subject's size, placed in the markers in each "
    "frame",
    "check": "a question that Ambulo asks about a recording, with a grade",
    "good, look, do not use": "grades of a check: nothing unusual; look at what it names before "
    "you trust the results; too wrong to use. Unknown: it could not be asked",
    "good, fair, poor": "how far one curve can be trusted: in shape and size; in shape, and "
    "roughly in size; in neither",
    "±": "an error that nine of ten cases stay within; in a mean ± SD one standard deviation",
    "residual": "what plates and motion leave over at the pelvis",
    "upright lines": "dotted: foot off. Thin: the instant at which the body is drawn",
}


def words_panel(scene: Scene) -> TablePanel:
    """One row a term."""
    terms = {**(_OF_STRIDES if scene.activity.walking else {}), **_OF_EACH}
    return TablePanel(
        "words",
        "What the words mean",
        [Column("word"), Column("meaning")],
        [Row([term, said]) for term, said in terms.items()],
        folded=True,
    )


PANEL = Panel("who", words_panel)

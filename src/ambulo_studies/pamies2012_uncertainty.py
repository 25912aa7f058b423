"""Pàmies-Vilà (2012), chapter 5: what errors of the input do to joint torques in single support.

Tables 5.1 to 5.4, figures 5.2 and 5.3: planar model, segment parameters perturbed one kind at a
time, weights of the consistency, offsets of the force plate.

These are errors that an error of the input makes in her walk. Less is not better, so they are met
on both sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from ambulo.demo.trial import walking_demo
from ambulo.demo.truth import walk_truth
from ambulo.gait.configuration import Configuration
from ambulo.inputs.progress import OnPart
from ambulo.studies.record import Chart, Comparison, Findings, Table
from ambulo_studies.gait_trials import (
    DEMO,
    OTHER_SUBJECT,
    PAMIES_VILA_MASS,
    WITHOUT_TRIAL,
    analysed_public_walk,
    beside_printed,
)
from ambulo_studies.planar_errors.names import (
    KINDS,
    by_parameter,
    by_weights,
)
from ambulo_studies.planar_errors.parameters import (
    found_errors,
    mass_charts,
    parameter_checks,
    parameter_comparisons,
    parameter_tables,
)
from ambulo_studies.planar_errors.plate import plate_errors
from ambulo_studies.planar_errors.support import single_support
from ambulo_studies.planar_errors.torques import DRAWN, SAMPLES
from ambulo_studies.planar_errors.weights import (
    weight_charts,
    weight_comparisons,
    weight_errors,
    weight_table,
)

TITLE = "Errors of segment parameters, weights and plates in planar joint torques"

SOURCE = (
    "Pàmies-Vilà R. (2012). Application of multibody dynamics techniques to the analysis of human "
    "gait. Doctoral thesis, Universitat Politècnica de Catalunya. Chapter 5, appendix C; tables "
    "5.1 to 5.4, figures 5.2 and 5.3."
)

DEVIATIONS = (
    OTHER_SUBJECT,
    "Table 5.3 has the caption of tables 5.1 and 5.2. RMSE over NRMSE, the torque's range, gives "
    "10.1, 4.1 and 1.6 N·m for its swing ankle, knee and hip where tables 5.1, 5.2 and 5.4 give "
    "1.6, 4.1 and 10.1: the columns of swing ankle and hip are exchanged.",
    "Section 5.5.3 says a torque of 5 and 50 N·m; section 5.4.3 and table 5.4 have 1 and 10.",
    "Section 5.5.2 gives the swing hip 17.92 %; in table 5.3 this is the stance hip. Section 5.5.1 "
    "calls M3 the swing hip and M4 the stance hip; it is the other way round.",
    "Section 5.1 sends for the Bézier curves to appendix B; they are in appendix C. Section 5.5.2 "
    "says that the weights are defined in section 2.1, which is 5.1, and section 5.5.3 that the "
    "errors of plates are explained in section 5.3, which is 5.4.3.",
    "A torque of 1 N·m on the foot moves the torques of ankle, knee and hip by exactly 1 N·m; "
    "table 5.4 prints 0.999, 0.998 and 0.995. One difference beside the offset, by the mean -0.002 "
    "N·m at ankle and knee and -0.0045 at the hip, makes these, 9.998, 9.998 and 9.995 by 10 N·m, "
    "and 0.427 at the knee and 0.826 at the hip by 1 N of horizontal force, where a tenth of what "
    "10 N give is 0.429 and 0.830.",
    "Errors of torques are in proportion to a small error of the input, so their means (eq. 5.3) "
    "at 5, 10 and 15 % are as 1 : 2 : 3. Where printed ones are not, beyond their last digit and "
    "three deviations of a mean of 1000, her torques differ by something beside the perturbation, "
    "which is not told: all errors by length but the swing knee's, by moment of inertia in the "
    "stance leg, by z of the centre of mass at the stance ankle and knee, by x at the swing ankle. "
    "At the stance ankle it is 0.07 N·m, added as squares; for lengths 0.28. It makes a printed "
    "mean larger. A standard deviation it makes, by its course in time, 0.7 to 1.3 times as large; "
    "a maximum it moves by up to its own size.",
    "The hip is the right one (section 3.2), lengths are means over the motion (section 3.3). The "
    "leg that stands is the right one: table 5.4's levers, 0.429 and 0.048 m at the knee, 0.830 "
    "and 0.111 m at the hip, are those of a leg of 0.432 and 0.406 m, the right one of table 3.4, "
    "not of table 3.5's means.",
    "Stance torques span more here: 623 N·m at the demo subject's ankle and 233 at HC038A's, where "
    "hers span 118. By their models in space they span 153 and 205. So what the demo subject's "
    "have more is the planar model's: a quintic spline through its coordinates gives 343 N·m, the "
    "Bézier curves the rest. To be rigid in the plane, the neck moves by 23 mm and the hip by 9. "
    "This changes the trunk's acceleration, which acts at the ankle with the trunk's whole mass.",
    "Tables 5.1 to 5.4 hold what an error of the input does in her walk, and her motion is not "
    "published. Her left leg swings for 0.62 s (from 0.22 s to 53 % of 1.58 s), ours for 0.40. By "
    "table 5.4 her hip is 0.111 m before the ankle, HC038A's 0.159 and the demo subject's 0.163. "
    "If HC038A's paths take her time, the mean RMSE by mass at the stance joints is 0.92 to 0.94 "
    "times hers, by length 0.89 to 1.05, at the swing hip 1.09 and 0.92; and 59 of the 540 numbers "
    "of tables 5.1 and 5.2 are met. The demo subject in her time meets 34, with her double support "
    "38, with her step 48, all scaled by mass. By chance it would be 35 to 74, if each parameter's "
    "errors at each joint were scattered by 30 %. On her body of table 3.5, four single supports "
    "of two walkers in her time meet 50 to 89. So her time takes away most of the miss, but not "
    "all: it is no cause. None meets a number of table 5.3.",
    "Means, standard deviations and maxima of tables 5.1 and 5.2 are those of one draw of 1000 "
    "bodies. Another draw has means up to 4 % off, standard deviations 6, maxima 30. Hers are "
    "compared with the average of draws.",
    "A length errs in the mass matrix alone (eq. 3.49), and the joints keep their paths. Then its "
    "RMSE is as that by the centre of mass, as it is in her tables (0.552 and 0.555 N·m at the "
    "stance ankle). Were segments longer under the same angles, they would move all the mass above "
    "the ankle, and RMSE would be up to thirty times hers.",
    "In table 5.3 W1 moves the stance torques more than W2. Weights alone do the opposite: with "
    "quintic splines through the same coordinates W2 moves the stance ankle more in five single "
    "supports of three walkers, and in four of these in her time (scaled to 85 kg, W1 1.5 to 8.6 "
    "N·m, W2 4.5 to 22). Bézier curves change this by chance, for other weights need another least "
    "order within 1e-4 rad. Here W1 and W2 move HC038A's stance ankle by 21 and 16 N·m. If the "
    "curves span 0.04 s less, they do by 4 and 35; in his next step by 4 and 18. So table 5.3 "
    "hangs on the last 1e-4 rad of her data. Which points are the stance leg's, and what "
    "metatarsals and toes weigh, here 1, is not printed.",
    "An error in z of the centre of mass reaches the stance ankle from the head (z 0.038 m) and "
    "the swing foot (0.013 N·m) alone. What grows with the error is 0.0695 N·m at 10 %. With the "
    "head's mass of table 3.5 it would be 0.061, with that of a body of 85 kg 0.070. So chapter 5 "
    "has table 3.5's masses scaled from 74 to 85 kg.",
    "The demo subject's shank has 0.448 m, and its knee's lever by horizontal force 0.436 m for "
    "0.429. With 0.432 m it is 0.421, as he leans more, and leaning as hers 0.429: so the length "
    "alone is not the cause.",
    "5 N of vertical force change the knee's torque by twice as much as hers, because our knees "
    "are farther ahead of the ankle in single support. Her posture is not printed.",
)


def run(progress: OnPart) -> Findings:
    """Perturb the single support of the walks and set the errors beside the printed ones."""
    progress("analysing", 0.0)
    time = np.arange(round(2.0 * walking_demo().walk.cycle.stride_time * 100.0)) / 100.0
    truth = walk_truth(walking_demo(), 0.0, time)
    walks = {DEMO: (truth.model, truth.motion, truth.events)}
    public = analysed_public_walk(Configuration(method="whole-body"))
    if public is not None:
        walks["HC038A"] = (public.model, public.motion, public.events)
    comparisons: list[Comparison] = []
    tables: list[Table] = []
    charts: list[Chart] = []
    supports = {name: single_support(*walk) for name, walk in walks.items()}
    motions = {name: support.motion() for name, support in supports.items()}
    checks: dict[str, bool] = {}
    for k, (name, (model, _, _)) in enumerate(walks.items()):
        progress(f"{name}: perturbing", 0.3 + 0.35 * k)
        scale = model.mass / PAMIES_VILA_MASS
        support, motion = supports[name], motions[name]
        found = found_errors(support, motion)
        tables += parameter_tables(name, found, scale)
        comparisons += parameter_comparisons(name, found, model.mass)
        charts += mass_charts(name, support, motion)
        checks |= parameter_checks(name, found)
        in_weights = weight_errors(support)
        tables.append(weight_table(name, in_weights, scale))
        comparisons += weight_comparisons(name, in_weights, model.mass)
        charts += weight_charts(name, support, in_weights)
        plate_table, compared, plate_checks = plate_errors(name, support, motion)
        tables.append(plate_table)
        comparisons += compared
        checks |= plate_checks
    comparisons += _said(comparisons)
    return Findings(
        comparisons=tuple(comparisons),
        tables=tuple(tables),
        figures=tuple(charts),
        notes=(
            f"{DRAWN} bodies for each of 5 parameters and 3 levels, in single support. From them "
            f"follows what {SAMPLES}, which she drew, give on average. Printed N·m are scaled by "
            "body mass, percents are not.",
            "Each parameter is perturbed by itself: with a length, x_G stays (eq. 3.49).",
            "Bézier curves are fitted from 0.1 s before to 0.1 s after single support.",
            "The demo subject's motion is the true one, without the errors of markers.",
            *([] if public is not None else [WITHOUT_TRIAL]),
        ),
        checks=checks,
    )


def _said(comparisons: Iterable[Comparison]) -> Iterator[Comparison]:
    """What sentences say of the tables' ratios."""
    found = {(c.row.name, c.on): c for c in comparisons if c.row is not None}
    for walk in {on: None for _, on in found}:
        mean = {kind: found[by_parameter("RMSE", kind, "mean", 0, 10), walk].ours for kind in KINDS}
        least = min(mean[kind] for kind in ("mass", "length", "centre of mass x"))
        yield beside_printed(
            "text, inertia, other parameters over it, M1", least / mean["moment of inertia"],
            on=walk,
        )  # fmt: skip
        of_w1 = found[by_weights("RMSE", "W1", 0), walk].ours
        yield beside_printed("text, W1 over parameters, M1", of_w1 / max(mean.values()), on=walk)

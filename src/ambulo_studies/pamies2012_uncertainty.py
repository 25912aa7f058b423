"""Pàmies-Vilà (2012), chapter 5: what errors of the input do to joint torques in single support.

Tables 5.1 to 5.4, figures 5.2 and 5.3: planar model, segment parameters perturbed one kind at a
time, weights of the consistency, offsets of the force plate.

What may make a miss is taken out, in this order, and nothing else is tried. Tables 5.1 and 5.2: a
length's way through the joints' paths; accelerations, by the motion slowed to the time of her
single support; how far the legs lean, by table 5.4; our segments (table 3.5's) too; the demo
subject's walk, by one with all of hers that is printed, then its trunk's lean; I of eq. 3.49 about
the joint. Postures held would take her accelerations out with ours, her torque's span, RMSE over
NRMSE as printed, put in the answer, and another walker's motion tells nothing of what in a motion
makes a miss. Table 5.3: one experiment for all numbers, of the demo subject her walk, of HC038A a
body that is rigid in the plane. Table 5.4: slower walks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from ambulo.demo.trial import walking_demo
from ambulo.demo.truth import walk_truth
from ambulo.gait.configuration import Configuration
from ambulo.studies.record import Chart, Comparison, Findings, Table
from ambulo.studies.registry import Progress
from ambulo_studies.gait_trials import (
    DEMO,
    HER_WALK,
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
    HER_STEP,
    HIP_BEFORE_ANKLE,
    experiments,
    found_errors,
    hip_before_ankle,
    mass_charts,
    parameter_causes,
    parameter_checks,
    parameter_comparisons,
    parameter_tables,
    support_as_hers,
    walked_as_hers,
)
from ambulo_studies.planar_errors.plate import plate_errors
from ambulo_studies.planar_errors.support import single_support
from ambulo_studies.planar_errors.torques import DRAWN, MOVED, SAMPLES
from ambulo_studies.planar_errors.weights import (
    weight_causes,
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
    "table 5.4 prints 0.999, 0.998 and 0.995.",
    "Errors of torques are in proportion to a small error of the input, so their means (eq. 5.3) "
    "at 5, 10 and 15 % are as 1 : 2 : 3. Where printed ones are not, beyond their last digit and "
    "three deviations of a mean of 1000, her torques differ by something beside the perturbation, "
    "which is not told: all errors by length but the swing knee's, by moment of inertia in the "
    "stance leg, by z of the centre of mass at the stance ankle and knee, by x at the swing ankle. "
    "At the stance ankle it is 0.07 N·m, added as squares; for lengths 0.28. It makes a printed "
    "mean larger, so it excuses none that ours is above. A standard deviation it makes, by its "
    "course in time, 0.7 to 1.3 times as large; a maximum it moves by up to its own size. From "
    "400 000 bodies the demo subject's deviation by moment of inertia at the stance ankle, 10 %, is"
    " 0.2 % above what a draw of hers leaves open, his maximum by length at the swing hip, 15 %, "
    "1.4 %: 1.19 N·m for 0.99, where this size is 0.32.",
    "Stance torques span more here: 680 N·m at the demo subject's ankle and 245 at HC038A's, where "
    "hers span 118; so RMSE by mass and centre of mass is two to five times hers, NRMSE half. Of "
    "the demo subject's, two fifths are second derivatives of the Bézier curves: a quintic spline "
    "through the same coordinates leaves 390 N·m, and 4 Hz do not lower it. To be rigid in the "
    "plane, the neck moves by 30 mm and the hip by 8 mm. This changes the trunk's acceleration, "
    "which acts at the ankle with the trunk's whole mass. Taking the stance hip for the shared "
    "one, or not weighing arms and head, changes the span by at most a fifth.",
    "Her left leg swings from 0.22 s to 53 % of 1.58 s, for 0.62 s; ours swing for 0.40: slowed to"
    " it, accelerations are 0.4 times as large. By table 5.4 her hip is 0.111 m before the ankle, "
    "HC038A's 0.162 and the demo subject's 0.172. Where HC038A's thighs and shanks lean 0.7 times "
    "as far, his torques, scaled by body mass, span 194 N·m at the ankle and 116 at the knee "
    "(before 369 and 211, hers 118 and 73), and errors by x of the centre of mass at his swing hip"
    " fall from 1.8 to 1.3 times hers, by her segments to 1.0. With postures held nearly all "
    "misses go, but so does all that she has of accelerations: errors of inertia are then nought.",
    "In strides of 0.865 m the demo subject's hip is as far before the ankle as hers. In such a "
    "walk he has the joint angles of children who walk as slowly (Schwartz 2008, very slow) and "
    "forces that change as an inverted pendulum's do. His errors by x of the centre of mass are "
    "then 1.0, 1.1 and 1.4 times hers at the stance ankle, knee and hip.",
    "The demo subject's trunk leans 5.6° back from the hips to the neck, as his neck is 30 mm "
    "behind his shoulders (figure 3.7, which does not say that hers is behind); in two public "
    "recordings it leans 1.3 and 2.5°. Upright as they are, these errors fall to 0.9, 0.9 and 1.2 "
    "times hers. With her segments and the inertia of eq. 3.49, 265 of table 5.1's 270 numbers are "
    "then answered at once, 266 and 261 as in either recording, 240 leaning 5.6°; of table 5.2 266 "
    "by each. How hers leaned is not printed.",
    "On HC038A all experiments together answer 263 and 267 of 270 numbers of tables 5.1 and 5.2, "
    "and fewer experiments the rest.",
    "Means, standard deviations and maxima of tables 5.1 and 5.2 are those of one draw of 1000 "
    "bodies. Another draw has means up to 4 % off, standard deviations 6, maxima 30. Hers are "
    "compared with the average of draws.",
    "Table 3.5 has the hindfoot's centre at (-0.016, -0.009) m, where table 3.4 has (0.019, "
    "-0.0425) for both feet's mean. With the printed one RMSE by x of the centre of mass at the "
    "swing ankle is 0.6 to 0.9 times hers, with the other 1.1 to 2.1.",
    "Her feet have two parts. HC038A's, of one, is made two by table 3.5: its mass then lies "
    "farther before the ankle, the swing ankle's torque spans 1.4 N·m for 0.5, and NRMSE by x of "
    "the centre of mass falls from 1.3 times hers to half of hers.",
    "By eq. 3.49 a segment has its moment of inertia about its start. Where this stays when a "
    "centre of mass moves, RMSE of HC038A's walk at her step, with her segments, are 0.7 to 1.0 "
    "times hers in all joints but the swing ankle, otherwise 0.4 to 1.2.",
    "RMSE by length is up to thirty times hers where segments that are longer move all the mass "
    "above the ankle under the same angles. Where the joints' paths stay and the length is the "
    "mass matrix's alone (eq. 3.49), it is as RMSE by the centre of mass, as it is in her tables "
    "(0.552 and 0.555 N·m at the stance ankle): so hers is read.",
    "In table 5.3 W1 moves the stance torques more than W2, on both walks here less. The demo "
    "subject's answer all of the table in a walk with her stride time, double support and step: "
    "7.0, 3.7 and 1.0 N·m by W1, 4.4, 2.1 and 0.7 by W2 (printed 15.2, 9.7, 3.4 and 7.3, 5.3, "
    "2.5). On HC038A upper body and stance leg, which are not rigid in the plane, turn it round. "
    "Where they are made so before, with lengths as in the plane, and metatarsals and toes weigh "
    "10, all of the table is answered.",
    "Levers of table 5.4, 0.429 and 0.048 m at the knee, 0.830 and 0.111 m at the hip, are those "
    "of a leg of 0.432 and 0.406 m, the right one of table 3.4, not of table 3.5's means. The demo "
    "subject's shank has 0.448 m, which is such a mean, and its knee's lever by horizontal force "
    "0.437 m for 0.427. With 0.432 m it is 0.421, as he leans more, and leaning as hers 0.429: so "
    "the length alone is not the cause.",
    "5 N of vertical force change the knee's torque by twice as much as hers, because our knees "
    "are farther ahead of the ankle in single support. Her posture is not printed.",
)


def run(progress: Progress) -> Findings:
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
    tried = {name: experiments((supports[name], motions[name])) for name in walks}
    hers = support_as_hers()
    as_hers = walked_as_hers(hers)
    tried[DEMO] |= as_hers
    checks: dict[str, bool] = {
        "the walk as hers: its hip is as far before the ankle as by table 5.4": all(
            round(hip_before_ankle(*walk), 3) == HIP_BEFORE_ANKLE for walk in as_hers.values()
        )
    }
    causes = {
        name: parameter_causes((supports[name], motions[name]), tried[name]) for name in walks
    }
    for k, (name, (model, _, _)) in enumerate(walks.items()):
        progress(f"{name}: perturbing", 0.3 + 0.35 * k)
        scale = model.mass / PAMIES_VILA_MASS
        support, motion = supports[name], motions[name]
        found = found_errors((support, motion))
        tables += parameter_tables(name, found, scale)
        comparisons += parameter_comparisons(name, found, causes[name], model.mass)
        charts += mass_charts(name, support, motion)
        checks |= parameter_checks(name, found)
        in_weights = weight_errors(support)
        tables.append(weight_table(name, in_weights, scale))
        in_other = weight_causes(support, hers if name == DEMO else None)
        comparisons += weight_comparisons(name, in_weights, in_other, model.mass)
        charts += weight_charts(name, support, in_weights)
        # where a lever of table 5.4 is put in, it cannot be an answer
        own = {w: tried[name][w] for w in tried[name] if HER_STEP not in w and HER_WALK not in w}
        plate_table, compared, plate_checks = plate_errors(name, support, motion, own)
        tables.append(plate_table)
        comparisons += compared
        checks |= plate_checks
    comparisons += _said(comparisons)
    return Findings(
        comparisons=tuple(comparisons),
        tables=tuple(tables),
        figures=tuple(charts),
        notes=(
            f"{DRAWN} bodies for each of 5 parameters and 3 levels, in single support; {MOVED} "
            "where a longer segment moves everything above it. From them follows what "
            f"{SAMPLES}, which she drew, give on average. Printed N·m are scaled by body mass, "
            "percents are not.",
            "A centre of mass keeps its distance from the proximal joint when lengths are "
            "perturbed: each parameter is perturbed by itself.",
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
        others = max(value for kind, value in mean.items() if kind != "length")
        yield beside_printed(
            "text, W1 over parameters, M1", of_w1 / max(mean.values()), on=walk,
            without={"A length moves everything above it. Here none is changed.": of_w1 / others},
        )  # fmt: skip

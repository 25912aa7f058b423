"""Pàmies-Vilà (2012), chapter 5: what errors of the input do to joint torques in single support.

Tables 5.1 to 5.4, figures 5.2 and 5.3: planar model, segment parameters perturbed one kind at a
time, weights of the consistency, offsets of the force plate.
"""

from __future__ import annotations

import numpy as np

from ambulo.demo.trial import walking_demo
from ambulo.demo.truth import walk_truth
from ambulo.gait.configuration import Configuration
from ambulo.studies.gait_trials import (
    OTHER_SUBJECT,
    PAMIES_VILA_MASS,
    WITHOUT_TRIAL,
    analysed_public_walk,
)
from ambulo.studies.planar_errors.parameters import (
    mass_charts,
    parameter_checks,
    parameter_comparisons,
    parameter_tables,
)
from ambulo.studies.planar_errors.plate import plate_errors
from ambulo.studies.planar_errors.printed import LEVELS, MEAN_RMSE
from ambulo.studies.planar_errors.support import single_support
from ambulo.studies.planar_errors.torques import SAMPLES, parameter_errors
from ambulo.studies.planar_errors.weights import weight_charts, weight_errors, weight_table
from ambulo.studies.record import Chart, Comparison, StudyResult, Table
from ambulo.studies.registry import Progress

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
    "The printed means for length, centre of mass along z and moment of inertia do not shrink with "
    "the error: 0.075, 0.083 and 0.096 N·m at the stance ankle for inertia errors of 5, 10 and "
    "15 % are 0.072 N·m and an error in proportion, added as squares. Perturbed and unperturbed "
    "torques differ there by something that is no perturbation. Here the means are in proportion "
    "to the error.",
    "Stance torques span more here: 680 N·m at the demo subject's ankle and 245 at HC038A's, where "
    "hers span 118; so RMSE by mass and centre of mass is two to five times hers, NRMSE half. Of "
    "the demo subject's, two fifths are second derivatives of the Bézier curves: a quintic spline "
    "through the same coordinates leaves 390 N·m, and 4 Hz do not lower it. To be rigid in the "
    "plane the neck moves by 30 mm and the hip by 8, and what that does to the trunk's "
    "acceleration weighs at the ankle with its whole mass. Taking the stance hip for the shared "
    "one, or not weighing arms and head, changes the span by at most a fifth.",
    "RMSE by length is up to thirty times hers: segments that are longer by themselves move all "
    "the mass above the ankle forwards or backwards under the same angles. Hers grows by only half "
    "from 5 to 10 %; how her height was kept is not said.",
    "5 N of vertical force move the knee's torque by twice hers: our knees stand further before "
    "the ankle in single support.",
)


def run(progress: Progress) -> StudyResult:
    """Perturb the single support of the walks and set the errors beside the printed ones."""
    progress("analysing", 0.0)
    time = np.arange(round(2.0 * walking_demo().walk.cycle.stride_time * 100.0)) / 100.0
    truth = walk_truth(walking_demo(), 0.0, time)
    walks = {"demo subject": (truth.model, truth.motion, truth.events)}
    public = analysed_public_walk(Configuration(method="whole-body"))
    if public is not None:
        walks["HC038A"] = (public.model, public.motion, public.events)
    comparisons: list[Comparison] = []
    tables: list[Table] = []
    charts: list[Chart] = []
    checks: dict[str, bool] = {}
    for k, (name, (model, moved, events)) in enumerate(walks.items()):
        progress(f"{name}: perturbing", 0.3 + 0.35 * k)
        scale = model.mass / PAMIES_VILA_MASS
        support = single_support(model, moved, events)
        motion = support.motion()
        found = {
            (kind, level): parameter_errors(support, motion, kind, level)
            for kind in MEAN_RMSE
            for level in LEVELS
        }
        tables += parameter_tables(name, found, scale)
        comparisons += parameter_comparisons(name, found, scale)
        charts += mass_charts(name, support, motion, found["mass", 10])
        checks |= parameter_checks(name, found)
        by_weights = weight_errors(support)
        tables.append(weight_table(name, by_weights, scale))
        charts += weight_charts(name, support, by_weights)
        plate_table, plate_checks = plate_errors(name, support, motion)
        tables.append(plate_table)
        checks |= plate_checks
    return StudyResult(
        name="pamies2012_uncertainty",
        title=TITLE,
        source=SOURCE,
        comparisons=tuple(comparisons),
        tables=tuple(tables),
        figures=tuple(charts),
        deviations=DEVIATIONS,
        notes=(
            f"{SAMPLES} bodies for each of 5 parameters and 3 levels, in single support; printed "
            "N·m are scaled by body mass, percents are not.",
            "A centre of mass keeps its distance from the proximal joint when lengths are "
            "perturbed: each parameter is perturbed by itself.",
            "Bézier curves are fitted from 0.1 s before to 0.1 s after single support.",
            "The demo subject's motion is the true one, without the errors of markers.",
            *([] if public is not None else [WITHOUT_TRIAL]),
        ),
        checks=checks,
    )

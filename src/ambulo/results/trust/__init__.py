"""How far each number of a trial can be trusted: a grade and a ±, quantity by quantity.

With error bands, the ± is half of the band. Otherwise it is the difference between Ambulo and
another system on the same recordings of other laboratories. Nine of ten legs differ by less
(`agreement.csv`, measured by `python -m tests.reference.accuracy_page`). Both systems share the
errors of markers and plates. Therefore the ± is at least half of the bands of those walks. No band
contains the choice of an angle's zero. Therefore the ± of an angle is the larger of the two values.
A check that is not good lowers the grade of the quantities that it names.
"""

from __future__ import annotations

from ambulo.results.trust.grade import TRUST_GRADES, Lack, Trust, TrustGrade, in_words
from ambulo.results.trust.judged_frames import frames_on_plates, judged_percents
from ambulo.results.trust.trial_trust import trust

__all__ = [
    "TRUST_GRADES",
    "Lack",
    "Trust",
    "TrustGrade",
    "frames_on_plates",
    "in_words",
    "judged_percents",
    "trust",
]

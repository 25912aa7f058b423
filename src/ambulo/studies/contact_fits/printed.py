"""Figures of Pàmies-Vilà (2012), chapter 6, that contact fitted to a walk is set beside."""

from __future__ import annotations

FIGURE_6_5 = {"Fx": 20.83, "Fy": 17.64, "Fz": 11.08, "Mx": 3.48, "My": 5.77, "Mz": 10.74}
"""NRMSE [%] of each component of the resultant where it alone is weighed."""

FIGURE_6_6 = {"Fx": 36.66, "Fy": 21.23, "Fz": 8.58}
"""NRMSE [%] of one foot's forces against its plate."""

TABLE_6_4 = {
    "trailing": {"Fz": 158.018, "Mx": 12.893, "My": 32.770},
    "leading": {"Fz": 111.343, "Mx": 11.248, "My": 36.643},
}
"""Rms [N, N*m] in double support of the contact model, about the ankles; the rest is table 4.3."""

"""summary.json: results and their trust, for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from ambulo.math.arrays import FloatArray
from ambulo.mocap.fit.foot_roll import roll_known
from ambulo.records import Analysis, Bands, SharingComparison, WrenchDifference
from ambulo.results.conventions import conventions
from ambulo.results.gait_cycle import STRIDE_UNITS, StrideParameters, event_errors
from ambulo.results.json_file import Json
from ambulo.results.over_time import residual_of_moments, residual_size, rms
from ambulo.results.peak_moments import known_peaks
from ambulo.results.trust import trust

_SPELT = {"s": "s", "m": "m", "m/s": "m_per_s", "steps/min": "steps_per_min", "%": "percent"}
_OF_GATE = (
    "id", "name", "place", "value", "limit", "unit", "unusable", "passed", "grade", "found",
    "cost", "concerns",
)  # fmt: skip


def summary(analysis: Analysis, strides: tuple[StrideParameters, ...]) -> dict[str, Json]:
    """Everything that summary.json holds.

    Args:
        strides: distance and time parameters.
    """
    names = {check.id: check.name for check in analysis.checks}
    return {
        "ambulo": analysis.provenance.version,
        "format": analysis.provenance.format,
        "trial": str(analysis.trial.path),
        "activity": {
            "name": analysis.activity.name,
            "reason": analysis.activity.reason,
            "floor_m_per_s": analysis.activity.floor,
            "phases": [
                {"name": p.name, "start_s": p.start, "stop_s": p.stop}
                for p in analysis.activity.phases
            ],
            "numbers": [
                {"name": n.name, "value": n.value, "unit": n.unit, "from": n.from_what}
                for n in analysis.activity.numbers
            ],
        },
        "method": analysis.method,
        **conventions(analysis),
        "marker_set": analysis.marker_set,
        "model": analysis.model.name,
        "segment_parameters": analysis.model.parameters,
        "mass_kg": analysis.model.subject.mass,
        "marker_rms_mm": 1e3 * rms(analysis.marker_residual),
        "root_residual": _residual(analysis.residual),
        "root_residual_of_moments": _residual(residual_of_moments(analysis)),
        "plates_vs_inverse": {
            phase: {side: _with_relative(found) for side, found in sides.items()}
            for phase, sides in analysis.plates_vs_inverse.items()
        },
        "sharing": {} if analysis.sharing is None else _sharing(analysis.sharing),
        "foot_roll": roll_known(analysis.model),
        "peak_moments_Nm": dict(_peaks(analysis)),
        "events": [
            {
                "time_s": round(e.time, 6),
                "side": e.side,
                "kind": e.kind,
                "source": e.source,
                "time_error_s": error,
            }
            for e, error in zip(analysis.events, event_errors(analysis), strict=True)
        ],
        "strides": [
            {
                "side": p.stride.side,
                "start_s": p.stride.start,
                "stop_s": p.stride.stop,
                "off_s": p.stride.off,
                "events": p.events,
                **{f"{n}_{_SPELT[unit]}": getattr(p, n) for n, unit in STRIDE_UNITS.items()},
            }
            for p in strides
        ],
        "gates": [
            {
                **{name: getattr(g, name) for name in _OF_GATE},
                "cause": names.get(g.cause, g.cause),
                "cause_id": g.cause,
                "remedy": g.remedy,
                "why": g.why,
                "facts": dict(g.facts),
            }
            for g in analysis.checks
        ],
        "trust": {
            name: {
                "grade": one.grade,
                "error": one.error,
                "unit": one.unit,
                "expected_r": one.r,
                "size": one.size,
                "by": one.by,
                "laboratories": one.laboratories,
                "lowered_by": [check.id for check in one.lowered],
            }
            for name, one in trust(analysis, strides).items()
        },
        "not_checked": [f"{g.name}: {g.found}" for g in analysis.checks if g.grade == "unknown"],
        "segment_lengths_mm": {
            name: {key: 1e3 * value for key, value in asdict(length).items()}
            for name, length in analysis.segment_lengths.items()
        },
        "uncertainty": None if analysis.bands is None else _bands(analysis.bands),
        "timing_s": dict(analysis.timing),
    }


def _residual(residual: FloatArray) -> dict[str, Json]:
    force, moment = residual_size(residual)
    return {"force_N": force, "moment_Nm": moment}


def _peaks(analysis: Analysis) -> Iterator[tuple[str, Json]]:
    for place, peak in known_peaks(analysis):
        yield (
            place.key,
            {
                "value": peak.value,
                "at_percent_of_stride": peak.at,
                "of_the_strike": peak.of_the_strike,
                "later_value": peak.later,
                "later_at_percent_of_stride": peak.later_at,
            },
        )


def _bands(found: Bands) -> dict[str, Json]:
    return {
        "samples": found.samples,
        "failed": found.failed,
        "share": found.share,
        "peaks": {name: asdict(peak) for name, peak in found.peaks.items()},
        "settling": dict(found.settling),
        "effects": [asdict(effect) for effect in found.effects],
    }


def _with_relative(found: WrenchDifference) -> dict[str, Json]:
    return {
        "frames": found.frames,
        **{name: {"rms": rms, "nrms": found.relative[name]} for name, rms in found.rms.items()},
    }


def _sharing(found: SharingComparison) -> dict[str, Json]:
    def flat(difference: WrenchDifference) -> dict[str, Json]:
        return {"frames": difference.frames, **difference.rms}

    def by_way(
        tables: Mapping[str, Mapping[str, WrenchDifference]],
    ) -> dict[str, Json]:
        return {
            way: {side: flat(entry) for side, entry in sides.items()}
            for way, sides in tables.items()
        }

    return {
        "resultant": None if found.resultant is None else flat(found.resultant),
        "single_support": {side: flat(entry) for side, entry in found.single_support.items()},
        "both_feet_on_plates": by_way(found.both_feet_on_plates),
        "one_foot_on_plate": by_way(found.one_foot_on_plate),
    }

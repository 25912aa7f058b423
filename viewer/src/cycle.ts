// From time to the stride, as `ambulo.results.gait_cycle` does: 0 to 100 % in 101 points.

import type { Side, StrideSpan } from "./contract";

export const CYCLE = Array.from({ length: 101 }, (_, i) => i);

/** Part of a stride that must be known for it to count as whole. */
const WHOLE = 0.97;

export interface CycleCurves {
  curves: Float64Array[];
  mean: Float64Array;
  sd: Float64Array;
  count: Int32Array;
}

/** Index of the last instant not after t (0 if all are). */
export function indexAt(time: ArrayLike<number>, t: number): number {
  let low = 0;
  let high = time.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (time[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Frame nearest to t. */
export function frameAt(time: ArrayLike<number>, t: number): number {
  const i = indexAt(time, t);
  return i + 1 < time.length && time[i + 1] - t < t - time[i] ? i + 1 : i;
}

/** Value at t by linear interpolation; NaN stays NaN; ends are held (as numpy.interp). */
export function interpolate(time: ArrayLike<number>, values: ArrayLike<number>, t: number): number {
  const last = time.length - 1;
  if (t <= time[0]) return values[0];
  if (t >= time[last]) return values[last];
  const i = indexAt(time, t);
  const part = (t - time[i]) / (time[i + 1] - time[i]);
  // a neighbour that is not known does not spoil a value on a frame
  return part === 0 ? values[i] : values[i] + part * (values[i + 1] - values[i]);
}

/** One stride at 0, 1, … 100 %; NaN outside the record. */
export function overStride(
  time: ArrayLike<number>,
  values: ArrayLike<number>,
  stride: StrideSpan,
): Float64Array {
  const slack = 0.5 * (time[1] - time[0]);
  const [first, last] = [time[0] - slack, time[time.length - 1] + slack];
  return Float64Array.from(CYCLE, (percent) => {
    const t = stride.start + (percent / 100) * (stride.stop - stride.start);
    return t >= first && t <= last ? interpolate(time, values, t) : NaN;
  });
}

/** Whether a stride is known throughout. */
export function isWhole(curve: ArrayLike<number>): boolean {
  let known = 0;
  for (let k = 0; k < curve.length; k++) if (Number.isFinite(curve[k])) known++;
  return known >= WHOLE * CYCLE.length;
}

/** All strides with their mean and sample standard deviation; strides known throughout count. */
export function cycleCurves(
  time: ArrayLike<number>,
  values: ArrayLike<number>,
  strides: StrideSpan[],
): CycleCurves {
  const curves = strides.map((stride) => overStride(time, values, stride));
  const whole = curves.filter(isWhole);
  const counting = whole.length ? whole : curves;
  const mean = new Float64Array(CYCLE.length).fill(NaN);
  const sd = new Float64Array(CYCLE.length).fill(NaN);
  const count = new Int32Array(CYCLE.length);
  for (let k = 0; k < CYCLE.length; k++) {
    const column = counting.map((c) => c[k]).filter(Number.isFinite);
    count[k] = column.length;
    if (!column.length) continue;
    mean[k] = column.reduce((a, b) => a + b, 0) / column.length;
    if (column.length > 1) {
      const square = column.reduce((a, b) => a + (b - mean[k]) ** 2, 0);
      sd[k] = Math.sqrt(square / (column.length - 1));
    }
  }
  return { curves, mean, sd, count };
}

/** The stride of a side that holds t. */
export function strideAt(strides: StrideSpan[], side: Side, t: number): StrideSpan | null {
  return strides.find((s) => s.side === side && t >= s.start - 1e-6 && t <= s.stop + 1e-6) ?? null;
}

/** Percent of its stride at t. */
export function percentAt(stride: StrideSpan, t: number): number {
  return (100 * (t - stride.start)) / (stride.stop - stride.start);
}

/** Mean instant at which the foot leaves the ground, percent of the stride. */
export function footOff(strides: StrideSpan[], side: Side): number | null {
  const percents = strides
    .filter((s) => s.side === side && s.off !== null)
    .map((s) => percentAt(s, s.off as number));
  return percents.length ? percents.reduce((a, b) => a + b, 0) / percents.length : null;
}

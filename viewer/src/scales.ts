// Axes: limits, ticks, and how numbers are written.

export interface Scale {
  from: number;
  to: number;
  log: boolean;
  /** Position on the drawing. */
  at(value: number): number;
  /** Value at a position. */
  of(position: number): number;
  ticks(count: number): number[];
}

/** A scale from values to positions; logarithmic where asked and possible. */
export function scale(from: number, to: number, start: number, end: number, log = false): Scale {
  const f = log ? Math.log10 : (v: number) => v;
  const back = log ? (v: number) => 10 ** v : (v: number) => v;
  const [a, b] = [f(from), f(to)];
  const size = b - a || 1;
  return {
    from,
    to,
    log,
    at: (value) => start + ((f(value) - a) / size) * (end - start),
    of: (position) => back(a + ((position - start) / (end - start)) * size),
    ticks: (count) => (log ? decades(from, to, count) : ticks(from, to, count)),
  };
}

/** Round numbers within [from, to], about `count` of them. */
export function ticks(from: number, to: number, count: number): number[] {
  const span = to - from;
  if (!(span > 0) || !Number.isFinite(span)) return [from];
  const rough = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const away = (m: number) => Math.abs(Math.log((m * power) / rough));
  const step = power * [1, 2, 5, 10].reduce((best, m) => (away(m) < away(best) ? m : best));
  const found = [];
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + 1e-9 * step; k++)
    found.push(Number((k * step).toPrecision(12)));
  return found;
}

function decades(from: number, to: number, count: number): number[] {
  const [a, b] = [Math.ceil(Math.log10(from) - 1e-9), Math.floor(Math.log10(to) + 1e-9)];
  if (b - a < 1) return ticks(from, to, count);
  // powers of ten alone would be two
  if (b - a < 2)
    return [a - 1, a, a + 1, a + 2].flatMap((k) => [1, 2, 5].map((m) => Number((m * 10 ** k).toPrecision(1)))).filter((v) => v >= from * (1 - 1e-9) && v <= to * (1 + 1e-9));
  const step = Math.max(1, Math.ceil((b - a) / count));
  const found = [];
  for (let k = a; k <= b; k += step) found.push(10 ** k);
  return found;
}

/** Smallest and largest finite value of several arrays; null where there is none. */
export function extent(arrays: Iterable<ArrayLike<number>>, positive = false): [number, number] | null {
  let low = Infinity;
  let high = -Infinity;
  for (const values of arrays)
    for (let i = 0; i < values.length; i++) {
      const v = values[i];
      if (!Number.isFinite(v) || (positive && v <= 0)) continue;
      if (v < low) low = v;
      if (v > high) high = v;
    }
  return low <= high ? [low, high] : null;
}

/** Limits of an axis that hold an extent with some air and span at least `least`: from 0 on, of what begins there. */
export function limits(found: [number, number] | null, least: number): [number, number] {
  if (!found) return [-0.5 * (least || 1), 0.5 * (least || 1)];
  let [low, high] = found;
  const lack = (least || 1e-9) - (high - low);
  const below = low === 0 ? 0 : high === 0 ? 1 : 0.5;
  if (lack > 0) [low, high] = [low - below * lack, high + (1 - below) * lack];
  if (low === high) [low, high] = [low - 0.5 * (Math.abs(low) || 1), high + 0.5 * (Math.abs(high) || 1)];
  const air = 0.06 * (high - low);
  return [low - air, high + air];
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A number for reading: `digits` significant ones, a real minus sign, powers of ten spelled out. */
export function written(value: number | null, digits = 3): string {
  if (value === null || !Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) {
    const [mantissa, power] = value.toExponential(digits - 1).split("e");
    const raised = power.replace("+", "").replace("-", "⁻").replace(/\d/g, (d) => RAISED[Number(d)]);
    return `${minus(Number(mantissa).toString())} · 10${raised}`;
  }
  // counts have no decimals
  if (Number.isInteger(value) && size < 10 ** digits) return minus(String(value));
  const rounded = Number(value.toPrecision(digits));
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(rounded))));
  return minus(rounded.toFixed(Math.min(decimals, 8)));
}

/** A number with so many decimals; -1: three significant digits, -n: n of them. */
export function fixed(value: number | null, decimals: number): string {
  if (value === null || !Number.isFinite(value)) return "–";
  if (decimals < 0) return written(value, decimals === -1 ? 3 : -decimals);
  const text = value.toFixed(decimals);
  return minus(Number(text) === 0 ? text.replace("-", "") : text);
}

/** Decimals that tell apart values spread over `span`: a hundredth of it. */
export function decimalsFor(span: number): number {
  return span > 0 ? Math.min(6, Math.max(0, Math.ceil(-Math.log10(span / 100)))) : 2;
}

/** Labels of ticks, all with the decimals that the finest needs. */
export function tickLabels(values: number[], log = false): string[] {
  if (log)
    return values.map((v) => {
      const power = Math.floor(Math.log10(v) + 1e-9);
      const digit = v / 10 ** power;
      // one digit where there is no more
      if (Math.abs(power) < 4 || Math.abs(digit - 1) > 1e-6) return written(v, Math.abs(digit - Math.round(digit)) < 1e-6 ? 1 : 2);
      return `10${power < 0 ? "⁻" : ""}${String(Math.abs(power)).replace(/\d/g, (d) => RAISED[Number(d)])}`;
    });
  const decimals = Math.max(0, ...values.map((v) => (String(Number(v.toPrecision(8))).split(".")[1] ?? "").length));
  if (decimals > 5 || values.some((v) => Math.abs(v) >= 1e6)) return values.map((v) => written(v, 2));
  return values.map((v) => fixed(v, decimals));
}

function minus(text: string): string {
  return text.replace("-", "−");
}

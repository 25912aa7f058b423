// One small plot: from its data and the choices of the reader to a drawing and its axes.

import type { LinesPanel, Plot, Role, Series, Side, StrideSpan } from "./contract";
import { CYCLE, cycleCurves, footOff, interpolate, isWhole } from "./cycle";
import { decode } from "./decode";
import { area, box, hatch, label, line, pieces, type Drawing, type Point, type Shape } from "./drawing";
import { decimalsFor, extent, fixed, limits, scale, tickLabels, type Scale } from "./scales";

/** What the reader has chosen for a panel. */
export interface View {
  /** Over the stride or over time (or over the plot's own x). */
  over: "stride" | "time";
  /** Index into the plot's units. */
  unit: number;
  /** Mean of all strides, all strides, or one stride of the clock. */
  strides: "mean" | "all" | number;
  clock: { time: ArrayLike<number>; strides: StrideSpan[] } | null;
}

/** A curve as drawn, in the unit shown. */
export interface Curve {
  label: string;
  role: Role;
  side: Side | null;
  main: boolean;
  /** Of another source: drawn for comparison, not read. */
  beside: boolean;
  /** A chosen stride that is not known throughout. */
  partly?: boolean;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  low: ArrayLike<number> | null;
  high: ArrayLike<number> | null;
}

export interface LaidOut {
  drawing: Drawing;
  x: Scale;
  y: Scale;
  frame: { left: number; top: number; width: number; height: number };
  curves: Curve[];
  unit: string;
  xunit: string;
  decimals: number;
  /** Whether the horizontal axis is time of the clock or percent of the stride. */
  axis: "time" | "stride" | "own";
}

export function unitOf(plot: Plot, view: View): { unit: string; factor: number } {
  return plot.units[Math.min(view.unit, plot.units.length - 1)];
}

function times(values: ArrayLike<number>, factor: number): ArrayLike<number> {
  return factor === 1 ? values : Float64Array.from(values, (v) => v * factor);
}

function ownAxis(plot: Plot): boolean {
  return plot.series.some((s) => s.x !== null);
}

/** Which axis a plot has under a view. */
export function axisOf(plot: Plot, view: View): LaidOut["axis"] {
  if (ownAxis(plot)) return "own";
  const cut = plot.series.some((s) => s.cut !== null);
  return view.over === "stride" && cut && view.clock?.strides.length ? "stride" : "time";
}

const spread = (series: Series, factor: number) => ({
  low: series.low && times(decode(series.low).values, factor),
  high: series.high && times(decode(series.high).values, factor),
});

function sideOf(series: Series): Side | null {
  return series.role === "left" || series.role === "right" ? series.role : series.cut;
}

/** The curves of a plot as a view shows them. */
export function curvesOf(plot: Plot, view: View): Curve[] {
  const { factor } = unitOf(plot, view);
  const axis = axisOf(plot, view);
  const clock = view.clock;
  return plot.series.flatMap((series): Curve[] => {
    if (series.only === "stride" && axis !== "stride") return [];
    const values = times(decode(series.y).values, factor);
    const common = { label: series.label, role: series.role, side: sideOf(series), beside: series.stroke === "dash" || series.stroke === "dot" };
    if (axis !== "stride" || !clock) {
      const x = series.x ? decode(series.x).values : (clock?.time ?? CYCLE);
      return [{ ...common, main: true, x, y: values, ...spread(series, factor) }];
    }
    if (series.cut === null) return [];
    const mine = clock.strides.filter((s) => s.side === series.cut);
    const cut = cycleCurves(clock.time, values, mine);
    const single = (y: Float64Array, main: boolean): Curve => ({ ...common, main, x: CYCLE, y, low: null, high: null });
    if (typeof view.strides === "number") {
      const chosen = mine.indexOf(clock.strides[view.strides]);
      // the other side keeps its mean beside the stride that is looked at
      if (chosen < 0) return [single(cut.mean, true)];
      return [...cut.curves.filter((_, i) => i !== chosen).map((y) => single(y, false)), { ...single(cut.curves[chosen], true), partly: !isWhole(cut.curves[chosen]) }];
    }
    if (view.strides === "all" && mine.length > 1)
      return [...cut.curves.map((y) => single(y, false)), single(cut.mean, true)];
    const low = cut.mean.map((m, i) => m - cut.sd[i]);
    const high = cut.mean.map((m, i) => m + cut.sd[i]);
    return [{ ...common, main: true, x: CYCLE, y: cut.mean, low, high }];
  });
}

/** Least width of a plot as drawn, of one among others and of one for the first look. */
const [LEAST, BRIEF] = [220, 170];
/** Smallest share of it that is shown: letters of 10.5 px are no smaller than 8.4. */
const SHRUNK = 0.8;
/** Between two columns [px], as in page.css. */
const GAP = 22;

/** Width to draw a plot for that has so much room [px]. */
export function widthOf(panel: LinesPanel, room: number): number {
  return Math.max(panel.brief ? BRIEF : LEAST, room);
}

/** Columns of a panel, no more than it has plots for. */
export function columnsFor(panel: LinesPanel): number {
  const used = Math.max(panel.plots.length, ...panel.plots.map((p) => p.column + 1));
  return Math.max(1, Math.min(panel.columns, used));
}

/** Columns that can be read in so much room [px]. */
export function columnsIn(panel: LinesPanel, room: number): number {
  const least = SHRUNK * widthOf(panel, 0);
  return Math.max(1, Math.min(columnsFor(panel), Math.floor((room + GAP) / (least + GAP))));
}

const DASH: Record<Series["stroke"], number[] | undefined> = {
  solid: undefined,
  dash: [6, 4],
  dot: [1.5, 3],
  points: undefined,
  both: undefined,
};

/** Height of a plot whose axes share one scale; null for others. */
export function heightOf(plot: Plot, width: number): number | null {
  if (!plot.equal) return null;
  const span = (of: (s: Series) => ArrayLike<number>) => {
    const [low, high] = extent(plot.series.map(of)) ?? [0, 1];
    return high - low || 1;
  };
  const ratio = span((s) => decode(s.y).values) / span((s) => (s.x ? decode(s.x).values : []));
  return Math.min(440, Math.max(150, 1.12 * ratio * (width - 56) + 42));
}

/** Lay a plot out and draw it; `bare`: under words that say what its axis of the stride is. */
export function layOut(plot: Plot, view: View, width: number, height: number, heading: boolean, bare = false): LaidOut {
  const { unit, factor } = unitOf(plot, view);
  const axis = axisOf(plot, view);
  const curves = curvesOf(plot, view);
  const bands = plot.bands
    .filter((b) => (axis === "stride") === b.cycle)
    .map((b) => ({
      ...b,
      xs: decode(b.x).values,
      lows: times(decode(b.low).values, factor),
      highs: times(decode(b.high).values, factor),
      means: b.mean && times(decode(b.mean).values, factor),
    }));
  const [logX, logY] = [plot.log.includes("x"), plot.log.includes("y")];
  const found = extent(
    [
      ...curves.flatMap((c) => [c.y, ...(c.low ? [c.low] : []), ...(c.high ? [c.high] : [])]),
      ...bands.flatMap((b) => [b.lows, b.highs]),
      plot.marks.filter((m) => m.axis === "y").map((m) => m.at * factor),
    ],
    logY,
  );
  let [low, high] = logY ? (found ?? [0.1, 1]) : limits(found, plot.least * factor);
  if (logY) [low, high] = [low / 1.3, high * 1.3];
  const xs = extent(axis === "stride" ? [CYCLE] : curves.map((c) => c.x), logX);
  let [from, to] = xs ?? [0, 1];
  if (from === to) [from, to] = [from - 0.5, to + 0.5];

  // the positive direction has a line of its own, above the curves
  const top = (heading ? 26 : bare ? 2 : 8) + (plot.positive ? 12 : 0);
  const xlabel = axis !== "stride" ? plot.xlabel : bare ? "" : "stride [%]";
  const frame = { left: 46, top, width: width - 56, height: height - top - (xlabel ? 34 : 20) };
  if (plot.equal) {
    const per = Math.max((to - from) / frame.width, (high - low) / frame.height);
    const [cx, cy] = [(from + to) / 2, (low + high) / 2];
    [from, to] = [cx - 0.5 * per * frame.width, cx + 0.5 * per * frame.width];
    [low, high] = [cy - 0.5 * per * frame.height, cy + 0.5 * per * frame.height];
  }
  const right = frame.left + frame.width;
  const bottom = frame.top + frame.height;
  const x = scale(from, to, frame.left, right, logX);
  const y = scale(low, high, bottom, frame.top, logY);
  const px = (values: ArrayLike<number>) => Float64Array.from(values, (v) => x.at(v));
  const py = (values: ArrayLike<number>) =>
    Float64Array.from(values, (v) => (logY && v <= 0 ? NaN : y.at(v)));

  const shapes: Shape[] = [];
  if (heading) shapes.push(label(frame.left, 15, `${plot.title} [${unit}]`, { size: 12, bold: true }));
  if (axis !== "stride")
    for (const span of plot.spans) {
      const [a, b] = [Math.max(from, span.from), Math.min(to, span.to)];
      if (!(b > a)) continue;
      if (span.hatch) shapes.push(hatch(x.at(a), frame.top, x.at(b) - x.at(a), frame.height, span.role));
      else shapes.push(box(x.at(a), frame.top, x.at(b) - x.at(a), frame.height, span.role, 0.12));
    }
  for (const band of bands) {
    const outline = area(px(band.xs), py(band.lows), py(band.highs));
    shapes.push({ kind: "path", runs: outline, fill: band.role, closed: true, opacity: faintness(band.role, band.means !== null) });
    if (band.means) shapes.push({ kind: "path", runs: pieces(px(band.xs), py(band.means)), stroke: "grey", width: 0.8, opacity: 0.7 });
  }
  const yticks = y.ticks(4);
  for (const [i, text] of tickLabels(yticks, y.log).entries()) {
    const at = y.at(yticks[i]);
    shapes.push(line([frame.left, at], [right, at], "faint", yticks[i] === 0 ? 1.6 : 0.8));
    shapes.push(label(frame.left - 5, at + 3.5, text, { size: 10.5, colour: "grey", anchor: "end" }));
  }
  const xticks = axis === "stride" ? [0, 20, 40, 60, 80, 100] : x.ticks(Math.max(2, Math.round(frame.width / 70)));
  for (const [i, text] of tickLabels(xticks, x.log).entries()) {
    const at = x.at(xticks[i]);
    shapes.push(line([at, bottom], [at, bottom + 4], "grey", 0.8));
    shapes.push(label(at, bottom + 15, text, { size: 10.5, colour: "grey", anchor: "middle" }));
  }
  shapes.push(line([frame.left, bottom], [right, bottom], "grey", 0.8));
  if (xlabel) shapes.push(label(frame.left + frame.width / 2, bottom + 29, xlabel, { size: 10.5, colour: "grey", anchor: "middle" }));

  if (axis === "stride" && view.clock)
    for (const side of ["left", "right"] as const) {
      const percent = footOff(view.clock.strides, side);
      if (percent !== null && curves.some((c) => c.role === side))
        shapes.push(line([x.at(percent), frame.top], [x.at(percent), bottom], side, 0.9, [2, 3]));
    }
  for (const mark of plot.marks) {
    if (mark.axis === "x" && axis !== "stride")
      shapes.push(line([x.at(mark.at), frame.top], [x.at(mark.at), bottom], mark.role, 1, [4, 3]));
    if (mark.axis === "y")
      shapes.push(line([frame.left, y.at(mark.at * factor)], [right, y.at(mark.at * factor)], mark.role, 1, [4, 3]));
  }
  for (const curve of curves)
    if (curve.low && curve.high)
      shapes.push({ kind: "path", runs: area(px(curve.x), py(curve.low), py(curve.high)), fill: curve.role, closed: true, opacity: 0.2 });
  for (const [i, curve] of curves.entries()) {
    const series = plot.series.find((s) => s.label === curve.label && s.role === curve.role) ?? plot.series[i];
    const runs = pieces(px(curve.x), py(curve.y));
    if (series.stroke !== "points")
      shapes.push({
        kind: "path",
        runs,
        stroke: curve.role,
        width: !curve.main ? 0.9 : DASH[series.stroke] ? 1.4 : 2,
        dash: DASH[series.stroke],
        opacity: curve.main ? 1 : 0.55,
      });
    if (series.stroke === "points" || series.stroke === "both")
      for (const run of runs) for (const [cx, cy] of run) shapes.push({ kind: "circle", x: cx, y: cy, r: 2.4, fill: curve.role });
  }
  if (!curves.some((c) => Array.prototype.some.call(c.y, Number.isFinite)))
    shapes.push(
      label(frame.left + frame.width / 2, frame.top + frame.height / 2, "not known in this trial", { colour: "grey", anchor: "middle" }),
    );
  const lacking = plot.lacking && curves.find((c) => c.partly && !c.beside);
  if (lacking)
    shapes.push(label(frame.left + frame.width / 2, bottom - 6, plot.lacking, { size: 10, colour: lacking.role, anchor: "middle" }));
  if (plot.positive) shapes.push(label(frame.left, frame.top - 4, `↑ ${plot.positive}`, { size: 10, colour: "grey" }));
  const xunit = axis === "stride" ? "%" : (/\[([^\]]*)\]$/.exec(plot.xlabel)?.[1] ?? "");
  return {
    drawing: { width, height, shapes },
    x,
    y,
    frame,
    curves,
    unit,
    xunit,
    decimals: decimalsFor(high - low),
    axis,
  };
}

/** How an area behind the curves is filled: others' values fainter than the error of these. */
function faintness(role: Role, ofOthers: boolean): number {
  return role === "normal" ? 0.6 : ofOthers ? 0.13 : 0.24;
}

interface Entry {
  label: string;
  role: Role;
  stroke: Series["stroke"] | "area" | "hatch";
  /** Of an area. */
  opacity: number;
}

/** Entries of a panel's legend, each once. */
export function legendOf(plots: Plot[], view: View): Entry[] {
  const found = new Map<string, Entry>();
  const add = (text: string, role: Role, stroke: Entry["stroke"], opacity = 0.5) => {
    if (text && !found.has(text)) found.set(text, { label: text, role, stroke, opacity });
  };
  for (const plot of plots) {
    const axis = axisOf(plot, view);
    for (const s of plot.series) if (axis === "stride" ? s.cut !== null : s.only === "") add(s.label, s.role, s.stroke);
    for (const b of plot.bands) if ((axis === "stride") === b.cycle) add(b.label, b.role, "area", faintness(b.role, b.mean !== null));
    if (axis !== "stride") for (const s of plot.spans) add(s.label, s.role, s.hatch ? "hatch" : "area");
    for (const m of plot.marks) if (m.axis === "y" || axis !== "stride") add(m.label, m.role, "dash");
  }
  // what is measured first, then what it is compared with
  const rank = { solid: 0, both: 0, points: 0, area: 1, hatch: 1, dash: 2, dot: 2 };
  const last = (entry: Entry) => Number(entry.role === "right");
  return [...found.values()].sort((a, b) => rank[a.stroke] - rank[b.stroke] || last(a) - last(b));
}

/** A legend as shapes in one or more lines of at most `width`. */
export function legendDrawing(entries: ReturnType<typeof legendOf>, width: number): Drawing {
  const shapes: Shape[] = [];
  let [x, y] = [0, 12];
  for (const { label: text, role, stroke, opacity } of entries) {
    const size = 26 + 6 * text.length + 16;
    if (x > 0 && x + size > width) [x, y] = [0, y + 16];
    if (stroke === "area") shapes.push(box(x, y - 8, 18, 9, role, opacity));
    else if (stroke === "hatch") shapes.push(hatch(x, y - 8, 18, 9, role));
    else if (stroke === "points") shapes.push({ kind: "circle", x: x + 9, y: y - 4, r: 2.4, fill: role });
    else shapes.push(line([x, y - 4], [x + 18, y - 4], role, 2, DASH[stroke]));
    shapes.push(label(x + 24, y, text, { size: 11 }));
    x += size;
  }
  return { width, height: y + 6, shapes };
}

const runsOn = new WeakMap<object, boolean>();

/** Whether an axis only goes forward: a loop has no one value at a place. */
function increasing(x: ArrayLike<number>): boolean {
  let found = runsOn.get(x);
  if (found === undefined) {
    found = true;
    for (let i = 1; i < x.length && found; i++) found = x[i] > x[i - 1];
    runsOn.set(x, found);
  }
  return found;
}

/** Value of a curve at a place of its axis, NaN where unknown. */
export function valueAt(curve: Curve, at: number): number {
  const { x, y } = curve;
  const last = x.length - 1;
  if (last < 0 || !increasing(x) || at < Math.min(x[0], x[last]) - 1e-6 || at > Math.max(x[0], x[last]) + 1e-6) return NaN;
  return interpolate(x, y, at);
}

/** Mean and spread of a curve at a place, as text. */
export function reading(curve: Curve, at: number, decimals: number): string {
  const value = valueAt(curve, at);
  if (!Number.isFinite(value)) return "–";
  const spreads = curve.low && curve.high ? (interpolate(curve.x, curve.high, at) - interpolate(curve.x, curve.low, at)) / 2 : NaN;
  return fixed(value, decimals) + (Number.isFinite(spreads) ? ` ± ${fixed(spreads, decimals)}` : "");
}

/** Columns of a plot for a CSV file: over its axis, and over time where that is another. */
export function columnsOf(plot: Plot, view: View): { title: string; values: ArrayLike<number> }[] {
  const { unit } = unitOf(plot, view);
  const columns: { title: string; values: ArrayLike<number> }[] = [];
  for (const c of curvesOf(plot, { ...view, strides: "mean" })) {
    const name = `${plot.title}${c.label ? `, ${c.label}` : ""}`;
    columns.push({ title: `${name} [${unit}]`, values: c.y });
    if (c.low && c.high) {
      columns.push({ title: `${name}, low [${unit}]`, values: c.low });
      columns.push({ title: `${name}, high [${unit}]`, values: c.high });
    }
  }
  return columns;
}

export type { Point };

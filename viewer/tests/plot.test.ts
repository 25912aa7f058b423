import { expect, test } from "vitest";

import type { Encoded, LinesPanel, Plot, Series, StrideSpan } from "../src/contract";
import { useArrays } from "../src/decode";
import { columnsFor, columnsIn, columnsOf, curvesOf, heightOf, layOut, legendOf, reading, valueAt, widthOf, type View } from "../src/line_plot";

const table: string[] = [];
useArrays(table);

function encoded(values: ArrayLike<number>): Encoded {
  const bytes = new Uint8Array(Float32Array.from(values).buffer);
  let text = "";
  for (const b of bytes) text += String.fromCharCode(b);
  return { array: table.push(btoa(text)) - 1, shape: [values.length] };
}

const time = Float64Array.from({ length: 301 }, (_, i) => i / 100);
const strides: StrideSpan[] = [
  { side: "left", start: 0, stop: 1, off: 0.6 },
  { side: "right", start: 0.5, stop: 1.5, off: 1.1 },
  { side: "left", start: 1, stop: 2, off: 1.6 },
];
const series = (label: "left" | "right", y: ArrayLike<number>, more: Partial<Series> = {}): Series => ({
  label, role: label, stroke: "solid", x: null, y: encoded(y), low: null, high: null, cut: label, only: "", ...more,
});
const plot = (more: Partial<Plot> = {}): Plot => ({
  title: "Knee flexion",
  units: [{ unit: "N·m/kg", factor: 1 }, { unit: "N·m", factor: 60 }],
  positive: "flexion", xlabel: "time [s]", least: 0.4, log: "", equal: false, lacking: "", column: 0,
  series: [series("left", time), series("right", time.map((t) => -t))],
  bands: [{ label: "normal", role: "normal", x: encoded([0, 100]), mean: null, low: encoded([0, 0]), high: encoded([9, 9]), cycle: true }],
  spans: [{ from: 0.2, to: 0.4, role: "grey", label: "not known", hatch: true }],
  marks: [],
  ...more,
});
const view = (more: Partial<View> = {}): View => ({ over: "stride", unit: 0, strides: "mean", clock: { time, strides }, ...more });

test("over the stride each side is cut by its own strides", () => {
  const [left, right] = curvesOf(plot(), view());
  // two left strides from 0 and 1 s: their mean at 30 % is 0.8, and they differ by 1
  expect(valueAt(left, 30)).toBeCloseTo(0.8, 5);
  expect(reading(left, 30, 2)).toBe("0.80 ± 0.71");
  expect(valueAt(right, 30)).toBeCloseTo(-0.8, 5);
  expect(reading(right, 30, 2)).toBe("−0.80");
});

test("a stride of its own stands out, the other side keeps its mean", () => {
  const curves = curvesOf(plot(), view({ strides: 2 }));
  const main = curves.filter((c) => c.main);
  expect(main.map((c) => c.label)).toEqual(["left", "right"]);
  expect(valueAt(main[0], 30)).toBeCloseTo(1.3, 5);
  expect(curves.filter((c) => !c.main).length).toBe(1);
  expect(curvesOf(plot(), view({ strides: "all" })).filter((c) => !c.main && c.side === "left").length).toBe(2);
});

test("a chosen stride that is not known throughout says why", () => {
  const swing = time.map((t) => (t < 1.7 ? NaN : t));
  const words = "no plate under this foot in this stride";
  const one = plot({ lacking: words, series: [series("left", swing), series("right", time)] });
  const said = (strides: View["strides"]) => layOut(one, view({ strides }), 300, 200, false).drawing.shapes.flatMap((s) => (s.kind === "text" ? [s.text] : []));
  expect(said(2)).toContain(words);
  expect(said(1)).not.toContain(words);
  expect(said("mean")).not.toContain(words);
});

test("the positive direction stands above the frame, where no curve is", () => {
  for (const heading of [true, false]) {
    const { drawing, frame } = layOut(plot(), view(), 300, 200, heading);
    const texts = drawing.shapes.flatMap((s) => (s.kind === "text" ? [s] : []));
    const said = texts.find((s) => s.text === "↑ flexion");
    expect(said?.y).toBeLessThan(frame.top);
    const title = texts.find((s) => s.text.startsWith("Knee flexion"));
    if (heading) expect(said!.y - title!.y).toBeGreaterThan(10);
  }
});

test("over time the numbers are those of the record, in the unit chosen", () => {
  const [left] = curvesOf(plot(), view({ over: "time", unit: 1 }));
  expect(left.y[150]).toBeCloseTo(90, 3);
  expect(left.x).toBe(time);
});

test("what belongs to the stride is not drawn over time, and the other way round", () => {
  const both = plot({ series: [series("left", time, { cut: null, label: "pelvis", role: "ink" }), series("left", time, { only: "stride" })] });
  expect(curvesOf(both, view()).map((c) => c.label)).toEqual(["left"]);
  expect(curvesOf(both, view({ over: "time" })).map((c) => c.label)).toEqual(["pelvis"]);
  expect(legendOf([plot()], view()).map((e) => e.label)).toEqual(["left", "right", "normal"]);
  expect(legendOf([plot()], view({ over: "time" })).map((e) => e.label)).toEqual(["left", "right", "not known"]);
});

test("everything drawn lies within the drawing, and axes read back", () => {
  for (const over of ["stride", "time"] as const) {
    const laid = layOut(plot(), view({ over }), 320, 170, true);
    for (const shape of laid.drawing.shapes)
      for (const [x, y] of shape.kind === "path" ? shape.runs.flat() : [[shape.x, shape.y]]) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(320);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(170);
      }
    expect(laid.x.of(laid.x.at(0.7))).toBeCloseTo(0.7);
    expect(laid.xunit).toBe(over === "stride" ? "%" : "s");
  }
});

test("without strides everything is over time", () => {
  const laid = layOut(plot(), view({ clock: { time, strides: [] } }), 320, 170, false);
  expect(laid.axis).toBe("time");
});

test("an unknown curve says so", () => {
  const nothing = plot({ series: [series("left", time.map(() => NaN))], bands: [] });
  const { drawing } = layOut(nothing, view(), 320, 170, false);
  expect(drawing.shapes.some((s) => s.kind === "text" && s.text === "not known in this trial")).toBe(true);
});

test("one scale on both axes", () => {
  const square = plot({ equal: true, series: [series("left", [0, 1, 1, 0], { x: encoded([0, 0, 2, 2]), cut: null })], bands: [], spans: [] });
  const height = heightOf(square, 400) as number;
  const laid = layOut(square, view(), 400, height, false);
  expect(laid.x.at(1) - laid.x.at(0)).toBeCloseTo(laid.y.at(0) - laid.y.at(1), 3);
});

test("a log axis leaves out what has no logarithm", () => {
  const log = plot({ log: "y", series: [series("left", [0.01, 0, 100], { x: encoded([0, 1, 2]), cut: null })], bands: [], spans: [] });
  const laid = layOut(log, view(), 400, 200, false);
  expect(laid.y.at(1)).toBeCloseTo((laid.y.at(0.01) + laid.y.at(100)) / 2, 3);
});

test("columns of a file carry their unit", () => {
  const columns = columnsOf(plot(), view({ unit: 1 }));
  expect(columns[0].title).toBe("Knee flexion, left [N·m]");
  expect(columns.some((c) => c.title.includes("low"))).toBe(true);
});

test("a panel has no more columns than plots, and none in which letters are too small", () => {
  const panel = (count: number, more: Partial<LinesPanel> = {}): LinesPanel => ({
    id: "own", title: "Own", caption: "", folded: false, line: "", kind: "lines", clock: "trial", columns: 3, brief: false,
    plots: Array.from({ length: count }, () => plot({ column: -1 })), ...more,
  });
  expect(columnsFor(panel(1))).toBe(1);
  expect(columnsIn(panel(1), 480)).toBe(1);
  expect(columnsFor(panel(1, { plots: [plot({ column: 1 })] }))).toBe(2); // it has a place
  // beside the other sections, where a third of the room is 145 px
  expect([480, 1120, 100].map((room) => columnsIn(panel(6), room))).toEqual([2, 3, 1]);
  expect(columnsIn(panel(3, { brief: true }), 480)).toBe(3);
  for (const room of [200, 412, 480, 640, 865, 1120]) {
    const wide = (room - 22 * (columnsIn(panel(6), room) - 1)) / columnsIn(panel(6), room);
    expect((10.5 * wide) / widthOf(panel(6), wide)).toBeGreaterThan(8.3);
  }
});

import { expect, test } from "vitest";

import { csv, csvColumns } from "../src/csv";
import { area, hatch, pieces, sheet, wrapped, type Drawing } from "../src/drawing";
import { pdfFile, textWidth, winAnsi } from "../src/pdf";
import { svgFile } from "../src/svg";

const drawing: Drawing = {
  width: 200,
  height: 100,
  shapes: [
    { kind: "path", runs: [[[0, 0], [10, 20]], [[30, 5], [40, 5]]], stroke: "left", width: 2, dash: [4, 2] },
    { kind: "circle", x: 50, y: 50, r: 4, fill: "right", opacity: 0.5 },
    { kind: "text", x: 100, y: 30, text: 'M < 3 N·m & "more" −1', size: 11, colour: "ink", anchor: "middle", turn: 90 },
  ],
};

test("CSV quotes what needs it, leaves unknown empty and keeps seven digits", () => {
  expect(csv(["a, b", 'c"d'], [[1 / 3, null], [NaN, "x"]])).toBe('"a, b","c""d"\n0.3333333,\n,x\n');
  expect(csvColumns([{ title: "t", values: [0, 1, 2] }, { title: "y", values: [5] }])).toBe("t,y\n0,5\n1,\n2,\n");
});

test("an SVG file is well formed, with fixed colours and no outside address", () => {
  const text = svgFile(drawing);
  expect(text).toContain("&lt; 3 N·m &amp; &quot;more&quot;");
  expect(text).toContain("M0,0L10,20M30,5L40,5");
  expect(text).toContain('stroke="#b3261e"');
  expect(text).not.toContain("var(--");
  expect(text.match(/https?:[^"]*/g)).toEqual(["http://www.w3.org/2000/svg"]);
  // every element that is opened is closed
  const opened = text.match(/<(svg|text)\b/g)?.length;
  expect(text.match(/<\/(svg|text)>/g)?.length).toBe(opened);
});

test("a PDF's objects are where its table says", () => {
  const text = String.fromCharCode(...pdfFile(drawing, "Knee, 20 %"));
  expect(text.startsWith("%PDF-1.4")).toBe(true);
  const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  expect(text.slice(start, start + 4)).toBe("xref");
  const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map((m) => Number(m[1]));
  expect(offsets.length).toBe(7);
  offsets.forEach((at, i) => expect(text.slice(at).startsWith(`${i + 1} 0 obj`)).toBe(true));
  const [, length, stream] = /\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(text) ?? [];
  expect(stream.length).toBe(Number(length));
  expect(text).toContain("/G0 << /ca 0.5 /CA 0.5 >>");
});

test("a PDF's text is in the encoding of its fonts", () => {
  expect(winAnsi("±°²·é")).toEqual([0xb1, 0xb0, 0xb2, 0xb7, 0xe9]);
  expect(winAnsi("−–")).toEqual([0x96, 0x96]);
  expect(String.fromCharCode(...winAnsi("≤"))).toBe("<=");
  // Helvetica: five digits of 556 each
  expect(textWidth(winAnsi("12345"), 10)).toBeCloseTo(27.8);
});

test("curves and areas break where nothing is known", () => {
  const [x, y] = [[0, 1, 2, 3, 4], [0, 1, NaN, 1, 2]];
  expect(pieces(x, y)).toEqual([[[0, 0], [1, 1]], [[3, 1], [4, 2]]]);
  expect(area(x, y, y.map((v) => v + 1))).toEqual([
    [[0, 0], [1, 1], [1, 2], [0, 1]],
    [[3, 1], [4, 2], [4, 3], [3, 2]],
  ]);
});

test("hatching stays in its box", () => {
  const shape = hatch(10, 20, 33, 12, "grey");
  if (shape.kind !== "path") throw new Error("not a path");
  expect(shape.runs.length).toBeGreaterThan(3);
  for (const [x, y] of shape.runs.flat()) {
    expect(x).toBeGreaterThanOrEqual(10 - 1e-9);
    expect(x).toBeLessThanOrEqual(43 + 1e-9);
    expect(y).toBeGreaterThanOrEqual(20 - 1e-9);
    expect(y).toBeLessThanOrEqual(32 + 1e-9);
  }
});

test("a sheet holds all its drawings, heading and caption", () => {
  const whole = sheet("Title", [[drawing, drawing], [drawing]], "A caption of several words that is long enough to be wrapped once or twice in this place.");
  expect(whole.shapes.filter((s) => s.kind === "circle").length).toBe(3);
  for (const s of whole.shapes) {
    if (s.kind === "path") continue;
    expect(s.x).toBeLessThanOrEqual(whole.width);
    expect(s.y).toBeLessThanOrEqual(whole.height);
  }
  expect(wrapped("one two three", 7)).toEqual(["one two", "three"]);
});

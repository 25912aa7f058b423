// A drawing is a list of shapes. It is shown on the page, printed and saved from this one list:
// svg.ts, canvas.ts and pdf.ts only translate it.

import type { Role } from "./contract";

/** A role of the page, or a colour of its own (shaded bodies, maps) as #rrggbb. */
export type Colour = Role | "paper" | `#${string}`;

export type Point = [number, number];

export type Shape =
  | {
      kind: "path";
      runs: Point[][];
      stroke?: Colour;
      width?: number;
      dash?: number[];
      fill?: Colour;
      opacity?: number;
      closed?: boolean;
      /** Edges on whole pixels: cells that must not show seams. */
      crisp?: boolean;
    }
  | { kind: "circle"; x: number; y: number; r: number; fill: Colour; opacity?: number }
  | {
      kind: "text";
      x: number;
      y: number;
      text: string;
      size: number;
      colour: Colour;
      anchor: "start" | "middle" | "end";
      bold?: boolean;
      /** Degrees, anticlockwise. */
      turn?: number;
    };

export interface Drawing {
  width: number;
  height: number;
  shapes: Shape[];
}

/** Colours for paper and for files: contrast with white at least 4.5 for text, 3 for lines. Any two of
 * c1 to c6 are told apart by those who lack one kind of cones too. */
export const LIGHT: Record<Role | "paper", string> = {
  left: "#b3261e",
  right: "#0b5fa5",
  ink: "#1f2933",
  grey: "#56626e",
  faint: "#dfe4e9",
  normal: "#c9cfd6",
  good: "#1b7f4b",
  look: "#8a5a00",
  bad: "#b3261e",
  c1: "#0552f5",
  c2: "#5d1505",
  c3: "#15a675",
  c4: "#c95a16",
  c5: "#ad5fc4",
  c6: "#173546",
  paper: "#ffffff",
};

/** A colour as #rrggbb on white paper. */
export function onPaper(colour: Colour): string {
  return colour.startsWith("#") ? colour : LIGHT[colour as Role | "paper"];
}

/** Straight line. */
export function line(a: Point, b: Point, stroke: Colour, width = 1, dash?: number[]): Shape {
  return { kind: "path", runs: [[a, b]], stroke, width, dash };
}

/** Axis-parallel rectangle. */
export function box(x: number, y: number, w: number, h: number, fill: Colour, opacity = 1): Shape {
  const corners: Point[] = [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ];
  return { kind: "path", runs: [corners], fill, opacity, closed: true };
}

/** Text on its baseline. */
export function label(
  x: number,
  y: number,
  text: string,
  options: Partial<Omit<Extract<Shape, { kind: "text" }>, "kind" | "x" | "y" | "text">> = {},
): Shape {
  return { kind: "text", x, y, text, size: 11, colour: "ink", anchor: "start", ...options };
}

/** Slanting lines over an interval: what is not known. */
export function hatch(x: number, y: number, w: number, h: number, stroke: Colour): Shape {
  const runs: Point[][] = [];
  for (let c = -h + 6; c < w; c += 6) {
    const [x0, x1] = [Math.max(0, c), Math.min(w, c + h)];
    runs.push([
      [x + x0, y + h - (x0 - c)],
      [x + x1, y + h - (x1 - c)],
    ]);
  }
  return { kind: "path", runs, stroke, width: 0.7, opacity: 0.7 };
}

/** Points of a curve in unbroken pieces: a value that is not known ends a piece. */
export function pieces(xs: ArrayLike<number>, ys: ArrayLike<number>): Point[][] {
  const runs: Point[][] = [];
  let run: Point[] = [];
  for (let i = 0; i < ys.length; i++) {
    if (Number.isFinite(xs[i]) && Number.isFinite(ys[i])) run.push([xs[i], ys[i]]);
    else if (run.length) {
      runs.push(run);
      run = [];
    }
  }
  if (run.length) runs.push(run);
  return runs;
}

/** Outline of an area between two curves, one for every unbroken piece. */
export function area(
  xs: ArrayLike<number>,
  low: ArrayLike<number>,
  high: ArrayLike<number>,
): Point[][] {
  const both = Array.from(xs, (_, i) => low[i] + high[i]);
  const outlines: Point[][] = [];
  let start = -1;
  for (let i = 0; i <= both.length; i++) {
    const known = i < both.length && Number.isFinite(both[i]) && Number.isFinite(xs[i]);
    if (known && start < 0) start = i;
    if (!known && start >= 0) {
      const outline: Point[] = [];
      for (let k = start; k < i; k++) outline.push([xs[k], low[k]]);
      for (let k = i - 1; k >= start; k--) outline.push([xs[k], high[k]]);
      outlines.push(outline);
      start = -1;
    }
  }
  return outlines;
}

/** The same shape moved. */
export function moved(shape: Shape, dx: number, dy: number): Shape {
  if (shape.kind === "path")
    return { ...shape, runs: shape.runs.map((r) => r.map(([x, y]): Point => [x + dx, y + dy])) };
  return { ...shape, x: shape.x + dx, y: shape.y + dy };
}

/** Drawings in rows under a heading, as one. */
export function sheet(title: string, rows: Drawing[][], caption: string): Drawing {
  const gap = 18;
  const width = Math.max(320, ...rows.map((r) => r.reduce((w, d) => w + d.width + gap, -gap)));
  const shapes: Shape[] = [label(0, 16, title, { size: 15, bold: true })];
  let y = 30;
  for (const row of rows) {
    let x = 0;
    for (const drawing of row) {
      for (const shape of drawing.shapes) shapes.push(moved(shape, x, y));
      x += drawing.width + gap;
    }
    y += Math.max(0, ...row.map((d) => d.height)) + 10;
  }
  for (const text of wrapped(caption, Math.floor(width / 5.2))) {
    shapes.push(label(0, y + 8, text, { size: 10, colour: "grey" }));
    y += 14;
  }
  const inner = { width: width + 24, height: y + 24 };
  return { ...inner, shapes: shapes.map((s) => moved(s, 12, 12)) };
}

/** Lines of at most `length` characters. */
export function wrapped(text: string, length: number): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (current && current.length + word.length + 1 > length) {
      lines.push(current);
      current = word;
    } else current = current ? `${current} ${word}` : word;
  }
  if (current) lines.push(current);
  return lines;
}

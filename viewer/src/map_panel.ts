// A map: values over two axes as colours, with a colour bar and lines on it.

import type { MapPanel } from "./contract";
import { colourScale } from "./colour_scale";
import type { Context } from "./context";
import { csv } from "./csv";
import { decode } from "./decode";
import { box, label, line, pieces, sheet, type Drawing, type Shape } from "./drawing";
import { make } from "./elements";
import { exportButtons } from "./exports";
import { extent, scale, tickLabels, written } from "./scales";
import { onScreen } from "./svg";

/** Edges of cells around given centres. */
export function edges(centres: ArrayLike<number>): number[] {
  const n = centres.length;
  if (n < 2) return [centres[0] - 0.5, centres[0] + 0.5];
  const inner = Array.from({ length: n - 1 }, (_, i) => (centres[i] + centres[i + 1]) / 2);
  return [2 * centres[0] - inner[0], ...inner, 2 * centres[n - 1] - inner[n - 2]];
}

/** A vertical bar of colours with its ticks. */
export function colourBar(range: [number, number], text: string, x: number, top: number, height: number): Shape[] {
  const colours = colourScale(range);
  const y = scale(colours.from, colours.to, top + height, top);
  const shapes: Shape[] = [];
  const steps = 48;
  for (let i = 0; i < steps; i++) {
    const value = colours.from + ((i + 0.5) / steps) * (colours.to - colours.from);
    shapes.push({ ...box(x, top + height * (1 - (i + 1) / steps), 14, height / steps + 0.6, colours.colour(value)), crisp: true } as Shape);
  }
  const at = y.ticks(5);
  tickLabels(at).forEach((t, i) => shapes.push(label(x + 19, y.at(at[i]) + 3.5, t, { size: 10.5, colour: "grey" })));
  shapes.push(label(x + 64, top + height / 2, text, { size: 10.5, colour: "grey", anchor: "middle", turn: 90 }));
  return shapes;
}

/** The map as a drawing. */
export function mapDrawing(data: MapPanel, width: number, height: number): Drawing {
  const [x, y, values] = [data.x, data.y, data.values].map((e) => decode(e).values);
  const range = data.range ?? extent([values]) ?? [0, 1];
  const colours = colourScale(range);
  const [ex, ey] = [edges(x), edges(y)];
  const below = data.series.some((s) => s.label) ? 68 : 52;
  const frame = { left: 52, top: 10, width: width - 140, height: height - below };
  const sx = scale(ex[0], ex[ex.length - 1], frame.left, frame.left + frame.width);
  const sy = scale(ey[0], ey[ey.length - 1], frame.top + frame.height, frame.top);
  const shapes: Shape[] = [];
  for (let j = 0; j < y.length; j++)
    for (let i = 0; i < x.length; i++) {
      const [a, b] = [sx.at(ex[i]), sx.at(ex[i + 1])].sort((p, q) => p - q);
      const [c, d] = [sy.at(ey[j]), sy.at(ey[j + 1])].sort((p, q) => p - q);
      shapes.push({ ...box(a, c, b - a + 0.4, d - c + 0.4, colours.colour(values[j * x.length + i])), crisp: true } as Shape);
    }
  for (const series of data.series) {
    const xs = Float64Array.from(series.x ? decode(series.x).values : x, (v) => sx.at(v));
    const ys = Float64Array.from(decode(series.y).values, (v) => sy.at(v));
    const runs = pieces(xs, ys);
    if (series.stroke !== "points")
      shapes.push({ kind: "path", runs, stroke: "#ffffff", width: 3.4 }, { kind: "path", runs, stroke: series.role, width: 1.8 });
    if (series.stroke === "points" || series.stroke === "both")
      for (const [cx, cy] of runs.flat())
        shapes.push({ kind: "circle", x: cx, y: cy, r: 3.6, fill: "#ffffff" }, { kind: "circle", x: cx, y: cy, r: 2.6, fill: series.role });
  }
  // what the lines are stands below, where it covers nothing
  let place = frame.left;
  for (const series of data.series.filter((s) => s.label)) {
    shapes.push(line([place, height - 6], [place + 16, height - 6], series.role, 2), label(place + 21, height - 2, series.label, { size: 10.5 }));
    place += 45 + 6 * series.label.length;
  }
  const bottom = frame.top + frame.height;
  for (const [s, vertical] of [[sx, false], [sy, true]] as const) {
    const at = s.ticks(vertical ? 5 : 6);
    tickLabels(at).forEach((t, i) => {
      const p = s.at(at[i]);
      if (vertical) shapes.push(line([frame.left - 4, p], [frame.left, p], "grey"), label(frame.left - 7, p + 3.5, t, { size: 10.5, colour: "grey", anchor: "end" }));
      else shapes.push(line([p, bottom], [p, bottom + 4], "grey"), label(p, bottom + 15, t, { size: 10.5, colour: "grey", anchor: "middle" }));
    });
  }
  shapes.push(label(frame.left + frame.width / 2, bottom + 31, data.xlabel, { size: 10.5, colour: "grey", anchor: "middle" }));
  shapes.push(label(12, frame.top + frame.height / 2, data.ylabel, { size: 10.5, colour: "grey", anchor: "middle", turn: 90 }));
  const text = data.unit ? `${data.label} [${data.unit}]` : data.label;
  shapes.push(...colourBar(range, text, frame.left + frame.width + 14, frame.top, frame.height));
  return { width, height, shapes };
}

export function mapPanel(data: MapPanel, context: Context): HTMLElement {
  const SVG = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(SVG, "svg");
  const [x, y, values] = [data.x, data.y, data.values].map((e) => decode(e).values);
  const found = extent([values]);
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", `${data.title}: ${data.label} from ${written(found?.[0] ?? NaN)} to ${written(found?.[1] ?? NaN)} ${data.unit}`);
  const value = make("p", { class: "values" }, "\u00a0");
  const wrap = make("div", { class: "map" }, value);
  wrap.prepend(picture);
  let width = 0;
  const draw = () => {
    width = Math.max(300, Math.min(760, wrap.clientWidth));
    const height = 0.58 * width;
    picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    picture.innerHTML = onScreen(mapDrawing(data, width, height).shapes);
  };
  picture.addEventListener("pointermove", (event) => {
    const place = picture.getBoundingClientRect();
    const px = ((event.clientX - place.left) / place.width) * width;
    const py = ((event.clientY - place.top) / place.height) * 0.58 * width;
    const [ex, ey] = [edges(x), edges(y)];
    const i = Math.floor(((px - 52) / (width - 140)) * x.length);
    const below = data.series.some((s) => s.label) ? 68 : 52;
    const j = y.length - 1 - Math.floor(((py - 10) / (0.58 * width - below)) * y.length);
    if (ex.length < 2 || ey.length < 2 || i < 0 || j < 0 || i >= x.length || j >= y.length) return;
    value.textContent = `${data.xlabel} ${written(x[i])}, ${data.ylabel} ${written(y[j])}: ${written(values[j * x.length + i])} ${data.unit}`;
  });
  new ResizeObserver(draw).observe(wrap);
  context.onPrint(draw);
  const rows = Array.from(values, (v, k): number[] => [x[k % x.length], y[Math.floor(k / x.length)], v]);
  const controls = make(
    "div",
    { class: "controls" },
    exportButtons(data.id, data.title, {
      csv: () => csv([data.xlabel, data.ylabel, data.unit ? `${data.label} [${data.unit}]` : data.label], rows),
      drawing: () => sheet(data.title, [[mapDrawing(data, 640, 380)]], data.caption),
    }),
  );
  return make("div", {}, controls, wrap);
}

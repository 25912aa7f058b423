// A drawing as SVG: with the page's colours on screen, with fixed ones in a file.

import { onPaper, type Colour, type Drawing, type Point, type Shape } from "./drawing";

const FONT = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";

/** Text that cannot become markup. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] as string);
}

const short = (v: number) => String(Math.round(10 * v) / 10);

/** The d attribute of a path; points that do not move by a twentieth are left out. */
export function pathData(runs: Point[][], closed = false): string {
  return runs
    .map((run) => `M${run.map(([x, y]) => `${short(x)},${short(y)}`).join("L")}${closed ? "Z" : ""}`)
    .join("");
}

function shapeText(shape: Shape, colour: (c: Colour) => string): string {
  const faint = shape.kind !== "text" && shape.opacity !== undefined && shape.opacity < 1
    ? ` opacity="${shape.opacity}"`
    : "";
  if (shape.kind === "circle")
    return `<circle cx="${short(shape.x)}" cy="${short(shape.y)}" r="${short(shape.r)}" fill="${colour(shape.fill)}"${faint}/>`;
  if (shape.kind === "text") {
    const turn = shape.turn ? ` transform="rotate(${-shape.turn} ${short(shape.x)} ${short(shape.y)})"` : "";
    const bold = shape.bold ? ' font-weight="600"' : "";
    return `<text x="${short(shape.x)}" y="${short(shape.y)}" font-size="${shape.size}" fill="${colour(shape.colour)}" text-anchor="${shape.anchor}"${bold}${turn}>${escaped(shape.text)}</text>`;
  }
  const stroke = shape.stroke
    ? ` stroke="${colour(shape.stroke)}" stroke-width="${shape.width ?? 1}" stroke-linejoin="round" stroke-linecap="${shape.dash ? "butt" : "round"}"`
    : "";
  const dash = shape.dash ? ` stroke-dasharray="${shape.dash.join(" ")}"` : "";
  const fill = ` fill="${shape.fill ? colour(shape.fill) : "none"}"`;
  const crisp = shape.crisp ? ' shape-rendering="crispEdges"' : "";
  return `<path d="${pathData(shape.runs, shape.closed)}"${fill}${stroke}${dash}${faint}${crisp}/>`;
}

/** Content of an svg element in the page's colours. */
export function onScreen(shapes: Shape[]): string {
  return shapes.map((s) => shapeText(s, (c) => (c.startsWith("#") ? c : `var(--${c})`))).join("");
}

/** A file of its own. */
export function svgFile(drawing: Drawing): string {
  const { width, height } = drawing;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}" height="${short(height)}" ` +
    `viewBox="0 0 ${short(width)} ${short(height)}" font-family="${escaped(FONT)}">` +
    `<rect width="100%" height="100%" fill="#ffffff"/>` +
    drawing.shapes.map((s) => shapeText(s, onPaper)).join("\n") +
    "</svg>\n"
  );
}

// A drawing as a PDF of one page: lines, areas and text stay what they are (PDF 1.4, no fonts embedded).

import { onPaper, type Colour, type Drawing, type Shape } from "./drawing";

// Advance widths of Helvetica, thousandths of the size, from space to tilde (Adobe's font metrics).
// prettier-ignore
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
  556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
  1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
  667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
  333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
  556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/** Characters beyond Latin-1 that WinAnsi has, and what stands for those it has not. */
const WIN: Record<string, number> = { "–": 0x96, "—": 0x97, "‘": 0x91, "’": 0x92, "“": 0x93, "”": 0x94, "…": 0x85, "•": 0x95, "€": 0x80 };
const INSTEAD: Record<string, string> = {
  "−": "–", "⁻": "-", "⁰": "0", "⁴": "4", "⁵": "5", "⁶": "6", "⁷": "7", "⁸": "8", "⁹": "9",
  "≤": "<=", "≥": ">=", "→": "->", "↑": "+", "√": "sqrt", "α": "alpha", "β": "beta", "θ": "theta", "λ": "lambda",
  "µ": "\u00b5", "μ": "\u00b5", "ω": "omega", "ε": "eps", "Δ": "Delta",
  "φ": "phi", "σ": "sigma", "π": "pi", "τ": "tau", "ρ": "rho", "γ": "gamma", "δ": "delta", "κ": "kappa", "≈": "~", "\u2009": " ", "\u202f": " ",
}; // prettier-ignore

/** Codes of a text in WinAnsi. */
export function winAnsi(text: string): number[] {
  return [...text]
    .flatMap((c) => [...(INSTEAD[c] ?? c)])
    .map((c) => WIN[c] ?? (c.charCodeAt(0) < 256 && c.length === 1 ? c.charCodeAt(0) : 0x3f));
}

/** Width of a text set in Helvetica. */
export function textWidth(codes: number[], size: number): number {
  return codes.reduce((w, c) => w + (WIDTHS[c - 32] ?? 556), 0) * (size / 1000);
}

const n = (v: number) => String(Math.round(100 * v) / 100);

function rgb(colour: Colour): string {
  const hex = onPaper(colour);
  return [1, 3, 5].map((i) => n(parseInt(hex.slice(i, i + 2), 16) / 255)).join(" ");
}

function shapeCode(shape: Shape, opacities: number[]): string {
  if (shape.kind === "text") {
    const codes = winAnsi(shape.text);
    const back = { start: 0, middle: 0.5, end: 1 }[shape.anchor] * textWidth(codes, shape.size);
    const turn = ((shape.turn ?? 0) * Math.PI) / 180;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    // the page is turned upside down, so the text is turned back
    const matrix = [c, -s, -s, -c, shape.x - c * back, shape.y + s * back].map(n).join(" ");
    const hex = codes.map((code) => code.toString(16).padStart(2, "0")).join("");
    return `BT /${shape.bold ? "B" : "F"} ${n(shape.size)} Tf ${rgb(shape.colour)} rg ${matrix} Tm <${hex}> Tj ET`;
  }
  const parts = ["q"];
  const opacity = shape.opacity ?? 1;
  if (opacity < 1) {
    if (!opacities.includes(opacity)) opacities.push(opacity);
    parts.push(`/G${opacities.indexOf(opacity)} gs`);
  }
  if (shape.kind === "circle") {
    const { x, y, r } = shape;
    const k = 0.5523 * r; // four Bézier arcs
    parts.push(
      `${rgb(shape.fill)} rg ${n(x + r)} ${n(y)} m`,
      `${n(x + r)} ${n(y + k)} ${n(x + k)} ${n(y + r)} ${n(x)} ${n(y + r)} c`,
      `${n(x - k)} ${n(y + r)} ${n(x - r)} ${n(y + k)} ${n(x - r)} ${n(y)} c`,
      `${n(x - r)} ${n(y - k)} ${n(x - k)} ${n(y - r)} ${n(x)} ${n(y - r)} c`,
      `${n(x + k)} ${n(y - r)} ${n(x + r)} ${n(y - k)} ${n(x + r)} ${n(y)} c f Q`,
    );
    return parts.join("\n");
  }
  if (shape.fill) parts.push(`${rgb(shape.fill)} rg`);
  if (shape.stroke)
    parts.push(
      `${rgb(shape.stroke)} RG ${n(shape.width ?? 1)} w 1 j ${shape.dash ? 0 : 1} J [${(shape.dash ?? []).map(n).join(" ")}] 0 d`,
    );
  for (const run of shape.runs)
    parts.push(
      run.map(([x, y], i) => `${n(x)} ${n(y)} ${i ? "l" : "m"}`).join(" ") + (shape.closed ? " h" : ""),
    );
  parts.push(shape.fill ? (shape.stroke ? "B" : "f") : "S", "Q");
  return parts.join("\n");
}

/** The file's bytes; one unit of the drawing is 0.75 pt, as in CSS. */
export function pdfFile(drawing: Drawing, title: string): Uint8Array<ArrayBuffer> {
  const opacities: number[] = [];
  const [width, height] = [0.75 * drawing.width, 0.75 * drawing.height];
  const content = [
    `0.75 0 0 -0.75 0 ${n(height)} cm`,
    ...drawing.shapes.map((shape) => shapeCode(shape, opacities)),
  ].join("\n");
  const states = opacities.map((o, i) => `/G${i} << /ca ${n(o)} /CA ${n(o)} >>`).join(" ");
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const hex = winAnsi(title).map((code) => code.toString(16).padStart(2, "0")).join("");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${n(width)} ${n(height)}] /Contents 4 0 R /Resources << /Font << /F 5 0 R /B 6 0 R >> /ExtGState << ${states} >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<< /Title <${hex}> /Producer (Ambulo) >>`,
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  text += offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}

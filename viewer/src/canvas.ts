// A drawing on a 2D canvas: PNG files, and bodies where there is no WebGL.

import { onPaper, type Colour, type Drawing, type Shape } from "./drawing";

const FONT = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";

/** Draw shapes; `colour` gives the value of a role. */
export function paint(
  pen: CanvasRenderingContext2D,
  shapes: Shape[],
  colour: (c: Colour) => string = onPaper,
): void {
  for (const shape of shapes) {
    pen.globalAlpha = shape.kind === "text" ? 1 : (shape.opacity ?? 1);
    if (shape.kind === "text") {
      pen.save();
      pen.translate(shape.x, shape.y);
      if (shape.turn) pen.rotate((-shape.turn * Math.PI) / 180);
      pen.font = `${shape.bold ? "600 " : ""}${shape.size}px ${FONT}`;
      pen.textAlign = shape.anchor === "middle" ? "center" : shape.anchor;
      pen.fillStyle = colour(shape.colour);
      pen.fillText(shape.text, 0, 0);
      pen.restore();
      continue;
    }
    pen.beginPath();
    if (shape.kind === "circle") {
      pen.arc(shape.x, shape.y, shape.r, 0, 2 * Math.PI);
      pen.fillStyle = colour(shape.fill);
      pen.fill();
      continue;
    }
    for (const run of shape.runs) {
      run.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
      if (shape.closed) pen.closePath();
    }
    if (shape.fill) {
      pen.fillStyle = colour(shape.fill);
      pen.fill();
    }
    if (shape.stroke) {
      pen.strokeStyle = colour(shape.stroke);
      pen.lineWidth = shape.width ?? 1;
      pen.lineJoin = "round";
      pen.lineCap = shape.dash ? "butt" : "round";
      pen.setLineDash(shape.dash ?? []);
      pen.stroke();
    }
  }
  pen.globalAlpha = 1;
  pen.setLineDash([]);
}

/** A PNG at twice the size of the drawing, on white. */
export function pngFile(drawing: Drawing): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(2 * drawing.width);
  canvas.height = Math.ceil(2 * drawing.height);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("this browser cannot draw pictures");
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(2, 2);
  paint(pen, drawing.shapes);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture came out"))), "image/png"),
  );
}

import { expect, test } from "vitest";

import type { Encoded, MeshPanel } from "../src/contract";
import { useArrays } from "../src/decode";
import { meshDrawing } from "../src/mesh_panel";

function encoded(table: number[][]): Encoded[] {
  const texts = table.map((values) => btoa(String.fromCharCode(...new Uint8Array(Float32Array.from(values).buffer))));
  useArrays(texts);
  return table.map((values, array) => ({ array, shape: [values.length] }));
}

test("names of points that lie close together stand apart, each with a line to its point", () => {
  const [vertices, faces, values] = encoded([[0, 0, 0, 0.1, 0, 0, 0, 0, 0.4], [0, 1, 2], [0, 1, 2]]);
  const at: [number, number, number][] = [[0.02, 0, 0.2], [0.03, 0, 0.2], [0.04, 0, 0.2], [0.03, 0, 0.201]];
  const panel = {
    id: "bone", title: "Bone", caption: "", folded: false, line: "", kind: "mesh", label: "strain", unit: "", range: [0, 2], instants: ["now"],
    vertices: { ...vertices, shape: [3, 3] }, faces: { ...faces, shape: [1, 3] }, values: { ...values, shape: [1, 3] },
    sites: at.map((place, k) => ({ name: `site ${k}`, at: place })),
  } as MeshPanel;
  const { shapes } = meshDrawing(panel, 0, 640, 420);
  const names = shapes.flatMap((s) => (s.kind === "text" && s.text.startsWith("site") ? [s] : []));
  expect(names).toHaveLength(4);
  const rows = names.map((s) => s.y).sort((a, b) => a - b);
  for (let k = 1; k < rows.length; k++) expect(rows[k] - rows[k - 1]).toBeGreaterThanOrEqual(12);
  const dots = shapes.flatMap((s) => (s.kind === "circle" ? [[s.x, s.y]] : []));
  const starts = shapes.flatMap((s) => (s.kind === "path" && s.stroke === "grey" && s.runs[0].length === 2 ? [s.runs[0]] : []));
  for (const [x, y] of dots) expect(starts.some(([from, to]) => from[0] === x && from[1] === y && names.some((n) => n.x > to[0] && Math.abs(n.y - 4 - to[1]) < 1e-9))).toBe(true);
});

// Smooth solids from cross-sections, and the rotations that carry them.

import type { Solid } from "./contract";

export interface Surface {
  positions: Float32Array;
  normals: Float32Array;
  indices: Uint32Array;
}

const AROUND = 28;
/** Rings between two given sections, and of each rounded end. */
const BETWEEN = 5;
const CAP = 5;

/** Catmull–Rom through rows of numbers at t in [0, rows - 1]; ends are mirrored. */
export function through(rows: number[][], t: number): number[] {
  const last = rows.length - 1;
  const i = Math.min(last - 1, Math.max(0, Math.floor(t)));
  const u = t - i;
  const [b, c] = [rows[i], rows[i + 1]];
  const a = rows[i - 1] ?? b.map((v, k) => 2 * v - c[k]);
  const d = rows[i + 2] ?? c.map((v, k) => 2 * v - b[k]);
  return b.map(
    (v, k) =>
      v + 0.5 * u * (c[k] - a[k] + u * (2 * a[k] - 5 * v + 4 * c[k] - d[k] + u * (3 * (v - c[k]) + d[k] - a[k]))),
  );
}

/** Rings (centre, u, w) of a body: its sections smoothed, both ends rounded off. */
export function rings(body: Solid): number[][] {
  const rows = body.sections;
  const count = (rows.length - 1) * BETWEEN;
  const inner = Array.from({ length: count + 1 }, (_, i) => through(rows, i / BETWEEN));
  const cap = (end: number[], next: number[]) => {
    const out = [0, 1, 2].map((k) => end[k] - next[k]);
    const length = Math.hypot(...out) || 1;
    // as deep as the end is thick
    const depth = 0.6 * Math.min(Math.hypot(end[3], end[4], end[5]), Math.hypot(end[6], end[7], end[8]));
    return Array.from({ length: CAP }, (_, i) => {
      const turn = ((i + 1) / CAP) * (Math.PI / 2);
      const grow = Math.cos(turn);
      return end.map((v, k) => (k < 3 ? v + (out[k] / length) * depth * Math.sin(turn) : v * grow));
    });
  };
  const first = cap(inner[0], inner[1]).reverse();
  const last = cap(inner[count], inner[count - 1]);
  return [...first, ...inner, ...last];
}

/** Points (x, y, z) around one ring. */
export function around(ring: number[], exponent: number, count = AROUND): number[][] {
  return Array.from({ length: count }, (_, j) => {
    const turn = (2 * Math.PI * j) / count;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    // superellipse |x|^n + |y|^n = 1
    const r = (Math.abs(c) ** exponent + Math.abs(s) ** exponent) ** (-1 / exponent);
    return [0, 1, 2].map((k) => ring[k] + r * c * ring[3 + k] + r * s * ring[6 + k]);
  });
}

/** Triangles of a body in its own frame, with smooth normals that point outwards. */
export function surface(body: Solid): Surface {
  const all = rings(body);
  const positions = new Float32Array(all.length * AROUND * 3);
  all.forEach((ring, i) => around(ring, body.exponent).forEach((p, j) => positions.set(p, 3 * (i * AROUND + j))));
  const indices: number[] = [];
  for (let i = 0; i + 1 < all.length; i++)
    for (let j = 0; j < AROUND; j++) {
      const k = (j + 1) % AROUND;
      const [a, b, c, d] = [i * AROUND + j, i * AROUND + k, (i + 1) * AROUND + j, (i + 1) * AROUND + k];
      indices.push(a, b, c, b, d, c);
    }
  const normals = new Float32Array(positions.length);
  let volume = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * indices[t + k], 3 * indices[t + k] + 3));
    const [e, f] = [b, c].map((p) => [p[0] - a[0], p[1] - a[1], p[2] - a[2]]);
    const n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    volume += n[0] * a[0] + n[1] * a[1] + n[2] * a[2];
    for (let k = 0; k < 3; k++) for (let m = 0; m < 3; m++) normals[3 * indices[t + k] + m] += n[m];
  }
  // sections may run either way round: the enclosed volume tells which
  const sign = volume < 0 ? -1 : 1;
  if (sign < 0) for (let t = 0; t < indices.length; t += 3) [indices[t], indices[t + 1]] = [indices[t + 1], indices[t]];
  for (let i = 0; i < normals.length; i += 3) {
    const size = (sign * Math.hypot(normals[i], normals[i + 1], normals[i + 2])) || 1;
    for (let m = 0; m < 3; m++) normals[i + m] /= size;
  }
  return { positions, normals, indices: Uint32Array.from(indices) };
}

/** A vector turned by a quaternion (w, x, y, z) at an offset of an array. */
export function turned(q: ArrayLike<number>, at: number, v: number[]): [number, number, number] {
  const [w, x, y, z] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  // v + 2 w (r × v) + 2 r × (r × v)
  const [a, b, c] = [y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]];
  return [
    v[0] + 2 * (w * a + y * c - z * b),
    v[1] + 2 * (w * b + z * a - x * c),
    v[2] + 2 * (w * c + x * b - y * a),
  ];
}

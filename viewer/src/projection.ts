// A scene seen from one direction as a flat drawing: without WebGL, in print and in files.

import { around, rings, turned } from "./body";
import type { Solid, Role, ScenePanel } from "./contract";
import { decode } from "./decode";
import { LIGHT, line, type Colour, type Point, type Shape } from "./drawing";

export type Vector = [number, number, number];

/** Where one looks from: azimuth from x about the vertical, elevation above the floor [rad]. */
export interface Eye {
  azimuth: number;
  elevation: number;
  centre: Vector;
  /** Pixels per metre, and the middle of the picture. */
  scale: number;
  middle: Point;
}

/** Position on the drawing and distance from the eye's plane (greater is nearer). */
export function project(eye: Eye, p: ArrayLike<number>): [number, number, number] {
  const [ca, sa] = [Math.cos(eye.azimuth), Math.sin(eye.azimuth)];
  const [ce, se] = [Math.cos(eye.elevation), Math.sin(eye.elevation)];
  const [x, y, z] = [p[0] - eye.centre[0], p[1] - eye.centre[1], p[2] - eye.centre[2]];
  const right = -sa * x + ca * y;
  const towards = ca * x + sa * y;
  return [
    eye.middle[0] + eye.scale * right,
    eye.middle[1] - eye.scale * (ce * z - se * towards),
    ce * towards + se * z,
  ];
}

/** Convex hull, anticlockwise (Andrew's monotone chain). */
export function hull(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: Point[]) => {
    const chain: Point[] = [];
    for (const p of list) {
      while (chain.length > 1) {
        const [a, b] = chain.slice(-2);
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** Colour of a body: its side's, light enough that arrows and markers stand out on it. */
export function skin(role: Role): `#${string}` {
  const base = role === "left" || role === "right" ? LIGHT[role] : "#7b8794";
  return mixed(base, "#ffffff", role === "left" || role === "right" ? 0.45 : 0.42);
}

/** A mixture of two colours, `part` of the second. */
export function mixed(a: string, b: string, part: number): `#${string}` {
  const channel = (hex: string, i: number) => parseInt(hex.slice(i, i + 2), 16);
  const hex = [1, 3, 5].map((i) =>
    Math.round(channel(a, i) + part * (channel(b, i) - channel(a, i))).toString(16).padStart(2, "0"),
  );
  return `#${hex.join("")}`;
}

const outlines = new WeakMap<Solid, number[][][]>();

/** Points of every ring of a body in its frame, coarse. */
function outline(body: Solid): number[][][] {
  let found = outlines.get(body);
  if (!found) {
    found = rings(body).filter((_, i, all) => i % 2 === 0 || i === all.length - 1).map((r) => around(r, body.exponent, 12));
    outlines.set(body, found);
  }
  return found;
}

const rows = (values: Float32Array, frame: number, count: number) =>
  values.subarray(frame * count * 3, (frame + 1) * count * 3);

/** One posture with its forces; `hidden` layers are left out. */
export function posture(scene: ScenePanel, frame: number, eye: Eye, hidden: ReadonlySet<string>): Shape[] {
  const found: { depth: number; shapes: Shape[] }[] = [];
  for (const motion of scene.motions) {
    if (hidden.has(motion.name)) continue;
    const position = decode(motion.position).values;
    const quaternion = decode(motion.quaternion).values;
    scene.bodies.forEach((body, b) => {
      const at = frame * scene.bodies.length + b;
      if (!Number.isFinite(position[3 * at])) return;
      const seen = outline(body).map((ring) =>
        ring.map((p) => {
          const t = turned(quaternion, 4 * at, p);
          return project(eye, [t[0] + position[3 * at], t[1] + position[3 * at + 1], t[2] + position[3 * at + 2]]);
        }),
      );
      // hulls of neighbouring rings cover the body's silhouette without filling its bends
      const runs = seen.slice(1).map((ring, i) => hull([...seen[i], ...ring].map(([x, y]): Point => [x, y])));
      const all = seen.flat();
      const depth = all.reduce((d, p) => d + p[2], 0) / all.length;
      const colour = skin(body.role);
      const rim = mixed(colour, "#1f2933", 0.35);
      const opacity = motion.ghost ? 0.25 : 1;
      found.push({
        depth,
        shapes: [
          { kind: "path", runs, stroke: rim, width: 1.2, closed: true, opacity },
          { kind: "path", runs, fill: colour, closed: true, opacity },
        ],
      });
    });
  }
  for (const link of scene.links) {
    if (hidden.has(link.layer)) continue;
    const { values, shape } = decode(link.path);
    const now = rows(values, frame, shape[1]);
    for (const [a, b] of link.pairs) {
      const [p, q] = [a, b].map((i) => project(eye, now.subarray(3 * i, 3 * i + 3)));
      if (!Number.isFinite(p[0] + q[0])) continue;
      found.push({ depth: (p[2] + q[2]) / 2, shapes: [line([p[0], p[1]], [q[0], q[1]], link.role, Math.max(2, 2 * link.radius * eye.scale))] });
    }
  }
  for (const set of scene.points) {
    if (hidden.has(set.layer)) continue;
    const { values, shape } = decode(set.path);
    const now = rows(values, frame, shape[1]);
    for (let i = 0; i < shape[1]; i++) {
      const [x, y, depth] = project(eye, now.subarray(3 * i, 3 * i + 3));
      if (Number.isFinite(x)) found.push({ depth: depth + 0.1, shapes: [{ kind: "circle", x, y, r: Math.max(1.5, set.radius * eye.scale), fill: set.role }] });
    }
  }
  found.sort((a, b) => a.depth - b.depth);
  const shapes = found.flatMap((f) => f.shapes);
  for (const arrow of scene.arrows) {
    if (hidden.has(arrow.layer)) continue;
    const [origin, vector] = [arrow.origin, arrow.vector].map((e) => rows(decode(e).values, frame, 1));
    const tip = [0, 1, 2].map((k) => origin[k] + arrow.length * vector[k]);
    const [a, b] = [project(eye, origin), project(eye, tip)];
    shapes.push(...arrowShapes([a[0], a[1]], [b[0], b[1]], arrow.role));
  }
  return shapes;
}

function arrowShapes(a: Point, b: Point, colour: Colour): Shape[] {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (!(length > 4)) return [];
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const neck: Point = [b[0] - 9 * ux, b[1] - 9 * uy];
  const head: Point[] = [b, [neck[0] - 4 * uy, neck[1] + 4 * ux], [neck[0] + 4 * uy, neck[1] - 4 * ux]];
  return [line(a, neck, colour, 2.4), { kind: "path", runs: [head], fill: colour, closed: true }];
}

/** Plates and the floor's line. */
export function ground(scene: ScenePanel, eye: Eye): Shape[] {
  return scene.plates.map((plate): Shape => {
    const run = plate.corners.map((c): Point => {
      const [x, y] = project(eye, c);
      return [x, y];
    });
    return { kind: "path", runs: [run], fill: "normal", stroke: "grey", width: 0.8, closed: true, opacity: 0.7 };
  });
}

/** Paths that points leave, up to a frame. */
export function traces(scene: ScenePanel, frame: number, eye: Eye, hidden: ReadonlySet<string>): Shape[] {
  return scene.traces
    .filter((t) => !hidden.has(t.layer))
    .map((trace): Shape => {
      const { values } = decode(trace.path);
      const runs: Point[][] = [[]];
      for (let f = 0; f <= frame; f++) {
        const [x, y] = project(eye, rows(values, f, 1));
        if (Number.isFinite(x)) runs[runs.length - 1].push([x, y]);
        else if (runs[runs.length - 1].length) runs.push([]);
      }
      return { kind: "path", runs: runs.filter((r) => r.length > 1), stroke: trace.role, width: 1.6 };
    });
}

import { expect, test } from "vitest";

import { rings, surface, through, turned } from "../src/body";
import type { Solid } from "../src/contract";
import { hull, mixed, project, type Eye } from "../src/projection";
import { colourScale } from "../src/colour_scale";
import { edges } from "../src/map_panel";

const cylinder: Solid = {
  name: "rod", role: "grey", exponent: 2,
  sections: [0, -0.1, -0.2, -0.4].map((z) => [0, 0, z, 0, 0.05, 0, 0.05, 0, 0]),
};

function volume(body: Solid): number {
  const { positions, indices } = surface(body);
  let sum = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * indices[t + k], 3 * indices[t + k] + 3));
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

test("a solid is closed, faces outwards, and is as big as its sections say", () => {
  // a cylinder of 5 cm radius and 40 cm with two caps, half ellipsoids 3 cm deep
  const expected = Math.PI * 0.05 ** 2 * 0.4 + 2 * (2 / 3) * Math.PI * 0.05 ** 2 * 0.03;
  expect(volume(cylinder) / expected).toBeGreaterThan(0.95);
  expect(volume(cylinder) / expected).toBeLessThan(1.02);
  // the same sections in the other order enclose the same
  expect(volume({ ...cylinder, sections: [...cylinder.sections].reverse() })).toBeCloseTo(volume(cylinder), 8);
  const { indices } = surface(cylinder);
  const edgesSeen = new Map<string, number>();
  for (let t = 0; t < indices.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const key = `${indices[t + k]}-${indices[t + ((k + 1) % 3)]}`;
      edgesSeen.set(key, (edgesSeen.get(key) ?? 0) + 1);
    }
  expect(Math.max(...edgesSeen.values())).toBe(1);
});

test("normals point away from the axis", () => {
  const { positions, normals } = surface(cylinder);
  for (let i = 0; i < positions.length; i += 3) {
    if (positions[i + 2] > -0.05 || positions[i + 2] < -0.35) continue;
    expect(normals[i] * positions[i] + normals[i + 1] * positions[i + 1]).toBeGreaterThan(0.045);
  }
});

test("the smooth line goes through its points", () => {
  const rows = [[0, 0], [1, 2], [3, -1], [4, 5]];
  rows.forEach((row, i) => through(rows, i).forEach((v, k) => expect(v).toBeCloseTo(row[k], 10)));
  expect(rings(cylinder).length).toBeGreaterThan(20);
});

test("a quaternion turns as its matrix does", () => {
  const half = Math.PI / 4; // a quarter turn about z
  const q = [9, Math.cos(half), 0, 0, Math.sin(half)];
  const [x, y, z] = turned(q, 1, [1, 0, 2]);
  expect(x).toBeCloseTo(0);
  expect(y).toBeCloseTo(1);
  expect(z).toBeCloseTo(2);
});

test("seen from the right, forward is right and up is up", () => {
  const eye: Eye = { azimuth: -Math.PI / 2, elevation: 0, centre: [0, 0, 0], scale: 100, middle: [200, 100] };
  const [x, y] = project(eye, [1, 0, 0.5]);
  expect(x).toBeCloseTo(300);
  expect(y).toBeCloseTo(50);
  // the right side of the body is nearer
  expect(project(eye, [0, -1, 0])[2]).toBeGreaterThan(project(eye, [0, 1, 0])[2]);
});

test("a hull holds the outermost points only", () => {
  const found = hull([[0, 0], [2, 0], [1, 1], [2, 2], [0, 2], [1, 0]]);
  expect(found.length).toBe(4);
  expect(found).not.toContainEqual([1, 1]);
});

test("colours: signed ranges diverge about zero", () => {
  const scale = colourScale([-1, 3]);
  expect([scale.from, scale.to]).toEqual([-3, 3]);
  expect(scale.colour(0)).toBe("#dddcdc");
  expect(colourScale([0, 5]).colour(0)).toBe("#440154");
  expect(colourScale([0, 5]).colour(NaN)).toBe("#e8e8e8");
  expect(mixed("#000000", "#ffffff", 0.5)).toBe("#808080");
});

test("cells of a map reach half-way to their neighbours", () => {
  expect(edges([0, 1, 3])).toEqual([-0.5, 0.5, 2, 4]);
});

import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { LIGHT } from "../src/drawing";

const css = readFileSync(new URL("../src/page.css", import.meta.url), "utf8");
const [onLight, onDark] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(
  ([, body]) => Object.fromEntries([...body.matchAll(/--(\w+): (#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value])) as Record<string, string>,
);
const CURVES = ["c1", "c2", "c3", "c4", "c5", "c6"];

const linear = (hex: string) => [1, 3, 5].map((i) => {
  const c = parseInt(hex.slice(i, i + 2), 16) / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
});
const times = (m: number[][], v: number[]) => m.map((row) => row.reduce((sum, a, k) => sum + a * v[k], 0));
const contrast = (a: string, b: string) => {
  const [low, high] = [a, b].map((hex) => times([[0.2126, 0.7152, 0.0722]], linear(hex))[0]).sort((p, q) => p - q);
  return (high + 0.05) / (low + 0.05);
};
// Machado, Oliveira and Fernandes (2009), severity 1, on linear values
const VISION: Record<string, number[][]> = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
// CIELAB, whose unit is about a difference that is just seen
const lab = (rgb: number[]) => {
  const xyz = times([[0.4339, 0.3762, 0.1899], [0.2126, 0.7152, 0.0722], [0.0177, 0.1095, 0.8729]], rgb.map((c) => Math.min(1, Math.max(0, c))));
  const [x, y, z] = xyz.map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};
const apart = (a: string, b: string, seen: number[][]) => {
  const [p, q] = [a, b].map((hex) => lab(times(seen, linear(hex))));
  return Math.hypot(...p.map((v, k) => v - q[k]));
};

test("paper has the light page's colours", () => {
  for (const [role, value] of Object.entries(LIGHT)) if (role !== "faint" && role !== "paper") expect(onLight[role], role).toBe(value);
});

test.each(Object.entries(VISION))("curves are told apart: %s", (_, seen) => {
  for (const colours of [onLight, onDark])
    for (const [i, a] of CURVES.entries())
      for (const b of CURVES.slice(i + 1)) expect(apart(colours[a], colours[b], seen), `${a} ${b}`).toBeGreaterThan(25);
  for (const colours of [onLight, onDark]) expect(apart(colours.left, colours.right, seen)).toBeGreaterThan(40);
});

test("lines stand out from the page", () => {
  for (const colours of [onLight, onDark]) for (const name of [...CURVES, "left", "right"]) expect(contrast(colours[name], colours.paper), name).toBeGreaterThan(3);
});

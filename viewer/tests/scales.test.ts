import { expect, test } from "vitest";

import { decimalsFor, extent, fixed, limits, scale, tickLabels, ticks, written } from "../src/scales";

test.each([[0, 1], [-37, 81], [-0.021, 0.034], [1234, 1236]])("ticks between %d and %d are round and inside", (low, high) => {
  const found = ticks(low, high, 5);
  expect(found.length).toBeGreaterThanOrEqual(3);
  expect(found.length).toBeLessThanOrEqual(8);
  expect(found[0]).toBeGreaterThanOrEqual(low);
  expect(found[found.length - 1]).toBeLessThanOrEqual(high);
  const step = found[1] - found[0];
  const mantissa = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
  expect(Math.min(...[1, 2, 5].map((m) => Math.abs(m - mantissa)))).toBeLessThan(1e-6);
  found.slice(1).forEach((v, i) => expect(v - found[i]).toBeCloseTo(step, 9));
});

test("a scale goes there and back, logarithmic too", () => {
  for (const s of [scale(-2, 8, 40, 140), scale(0.01, 100, 300, 20, true)])
    for (const value of [s.from, (s.from + s.to) / 2, s.to]) expect(s.of(s.at(value))).toBeCloseTo(value, 9);
  expect(scale(0.01, 100, 0, 100, true).at(1)).toBeCloseTo(50);
  expect(scale(0.01, 100, 0, 100, true).ticks(5)).toEqual([0.01, 0.1, 1, 10, 100]);
  expect(scale(1, 64, 0, 100, true).ticks(5)).toEqual([1, 2, 5, 10, 20, 50]);
});

test("limits of what begins or ends at 0 leave it by no more than air", () => {
  const [low, high] = limits([0, 0.5], 1);
  expect(low).toBeCloseTo(-0.06);
  expect(high).toBeCloseTo(1.06);
  expect(limits([-0.5, 0], 1)[1]).toBeCloseTo(0.06);
});

test("limits hold the values and span enough", () => {
  const [low, high] = limits([2, 3], 20);
  expect(high - low).toBeGreaterThanOrEqual(20);
  expect((low + high) / 2).toBeCloseTo(2.5);
  expect(limits(null, 4)).toEqual([-2, 2]);
  expect(extent([[NaN, 2, -1], [5]])).toEqual([-1, 5]);
  expect(extent([[-1, 0, 3]], true)).toEqual([3, 3]);
  expect(extent([[NaN]])).toBeNull();
});

test("numbers are written as people write them", () => {
  expect(written(0.98751)).toBe("0.988");
  expect(written(-1234.5)).toBe("−1230");
  expect(written(9.999)).toBe("10.0");
  expect(written(18, 4)).toBe("18");
  expect(written(-45)).toBe("−45");
  expect(written(1234)).toBe("1230");
  expect(written(NaN)).toBe("–");
  expect(written(1.6e-8)).toBe("1.6 · 10⁻⁸");
  expect(fixed(-0.001, 2)).toBe("0.00");
  expect(fixed(-1.005, 1)).toBe("−1.0");
  expect(fixed(null, 1)).toBe("–");
  expect(tickLabels([0, 0.5, 1])).toEqual(["0.0", "0.5", "1.0"]);
  expect(tickLabels([0.00001, 0.1, 10, 1e5], true)).toEqual(["10⁻⁵", "0.1", "10", "10⁵"]);
  expect(tickLabels([0.02, 0.1, 0.5, 25], true)).toEqual(["0.02", "0.1", "0.5", "25"]);
  expect(decimalsFor(60)).toBe(1);
  expect(decimalsFor(600)).toBe(0);
});

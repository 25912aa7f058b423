import { describe, expect, test } from "vitest";

import type { StrideSpan } from "../src/contract";
import { CYCLE, cycleCurves, footOff, frameAt, interpolate, overStride, percentAt, strideAt } from "../src/cycle";

const time = Float64Array.from({ length: 301 }, (_, i) => i / 100);
const stride = (start: number, stop: number, side: "left" | "right" = "left"): StrideSpan => ({ side, start, stop, off: start + 0.6 * (stop - start) });

test("a straight line over time is one over the stride", () => {
  const curve = overStride(time, time.map((t) => 3 * t), stride(0.505, 1.605));
  CYCLE.forEach((p) => expect(curve[p]).toBeCloseTo(3 * (0.505 + (1.1 * p) / 100), 10));
});

test("nothing is bridged: a value next to a gap is unknown, on a frame it is known", () => {
  const values = [0, 1, NaN, 3, 4];
  const at = [0, 1, 2, 3, 4];
  expect(interpolate(at, values, 1)).toBe(1);
  expect(interpolate(at, values, 1.5)).toBeNaN();
  expect(interpolate(at, values, 3)).toBe(3);
  expect(interpolate(at, values, 3.5)).toBe(3.5);
});

test("outside the record a stride is unknown, half a frame of slack apart", () => {
  const curve = overStride(time, time.map(() => 1), stride(2.5, 3.5));
  expect(curve[50]).toBe(1);
  expect(curve[51]).toBeNaN();
  // events come from the faster clock of the plates
  expect(overStride(time, time.map(() => 1), stride(-0.004, 0.996))[0]).toBe(1);
  expect(overStride(time, time.map(() => 1), stride(-0.006, 0.994))[0]).toBeNaN();
});

describe("mean and spread", () => {
  const strides = [stride(0, 1), stride(1, 2), stride(2, 3)];
  // the value is the number of the stride
  const values = time.map((t) => (t < 1 ? 1 : t < 2 ? 2 : 6));

  test("are the sample's over whole strides", () => {
    const { mean, sd, count } = cycleCurves(time, values, strides);
    expect(count[50]).toBe(3);
    expect(mean[50]).toBeCloseTo(3, 10);
    expect(sd[50]).toBeCloseTo(Math.sqrt((4 + 1 + 9) / 2), 10);
  });

  test("leave out a stride that is half known", () => {
    const half = values.map((v, i) => (i > 250 ? NaN : v));
    const { mean, count } = cycleCurves(time, half, strides);
    expect(count[20]).toBe(2);
    expect(mean[20]).toBeCloseTo(1.5, 10);
  });

  test("take what is known where no stride is whole, and give one stride no spread", () => {
    const { mean, sd } = cycleCurves(time, values.map((v, i) => (i > 50 ? NaN : v)), [strides[0]]);
    expect(mean[20]).toBe(1);
    expect(mean[80]).toBeNaN();
    expect(sd[20]).toBeNaN();
  });
});

test("frames, strides and percentages are found", () => {
  expect(frameAt(time, 1.004)).toBe(100);
  expect(frameAt(time, 1.006)).toBe(101);
  expect(frameAt(time, 9)).toBe(300);
  const both = [stride(0, 1), stride(0.5, 1.5, "right"), stride(1, 2)];
  expect(strideAt(both, "left", 1.2)).toBe(both[2]);
  expect(strideAt(both, "right", 0.2)).toBeNull();
  expect(percentAt(both[1], 0.75)).toBeCloseTo(25);
  expect(footOff(both, "right")).toBeCloseTo(60);
  expect(footOff([], "left")).toBeNull();
});

import { expect, test } from "vitest";

import { decode, readPage, useArrays } from "../src/decode";

/** As Python writes it. */
function encoded(values: number[], shape: number[]) {
  const bytes = new Uint8Array(Float32Array.from(values).buffer);
  useArrays([btoa(String.fromCharCode(...bytes))]);
  return { array: 0, shape };
}

test("numbers come back with their shape, gaps too", () => {
  const { values, shape } = decode(encoded([1.5, NaN, -2e-7, 3e5], [2, 2]));
  expect(shape).toEqual([2, 2]);
  expect([...values]).toEqual([1.5, NaN, Math.fround(-2e-7), 3e5]);
});

test("bytes are little-endian whatever the machine", () => {
  // 1.0 is 0x3f800000
  useArrays([btoa("\x00\x00\x80\x3f")]);
  expect([...decode({ array: 0, shape: [1] }).values]).toEqual([1]);
});

test("an array that is not as long as its shape says is refused", () => {
  expect(() => decode(encoded([1, 2, 3], [2, 2]))).toThrow("2 × 2");
});

test("a page of another contract is refused", () => {
  expect(() => readPage('{"contract": 99}')).toThrow("contract 99");
});

test("16 bits of a range come back from its lowest to its highest, with gaps", () => {
  const bytes = new DataView(new ArrayBuffer(8 + 2 * 4));
  bytes.setFloat32(0, -1, true);
  bytes.setFloat32(4, 0.5, true);
  [-32767, -32766, 32767, -32768].forEach((v, i) => bytes.setInt16(8 + 2 * i, v, true));
  useArrays([btoa(String.fromCharCode(...new Uint8Array(bytes.buffer)))]);
  const { values } = decode({ array: 0, shape: [4], bits: 16 });
  expect([...values]).toEqual([-1, -0.5, 32766, NaN]);
  useArrays([btoa("0123456789")]);
  expect(() => decode({ array: 0, shape: [4], bits: 16 })).toThrow("10 bytes, not 16");
});

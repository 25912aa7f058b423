// From the page's text to numbers.

import { CONTRACT, type Encoded, type Page } from "./contract";

/** Numbers with their shape, last axis fastest. */
export interface Numbers {
  values: Float32Array;
  shape: number[];
}

const UNKNOWN = -32768;

let arrays: string[] = [];
let decoded: Float32Array[] = [];

/** The page's arrays, to which everything encoded refers. */
export function useArrays(table: string[]): void {
  arrays = table;
  decoded = [];
}

/** Numbers of an encoded array; each is decoded once. */
export function decode(encoded: Encoded): Numbers {
  const { array, shape, bits } = encoded;
  const known = decoded[array];
  if (known) return { values: known, shape };
  const text = atob(arrays[array]);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const count = shape.reduce((a, b) => a * b, 1);
  const size = bits ? 8 + 2 * count : 4 * count;
  if (bytes.length !== size)
    throw new Error(`array of shape ${shape.join(" × ")} is ${bytes.length} bytes, not ${size}`);
  const view = new DataView(bytes.buffer);
  const values = new Float32Array(count);
  if (bits) {
    const low = view.getFloat32(0, true);
    const step = view.getFloat32(4, true);
    for (let i = 0; i < count; i++) {
      const steps = view.getInt16(8 + 2 * i, true);
      values[i] = steps === UNKNOWN ? NaN : low + (steps + 32767) * step;
    }
  } else for (let i = 0; i < count; i++) values[i] = view.getFloat32(4 * i, true);
  decoded[array] = values;
  return { values, shape };
}

/** The page from its JSON. */
export function readPage(text: string): Page {
  const page = JSON.parse(text) as Page;
  if (page.contract !== CONTRACT)
    throw new Error(`this page is written for contract ${page.contract}, not ${CONTRACT}`);
  useArrays(page.arrays);
  return page;
}

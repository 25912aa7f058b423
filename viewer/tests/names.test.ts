import { expect, test } from "vitest";

import type { NamesPanel } from "../src/contract";
import { inOrder, labelPlaces, lacking, mirrored, setText } from "../src/names_panel";

const meaning = (name: string, required = false) => ({ name, segment: "s", line: `${name} = { aliases = [@] }`, required });
const panel = {
  id: "names", title: "Names", caption: "", folded: false, line: "", kind: "names", file: "mine.toml", heading: "[markers]", alias: "@",
  markers: [
    { name: "A", meaning: "knee", doubt: "", twin: "" },
    { name: "B$&", meaning: "toe", doubt: "or heel", twin: "" },
    { name: "C", meaning: "", doubt: "no word", twin: "" },
  ],
  meanings: [meaning("knee", true), meaning("ankle", true), meaning("toe"), meaning("heel")],
  groups: [[["toe", "heel"], ["hallux"]], [["toe"], ["heel"]]],
  lines: [], position: { array: 0, shape: [3, 3] },
} as NamesPanel;
const chosen = ["knee", "toe", ""];

test("doubtful markers come first, then those without a meaning", () => {
  expect(inOrder(panel.markers)).toEqual([1, 2, 0]);
});

test("what must be there and is not is named, of a group each option", () => {
  expect(lacking(panel, chosen)).toEqual(["ankle", "toe and heel, or hallux"]);
  expect(lacking(panel, ["knee", "toe", "ankle"])).toEqual(["toe and heel, or hallux"]);
});

test("the set has a line for each marker that means something, whatever its name; doubts stay", () => {
  const doubts = ["", "or \"heel\" $&", "no word"];
  expect(setText(panel, chosen, doubts)).toBe(
    '[markers]\nknee = { aliases = ["A"] }\ntoe = { aliases = ["B$&"], doubt = "or \\"heel\\" $&" }\n',
  );
  expect(setText(panel, chosen, ["", "", ""])).toBe('[markers]\nknee = { aliases = ["A"] }\ntoe = { aliases = ["B$&"] }\n');
});

test("a twin is the same on the other side, if there is one", () => {
  expect(["left_knee", "right_left", "sacral", ""].map(mirrored)).toEqual(["right_knee", "left_left", "", ""]);
});

test("labels of points that lie close together can be read", () => {
  const points = [[100, 100], [103, 102], [100, 106], [190, 100]].map((at) => ({ at: at as [number, number], letters: 4 }));
  const places = labelPlaces(points, 200);
  expect(places[0]).toEqual([108, 100]);
  expect(places[3][0] + 28).toBeLessThan(190);
  for (const [i, [x, y]] of places.entries())
    for (const [u, v] of places.slice(0, i)) expect(Math.abs(x - u) >= 28 || Math.abs(y - v) >= 12).toBe(true);
});

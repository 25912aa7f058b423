// What a page is, as data. `ambulo.report.page_data` writes it; nothing here knows what is shown:
// a new panel of a known kind needs no line of this program.

export const CONTRACT = 1;

/** An array of numbers: which of the page's arrays, and its shape, last axis fastest; float32,
 * or 16 bits of its range. */
export interface Encoded {
  array: number;
  shape: number[];
  bits?: 16;
}

export type Side = "left" | "right";

/** A colour by its meaning; the page gives it a value for light, dark and print. */
export type Role =
  | Side
  | "ink"
  | "grey"
  | "faint"
  | "normal"
  | "good"
  | "look"
  | "bad"
  | "c1"
  | "c2"
  | "c3"
  | "c4"
  | "c5"
  | "c6";

export type Grade = "good" | "look" | "do-not-use" | "unknown";

/** From one strike of a foot to its next [s]. */
export interface Stride {
  side: Side;
  start: number;
  stop: number;
  off: number | null;
}

/** One time axis: everything that names it moves together. */
export interface Clock {
  time: Encoded;
  strides: Stride[];
  /** Intervals on the ground [s]. */
  stances: Partial<Record<Side, [number, number][]>>;
  /** Time shown first [s]. */
  start: number;
}

export interface Page {
  contract: typeof CONTRACT;
  title: string;
  subtitle: string;
  footer: string;
  clocks: Record<string, Clock>;
  sections: Section[];
  /** Little-endian float32 in base64, NaN where unknown; equal ones stand here once. */
  arrays: string[];
}

export interface Section {
  id: string;
  title: string;
  /** How to use what is in it, for the screen. */
  hint: string;
  /** At the right of all sections before it, where the page is wide enough. */
  beside: boolean;
  panels: Panel[];
}

interface Common {
  id: string;
  title: string;
  caption: string;
  /** Shown on demand; always shown in print. */
  folded: boolean;
}

export type Panel =
  | FactsPanel
  | ChecksPanel
  | LinesPanel
  | ScenePanel
  | TablePanel
  | MapPanel
  | MeshPanel
  | TextPanel;

/** A few numbers that one looks at first. */
export interface FactsPanel extends Common {
  kind: "facts";
  facts: Fact[];
}

export interface Fact {
  label: string;
  value: string;
  unit: string;
  /** Normal value or another remark. */
  note: string;
  /** Left and right, where they are given apart. */
  sides: [string, string] | null;
}

/** How far to trust what follows. */
export interface ChecksPanel extends Common {
  kind: "checks";
  grade: Grade;
  verdict: string;
  text: string;
  checks: CheckEntry[];
}

export interface CheckEntry {
  name: string;
  grade: Grade;
  /** What was found, with its unit and limit. */
  found: string;
  /** What that costs, and what to do. */
  meaning: string;
  remedy: string;
}

/** Small plots that belong together. */
export interface LinesPanel extends Common {
  kind: "lines";
  /** Clock of series without an `x` of their own. */
  clock: string | null;
  columns: number;
  plots: Plot[];
  /** Low plots without choices: what is seen first. */
  brief: boolean;
}

export interface Plot {
  title: string;
  /** Units to choose from, the first shown; values are multiplied by `factor`. */
  units: { unit: string; factor: number }[];
  /** What a positive value means. */
  positive: string;
  /** Label of the horizontal axis where series have an `x` of their own. */
  xlabel: string;
  /** Least span of the vertical axis, in the first unit. */
  least: number;
  log: "" | "x" | "y" | "xy";
  /** One scale on both axes. */
  equal: boolean;
  /** Column of the grid, counted from 0; -1: the next. */
  /** Said in a chosen stride whose curve is not known throughout; "": nothing. */
  lacking: string;
  column: number;
  series: Series[];
  bands: Band[];
  spans: Span[];
  marks: Mark[];
}

export interface Series {
  label: string;
  role: Role;
  stroke: "solid" | "dash" | "dot" | "points" | "both";
  /** Missing: the clock's time. */
  x: Encoded | null;
  y: Encoded;
  /** Bounds of an error band, same length as y. */
  low: Encoded | null;
  high: Encoded | null;
  /** Whose strides cut it; null: it is never drawn over the stride. */
  cut: Side | null;
  /** "stride": drawn over the stride only, such as the pelvis over each side's strides. */
  only: "" | "stride";
}

/** An area behind the curves, such as normal walking. */
export interface Band {
  label: string;
  role: Role;
  x: Encoded;
  mean: Encoded | null;
  low: Encoded;
  high: Encoded;
  /** Whether x is percent of the stride. */
  cycle: boolean;
}

/** An interval of the horizontal axis, over time only. */
export interface Span {
  from: number;
  to: number;
  role: Role;
  label: string;
  /** Hatched: not known. */
  hatch: boolean;
}

/** A straight line at one value of an axis. */
export interface Mark {
  axis: "x" | "y";
  at: number;
  role: Role;
  label: string;
}

/** Bodies, points and forces in space over a clock. */
export interface ScenePanel extends Common {
  kind: "scene";
  clock: string;
  bodies: Body[];
  motions: SceneMotion[];
  links: Link[];
  points: Points[];
  arrows: Arrow[];
  arcs: Arc[];
  traces: Trace[];
  plates: Plate[];
  floor: boolean;
  /** Direction of progression, radians about the vertical from x. */
  heading: number;
}

/** A smooth solid: cross-sections (centre, half-axis u, half-axis w: 9 numbers) in its frame. */
export interface Body {
  name: string;
  role: Role;
  sections: number[][];
  /** 2 is an ellipse, more is squarer. */
  exponent: number;
}

/** Poses of all bodies: position (frames, bodies, 3) m, quaternion w, x, y, z. */
export interface SceneMotion {
  name: string;
  ghost: boolean;
  position: Encoded;
  quaternion: Encoded;
}

/** Points (frames, n, 3) m. */
export interface Points {
  layer: string;
  names: string[];
  role: Role;
  radius: number;
  path: Encoded;
  shown: boolean;
}

/** Rods between points of one set. */
export interface Link {
  layer: string;
  pairs: [number, number][];
  role: Role;
  radius: number;
  path: Encoded;
}

/** A vector at a point, both (frames, 3); `length` metres are drawn for one unit. */
export interface Arrow {
  layer: string;
  name: string;
  role: Role;
  unit: string;
  length: number;
  origin: Encoded;
  vector: Encoded;
  shown: boolean;
}

/** A moment about a point as an arc around its axis, both (frames, 3). */
export interface Arc {
  layer: string;
  name: string;
  role: Role;
  unit: string;
  /** Moment that is drawn as a whole turn. */
  full: number;
  origin: Encoded;
  vector: Encoded;
  shown: boolean;
}

/** The path (frames, 3) that a point leaves. */
export interface Trace {
  layer: string;
  name: string;
  role: Role;
  path: Encoded;
  shown: boolean;
}

export interface Plate {
  name: string;
  corners: number[][];
}

export type Cell = string | number | null;

export interface TablePanel extends Common {
  kind: "table";
  columns: Column[];
  rows: { cells: Cell[]; role: Role | null; heading: boolean }[];
}

export interface Column {
  title: string;
  unit: string;
  number: boolean;
  role: Role | null;
  /** Digits after the point; -1: three significant digits, -n: n of them. */
  decimals: number;
  /** Cells are places of other pages, from this one. */
  link: boolean;
}

/** Values over two axes as colours. */
export interface MapPanel extends Common {
  kind: "map";
  x: Encoded;
  y: Encoded;
  /** (ny, nx). */
  values: Encoded;
  xlabel: string;
  ylabel: string;
  label: string;
  unit: string;
  /** Ends of the colour scale; null: of the values. */
  range: [number, number] | null;
  series: Series[];
}

/** A surface with values as colours, at one or more instants. */
export interface MeshPanel extends Common {
  kind: "mesh";
  vertices: Encoded;
  /** (triangles, 3) indices. */
  faces: Encoded;
  /** (instants, vertices). */
  values: Encoded;
  instants: string[];
  label: string;
  unit: string;
  range: [number, number] | null;
  sites: { name: string; at: [number, number, number] }[];
}

export interface TextPanel extends Common {
  kind: "text";
  paragraphs: string[];
  items: string[];
  code: boolean;
}

// Made by `make viewer` from the records of ambulo.report.page_data, which are what a page is.
// Nothing here knows what is shown: a new panel of a known kind needs no line of this program.

export const CONTRACT = 1;

export type Side = "left" | "right";

export type Role = "left" | "right" | "ink" | "grey" | "faint" | "normal" | "good" | "look" | "bad" | "c1" | "c2" | "c3" | "c4" | "c5" | "c6";

export type Grade = "good" | "look" | "do-not-use" | "unknown";

export type Stroke = "solid" | "dash" | "dot" | "points" | "both";

export type Cell = string | number | null;

export type Panel = FactsPanel | ChecksPanel | LinesPanel | ScenePanel | TablePanel | MapPanel | MeshPanel | NamesPanel | TextPanel;

/**
 * A moment (frames, 3) about a point (frames, 3) [m]; `full` is the moment that is drawn as a
 * whole turn.
 */
export interface Arc {
  layer: string;
  name: string;
  role: Role;
  unit: string;
  full: number;
  origin: Encoded;
  vector: Encoded;
  shown: boolean;
}

/** A vector (frames, 3) in `unit` at a point (frames, 3) [m]; `length`: metres for one unit. */
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

/** An area behind the curves; `cycle`: x is percent of the stride. */
export interface Band {
  label: string;
  x: Encoded;
  low: Encoded;
  high: Encoded;
  mean: Encoded | null;
  role: Role;
  cycle: boolean;
}

/**
 * One quality check in words.
 *
 * Args:
 *     found: the result, with its unit and its limit for good.
 *     meaning: effect on the results; remedy: what to do.
 */
export interface CheckEntry {
  name: string;
  grade: Grade;
  found: string;
  meaning: string;
  remedy: string;
}

/** How far to trust the results that follow. */
export interface ChecksPanel {
  kind: "checks";
  id: string;
  title: string;
  caption: string;
  folded: boolean;
  line: string;
  grade: Grade;
  verdict: string;
  checks: CheckEntry[];
  text: string;
}

/**
 * One time axis. Everything with the same clock moves together.
 *
 * Args:
 *     time: (frames,) s.
 *     strides: strides that cut the curves over the stride.
 *     stances: intervals on the ground [s] by side.
 *     start: first time shown [s].
 */
export interface Clock {
  time: Encoded;
  strides: StrideSpan[];
  stances: Partial<Record<Side, [number, number][]>>;
  start: number;
}

/**
 * One column of a table.
 *
 * Args:
 *     decimals: -1 gives three significant digits, any other -n gives n significant digits.
 *     link: whether its cells are addresses of other pages, relative to this page.
 */
export interface Column {
  title: string;
  unit: string;
  number: boolean;
  role: Role | null;
  decimals: number;
  link: boolean;
}

/**
 * Numbers as an index among the page's arrays, with their shape (last axis fastest).
 *
 * An array is little-endian float32 with NaN where not known, or `bits` of its range.
 */
export interface Encoded {
  array: number;
  shape: number[];
  bits?: number;
}

/**
 * One number that a reader looks at first, as text.
 *
 * Args:
 *     value: value of both sides; "" if they are given separately.
 *     sides: values of left and right.
 *     note: its normal value or a remark.
 */
export interface Fact {
  label: string;
  value: string;
  unit: string;
  note: string;
  sides: [string, string] | null;
}

/** A few numbers that a reader looks at first. */
export interface FactsPanel {
  kind: "facts";
  id: string;
  title: string;
  caption: string;
  folded: boolean;
  line: string;
  facts: Fact[];
}

/** Related small plots in a number of columns; with `brief`, low plots without choices. */
export interface LinesPanel {
  kind: "lines";
  id: string;
  title: string;
  caption: string;
  folded: boolean;
  line: string;
  plots: Plot[];
  clock: string | null;
  columns: number;
  brief: boolean;
}

/**
 * Values (ny, nx) over x (nx,) and y (ny,) as colours; `range` has the ends of the colour
 * scale.
 */
export interface MapPanel {
  kind: "map";
  id: string;
  title: string;
  caption: string;
  folded: boolean;
  line: string;
  x: Encoded;
  y: Encoded;
  values: Encoded;
  xlabel: string;
  ylabel: string;
  label: string;
  unit: string;
  range: [number, number] | null;
  series: Series[];
}

/** A straight line at one value of an axis (in the first unit). */
export interface Mark {
  axis: "x" | "y";
  at: number;
  role: Role;
  label: string;
}

/**
 * A possible meaning of a marker: its name, segment, line in a marker set, and whether it is
 * required.
 */
export interface Meaning {
  name: string;
  segment: string;
  line: string;
  required: boolean;
}

/**
 * A surface with values as colours at one or more instants.
 *
 * Args:
 *     vertices: (n, 3) m; faces: (triangles, 3) indices; values: (instants, n).
 */
export interface MeshPanel {
  kind: "mesh";
  id: string;
  title: string;
  caption: string;
  folded: boolean;
  line: string;
  vertices: Encoded;
  faces: Encoded;
  values: Encoded;
  instants: string[];
  label: string;
  unit: string;
  range: [number, number] | null;
  sites: Site[];
}

/**
 * A marker's name in a file, the meaning found, the reason for doubt, and the other side's
 * name; each "" for none.
 */
export interface NamedMarker {
  name: string;
  meaning: string;
  doubt: string;
  twin: string;
}

/**
 * Markers (n, 3) [m] with the meanings found for their names, for the user to correct and save.
 *
 * Args:
 *     file: name of the saved file. It has `heading`, then a line for each marker with a meaning.
 *         The marker's name replaces `alias`.
 *     groups: groups of markers; one complete option of each must be there.
 *     lines: pairs of meanings that are joined by the body's lines.
 */
export interface NamesPanel {
  kind: "names";
  id: string;
  title: string;
  caption: string;
  folded: boolean;
  line: string;
  file: string;
  heading: string;
  alias: string;
  markers: NamedMarker[];
  meanings: Meaning[];
  groups: string[][][];
  lines: [string, string][];
  position: Encoded;
}

/**
 * Everything that one page shows.
 *
 * Args:
 *     about: the user's entries on the recording, shown under the title as pairs of words.
 *     arrays: arrays in base64; equal arrays occur once.
 */
export interface Page {
  title: string;
  subtitle: string;
  footer: string;
  sections: PanelGroup[];
  clocks: Record<string, Clock>;
  about: [string, string][];
  contract: number;
  arrays: string[];
}

/**
 * Panels under one heading.
 *
 * Args:
 *     hint: how to use the section on the screen.
 *     beside: whether a wide page shows the section to the right of all sections before it.
 */
export interface PanelGroup {
  id: string;
  title: string;
  panels: Panel[];
  hint: string;
  beside: boolean;
}

/** A force plate's corners (4, 3) [m]. */
export interface Plate {
  name: string;
  corners: number[][];
}

/**
 * One small plot.
 *
 * Args:
 *     units: units to choose from; the first is shown.
 *     positive: meaning of a positive value.
 *     xlabel: label of the horizontal axis, with its unit in brackets.
 *     least: least span of the vertical axis, in the first unit.
 *     log: which axes are logarithmic; equal: whether both axes have the same scale.
 *     lacking: text for a chosen stride whose curve is not completely known.
 *     column: column of the grid, from 0; -1 takes the next.
 */
export interface Plot {
  title: string;
  units: Unit[];
  series: Series[];
  positive: string;
  xlabel: string;
  least: number;
  log: "" | "x" | "y" | "xy";
  equal: boolean;
  lacking: string;
  column: number;
  bands: Band[];
  spans: Span[];
  marks: Mark[];
}

/** Points (frames, n, 3) [m] drawn as balls of `radius` [m]. */
export interface Points {
  layer: string;
  names: string[];
  role: Role;
  radius: number;
  path: Encoded;
  shown: boolean;
}

/** Rods of `radius` [m] between pairs of points (frames, n, 3) [m]. */
export interface Rods {
  layer: string;
  pairs: [number, number][];
  role: Role;
  radius: number;
  path: Encoded;
}

/** Poses of all bodies: (frames, bodies, 3) m and (frames, bodies, 4) quaternions w, x, y, z. */
export interface SceneMotion {
  name: string;
  position: Encoded;
  quaternion: Encoded;
  ghost: boolean;
}

/**
 * Bodies, points and forces in space over a clock; `heading` is the walking direction, rad from
 * x.
 */
export interface ScenePanel {
  kind: "scene";
  id: string;
  title: string;
  caption: string;
  folded: boolean;
  line: string;
  clock: string;
  bodies: Solid[];
  motions: SceneMotion[];
  links: Rods[];
  points: Points[];
  arrows: Arrow[];
  arcs: Arc[];
  traces: Trace[];
  plates: Plate[];
  floor: boolean;
  heading: number;
}

/**
 * One curve: y over x, or over the panel's clock if x is None.
 *
 * Args:
 *     low, high: bounds of an error band, like y.
 *     cut: side whose strides cut the curve; None if it is never drawn over the stride.
 *     only: "stride" for a curve that is drawn only over the stride.
 */
export interface Series {
  label: string;
  role: Role;
  y: Encoded;
  x: Encoded | null;
  stroke: Stroke;
  low: Encoded | null;
  high: Encoded | null;
  cut: Side | null;
  only: "" | "stride";
}

/** A named point [m] on a surface. */
export interface Site {
  name: string;
  at: [number, number, number];
}

/**
 * A smooth solid: cross-sections in its frame.
 *
 * Args:
 *     sections: nine numbers each [m]: centre, half-axis u, half-axis w.
 *     exponent: 2 is an ellipse; larger values are squarer.
 */
export interface Solid {
  name: string;
  role: Role;
  sections: number[][];
  exponent: number;
}

/** An interval of the horizontal axis; `hatch` marks unknown values. */
export interface Span {
  from: number;
  to: number;
  role: Role;
  label: string;
  hatch: boolean;
}

/** From one strike of a foot to its next [s]. */
export interface StrideSpan {
  side: Side;
  start: number;
  stop: number;
  off: number | null;
}

/** A table. */
export interface TablePanel {
  kind: "table";
  id: string;
  title: string;
  caption: string;
  folded: boolean;
  line: string;
  columns: Column[];
  rows: TableRow[];
}

/** One row of a table; with `heading`, its first cell is a heading of the following rows. */
export interface TableRow {
  cells: Cell[];
  role: Role | null;
  heading: boolean;
}

/** Paragraphs and a list; `code` marks entries such as file names. */
export interface TextPanel {
  kind: "text";
  id: string;
  title: string;
  caption: string;
  folded: boolean;
  line: string;
  paragraphs: string[];
  items: string[];
  code: boolean;
}

/** The path (frames, 3) [m] that a point leaves. */
export interface Trace {
  layer: string;
  name: string;
  role: Role;
  path: Encoded;
  shown: boolean;
}

/** A unit to choose, and the factor that converts values to it. */
export interface Unit {
  unit: string;
  factor: number;
}

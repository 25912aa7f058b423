// Tables of numbers as CSV: a header with units, a full stop in numbers, empty where unknown.

export type CsvCell = string | number | null;

function cell(value: CsvCell): string {
  if (value === null || (typeof value === "number" && !Number.isFinite(value))) return "";
  // seven significant digits: what float32 holds
  if (typeof value === "number") return String(Number(value.toPrecision(7)));
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Text of a CSV file. */
export function csv(header: string[], rows: Iterable<CsvCell[]>): string {
  const lines = [header.map(cell).join(",")];
  for (const row of rows) lines.push(row.map(cell).join(","));
  return `${lines.join("\n")}\n`;
}

/** Columns of different lengths side by side. */
export function csvColumns(columns: { title: string; values: ArrayLike<number> }[]): string {
  const longest = Math.max(0, ...columns.map((c) => c.values.length));
  const rows = Array.from({ length: longest }, (_, i) =>
    columns.map((c) => (i < c.values.length ? c.values[i] : null)),
  );
  return csv(columns.map((c) => c.title), rows);
}

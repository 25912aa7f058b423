// Tables, key numbers, checks and text: what is read rather than seen.

import type { Cell, ChecksPanel, Column, FactsPanel, Grade, TablePanel, TextPanel } from "./contract";
import type { Context } from "./context";
import { csv } from "./csv";
import { label, line, wrapped, sheet, type Drawing, type Shape } from "./drawing";
import { make } from "./elements";
import { exportButtons } from "./exports";
import { fixed } from "./scales";

const headed = (c: Column) => (c.unit ? `${c.title} [${c.unit}]` : c.title);

/** A link to a page beside this one; never to anywhere else. */
function linked(cell: Cell): HTMLElement | string {
  if (typeof cell !== "string" || !cell || /^[a-z]*:|^\/\//i.test(cell)) return "";
  return make("a", { href: cell }, "open");
}

function shown(cell: Cell, column: Column): string {
  if (typeof cell === "string") return cell;
  return column.number ? fixed(cell, column.decimals) : "";
}

/** Rows of text as a drawing, each column as wide as its content. */
export function tableDrawing(header: string[], rows: string[][], numbers: boolean[]): Drawing {
  const limit = 46;
  const cells = [header, ...rows].map((row) => row.map((text) => wrapped(text, limit)));
  const widths = header.map((_, k) => 12 + 6 * Math.max(...cells.map((row) => Math.max(0, ...(row[k] ?? []).map((t) => t.length)))));
  const width = widths.reduce((a, b) => a + b, 0);
  const shapes: Shape[] = [];
  let y = 0;
  cells.forEach((row, r) => {
    let x = 0;
    row.forEach((lines, k) => {
      lines.forEach((text, i) =>
        shapes.push(
          label(numbers[k] ? x + widths[k] - 12 : x, y + 13 + 14 * i, text, {
            size: 11,
            anchor: numbers[k] ? "end" : "start",
            bold: r === 0,
            colour: r === 0 ? "grey" : "ink",
          }),
        ),
      );
      x += widths[k];
    });
    y += 6 + 14 * Math.max(1, ...row.map((lines) => lines.length));
    shapes.push(line([0, y], [width, y], "faint"));
  });
  return { width, height: y + 4, shapes };
}

export function tablePanel(data: TablePanel, _context: Context): HTMLElement {
  const { columns } = data;
  const rows = data.rows.map(({ cells, role, heading }) => {
    if (heading) return make("tr", {}, make("th", { colspan: columns.length, scope: "rowgroup" }, String(cells[0] ?? "")));
    return make(
      "tr",
      { class: role },
      ...cells.map((cell, k) => {
        const column = columns[k];
        const classes = [column.number ? "n" : "", column.role ?? ""].filter(Boolean).join(" ");
        return make(k === 0 && !column.number ? "th" : "td", { class: classes || null, scope: k === 0 && !column.number ? "row" : null }, column.link ? linked(cell) : shown(cell, column));
      }),
    );
  });
  const head = make(
    "thead",
    {},
    make(
      "tr",
      {},
      ...columns.map((c) => make(c.title ? "th" : "td", { class: c.number ? "n" : null, scope: c.title ? "col" : null }, c.title, c.unit ? make("span", { class: "unit" }, ` [${c.unit}]`) : null)),
    ),
  );
  const table = make("table", {}, make("caption", { class: "unseen" }, data.title), head, make("tbody", {}, ...rows));
  const text = data.rows.map((r) => (r.heading ? [String(r.cells[0] ?? ""), ...columns.slice(1).map(() => "")] : r.cells.map((c, k) => shown(c, columns[k]))));
  return make(
    "div",
    { class: "table" },
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": data.title }, table),
    make(
      "div",
      { class: "controls" },
      exportButtons(data.id, data.title, {
        csv: () => csv(columns.map(headed), data.rows.map((r) => r.cells)),
        drawing: () => sheet(data.title, [[tableDrawing(columns.map(headed), text, columns.map((c) => c.number))]], data.caption),
      }),
    ),
  );
}

export function factsPanel(data: FactsPanel, _context: Context): HTMLElement {
  const value = (f: FactsPanel["facts"][number]) =>
    f.sides
      ? (["left", "right"] as const).map((side, i) =>
          make("span", { class: side }, make("b", {}, f.sides?.[i] ?? "–"), make("span", { class: "which" }, `\u00a0${side}`)),
        )
      : [make("b", {}, f.value)];
  const list = make(
    "dl",
    { class: "facts" },
    ...data.facts.map((f) =>
      make(
        "div",
        {},
        make("dt", {}, f.label, f.sides && f.unit ? ` [${f.unit}]` : ""),
        make("dd", { class: f.sides ? "sides" : null }, ...value(f), f.unit && !f.sides ? ` ${f.unit}` : "", f.note ? make("span", { class: "note" }, f.note) : null),
      ),
    ),
  );
  const head = ["what", "unit", "value", "left", "right", "beside it"];
  const rows = data.facts.map((f) => [f.label, f.unit, f.value, ...(f.sides ?? ["", ""]), f.note]);
  const exports = exportButtons(data.id, data.title, {
    csv: () => csv(head, rows),
    drawing: () => sheet(data.title, [[tableDrawing(head, rows, [false, false, true, true, true, false])]], data.caption),
  });
  return make("div", {}, list, make("div", { class: "controls" }, exports));
}

const WORDS: Record<Grade, string> = {
  good: "good",
  look: "look at it",
  "do-not-use": "do not use",
  unknown: "not checked",
};

/** A sign that does not rest on colour alone. */
const SIGN: Record<Grade, string> = { good: "✓", look: "!", "do-not-use": "✕", unknown: "?" };

/** What to type stands between backticks; the end of a line must not cut an option. */
const withCode = (text: string): (string | HTMLElement)[] =>
  text.split(/(`[^`]*`|--[a-z][a-z-]*)/).map((part, k) => (k % 2 === 0 ? part : part[0] === "-" ? make("span", { class: "option" }, part) : make("code", {}, part.slice(1, -1))));

export function checksPanel(data: ChecksPanel, _context: Context): HTMLElement {
  const order: Grade[] = ["do-not-use", "look", "unknown", "good"];
  const one = (c: ChecksPanel["checks"][number]) =>
    make(
      "li",
      { class: `check ${c.grade}` },
      make("span", { class: "grade" }, make("span", { "aria-hidden": "true" }, `${SIGN[c.grade]} `), WORDS[c.grade]),
      make(
        "div",
        {},
        make("p", { class: "what" }, make("b", {}, c.name), ...withCode(c.found ? `: ${c.found}` : "")),
        c.meaning ? make("p", {}, ...withCode(c.meaning)) : null,
        c.remedy ? make("p", { class: "remedy" }, ...withCode(c.remedy)) : null,
      ),
    );
  const sorted = order.flatMap((g) => data.checks.filter((c) => c.grade === g));
  const open = sorted.filter((c) => c.grade !== "good");
  const good = sorted.filter((c) => c.grade === "good");
  const parts: (Node | null)[] = [
    make("div", { class: `verdict ${data.grade}`, role: "note" }, make("strong", {}, data.verdict), data.text ? make("p", {}, ...withCode(data.text)) : null),
    open.length ? make("ul", { class: "checks" }, ...open.map(one)) : null,
    data.checks.length === 0 ? null : make(
      "div",
      { class: "controls" },
      exportButtons(data.id, data.title, {
        csv: () => csv(["check", "grade", "found", "meaning", "what to do"], sorted.map((c) => [c.name, WORDS[c.grade], c.found, c.meaning, c.remedy])),
        drawing: () =>
          sheet(
            `${data.title}: ${data.verdict}`,
            [[tableDrawing(["check", "grade", "found", "what to do"], sorted.map((c) => [c.name, WORDS[c.grade], c.found, c.remedy || c.meaning]), [false, false, false, false])]],
            data.caption,
          ),
      }),
    ),
    good.length
      ? make(
          "details",
          {},
          make("summary", {}, open.length ? `${good.length} other ${good.length > 1 ? "checks are" : "check is"} good` : "What was checked"),
          make("ul", { class: "checks" }, ...good.map(one)),
        )
      : null,
  ];
  return make("div", {}, ...parts);
}

export function textPanel(data: TextPanel, _context: Context): HTMLElement {
  return make(
    "div",
    { class: "text" },
    ...data.paragraphs.map((p) => make("p", {}, p)),
    data.items.length ? make("ul", {}, ...data.items.map((i) => make("li", {}, data.code ? make("code", {}, i) : i))) : null,
  );
}

// What markers' names were read as, on the body and in a list, to be corrected and saved.

import type { Meaning, NamedMarker, NamesPanel } from "./contract";
import type { Context } from "./context";
import { decode } from "./decode";
import { button, make } from "./elements";
import { save } from "./exports";

const SVG = "http://www.w3.org/2000/svg";
const SIZE = { width: 620, height: 640, margin: 46 };
const STEP = Math.PI / 12;

function shape(tag: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

const words = (meaning: string) => meaning.replaceAll("_", " ");

/** Doubtful ones, those that could not be read, sure ones, the rest of the body; each as in the file. */
export function inOrder(markers: readonly NamedMarker[]): number[] {
  const rank = (m: NamedMarker) => (m.doubt ? 0 : 2) + (m.meaning ? 0 : 1);
  return markers.map((_, k) => k).sort((a, b) => rank(markers[a]) - rank(markers[b]) || a - b);
}

/** What a body still lacks: required meanings, and of each group its first option. */
export function lacking(data: NamesPanel, chosen: readonly string[]): string[] {
  const has = new Set(chosen);
  const single = data.meanings.filter((m) => m.required && !has.has(m.name)).map((m) => words(m.name));
  const grouped = data.groups
    .filter((options) => !options.some((option) => option.every((m) => has.has(m))))
    .map((options) => options.map((option) => option.map(words).join(" and ")).join(", or "));
  return [...single, ...grouped];
}

/** The marker set as TOML; what is still in doubt stays so. */
export function setText(data: NamesPanel, chosen: readonly string[], doubts: readonly string[]): string {
  const lines = data.meanings.flatMap((m: Meaning) => {
    const k = chosen.indexOf(m.name);
    // a function: `$` in a name is no pattern
    const line = () => m.line.replace(data.alias, () => JSON.stringify(data.markers[k].name));
    if (k < 0) return [];
    return [doubts[k] ? line().replace(/ \}$/, () => `, doubt = ${JSON.stringify(doubts[k])} }`) : line()];
  });
  return `${data.heading}\n${lines.join("\n")}\n`;
}

/** The same meaning on the other side; "" on the midline. */
export function mirrored(meaning: string): string {
  return /^(left|right)_/.test(meaning) ? meaning.replace(/^(left|right)/, (side) => (side === "left" ? "right" : "left")) : "";
}

interface Place {
  x: number;
  y: number;
  wide: number;
  half: number;
}

/** Where labels begin: at the place nearest to their points that meets no point and no label before. */
export function labelPlaces(points: readonly { at: readonly [number, number]; letters: number }[], width: number): [number, number][] {
  const taken = points.map(({ at: [x, y] }): Place => ({ x: x - 5, y, wide: 10, half: 4 }));
  return points.map(({ at: [x, y], letters }) => {
    const wide = 7 * letters;
    const places = [0, 13, -13, 26, -26, 39, -39].flatMap((down) => [x + 8, x - 8 - wide].map((left): Place => ({ x: left, y: y + down, wide, half: 6 })));
    const free = (p: Place) => p.x >= 0 && p.x + wide <= width && taken.every((t) => p.x >= t.x + t.wide || t.x >= p.x + wide || Math.abs(p.y - t.y) >= p.half + t.half);
    const found = places.find(free) ?? places[0];
    taken.push(found);
    return [found.x, found.y];
  });
}

export function namesPanel(data: NamesPanel, context: Context): HTMLElement {
  const place = decode(data.position).values;
  const chosen = data.markers.map((m) => m.meaning);
  const doubts = data.markers.map((m) => m.doubt);
  const order = inOrder(data.markers);
  // what a marker may be since its twin was corrected
  const offers = new Map<number, string>();
  let active = -1;
  // half from the front, where the front of the pelvis is known
  const [left, right] = ["left_asis", "right_asis"].map((m) => 3 * chosen.indexOf(m));
  const facing = Math.atan2(place[left + 1] - place[right + 1], place[left] - place[right]);
  let azimuth = (Number.isFinite(facing) ? facing : 0) + 2 * STEP;

  const known = order.filter((k) => Number.isFinite(place[3 * k]));
  const low = [0, 1, 2].map((a) => Math.min(...known.map((k) => place[3 * k + a])));
  const high = [0, 1, 2].map((a) => Math.max(...known.map((k) => place[3 * k + a])));
  const centre = [0, 1, 2].map((a) => (low[a] + high[a]) / 2);
  const across = Math.hypot(high[0] - low[0], high[1] - low[1]);
  const scale = Math.min(
    (SIZE.width - 2 * SIZE.margin) / Math.max(across, 0.3),
    (SIZE.height - 2 * SIZE.margin) / Math.max(high[2] - low[2], 0.3),
  );
  const at = (k: number): [number, number] => {
    const [x, y, z] = [0, 1, 2].map((a) => place[3 * k + a] - centre[a]);
    return [SIZE.width / 2 + scale * (x * Math.cos(azimuth) + y * Math.sin(azimuth)), SIZE.height / 2 - scale * z];
  };

  const drawing = shape("svg", { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, class: "markers-drawn", role: "group", "aria-label": "The body's markers" });
  const kind = (k: number) => (!chosen[k] ? "unread" : doubts[k] ? "doubtful" : "sure");
  const draw = () => {
    const holder = new Map(chosen.map((meaning, k) => [meaning, k]));
    const parts: SVGElement[] = [];
    for (const [a, b] of data.lines) {
      const ends = [holder.get(a), holder.get(b)];
      if (ends.some((k) => k === undefined || !Number.isFinite(place[3 * k]))) continue;
      const [[x1, y1], [x2, y2]] = ends.map((k) => at(k as number));
      parts.push(shape("line", { x1, y1, x2, y2, class: a.startsWith("left") ? "left" : "right" }));
    }
    const labels = labelPlaces(known.map((k) => ({ at: at(k), letters: data.markers[k].name.length })), SIZE.width);
    for (const [i, k] of known.entries()) {
      const [cx, cy] = at(k);
      const ball = shape("circle", { cx, cy, r: k === active ? 8 : 5, class: `${kind(k)}${k === active ? " active" : ""}` });
      const title = shape("title", {});
      title.textContent = `${data.markers[k].name}: ${words(chosen[k]) || "nothing"}`;
      ball.append(title);
      ball.addEventListener("click", () => choose(k, true));
      const [x, y] = labels[i];
      const label = shape("text", { x, y: y + 4, class: k === active ? "active" : kind(k) });
      label.textContent = data.markers[k].name;
      label.addEventListener("click", () => choose(k, true));
      parts.push(ball, label);
    }
    drawing.replaceChildren(...parts);
  };
  let grabbed: number | null = null;
  drawing.addEventListener("pointerdown", (event) => void (grabbed = event.clientX));
  drawing.addEventListener("pointermove", (event) => {
    if (grabbed === null || !event.buttons) return;
    azimuth += (event.clientX - grabbed) * 0.01;
    grabbed = event.clientX;
    draw();
  });
  const turn = (by: number) => {
    azimuth += by;
    draw();
  };

  const segments = [...new Set(data.meanings.map((m) => m.segment))];
  const rows = new Map<number, HTMLTableRowElement>();
  const selects = new Map<number, HTMLSelectElement>();
  const notes = new Map<number, HTMLElement>();
  const missing = make("p", { class: "lacking", role: "status" });
  const refresh = () => {
    for (const [k, row] of rows) {
      row.className = `${kind(k)}${k === active ? " active" : ""}`;
      (selects.get(k) as HTMLSelectElement).value = chosen[k];
      const settle = () => change(k, chosen[k]);
      const right = doubts[k] && chosen[k] ? [" ", button("this is correct", settle, { "aria-label": `${data.markers[k].name} is correct` })] : [];
      const offer = offers.get(k);
      const take = () => change(k, offer as string);
      const twin = offer ? [" ", button(`as on the other side: ${words(offer)}`, take, { "aria-label": `${data.markers[k].name} is ${words(offer)}, as on the other side` })] : [];
      (notes.get(k) as HTMLElement).replaceChildren(doubts[k], ...right, ...twin);
    }
    const needed = lacking(data, chosen);
    missing.textContent = needed.length ? `No marker shows: ${needed.join("; ")}. If there are enough other markers, a fit of the body finds these landmarks, but less certainly.` : "Nothing is missing: markers show hip, knee, ankle and foot.";
    draw();
  };
  const choose = (k: number, scroll: boolean) => {
    active = k;
    refresh();
    if (!scroll) return;
    rows.get(k)?.scrollIntoView({ block: "nearest" });
    selects.get(k)?.focus({ preventScroll: true });
  };
  const change = (k: number, meaning: string) => {
    const before = meaning ? chosen.indexOf(meaning) : -1;
    if (before >= 0 && before !== k) {
      // one landmark, one marker: the other one is to be looked at again
      chosen[before] = "";
      doubts[before] = `${words(meaning)} is now ${data.markers[k].name}`;
      context.say(`${data.markers[before].name} shows no landmark now`);
    }
    chosen[k] = meaning;
    doubts[k] = "";
    offers.delete(k);
    const twin = data.markers.findIndex((m) => m.name === data.markers[k].twin);
    const other = mirrored(meaning);
    if (twin >= 0 && other && chosen[twin] !== other && data.meanings.some((m) => m.name === other)) {
      offers.set(twin, other);
      context.say(`${data.markers[twin].name} may be ${words(other)}. A button in its row sets this`);
    }
    refresh();
  };
  for (const k of order) {
    const { name } = data.markers[k];
    const select = make("select", { "aria-label": `What ${name} is` }, make("option", { value: "" }, "nothing: leave it out"));
    for (const segment of segments)
      select.append(
        make(
          "optgroup",
          { label: words(segment) },
          ...data.meanings.filter((m) => m.segment === segment).map((m) => make("option", { value: m.name }, words(m.name))),
        ),
      );
    select.addEventListener("change", () => change(k, select.value));
    select.addEventListener("focus", () => active !== k && choose(k, false));
    const note = make("td", { class: "why" });
    const row = make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, select), note);
    rows.set(k, row);
    selects.set(k, select);
    notes.set(k, note);
  }
  const table = make(
    "table",
    {},
    make("caption", { class: "unseen" }, data.title),
    make("thead", {}, make("tr", {}, ...["marker", "is", "why"].map((t) => make("th", { scope: "col" }, t)))),
    make("tbody", {}, ...order.map((k) => rows.get(k) as HTMLTableRowElement)),
  );
  const write = () => save(data.file, new Blob([setText(data, chosen, doubts)], { type: "application/toml" }));
  refresh();
  return make(
    "div",
    { class: "names" },
    make(
      "div",
      {},
      drawing,
      make(
        "div",
        { class: "controls" },
        button("↺", () => turn(-STEP), { "aria-label": "Turn to the left" }),
        button("↻", () => turn(STEP), { "aria-label": "Turn to the right" }),
        button("Save the marker set", write, { class: "main" }),
      ),
      missing,
    ),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Markers" }, table),
  );
}

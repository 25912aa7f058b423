// Small plots side by side, with one cursor through all of them.

import type { LinesPanel, Plot, Side } from "./contract";
import type { Context } from "./context";
import type { Timeline } from "./clock";
import { csvColumns } from "./csv";
import { CYCLE } from "./cycle";
import { decode } from "./decode";
import { sheet, type Drawing } from "./drawing";
import { choice, make } from "./elements";
import { exportButtons } from "./exports";
import {
  axisOf,
  heightOf,
  columnsFor,
  columnsIn,
  columnsOf,
  layOut,
  legendDrawing,
  legendOf,
  reading,
  unitOf,
  valueAt,
  widthOf,
  type Curve,
  type LaidOut,
  type View,
} from "./line_plot";
import { fixed } from "./scales";
import { onScreen } from "./svg";

/** Height of a plot among others, of one that stands alone, and of one for the first look. */
const [HEIGHT, ALONE, BRIEF] = [176, 240, 150];
/** On paper: the width of a sheet in pixels, and how tall plots are as a share of those on screen. */
const [SHEET, LOWER] = [840, 0.55];
const SVG = "http://www.w3.org/2000/svg";
const SIDES: readonly Side[] = ["left", "right"];

/** One plot on the page. */
class Small {
  readonly element: HTMLElement;
  private readonly svg: SVGSVGElement;
  private readonly back: SVGGElement;
  private readonly cursor: SVGGElement;
  private readonly values: HTMLElement;
  private laid: LaidOut | null = null;
  private stale = true;
  seen = false;

  constructor(
    readonly plot: Plot,
    private readonly panel: Lines,
  ) {
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("role", "img");
    this.svg.setAttribute("tabindex", "0");
    this.svg.setAttribute("aria-label", plot.title);
    this.back = document.createElementNS(SVG, "g");
    this.cursor = document.createElementNS(SVG, "g");
    this.cursor.setAttribute("class", "cursor");
    this.svg.append(this.back, this.cursor);
    this.values = make("span", { class: "values" });
    const unit = make("span", { class: "unit" });
    this.element = make(
      "figure",
      { class: "plot" },
      make("figcaption", {}, make("span", { class: "name" }, plot.title, " ", unit), this.values),
    );
    if (plot.column >= 0) this.element.style.setProperty("--column", String(plot.column + 1));
    this.element.append(this.svg);
    this.svg.addEventListener("pointermove", (event) => this.pointAt(event));
    this.svg.addEventListener("pointerdown", (event) => this.pointAt(event, true));
    this.svg.addEventListener("pointerleave", () => this.panel.leave());
    this.svg.addEventListener("keydown", (event) => this.key(event));
  }

  private pointAt(event: PointerEvent, pressed = false): void {
    if (!this.laid || (event.pointerType !== "mouse" && !pressed && !event.buttons)) return;
    const place = this.svg.getBoundingClientRect();
    const x = ((event.clientX - place.left) / place.width) * this.laid.drawing.width;
    const { left, width } = this.laid.frame;
    if (x < left - 4 || x > left + width + 4) return this.panel.leave();
    const at = this.laid.x.of(Math.min(left + width, Math.max(left, x)));
    this.panel.point(this.laid.axis, at, pressed);
  }

  private key(event: KeyboardEvent): void {
    const steps = ({ ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 } as Record<string, number>)[event.key];
    if (steps === undefined || !this.laid) return;
    event.preventDefault();
    event.stopPropagation();
    this.panel.step(this.laid, steps);
    this.panel.context.say(`${this.panel.place(this.laid)}: ${this.plot.title}, ${this.words()}`);
  }

  /** Values at the cursor in words. */
  private words(): string {
    return this.readings()
      .map(({ label, text }) => `${label} ${text}`)
      .join("; ");
  }

  redraw(): void {
    this.stale = true;
    if (this.seen || this.panel.paper) this.draw();
    else setTimeout(() => this.draw(), 60);
  }

  draw(): void {
    if (!this.stale) return;
    const { data } = this.panel;
    const { paper } = this.panel;
    const width = paper ? SHEET / columnsFor(data) : widthOf(data, this.element.clientWidth);
    const usual = data.brief ? BRIEF : columnsFor(data) === 1 ? ALONE : HEIGHT;
    const height = (heightOf(this.plot, width) ?? usual) * (paper ? LOWER : 1);
    const view = this.panel.view();
    this.laid = layOut(this.plot, view, width, height, false, paper);
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.setAttribute("aria-label", `${this.plot.title} in ${this.laid.unit || "1"}. ${this.summary()}`);
    this.back.innerHTML = onScreen(this.laid.drawing.shapes);
    (this.element.querySelector(".unit") as HTMLElement).textContent = this.laid.unit ? `[${this.laid.unit}]` : "";
    this.stale = false;
    this.move();
  }

  /** Greatest and least of each curve, for those who do not see it. */
  private summary(): string {
    const { curves, decimals, unit } = this.laid as LaidOut;
    return curves
      .filter((c) => c.main)
      .map((c) => {
        let [low, high] = [Infinity, -Infinity];
        for (let i = 0; i < c.y.length; i++)
          if (Number.isFinite(c.y[i])) [low, high] = [Math.min(low, c.y[i]), Math.max(high, c.y[i])];
        return low <= high ? `${c.label}: from ${fixed(low, decimals)} to ${fixed(high, decimals)} ${unit}` : `${c.label}: not known`;
      })
      .join("; ");
  }

  /** Values at the cursor: of the mean where a percentage is pointed at, of this instant otherwise. */
  readings(): { label: string; text: string; role: string; curve: Curve; at: number; value: number }[] {
    const laid = this.laid;
    if (!laid) return [];
    const { timeline } = this.panel;
    if (laid.axis === "own") {
      const at = this.panel.own;
      if (at === null) return [];
      return laid.curves.map((curve) => ({ label: curve.label, text: reading(curve, at, laid.decimals), role: curve.role, curve, at, value: valueAt(curve, at) }));
    }
    if (!timeline) return [];
    if (laid.axis === "time")
      return laid.curves.map((curve) => {
        const at = timeline.time[timeline.frame];
        const value = curve.y[timeline.frame];
        return { label: curve.label, text: fixed(value, laid.decimals), role: curve.role, curve, at, value };
      });
    if (timeline.pointed !== null)
      return laid.curves
        .filter((c) => c.main)
        .map((curve) => {
          const at = timeline.pointed as number;
          return { label: curve.label, text: reading(curve, at, laid.decimals), role: curve.role, curve, at, value: valueAt(curve, at) };
        });
    const { factor } = unitOf(this.plot, this.panel.view());
    return laid.curves
      .filter((c) => c.main)
      .map((curve) => {
        const series = this.plot.series.find((s) => s.label === curve.label && s.role === curve.role);
        const value = series ? decode(series.y).values[timeline.frame] * factor : NaN;
        const percent = curve.side && timeline.percent(curve.side);
        return { label: curve.label, text: fixed(value, laid.decimals), role: curve.role, curve, at: percent ?? NaN, value };
      });
  }

  /** Put the cursor where the time is. */
  move(): void {
    const laid = this.laid;
    if (!laid || this.stale || (!this.seen && this.cursor.hasChildNodes())) return;
    const { top, height } = laid.frame;
    const lines: string[] = [];
    const rule = (at: number, role: string) => {
      const x = laid.x.at(at).toFixed(1);
      lines.push(`<path d="M${x},${top}v${height}" stroke="var(--${role})" stroke-width="1" opacity="0.75"/>`);
    };
    const { timeline } = this.panel;
    if (laid.axis === "time" && timeline) rule(timeline.time[timeline.frame], "ink");
    else if (laid.axis === "own" && this.panel.own !== null) rule(this.panel.own, "ink");
    else if (laid.axis === "stride" && timeline) {
      if (timeline.pointed !== null) rule(timeline.pointed, "ink");
      else for (const side of SIDES) {
        const percent = timeline.percent(side);
        if (percent !== null && laid.curves.some((c) => c.side === side)) rule(percent, side);
      }
    }
    const found = this.readings();
    // a dot is at the number that is read, beside the mean where that is of this instant
    for (const { at, role, value } of found) {
      if (Number.isFinite(at) && Number.isFinite(value))
        lines.push(`<circle cx="${laid.x.at(at).toFixed(1)}" cy="${laid.y.at(value).toFixed(1)}" r="3" fill="var(--${role})" stroke="var(--paper)"/>`);
    }
    this.cursor.innerHTML = lines.join("");
    // with sources to compare, the own curves are read; without, all that have room
    const own = found.filter((r) => !r.curve.beside);
    const texts = new Set<string>();
    // the pelvis has one value, whichever side's strides it is drawn over
    const whole = (label: string) => laid.axis === "stride" && timeline?.pointed === null && this.plot.series.some((s) => s.only === "stride" && s.label === label);
    const few = (own.length ? own : found).slice(0, 5).filter(({ text, curve }) => {
      const again = whole(curve.label) && texts.has(text);
      texts.add(text);
      return !again;
    });
    const instant = laid.axis === "stride" && timeline?.pointed === null;
    this.values.replaceChildren(
      ...few.map(({ label, text, role }) => {
        // left and right are known by their colours, others by their names
        const named = few.length > 1 && role !== "left" && role !== "right" ? `${label} ${text}` : text;
        return make("span", { class: `value ${whole(label) ? "" : role}`, title: instant ? `${label}, at this instant` : label }, named);
      }),
    );
  }
}

/** Whether no side has a second stride. */
const single = (strides: Timeline["strides"]) => new Set(strides.map((s) => s.side)).size === strides.length;

/** A panel of plots. */
class Lines {
  readonly timeline: Timeline | null;
  /** Place on the plots' own axis that is pointed at. */
  own: number | null = null;
  paper = false;
  private unit = 0;
  private readonly plots: Small[];
  private readonly legend = make("div", { class: "legend" });
  private readonly grid: HTMLElement;
  readonly element: HTMLElement;

  constructor(
    readonly data: LinesPanel,
    readonly context: Context,
  ) {
    this.timeline = data.clock === null ? null : (context.clocks.get(data.clock) ?? null);
    this.plots = data.plots.map((plot) => new Small(plot, this));
    this.grid = make("div", { class: "plots", style: `--columns:${columnsFor(data)}` }, ...this.plots.map((p) => p.element));
    const choices = data.brief ? [] : this.choices();
    const exports = exportButtons(data.id, data.title, { csv: () => this.csv(), drawing: () => this.drawing() });
    // without choices the legend has their place
    const controls = make("div", { class: "controls" }, ...(choices.length ? choices : [this.legend]), exports);
    // paper has no choices to open: what is chosen stands there in words
    const said = make("p", { class: "on-paper" });
    this.element = make("div", { class: data.brief ? "lines brief" : "lines" }, controls, said, choices.length ? this.legend : null, this.grid);
    this.timeline?.on((change) => {
      if (change === "choice") this.refresh();
      else if (change === "time") for (const plot of this.plots) plot.move();
    });
    const watch = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const plot = this.plots.find((p) => p.element === entry.target);
          if (!plot) continue;
          plot.seen = entry.isIntersecting;
          if (plot.seen) {
            plot.draw();
            plot.move();
          }
        }
      },
      { rootMargin: "300px" },
    );
    for (const plot of this.plots) watch.observe(plot.element);
    let width = 0;
    new ResizeObserver(() => {
      if (Math.abs(this.grid.clientWidth - width) < 2) return;
      width = this.grid.clientWidth;
      this.fit(width);
      for (const plot of this.plots) plot.redraw();
    }).observe(this.grid);
    context.onPrint((paper) => {
      this.paper = paper;
      for (const plot of this.plots) plot.redraw();
      // once for all panels of which it is true
      const all = [...document.querySelectorAll(".lines .on-paper")];
      said.textContent = this.chosen();
      said.hidden = all[all.indexOf(said) - 1]?.textContent === said.textContent;
    });
    for (const plot of this.plots) context.later(() => plot.draw());
    this.showLegend();
  }

  /** As many columns as can be read in so much room; fewer than there are lose their places. */
  private fit(width: number): void {
    const columns = columnsIn(this.data, width);
    this.grid.style.setProperty("--fitting", String(columns));
    this.grid.classList.toggle("narrow", columns < columnsFor(this.data));
  }

  view(): View {
    const { timeline } = this;
    return {
      over: timeline?.over ?? "time",
      unit: this.unit,
      strides: timeline?.chosen ?? "mean",
      clock: timeline && { time: timeline.time, strides: timeline.strides },
    };
  }

  private choices(): HTMLElement[] {
    const found: HTMLElement[] = [];
    const { timeline, data } = this;
    const cut = data.plots.some((p) => p.series.some((s) => s.cut !== null));
    if (timeline?.strides.length && cut) {
      const over = choice("Over", [["stride", "stride"], ["time", "time"]], timeline.over, (v) =>
        timeline.choose(v as "stride" | "time", timeline.chosen),
      );
      const each = timeline.strides.map((s, i): [string, string] => [
        String(i),
        `${s.side} ${timeline.strides.slice(0, i + 1).filter((o) => o.side === s.side).length}: ${s.start.toFixed(2)}–${s.stop.toFixed(2)} s`,
      ]);
      const shown: [string, string][] = single(timeline.strides) ? [["mean", "one of each side"]] : [["mean", "mean ± SD"], ["all", "all"]];
      const strides = choice("Strides", [...shown, ...each], String(timeline.chosen), (v) =>
        timeline.choose("stride", v === "mean" || v === "all" ? v : Number(v)),
      );
      timeline.on((change) => {
        if (change !== "choice") return;
        over.select.value = timeline.over;
        strides.select.value = String(timeline.chosen);
      });
      found.push(over.element, strides.element);
    }
    const units = data.plots[0]?.units ?? [];
    if (units.length > 1)
      found.push(
        choice("Unit", units.map((u, i) => [String(i), u.unit]), "0", (v) => {
          this.unit = Number(v);
          this.refresh();
        }).element,
      );
    return found;
  }

  /** What is drawn of the strides, in words. */
  private chosen(): string {
    const { timeline, data } = this;
    if (data.brief || !timeline?.strides.length || !data.plots.some((p) => p.series.some((s) => s.cut !== null))) return "";
    if (timeline.over === "time") return "Over time, in seconds of the recording.";
    const over = "Over the stride in percent:";
    if (timeline.chosen === "all") return `${over} every stride.`;
    if (timeline.chosen === "mean" && single(timeline.strides)) return `${over} one stride of a side, which has no spread.`;
    if (timeline.chosen === "mean") return `${over} mean of a side's strides ± one standard deviation.`;
    const { side, start, stop } = timeline.strides[timeline.chosen];
    return `${over} the ${side} stride from ${start.toFixed(2)} to ${stop.toFixed(2)} s.`;
  }

  private refresh(): void {
    this.showLegend();
    for (const plot of this.plots) plot.redraw();
  }

  private showLegend(): void {
    const drawing = legendDrawing(legendOf(this.data.plots, this.view()), 10_000);
    const entries = legendOf(this.data.plots, this.view());
    this.legend.replaceChildren(
      ...entries.map((entry) => {
        const one = legendDrawing([{ ...entry, label: " " }], 100);
        const key = document.createElementNS(SVG, "svg");
        key.setAttribute("viewBox", "0 0 18 14");
        key.setAttribute("aria-hidden", "true");
        key.innerHTML = onScreen(one.shapes.slice(0, -1));
        return make("span", { class: "key" }, key, entry.label);
      }),
    );
    this.legend.hidden = drawing.shapes.length === 0;
  }

  point(axis: LaidOut["axis"], at: number, pressed: boolean): void {
    if (axis === "own") {
      this.own = at;
      for (const plot of this.plots) plot.move();
      return;
    }
    if (!this.timeline || (this.timeline.playing && !pressed)) return;
    if (pressed) this.timeline.pause();
    if (axis === "stride") this.timeline.point(at);
    else this.timeline.seek(at);
  }

  leave(): void {
    if (this.timeline && this.timeline.pointed !== null) this.timeline.point(null);
  }

  /** One step of the cursor by the keyboard. */
  step(laid: LaidOut, steps: number): void {
    if (laid.axis === "own") {
      const from = this.own ?? laid.x.from;
      this.own = Math.min(laid.x.to, Math.max(laid.x.from, from + (steps * (laid.x.to - laid.x.from)) / 100));
      for (const plot of this.plots) plot.move();
    } else if (laid.axis === "stride" && this.timeline) {
      const stride = this.timeline.reference();
      const now = this.timeline.pointed ?? (stride && this.timeline.percent(stride.side)) ?? 0;
      this.timeline.pause();
      this.timeline.point(Math.min(100, Math.max(0, Math.round(now) + steps)));
    } else this.timeline?.step(steps);
  }

  /** Where the cursor is, in words. */
  place(laid: LaidOut): string {
    if (laid.axis === "own") return `${fixed(this.own, -1)} ${laid.xunit}`;
    if (laid.axis === "stride" && this.timeline?.pointed != null) return `${this.timeline.pointed} % of the stride`;
    return this.timeline?.words() ?? "";
  }

  private csv(): string {
    const view = this.view();
    const axis = this.data.plots.map((p) => axisOf(p, view));
    const first = axis.includes("stride")
      ? [{ title: "stride [%]", values: CYCLE as ArrayLike<number> }]
      : this.timeline && axis.includes("time")
        ? [{ title: "time [s]", values: this.timeline.time as ArrayLike<number> }]
        : [];
    const columns = this.data.plots.flatMap((plot) => {
      const own = axisOf(plot, view) === "own";
      if (!own) return columnsOf(plot, view);
      const { unit, factor } = unitOf(plot, view);
      return plot.series.flatMap((s) => [
        { title: `${plot.title}, ${s.label}: ${plot.xlabel}`, values: s.x ? decode(s.x).values : [] },
        { title: `${plot.title}, ${s.label} [${unit}]`, values: Float64Array.from(decode(s.y).values, (v) => v * factor) },
      ]);
    });
    return csvColumns([...first, ...columns]);
  }

  /** The whole panel as one drawing. */
  drawing(): Drawing {
    const view = this.view();
    const columns = columnsFor(this.data);
    const width = columns === 1 ? 640 : 320;
    const rows: Drawing[][] = [[legendDrawing(legendOf(this.data.plots, view), columns * width)]];
    const empty: Drawing = { width, height: HEIGHT, shapes: [] };
    let row: (Drawing | undefined)[] = [];
    const end = () => {
      if (row.length) rows.push(Array.from(row, (d) => d ?? empty));
      row = [];
    };
    for (const plot of this.data.plots) {
      const place = plot.column >= 0 ? plot.column : row.length;
      if (row.length > place || place >= columns) end();
      row[plot.column >= 0 ? plot.column : row.length] = layOut(plot, view, width, heightOf(plot, width) ?? (columns === 1 ? 320 : HEIGHT), true).drawing;
    }
    end();
    return sheet(this.data.title, rows, this.data.caption);
  }
}

export function linesPanel(data: LinesPanel, context: Context): HTMLElement {
  return new Lines(data, context).element;
}


// The page: sections and panels from the data in it, one builder for each kind of panel.

import { Timeline } from "./clock";
import type { Page, Panel, PanelGroup } from "./contract";
import type { Context } from "./context";
import { readPage } from "./decode";
import { make } from "./elements";
import { linesPanel } from "./lines_panel";
import { mapPanel } from "./map_panel";
import { meshPanel } from "./mesh_panel";
import { namesPanel } from "./names_panel";
import { scenePanel } from "./scene_panel";
import { checksPanel, factsPanel, tablePanel, textPanel } from "./table_panel";
import { timeBar } from "./time_bar";

type Builder = (data: never, context: Context) => HTMLElement;

const KINDS: Record<Panel["kind"], Builder> = {
  facts: factsPanel as Builder,
  checks: checksPanel as Builder,
  lines: linesPanel as Builder,
  scene: scenePanel as Builder,
  table: tablePanel as Builder,
  map: mapPanel as Builder,
  mesh: meshPanel as Builder,
  names: namesPanel as Builder,
  text: textPanel as Builder,
};

/** What a panel without a title is called in its files and by a screen reader; other kinds bear the section's title. */
const CALLED: Partial<Record<Panel["kind"], string>> = { facts: "Key numbers", checks: "Quality checks" };

function panelElement(panel: Panel, section: PanelGroup, context: Context, alone: boolean): HTMLElement {
  const caption = panel.caption ? make("p", { class: "caption" }, panel.caption) : null;
  const body = make("div", { class: `panel ${panel.kind}-panel`, id: panel.id });
  const fill = () => {
    body.append(KINDS[panel.kind]({ ...panel, title: panel.title || (CALLED[panel.kind] ?? section.title) } as never, context));
    if (caption) body.append(caption);
  };
  if (panel.folded) {
    // what is folded is built when it is opened, or printed
    const details = make("details", { class: panel.line ? "fold says" : "fold" }, make("summary", {}, panel.line ? `${panel.title}: ${panel.line}` : panel.title), body);
    let built = false;
    const build = () => {
      if (!built) fill();
      built = true;
    };
    details.addEventListener("toggle", build);
    context.onPrint(() => details.open && build());
    return details;
  }
  const brief = panel.kind === "lines" && panel.brief;
  if (!alone && panel.title && !brief) body.append(make("h3", {}, panel.title));
  fill();
  return body;
}

/** What its maker says of the recording. */
function aboutList(page: Page): HTMLElement | null {
  if (!page.about.length) return null;
  return make("dl", { class: "about" }, ...page.about.flatMap(([label, said]) => [make("dt", {}, label), make("dd", {}, said)]));
}

/** The verdict in one line, because its section may begin below the first screen. */
function verdictLine(page: Page): HTMLElement | null {
  for (const section of page.sections.slice(1))
    for (const panel of section.panels)
      if (panel.kind === "checks")
        return make("p", { class: `verdict-line ${panel.grade}` }, make("a", { href: `#${section.id}` }, panel.verdict));
  return null;
}

function build(page: Page, root: HTMLElement): void {
  const clocks = new Map(Object.entries(page.clocks).map(([name, clock]) => [name, new Timeline(clock)]));
  const live = make("div", { class: "unseen", "aria-live": "polite" });
  const printing: ((paper: boolean) => void)[] = [];
  const recolouring: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  const context: Context = {
    page,
    clocks,
    say: (text) => void (live.textContent = text),
    onPrint: (does) => void printing.push(does),
    later: (does, last = false) => void (last ? waiting.push(does) : waiting.unshift(does)),
    onRecolour: (does) => void recolouring.push(does),
  };
  const nav = make("nav", { "aria-label": "Sections" }, ...page.sections.map((s) => make("a", { href: `#${s.id}` }, s.title)));
  const header = make("header", {}, make("h1", {}, page.title), verdictLine(page), make("p", { class: "under" }, page.subtitle), aboutList(page), nav);
  const main = make("main", {}, header);
  for (const section of page.sections) {
    const element = make("section", { id: section.id }, make("h2", {}, section.title));
    if (section.hint) element.append(make("p", { class: "hint" }, section.hint));
    // the section's title is enough for the one panel that is open
    const alone = section.panels.filter((p) => !p.folded).length === 1;
    for (const panel of section.panels) {
      element.append(panelElement(panel, section, context, alone));
      // with several clocks each scene has its own bar
      const timeline = panel.kind === "scene" && clocks.size > 1 ? clocks.get(panel.clock) : undefined;
      if (timeline) element.append(timeBar(timeline, context));
    }
    if (section.beside) {
      const before = [...main.querySelectorAll(":scope > section")];
      main.append(make("div", { class: "pair" }, make("div", {}, ...before), element));
    } else main.append(element);
  }
  main.append(make("footer", {}, page.footer));
  root.replaceChildren(main, live);
  const [only] = clocks.values();
  if (clocks.size === 1) {
    const bar = timeBar(only, context);
    bar.classList.add("sticky");
    // beside the main content, so a landmark of its own
    bar.setAttribute("role", "region");
    root.append(bar);
    document.body.classList.add("with-bar-below");
    document.addEventListener("keydown", (event) => {
      const target = event.target as HTMLElement;
      if (target.closest("input, select, textarea, button, summary, a, .scroll") || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === " ") only.toggle();
      else if (event.key === "ArrowRight" || event.key === "ArrowLeft") only.step(event.key === "ArrowRight" ? 1 : -1);
      else return;
      event.preventDefault();
    });
  }
  let onPaper = false;
  const prepare = (paper: boolean) => {
    // the pages are counted before the second event comes
    if (paper === onPaper) return;
    onPaper = paper;
    // builders of folded panels add to the list while it runs
    for (let i = 0; i < printing.length; i++) printing[i](paper);
  };
  // every sheet says whose it is
  const sheet = (text: string) => JSON.stringify(text.replaceAll("<", "‹"));
  document.head.append(
    make("style", {}, `@page { @bottom-left { content: ${sheet(page.title)}; font: 8pt sans-serif } @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif } }`),
  );
  window.addEventListener("beforeprint", () => prepare(true));
  window.addEventListener("afterprint", () => prepare(false));
  const print = matchMedia("print");
  print.addEventListener("change", () => prepare(print.matches));
  const next = () => {
    const end = performance.now() + 24;
    while (waiting.length && performance.now() < end) waiting.shift()?.();
    if (waiting.length) setTimeout(next);
    else document.documentElement.dataset.complete = "yes";
  };
  setTimeout(next);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => recolouring.forEach((does) => does()));
}

function start(): void {
  const root = document.getElementById("page") as HTMLElement;
  const text = (document.getElementById("data") as HTMLElement).textContent ?? "";
  try {
    build(readPage(text), root);
    performance.mark("built");
    document.documentElement.dataset.ready = "yes";
  } catch (error) {
    root.textContent = `This page cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
    throw error;
  }
}

start();

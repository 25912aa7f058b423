// The scene with its views and layers, and its postures in a row for print.

import type { ScenePanel } from "./contract";
import type { Context } from "./context";
import type { Timeline } from "./clock";
import { csvColumns } from "./csv";
import { decode } from "./decode";
import { label, sheet, type Drawing, type Shape } from "./drawing";
import { button, make } from "./elements";
import { exportButtons } from "./exports";
import { ground, posture, project, type Eye } from "./projection";
import { SceneFlat, heightOf, middleOf } from "./scene_flat";
import { SceneGL } from "./scene_gl";
import type { Stage } from "./stage";
import { onScreen } from "./svg";

/** Layers in their order, with whether they are shown at first. */
export function layersOf(scene: ScenePanel): Map<string, boolean> {
  const found = new Map<string, boolean>();
  const add = (layer: string, shown: boolean) => {
    if (!found.has(layer)) found.set(layer, shown);
  };
  for (const motion of scene.motions) add(motion.name, true);
  for (const part of [...scene.arrows, ...scene.points, ...scene.arcs, ...scene.traces]) add(part.layer, part.shown);
  for (const link of scene.links) add(link.layer, true);
  return found;
}

/** Postures over the walk side by side, seen from the right: what paper can show of a movement. */
export function strip(scene: ScenePanel, time: ArrayLike<number>, hidden: ReadonlySet<string>): Drawing {
  const width = 960;
  const frames = time.length;
  const middles = Array.from({ length: frames }, (_, f) => middleOf(scene, f));
  const known = middles.flatMap((m, f) => (Number.isFinite(m[0]) ? [f] : []));
  const [first, last] = [known[0] ?? 0, known[known.length - 1] ?? 0];
  const ahead = [Math.cos(scene.heading), Math.sin(scene.heading)];
  const way = (f: number) => (middles[f][0] - middles[first][0]) * ahead[0] + (middles[f][1] - middles[first][1]) * ahead[1];
  const length = way(last);
  const tall = heightOf(scene) + 0.1;
  const straight = length > 0.6 * tall;
  const count = straight ? Math.max(3, Math.min(12, Math.round(length / (0.3 * tall)) + 1)) : 7;
  const span = straight ? length + 0.7 * tall : count * 0.55 * tall;
  const scale = Math.min(width / span, 140 / tall);
  const height = scale * tall + 34;
  const foot = height - 24;
  const shapes: Shape[] = [];
  const eyeAt = (f: number, place: number): Eye => ({
    azimuth: scene.heading - Math.PI / 2,
    elevation: 0,
    centre: [middles[f][0], middles[f][1], 0],
    scale,
    middle: [place, foot],
  });
  const start = 0.35 * tall * scale + Math.max(0, (width - scale * span) / 2);
  if (straight) {
    const eye = eyeAt(first, start);
    for (const shape of ground(scene, { ...eye, elevation: 0.05 })) shapes.push(shape);
  }
  for (let k = 0; k < count; k++) {
    const goal = straight ? (k / (count - 1)) * length : 0;
    let f = known[Math.round((k / (count - 1)) * (known.length - 1))] ?? 0;
    if (straight) f = known.reduce((best, g) => (Math.abs(way(g) - goal) < Math.abs(way(best) - goal) ? g : best), first);
    const place = straight ? start + scale * way(f) : start + k * 0.55 * tall * scale;
    const eye = eyeAt(f, place);
    shapes.push(...posture(scene, f, eye, hidden));
    const [x] = project(eye, eye.centre);
    shapes.push(label(x, height - 6, `${time[f].toFixed(2)} s`, { size: 10, colour: "grey", anchor: "middle" }));
  }
  return { width, height, shapes };
}

function stageFor(scene: ScenePanel): Stage {
  // without WebGL (or with ?flat, to see what that looks like) the flat drawing takes its place
  if (!location.search.includes("flat"))
    try {
      return new SceneGL(scene);
    } catch {
      // said in the panel: `means` is shown
    }
  return new SceneFlat(scene);
}

function csvOf(scene: ScenePanel, timeline: Timeline): string {
  const columns: { title: string; values: ArrayLike<number> }[] = [{ title: "time [s]", values: timeline.time }];
  const spread = (name: string, unit: string, values: Float32Array, count: number, i: number) =>
    ["x", "y", "z"].forEach((axis, k) =>
      columns.push({ title: `${name} ${axis} [${unit}]`, values: timeline.time.map((_, f) => values[3 * (f * count + i) + k]) }),
    );
  for (const set of scene.points) set.names.forEach((name, i) => spread(name, "m", decode(set.path).values, set.names.length, i));
  for (const arrow of scene.arrows) spread(arrow.name, arrow.unit, decode(arrow.vector).values, 1, 0);
  for (const arc of scene.arcs) spread(arc.name, arc.unit, decode(arc.vector).values, 1, 0);
  return csvColumns(columns);
}

export function scenePanel(data: ScenePanel, context: Context): HTMLElement {
  const timeline = context.clocks.get(data.clock);
  if (!timeline) throw new Error(`scene ${data.id} names the unknown clock ${data.clock}`);
  const layers = layersOf(data);
  const hidden = new Set([...layers].filter(([, shown]) => !shown).map(([layer]) => layer));
  let stage: Stage | null = null;
  const describe = () =>
    stage?.element.setAttribute(
      "aria-label",
      `${data.title} in space at ${timeline.words()}. The space bar plays. The left and right arrow keys step, and with Shift they turn the view. Plus and minus zoom.`,
    );
  const wrap = make("div", { class: "stage" });
  const holder = make("div", { class: "stage-place" }, wrap);

  const views = make(
    "div",
    { class: "views", role: "group", "aria-label": "View" },
    ...(["front", "side", "top"] as const).map((view) => button(view, () => stage?.look(view), { "aria-label": `Seen from the ${view}` })),
  );
  const follow = make("input", { type: "checkbox", checked: true });
  follow.addEventListener("change", () => stage?.follow(follow.checked));
  // where the page leaves no margin the small picture lies on what one reads: it comes when asked for
  const along = make("input", { type: "checkbox", checked: matchMedia("(min-width: 1681px)").matches });
  const alone = context.page.sections.flatMap((s) => s.panels).filter((p) => p.kind === "scene").length === 1;
  const boxes = [...layers].map(([layer, shown]) => {
    const input = make("input", { type: "checkbox", checked: shown });
    input.addEventListener("change", () => {
      if (input.checked) hidden.delete(layer);
      else hidden.add(layer);
      stage?.hide(hidden);
    });
    return make("label", { class: "layer" }, input, layer);
  });
  const controls = make(
    "div",
    { class: "controls" },
    views,
    make("label", { class: "layer" }, follow, "view moves with the body"),
    alone ? make("label", { class: "layer" }, along, "keep a small picture in view") : null,
    make("div", { class: "layers", role: "group", "aria-label": "What is shown" }, ...boxes),
    exportButtons(data.id, data.title, {
      csv: () => csvOf(data, timeline),
      drawing: () => sheet(data.title, [[strip(data, timeline.time, hidden)]], data.caption),
      picture: () => (stage as Stage).picture(),
    }),
  );

  const paper = make("div", { class: "strip", "aria-hidden": "true" });
  const drawStrip = () => {
    const { width, height, shapes } = strip(data, timeline.time, hidden);
    paper.innerHTML = `<svg viewBox="0 0 ${width} ${height}">${onScreen(shapes)}</svg>`;
  };
  context.onPrint(drawStrip);
  context.onRecolour(() => stage?.recolour());

  timeline.on((change) => {
    if (change !== "time") return;
    stage?.show(timeline.frame);
    if (!timeline.playing) describe();
  });
  const note = make("p", { class: "hint" }, "Drag to turn, pinch or hold Ctrl and scroll to zoom.");
  // the page can be read before the scene is there: making a WebGL context takes its time
  const begin = () => {
    if (stage) return;
    const made = stageFor(data);
    stage = made;
    made.element.setAttribute("tabindex", "0");
    made.element.setAttribute("role", "img");
    made.element.addEventListener("keydown", (event) => keys(made, event));
    wrap.prepend(made.element);
    wrap.dataset.means = made.means;
    made.follow(follow.checked);
    made.hide(hidden);
    made.show(timeline.frame);
    made.resize();
    describe();
    if (made.means === "flat")
      note.textContent = "This browser has no WebGL, so the scene is drawn flat. Drag to turn.";
  };
  const keys = (shown: Stage, event: KeyboardEvent) => {
    const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const up = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === " ") timeline.toggle();
    else if (event.shiftKey && side) shown.turn(0.1 * side, 0);
    else if (event.shiftKey && up) shown.turn(0, 0.1 * up);
    else if (side) {
      timeline.step(side);
      context.say(timeline.words());
    } else if (event.key === "+" || event.key === "=") shown.zoom(1.15);
    else if (event.key === "-") shown.zoom(1 / 1.15);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  context.later(begin, true);
  new ResizeObserver(() => stage?.resize()).observe(wrap);

  // while one reads the curves, the body goes with the reader as a small picture; not over its own controls
  const close = button("×", () => {
    along.checked = false;
    wrap.classList.remove("docked");
  }, { class: "close", "aria-label": "Put the scene back in its place" });
  wrap.append(close);
  const panel = make("div", { class: "scene" }, holder, controls, paper, note);
  if (alone)
    new IntersectionObserver(([entry]) => {
      const above = entry.boundingClientRect.bottom < 80 && entry.boundingClientRect.height > 0;
      wrap.classList.toggle("docked", above && !entry.isIntersecting && along.checked);
    }, { rootMargin: "-60px 0px 0px 0px" }).observe(panel);
  return panel;
}

// A surface coloured by values, such as a bone by strain, with a colour bar and its instants.

import { BufferAttribute, BufferGeometry, Color, DoubleSide, Mesh, MeshBasicMaterial, MeshLambertMaterial, SphereGeometry, Vector3 } from "three";

import { colourScale } from "./colour_scale";
import type { MeshPanel } from "./contract";
import type { Context } from "./context";
import { csv } from "./csv";
import { decode } from "./decode";
import { label, line, sheet, type Drawing, type Point, type Shape } from "./drawing";
import { choice, make } from "./elements";
import { exportButtons } from "./exports";
import { colourBar } from "./map_panel";
import { extent, written } from "./scales";
import { project, type Eye } from "./projection";
import { Space } from "./space";
import { onScreen } from "./svg";

/** Ends of the colour scale over all instants. */
function rangeOf(data: MeshPanel): [number, number] {
  return data.range ?? extent([decode(data.values).values]) ?? [0, 1];
}

function at(data: MeshPanel, instant: number): Float32Array {
  const { values, shape } = decode(data.values);
  return values.subarray(instant * shape[1], (instant + 1) * shape[1]);
}

/** The surface seen from the side as a drawing: front triangles, from far to near. */
export function meshDrawing(data: MeshPanel, instant: number, width: number, height: number, azimuth = -Math.PI / 2): Drawing {
  const vertices = decode(data.vertices).values;
  const faces = decode(data.faces).values;
  const values = at(data, instant);
  const colours = colourScale(rangeOf(data));
  const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  for (let i = 0; i < vertices.length; i++) {
    low[i % 3] = Math.min(low[i % 3], vertices[i]);
    high[i % 3] = Math.max(high[i % 3], vertices[i]);
  }
  const centre = low.map((v, k) => (v + high[k]) / 2) as [number, number, number];
  const wide = Math.hypot(high[0] - low[0], high[1] - low[1]);
  const eye: Eye = {
    azimuth,
    elevation: 0,
    centre,
    scale: Math.min((width - 120) / wide, (height - 24) / (high[2] - low[2] || 1)),
    middle: [(width - 90) / 2, height / 2],
  };
  const seen = Array.from({ length: vertices.length / 3 }, (_, i) => project(eye, vertices.subarray(3 * i, 3 * i + 3)));
  const triangles: { depth: number; shape: Shape }[] = [];
  for (let t = 0; t < faces.length; t += 3) {
    const [a, b, c] = [faces[t], faces[t + 1], faces[t + 2]];
    const colour = colours.colour((values[a] + values[b] + values[c]) / 3);
    const run = [a, b, c].map((i): Point => [seen[i][0], seen[i][1]]);
    triangles.push({
      depth: seen[a][2] + seen[b][2] + seen[c][2],
      // the thin rim closes the seams between neighbours
      shape: { kind: "path", runs: [run], fill: colour, stroke: colour, width: 0.3, closed: true },
    });
  }
  triangles.sort((p, q) => p.depth - q.depth);
  const shapes = triangles.map((t) => t.shape);
  // names in a column beside the surface, each with a line to its point: points may lie close together
  const beside = Math.max(...seen.map((p) => p[0])) + 18;
  let next = -Infinity;
  const sites = data.sites.map((site) => ({ name: site.name, at: project(eye, site.at) }));
  for (const { name, at: [x, y] } of sites.sort((p, q) => p.at[1] - q.at[1] || q.at[0] - p.at[0])) {
    const row = Math.max(y, next);
    next = row + 15;
    shapes.push(line([x, y], [beside - 4, row], "grey", 0.8), { kind: "circle", x, y, r: 3, fill: "ink" }, label(beside, row + 4, name));
  }
  shapes.push(...colourBar(rangeOf(data), data.unit ? `${data.label} [${data.unit}]` : data.label, width - 84, 12, height - 24));
  return { width, height, shapes };
}

export function meshPanel(data: MeshPanel, context: Context): HTMLElement {
  let instant = 0;
  let recolour = () => {};
  const holder = make("div", { class: "stage mesh" });
  const bar = make("div", { class: "bar" });
  const showBar = () => {
    const shapes = colourBar(rangeOf(data), data.unit ? `${data.label} [${data.unit}]` : data.label, 4, 10, 240);
    bar.innerHTML = `<svg viewBox="0 0 84 260" role="img" aria-label="Colours">${onScreen(shapes)}</svg>`;
  };
  const describe = () => {
    const found = extent([at(data, instant)]);
    return `${data.title}, ${data.instants[instant] ?? ""}: ${data.label} from ${written(found?.[0] ?? NaN)} to ${written(found?.[1] ?? NaN)} ${data.unit}`;
  };
  let picture: (() => Promise<Blob>) | undefined;
  try {
    const space = new Space();
    const geometry = new BufferGeometry();
    const vertices = decode(data.vertices).values;
    geometry.setAttribute("position", new BufferAttribute(vertices, 3));
    geometry.setIndex(Array.from(decode(data.faces).values));
    geometry.setAttribute("color", new BufferAttribute(new Float32Array(vertices.length), 3));
    geometry.computeVertexNormals();
    geometry.computeBoundingSphere();
    const sphere = geometry.boundingSphere;
    geometry.computeBoundingBox();
    const size = geometry.boundingBox?.getSize(new Vector3());
    const tall = !!size && size.z > 2.5 * Math.hypot(size.x, size.y);
    holder.classList.toggle("tall", tall);
    space.scene.add(new Mesh(geometry, new MeshLambertMaterial({ vertexColors: true, side: DoubleSide })));
    for (const site of data.sites) {
      const ball = new Mesh(new SphereGeometry(0.012 * (sphere?.radius ?? 1), 16, 12), new MeshBasicMaterial({ color: "#111111" }));
      ball.position.set(...site.at);
      space.scene.add(ball);
    }
    recolour = () => {
      const colours = colourScale(rangeOf(data));
      const values = at(data, instant);
      const target = geometry.getAttribute("color");
      const c = new Color();
      for (let i = 0; i < values.length; i++) {
        c.set(colours.colour(values[i]));
        target.setXYZ(i, c.r, c.g, c.b);
      }
      target.needsUpdate = true;
      space.canvas.setAttribute("aria-label", describe());
      space.recolour();
    };
    space.sun.position.set(2, -4, 5);
    space.canvas.setAttribute("role", "img");
    space.canvas.setAttribute("tabindex", "0");
    space.canvas.addEventListener("keydown", (event) => {
      const turn = ({ ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] } as Record<string, [number, number]>)[event.key];
      if (!turn) return;
      space.turn(...turn);
      event.preventDefault();
    });
    holder.append(space.canvas);
    picture = () => space.picture();
    if (sphere) space.place(sphere.center.clone(), new Vector3(0.4, -1, 0.12), (tall ? 2.1 : 2.5) * sphere.radius / Math.tan((0.5 * space.camera.fov * Math.PI) / 180) / 2);
    new ResizeObserver(() => space.resize()).observe(holder);
    context.onRecolour(() => space.recolour());
  } catch {
    const flat = make("div", { class: "strip shown" });
    recolour = () => {
      const drawing = meshDrawing(data, instant, 640, 420);
      flat.innerHTML = `<svg viewBox="0 0 640 420" role="img">${onScreen(drawing.shapes)}</svg>`;
      flat.firstElementChild?.setAttribute("aria-label", describe());
    };
    holder.replaceWith(flat);
    holder.append(flat);
  }
  const instants = choice("At", data.instants.map((name, i) => [String(i), name]), "0", (v) => {
    instant = Number(v);
    recolour();
  });
  const paper = make("div", { class: "strip", "aria-hidden": "true" });
  const said = make("p", { class: "on-paper" });
  context.onPrint(() => {
    const drawing = meshDrawing(data, instant, 640, 420);
    paper.innerHTML = `<svg viewBox="0 0 640 420">${onScreen(drawing.shapes)}</svg>`;
    said.textContent = data.instants[instant] ?? "";
  });
  showBar();
  recolour();
  const { values, shape } = decode(data.values);
  const vertices = decode(data.vertices).values;
  const rows = () => Array.from({ length: shape[1] }, (_, i) => [...vertices.subarray(3 * i, 3 * i + 3), ...Array.from({ length: shape[0] }, (_, k) => values[k * shape[1] + i])]);
  const controls = make(
    "div",
    { class: "controls" },
    data.instants.length > 1 ? instants.element : make("span", {}, data.instants[0] ?? ""),
    exportButtons(data.id, data.title, {
      csv: () => csv(["x [m]", "y [m]", "z [m]", ...data.instants.map((t) => `${data.label}, ${t} [${data.unit}]`)], rows()),
      drawing: () => sheet(`${data.title}, ${data.instants[instant] ?? ""}`, [[meshDrawing(data, instant, 640, 420)]], data.caption),
      picture,
    }),
  );
  return make("div", { class: "scene" }, controls, make("div", { class: "with-bar" }, holder, bar), said, paper);
}

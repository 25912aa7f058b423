// A scene without WebGL: the same bodies, projected and painted from far to near.

import { turned } from "./body";
import { paint } from "./canvas";
import type { ScenePanel } from "./contract";
import { decode } from "./decode";
import { line, type Colour, type Shape } from "./drawing";
import { ground, posture, project, traces, type Eye, type Vector } from "./projection";
import { pageColour, pictureOf, type Stage, type ViewName } from "./stage";

/** What the picture keeps in its middle. */
export function middleOf(scene: ScenePanel, frame: number): Vector {
  const encoded = scene.motions[0]?.position ?? scene.links[0]?.path ?? scene.points[0]?.path;
  if (!encoded) return [0, 0, 0];
  const { values, shape } = decode(encoded);
  const at = 3 * frame * shape[1];
  if (scene.motions.length) return [values[at], values[at + 1], values[at + 2]];
  const sum = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < shape[1]; i++)
    if (Number.isFinite(values[at + 3 * i])) {
      count++;
      for (let k = 0; k < 3; k++) sum[k] += values[at + 3 * i + k];
    }
  return sum.map((v) => v / Math.max(1, count)) as Vector;
}

/** Height of what moves, over the whole record [m]. */
export function heightOf(scene: ScenePanel): number {
  const [low, high] = reachOf(scene);
  return high > low ? Math.max(0.3, high - low) : 2;
}

/** Lowest and highest point of what moves, bodies with their flesh, over the whole record [m]. */
export function reachOf(scene: ScenePanel): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const encoded of [...scene.motions.map((m) => m.position), ...scene.links.map((l) => l.path)]) {
    const { values } = decode(encoded);
    for (let i = 2; i < values.length; i += 3)
      if (Number.isFinite(values[i])) [low, high] = [Math.min(low, values[i]), Math.max(high, values[i])];
  }
  for (const motion of scene.motions) {
    const [position, quaternion] = [decode(motion.position), decode(motion.quaternion)];
    const frames = position.shape[0];
    for (let f = 0; f < frames; f += Math.max(1, Math.floor(frames / 20)))
      scene.bodies.forEach((body, b) => {
        const at = f * scene.bodies.length + b;
        const z = position.values[3 * at + 2];
        if (!Number.isFinite(z)) return;
        for (const row of body.sections) {
          const up = turned(quaternion.values, 4 * at, row)[2];
          [low, high] = [Math.min(low, z + up), Math.max(high, z + up)];
        }
      });
  }
  return [low, high];
}

export class SceneFlat implements Stage {
  readonly element = document.createElement("canvas");
  readonly means = "flat";
  private azimuth = 0;
  private elevation = 0.12;
  private factor = 1;
  private frame = 0;
  private following = true;
  private centre: Vector;
  private hidden: ReadonlySet<string> = new Set();
  private waiting = false;
  private readonly tall: number;

  constructor(private readonly data: ScenePanel) {
    this.tall = heightOf(data);
    const [low, high] = reachOf(data);
    const [x, y] = middleOf(data, 0);
    this.centre = [x, y, high > low ? (low + high) / 2 : 0];
    this.look("side");
    this.turn(0.6, 0.06);
    this.element.addEventListener("pointermove", (event) => {
      if (event.buttons) this.turn(-event.movementX / 150, event.movementY / 150);
    });
  }

  show(frame: number): void {
    this.frame = frame;
    if (this.following) {
      const [x, y] = middleOf(this.data, frame);
      if (Number.isFinite(x)) this.centre = [x, y, this.centre[2]];
    }
    this.ask();
  }

  hide(layers: ReadonlySet<string>): void {
    this.hidden = layers;
    this.ask();
  }

  look(view: ViewName): void {
    const turn = { front: 0, side: -Math.PI / 2, top: -Math.PI / 2 }[view];
    this.azimuth = this.data.heading + turn;
    this.elevation = view === "top" ? 1.5 : 0.06;
    this.factor = 1;
    this.ask();
  }

  turn(azimuth: number, elevation: number): void {
    this.azimuth += azimuth;
    this.elevation = Math.min(1.5, Math.max(0, this.elevation + elevation));
    this.ask();
  }

  zoom(factor: number): void {
    this.factor *= factor;
    this.ask();
  }

  follow(on: boolean): void {
    this.following = on;
  }

  resize(): void {
    this.ask();
  }

  recolour(): void {
    this.ask();
  }

  picture(): Promise<Blob> {
    this.draw();
    return pictureOf(this.element);
  }

  private ask(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  private draw(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    const pen = this.element.getContext("2d");
    if (!width || !pen) return;
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    this.element.width = width * ratio;
    this.element.height = height * ratio;
    pen.scale(ratio, ratio);
    pen.fillStyle = pageColour("stage");
    pen.fillRect(0, 0, width, height);
    const eye: Eye = {
      azimuth: this.azimuth,
      elevation: this.elevation,
      centre: this.centre,
      scale: (this.factor * height) / (1.2 * this.tall),
      middle: [width / 2, height / 2],
    };
    const shapes: Shape[] = [];
    if (this.data.floor) {
      const [cx, cy] = [Math.round(2 * this.centre[0]) / 2, Math.round(2 * this.centre[1]) / 2];
      for (let k = -6; k <= 6; k++)
        for (const [a, b] of [
          [[cx + k / 2, cy - 3, 0], [cx + k / 2, cy + 3, 0]],
          [[cx - 3, cy + k / 2, 0], [cx + 3, cy + k / 2, 0]],
        ]) {
          const [p, q] = [project(eye, a), project(eye, b)];
          shapes.push(line([p[0], p[1]], [q[0], q[1]], "faint"));
        }
    }
    shapes.push(...ground(this.data, eye), ...traces(this.data, this.frame, eye, this.hidden));
    shapes.push(...posture(this.data, this.frame, eye, this.hidden));
    const colours = new Map<Colour, string>();
    paint(pen, shapes, (c) => {
      let found = colours.get(c);
      if (found === undefined) colours.set(c, (found = pageColour(c)));
      return found;
    });
  }
}

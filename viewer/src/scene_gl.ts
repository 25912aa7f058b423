// A scene in WebGL: bodies, points, arrows, arcs, traces, plates and floor, moved frame by frame.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  GridHelper,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  OctahedronGeometry,
  PlaneGeometry,
  Quaternion,
  SphereGeometry,
  TorusGeometry,
  Vector3,
  type Material,
  type Object3D,
} from "three";

import { surface } from "./body";
import type { Role, ScenePanel } from "./contract";
import { decode } from "./decode";
import { skin } from "./projection";
import { reachOf } from "./scene_flat";
import { Space } from "./space";
import { pageColour, type Stage, type ViewName } from "./stage";

const UP = new Vector3(0, 1, 0); // three's cylinders and cones stand along y
const Z = new Vector3(0, 0, 1);
const NOWHERE = new Matrix4().makeScale(0, 0, 0);

interface Part {
  layer: string;
  object: Object3D;
  show(frame: number): void;
}

const finite = (a: ArrayLike<number>, i: number, n = 3) => {
  for (let k = 0; k < n; k++) if (!Number.isFinite(a[i + k])) return false;
  return true;
};

/** The box that the scene's main contents fill over the whole record. */
function bounds(scene: ScenePanel): { low: Vector3; high: Vector3 } {
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = new Vector3(-Infinity, -Infinity, -Infinity);
  const p = new Vector3();
  const arrays = [...scene.motions.map((m) => m.position), ...scene.links.map((l) => l.path)];
  for (const encoded of arrays.length ? arrays : scene.points.map((s) => s.path)) {
    const { values } = decode(encoded);
    for (let i = 0; i < values.length; i += 3)
      if (finite(values, i)) {
        p.fromArray(values, i);
        low.min(p);
        high.max(p);
      }
  }
  return { low, high };
}

/** Size of what is seen at a time: the height over the record, or the width of one posture. */
function frameSize(scene: ScenePanel, tall: number): number {
  const set = scene.links[0] ?? scene.points[0];
  if (!set) return 2;
  const { values, shape } = decode(set.path);
  let wide = 0;
  for (let f = 0; f < shape[0]; f += Math.max(1, Math.floor(shape[0] / 40)))
    for (const k of [0, 1]) {
      let [low, high] = [Infinity, -Infinity];
      for (let i = 0; i < shape[1]; i++) {
        const v = values[3 * (f * shape[1] + i) + k];
        if (Number.isFinite(v)) [low, high] = [Math.min(low, v), Math.max(high, v)];
      }
      if (high - low > wide) wide = high - low;
    }
  // pictures are about twice as wide as high
  return Math.max(0.02, tall, 0.7 * wide);
}

export class SceneGL implements Stage {
  readonly element: HTMLCanvasElement;
  readonly means = "webgl";
  private readonly space = new Space();
  private readonly parts: Part[] = [];
  private readonly tinted: { material: MeshLambertMaterial | MeshStandardMaterial; role: Role }[] = [];
  private following = true;
  private frame = -1;
  private readonly centre = new Vector3();
  private readonly size: number;
  /** Height of the middle of what moves. */
  private readonly level: number;
  private grid: GridHelper | null = null;

  constructor(private readonly data: ScenePanel) {
    this.element = this.space.canvas;
    const { low, high } = bounds(data);
    // what one sees at a time: a body's height, or the whole of a small scene
    const [sole, crown] = reachOf(data);
    const tall = crown - sole;
    // what stands nearer than the middle looks larger, the more so the closer one is
    this.size = data.motions.length ? Math.max(0.3, Math.min(tall * 1.06 + 0.2, 2.6)) : 1.25 * frameSize(data, tall);
    this.level = (sole + crown) / 2;
    this.build(low, high);
    this.recolour();
    this.show(0);
    this.look("side");
    this.space.turn(0.6, 0.12);
  }

  /** A dull material in a colour of the page; `through`: seen through the body too. */
  private material(role: Role, through = false): MeshLambertMaterial {
    const made = new MeshLambertMaterial({ depthTest: !through, transparent: through, opacity: through ? 0.92 : 1 });
    this.tinted.push({ material: made, role });
    return made;
  }

  private add(part: Part): void {
    this.space.scene.add(part.object);
    this.parts.push(part);
  }

  private build(low: Vector3, high: Vector3): void {
    const { data } = this;
    for (const motion of data.motions) {
      const group = new Group();
      const position = decode(motion.position).values;
      const quaternion = decode(motion.quaternion).values;
      const meshes = data.bodies.map((body) => {
        const { positions, normals, indices } = surface(body);
        const geometry = new BufferGeometry();
        geometry.setAttribute("position", new BufferAttribute(positions, 3));
        geometry.setAttribute("normal", new BufferAttribute(normals, 3));
        geometry.setIndex(new BufferAttribute(indices, 1));
        const material = new MeshStandardMaterial({
          color: skin(body.role),
          roughness: 0.72,
          transparent: motion.ghost,
          opacity: motion.ghost ? 0.28 : 1,
          depthWrite: !motion.ghost,
        });
        const mesh = new Mesh(geometry, material);
        mesh.castShadow = !motion.ghost;
        mesh.frustumCulled = false;
        group.add(mesh);
        return mesh;
      });
      this.add({
        layer: motion.name,
        object: group,
        show: (frame) =>
          meshes.forEach((mesh, b) => {
            const at = frame * meshes.length + b;
            mesh.visible = finite(position, 3 * at);
            mesh.position.fromArray(position, 3 * at);
            mesh.quaternion.set(quaternion[4 * at + 1], quaternion[4 * at + 2], quaternion[4 * at + 3], quaternion[4 * at]);
          }),
      });
    }
    for (const set of data.points) {
      const { values, shape } = decode(set.path);
      const ball = new SphereGeometry(set.radius, 14, 10);
      const many = new InstancedMesh(ball, this.material(set.role, set.radius > 0.01), shape[1]);
      many.frustumCulled = false;
      const place = new Matrix4();
      this.add({
        layer: set.layer,
        object: many,
        show: (frame) => {
          for (let i = 0; i < shape[1]; i++) {
            const at = 3 * (frame * shape[1] + i);
            many.setMatrixAt(i, finite(values, at) ? place.makeTranslation(values[at], values[at + 1], values[at + 2]) : NOWHERE);
          }
          many.instanceMatrix.needsUpdate = true;
        },
      });
    }
    for (const link of data.links) {
      const { values, shape } = decode(link.path);
      const rods = new InstancedMesh(new CylinderGeometry(link.radius, link.radius, 1, 16), this.material(link.role), link.pairs.length);
      const ends = new InstancedMesh(new SphereGeometry(link.radius, 16, 12), rods.material as Material, 2 * link.pairs.length);
      const group = new Group();
      group.add(rods, ends);
      for (const mesh of [rods, ends]) {
        mesh.frustumCulled = false;
        mesh.castShadow = true;
      }
      const place = new Matrix4();
      const [a, b, middle, along, turn] = [new Vector3(), new Vector3(), new Vector3(), new Vector3(), new Quaternion()];
      this.add({
        layer: link.layer,
        object: group,
        show: (frame) => {
          link.pairs.forEach(([i, k], n) => {
            const from = 3 * (frame * shape[1] + i);
            const to = 3 * (frame * shape[1] + k);
            if (!finite(values, from) || !finite(values, to)) {
              rods.setMatrixAt(n, NOWHERE);
              ends.setMatrixAt(2 * n, NOWHERE);
              ends.setMatrixAt(2 * n + 1, NOWHERE);
              return;
            }
            a.fromArray(values, from);
            b.fromArray(values, to);
            along.subVectors(b, a);
            const length = along.length();
            turn.setFromUnitVectors(UP, along.normalize());
            middle.addVectors(a, b).multiplyScalar(0.5);
            rods.setMatrixAt(n, place.compose(middle, turn, new Vector3(1, length, 1)));
            ends.setMatrixAt(2 * n, place.makeTranslation(a));
            ends.setMatrixAt(2 * n + 1, place.makeTranslation(b));
          });
          rods.instanceMatrix.needsUpdate = true;
          ends.instanceMatrix.needsUpdate = true;
        },
      });
    }
    for (const arrow of data.arrows) {
      const [origin, vector] = [decode(arrow.origin).values, decode(arrow.vector).values];
      const material = this.material(arrow.role, true);
      const shaft = new Mesh(new CylinderGeometry(0.012, 0.012, 1, 14).translate(0, 0.5, 0), material);
      const head = new Mesh(new ConeGeometry(0.032, 0.085, 18).translate(0, -0.04, 0), material);
      const group = new Group();
      group.add(shaft, head);
      const along = new Vector3();
      this.add({
        layer: arrow.layer,
        object: group,
        show: (frame) => {
          along.fromArray(vector, 3 * frame).multiplyScalar(arrow.length);
          const length = along.length();
          const seen = finite(origin, 3 * frame) && length > 0.03;
          shaft.visible = head.visible = seen;
          if (!seen) return;
          group.position.fromArray(origin, 3 * frame);
          group.quaternion.setFromUnitVectors(UP, along.normalize());
          shaft.scale.y = Math.max(0.01, length - 0.07);
          head.position.y = length;
        },
      });
    }
    for (const arc of data.arcs) {
      const [origin, vector] = [decode(arc.origin).values, decode(arc.vector).values];
      const material = this.material(arc.role, true);
      const [radius, segments, around] = [0.085, 60, 8];
      const ring = new Mesh(new TorusGeometry(radius, 0.0065, around, segments, 1.7 * Math.PI), material);
      const head = new Mesh(new ConeGeometry(0.018, 0.045, 14), material);
      const group = new Group();
      group.add(ring, head);
      ring.frustumCulled = false;
      // triangles of a torus run ring by ring: reorder so that a part of the arc is a draw range
      const index = ring.geometry.getIndex();
      if (index) {
        const old = Array.from(index.array);
        const next: number[] = [];
        for (let s = 0; s < segments; s++) for (let r = 0; r < around; r++) next.push(...old.slice(6 * (r * segments + s), 6 * (r * segments + s) + 6));
        ring.geometry.setIndex(next);
      }
      const axis = new Vector3();
      this.add({
        layer: arc.layer,
        object: group,
        show: (frame) => {
          axis.fromArray(vector, 3 * frame);
          const part = Math.min(1, axis.length() / arc.full);
          const seen = finite(origin, 3 * frame) && finite(vector, 3 * frame) && part > 0.03;
          ring.visible = head.visible = seen;
          if (!seen) return;
          group.position.fromArray(origin, 3 * frame);
          group.quaternion.setFromUnitVectors(Z, axis.normalize());
          const shown = Math.max(1, Math.round(part * segments));
          ring.geometry.setDrawRange(0, shown * around * 6);
          const end = (1.7 * Math.PI * shown) / segments;
          head.position.set(radius * Math.cos(end), radius * Math.sin(end), 0);
          head.rotation.z = end;
        },
      });
    }
    for (const trace of data.traces) {
      const { values, shape } = decode(trace.path);
      // one bead a frame in which the point is known; how many there are up to each frame
      const known = Array.from({ length: shape[0] }, (_, f) => f).filter((f) => finite(values, 3 * f));
      const beads = new InstancedMesh(new OctahedronGeometry(0.007, 0), this.material(trace.role), known.length);
      beads.frustumCulled = false;
      const place = new Matrix4();
      known.forEach((f, i) => beads.setMatrixAt(i, place.makeTranslation(values[3 * f], values[3 * f + 1], values[3 * f + 2])));
      const until = new Uint32Array(shape[0]);
      for (let f = 0, i = 0; f < shape[0]; f++) {
        if (known[i] === f) i++;
        until[f] = i;
      }
      this.add({ layer: trace.layer, object: beads, show: (frame) => void (beads.count = until[frame]) });
    }
    for (const plate of data.plates) {
      const geometry = new BufferGeometry();
      const corners = [0, 1, 2, 0, 2, 3].flatMap((i) => {
        const [x, y, z] = plate.corners[i];
        return [x, y, z + 0.003];
      });
      geometry.setAttribute("position", new BufferAttribute(Float32Array.from(corners), 3));
      geometry.computeVertexNormals();
      const material = this.material("plate" as Role);
      material.side = DoubleSide;
      const mesh = new Mesh(geometry, material);
      mesh.receiveShadow = true;
      this.space.scene.add(mesh);
    }
    if (data.floor) {
      const wide = 2 * Math.ceil(Math.max(high.x - low.x, high.y - low.y, 2) + 6);
      const [x, y] = [Math.round((low.x + high.x) / 2), Math.round((low.y + high.y) / 2)];
      const plane = new Mesh(new PlaneGeometry(wide, wide), this.material("floor" as Role));
      plane.position.set(x, y, -0.002);
      plane.receiveShadow = true;
      this.grid = new GridHelper(wide, 2 * wide);
      this.grid.rotation.x = Math.PI / 2;
      this.grid.position.set(x, y, 0.001);
      this.space.scene.add(plane, this.grid);
    }
    const { sun } = this.space;
    sun.castShadow = data.floor;
    sun.shadow.mapSize.set(1024, 1024);
    sun.shadow.radius = 5;
    Object.assign(sun.shadow.camera, { left: -1.6, right: 1.6, top: 1.6, bottom: -1.6, near: 0.5, far: 9 });
    sun.shadow.bias = -0.002;
  }

  /** What the camera keeps in view. */
  private subject(frame: number): Vector3 {
    const { data } = this;
    const found = new Vector3();
    if (data.motions.length) {
      found.fromArray(decode(data.motions[0].position).values, 3 * frame * data.bodies.length);
      found.z = this.level;
      return found;
    }
    const set = data.links[0] ?? data.points[0];
    if (!set) return found;
    const { values, shape } = decode(set.path);
    let count = 0;
    for (let i = 0; i < shape[1]; i++) {
      const at = 3 * (frame * shape[1] + i);
      if (!finite(values, at)) continue;
      found.add(new Vector3(values[at], values[at + 1], values[at + 2]));
      count++;
    }
    if (count) found.divideScalar(count);
    found.z = this.level;
    return found;
  }

  show(frame: number): void {
    if (frame === this.frame) return;
    const first = this.frame < 0;
    this.frame = frame;
    for (const part of this.parts) if (part.object.visible) part.show(frame);
    const now = this.subject(frame);
    if (this.following && !first && Number.isFinite(now.x)) {
      const step = now.clone().sub(this.centre);
      step.z = 0; // the body may rise and fall
      this.space.controls.target.add(step);
      this.space.camera.position.add(step);
    }
    if (Number.isFinite(now.x)) this.centre.copy(now);
    this.space.sun.target.position.copy(this.centre);
    this.space.sun.position.copy(this.centre).add(new Vector3(-0.9, -1.5, 4.2));
    this.space.ask();
  }

  hide(layers: ReadonlySet<string>): void {
    for (const part of this.parts) {
      part.object.visible = !layers.has(part.layer);
      if (part.object.visible && this.frame >= 0) part.show(this.frame);
    }
    this.space.ask();
  }

  look(view: ViewName): void {
    const h = this.data.heading;
    const ahead = new Vector3(Math.cos(h), Math.sin(h), 0);
    const direction = {
      front: ahead.clone().add(new Vector3(0, 0, 0.06)),
      side: new Vector3(ahead.y, -ahead.x, 0.06),
      // a little from behind, so that ahead is up on the picture
      top: ahead.clone().multiplyScalar(-0.02).add(new Vector3(0, 0, 1)),
    }[view];
    const distance = (0.5 * this.size) / Math.tan((0.5 * this.space.camera.fov * Math.PI) / 180);
    this.space.place(this.centre.clone(), direction, distance);
  }

  turn(azimuth: number, elevation: number): void {
    this.space.turn(azimuth, elevation);
  }

  zoom(factor: number): void {
    this.space.zoom(factor);
  }

  follow(on: boolean): void {
    this.following = on;
  }

  resize(): void {
    this.space.resize();
  }

  recolour(): void {
    for (const { material, role } of this.tinted) material.color = new Color(pageColour(role));
    if (this.grid) {
      const material = this.grid.material as unknown as { color: Color; vertexColors: boolean; needsUpdate: boolean };
      material.vertexColors = false;
      material.color = new Color(pageColour("gridline"));
      material.needsUpdate = true;
    }
    this.space.recolour();
  }

  picture(): Promise<Blob> {
    return this.space.picture();
  }
}

// Camera, lights and controls that scene and mesh share.

import {
  Color,
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  Scene,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

import { pageColour, pictureOf } from "./stage";

/** An empty space that draws itself when asked. Throws where there is no WebGL. */
export class Space {
  readonly canvas = document.createElement("canvas");
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(26, 1, 0.05, 200);
  readonly controls: OrbitControls;
  readonly sun = new DirectionalLight("#ffffff", 2.2);
  private readonly renderer: WebGLRenderer;
  private waiting = false;

  constructor() {
    this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: true, preserveDrawingBuffer: false });
    // asking whether shaders compiled would wait for them
    this.renderer.debug.checkShaderErrors = false;
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.shadowMap.enabled = true;
    this.camera.up.set(0, 0, 1);
    const sky = new HemisphereLight("#ffffff", "#a9afb6", 2.3);
    sky.position.set(0, 0, 1);
    this.scene.add(sky, this.sun, this.sun.target);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = false;
    this.controls.zoomSpeed = 0.7;
    // the page scrolls over the scene: the wheel zooms only with a key, as on maps
    this.canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== this.canvas) event.stopImmediatePropagation();
    }, { capture: true });
    this.controls.addEventListener("change", () => this.ask());
  }

  /** Draw soon, once. */
  ask(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  draw(): void {
    if (this.canvas.clientWidth) this.renderer.render(this.scene, this.camera);
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width || !height) return;
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.ask();
  }

  recolour(): void {
    this.scene.background = new Color(pageColour("stage"));
    this.ask();
  }

  /** Look at the target from a direction, at a distance. */
  place(target: Vector3, direction: Vector3, distance: number): void {
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(direction.clone().normalize(), distance);
    this.controls.update();
    this.ask();
  }

  turn(azimuth: number, elevation: number): void {
    const from = this.camera.position.clone().sub(this.controls.target);
    const radius = from.length();
    const around = Math.atan2(from.y, from.x) + azimuth;
    const above = Math.min(1.5, Math.max(-1.5, Math.asin(from.z / radius) + elevation));
    const flat = radius * Math.cos(above);
    const to = new Vector3(flat * Math.cos(around), flat * Math.sin(around), radius * Math.sin(above));
    this.place(this.controls.target.clone(), to, radius);
  }

  zoom(factor: number): void {
    const from = this.camera.position.clone().sub(this.controls.target);
    this.place(this.controls.target.clone(), from, from.length() / factor);
  }

  picture(): Promise<Blob> {
    this.draw();
    return pictureOf(this.canvas);
  }
}

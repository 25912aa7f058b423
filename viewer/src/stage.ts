// What a scene is shown on: WebGL where there is some, a flat drawing otherwise.

export type ViewName = "front" | "side" | "top";

export interface Stage {
  readonly element: HTMLCanvasElement;
  /** "webgl" or "flat". */
  readonly means: string;
  show(frame: number): void;
  hide(layers: ReadonlySet<string>): void;
  look(view: ViewName): void;
  turn(azimuth: number, elevation: number): void;
  zoom(factor: number): void;
  follow(on: boolean): void;
  resize(): void;
  recolour(): void;
  picture(): Promise<Blob>;
}

/** A picture of a canvas just drawn. */
export function pictureOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture came out"))), "image/png"),
  );
}

/** The page's colour of a role, as it is now (light or dark). */
export function pageColour(role: string): string {
  return role.startsWith("#") ? role : getComputedStyle(document.documentElement).getPropertyValue(`--${role}`).trim();
}

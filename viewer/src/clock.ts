// The one time that scene and plots share, and what the reader has chosen for all of them.

import type { Clock, Side, StrideSpan } from "./contract";
import { frameAt, percentAt, strideAt } from "./cycle";
import { decode } from "./decode";

export type Change = "time" | "choice" | "playing";

/** State of one clock; listeners are told what changed. */
export class Timeline {
  readonly time: Float32Array;
  readonly strides: StrideSpan[];
  readonly stances: Clock["stances"];
  t: number;
  playing = false;
  speed = 1;
  over: "stride" | "time";
  chosen: "mean" | "all" | number = "mean";
  /** Percent of the stride under the pointer; null where nothing is pointed at. */
  pointed: number | null = null;
  private readonly listeners = new Set<(change: Change) => void>();
  private request = 0;

  constructor(clock: Clock) {
    this.time = decode(clock.time).values;
    this.strides = clock.strides;
    this.stances = clock.stances;
    this.over = clock.strides.length ? "stride" : "time";
    this.t = this.clamped(clock.start);
  }

  on(listener: (change: Change) => void): void {
    this.listeners.add(listener);
  }

  get first(): number {
    return this.time[0];
  }

  get last(): number {
    return this.time[this.time.length - 1];
  }

  /** Frame nearest to the time shown. */
  get frame(): number {
    return frameAt(this.time, this.t);
  }

  seek(t: number): void {
    this.t = this.clamped(t);
    this.tell("time");
  }

  /** So many frames on; stops playing. */
  step(frames: number): void {
    this.pause();
    this.pointed = null;
    const next = Math.min(this.time.length - 1, Math.max(0, this.frame + frames));
    this.seek(this.time[next]);
  }

  /** Point at a percentage of the stride: the time follows in the stride that is looked at. */
  point(percent: number | null): void {
    this.pointed = percent;
    const stride = percent === null ? null : this.reference();
    if (stride && percent !== null) this.t = this.clamped(stride.start + (percent / 100) * (stride.stop - stride.start));
    this.tell("time");
  }

  /** The stride chosen, else the one that holds the time shown, else the first. */
  reference(): StrideSpan | null {
    if (typeof this.chosen === "number") return this.strides[this.chosen];
    return strideAt(this.strides, "left", this.t) ?? strideAt(this.strides, "right", this.t) ?? this.strides[0] ?? null;
  }

  /** Percent of the stride of a side at the time shown; null outside its strides. */
  percent(side: Side): number | null {
    const own = typeof this.chosen === "number" && this.strides[this.chosen].side === side ? this.strides[this.chosen] : null;
    const stride = own && this.t >= own.start - 1e-6 && this.t <= own.stop + 1e-6 ? own : strideAt(this.strides, side, this.t);
    return stride && percentAt(stride, this.t);
  }

  onGround(side: Side): boolean | null {
    const stances = this.stances[side];
    if (!stances) return null;
    return stances.some(([a, b]) => this.t >= a && this.t <= b);
  }

  choose(over: "stride" | "time", chosen: "mean" | "all" | number): void {
    this.over = over;
    this.chosen = chosen;
    if (typeof chosen === "number") this.t = this.clamped(this.strides[chosen].start);
    this.tell("choice");
    this.tell("time");
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  play(): void {
    if (this.playing) return;
    this.playing = true;
    this.pointed = null;
    if (this.t >= this.last - 1e-6) this.t = this.first;
    let before = performance.now();
    const tick = (now: number) => {
      if (!this.playing) return;
      const next = this.t + (this.speed * Math.max(0, now - before)) / 1000;
      before = now;
      // a walk is watched again and again
      this.seek(next > this.last ? this.first : next);
      this.request = requestAnimationFrame(tick);
    };
    this.request = requestAnimationFrame(tick);
    this.tell("playing");
  }

  pause(): void {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.request);
    this.tell("playing");
  }

  /** "0.52 s. Left foot on the ground, right foot in the air." */
  words(): string {
    const feet = (["left", "right"] as const).flatMap((side) => {
      const down = this.onGround(side);
      return down === null ? [] : [`${side} foot ${down ? "on the ground" : "in the air"}`];
    });
    return `${this.t.toFixed(2)} s${feet.length ? `, ${feet.join(", ")}` : ""}`;
  }

  private clamped(t: number): number {
    return Math.min(this.last, Math.max(this.first, t));
  }

  private tell(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }
}

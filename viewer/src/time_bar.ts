// Play, slider, playback's speed and the time in words, for one clock.

import type { Timeline } from "./clock";
import type { Context } from "./context";
import { button, choice, make } from "./elements";

const PLAY = "▶";
const PAUSE = "❚❚";

export function timeBar(timeline: Timeline, context: Context): HTMLElement {
  const play = button(PLAY, () => timeline.toggle(), { class: "play", "aria-label": "Play" });
  const slider = make("input", {
    type: "range",
    min: 0,
    max: timeline.time.length - 1,
    step: 1,
    value: timeline.frame,
    "aria-label": "Time",
  });
  const clock = make("span", { class: "clock" });
  const feet = make("span", { class: "feet" });
  slider.addEventListener("input", () => {
    timeline.pause();
    timeline.pointed = null;
    timeline.seek(timeline.time[Number(slider.value)]);
  });
  slider.addEventListener("change", () => context.say(timeline.words()));
  const speed = choice("Playback", [["0.1", "× 0.1"], ["0.25", "× 0.25"], ["0.5", "× 0.5"], ["1", "× 1"]], "1", (v) => {
    timeline.speed = Number(v);
  });
  const show = () => {
    slider.value = String(timeline.frame);
    slider.setAttribute("aria-valuetext", timeline.words());
    clock.textContent = `${timeline.t.toFixed(2)} s`;
    const shown = (["left", "right"] as const).flatMap((side) => {
      const down = timeline.onGround(side);
      return down === null ? [] : [make("span", { class: down ? side : "air" }, `${side}: ${down ? "on ground" : "in air"}`)];
    });
    feet.replaceChildren(...shown);
  };
  timeline.on((change) => {
    if (change === "time") show();
    if (change === "playing") {
      play.textContent = timeline.playing ? PAUSE : PLAY;
      play.setAttribute("aria-label", timeline.playing ? "Pause" : "Play");
      if (!timeline.playing) context.say(timeline.words());
    }
  });
  show();
  return make("div", { class: "timebar", role: "group", "aria-label": "Time of the recording" }, play, slider, clock, feet, speed.element);
}

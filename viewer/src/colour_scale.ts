// Values as colours: viridis for amounts, blue–grey–red for what has a sign.

// Nine points of matplotlib's viridis (Smith and van der Walt 2015, CC0).
const VIRIDIS = ["#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c", "#28ae80", "#5ec962", "#addc30", "#fde725"];
// Moreland's diverging map (2009), thinned.
const DIVERGING = ["#3b4cc0", "#6f92f3", "#aac7fd", "#dddcdc", "#f7b89c", "#e7745b", "#b40426"];

export interface ColourScale {
  from: number;
  to: number;
  colour(value: number): `#${string}`;
}

const channels = (hex: string) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));

/** A scale over a range; ranges on both sides of zero are made symmetric and diverge. */
export function colourScale(range: [number, number]): ColourScale {
  let [from, to] = range;
  const signed = from < 0 && to > 0;
  if (signed) {
    to = Math.max(-from, to);
    from = -to;
  }
  if (from === to) to = from + 1;
  const stops = (signed ? DIVERGING : VIRIDIS).map(channels);
  return {
    from,
    to,
    colour(value) {
      if (!Number.isFinite(value)) return "#e8e8e8";
      const t = Math.min(1, Math.max(0, (value - from) / (to - from))) * (stops.length - 1);
      const i = Math.min(stops.length - 2, Math.floor(t));
      const hex = stops[i].map((a, k) => Math.round(a + (t - i) * (stops[i + 1][k] - a)).toString(16).padStart(2, "0"));
      return `#${hex.join("")}`;
    },
  };
}

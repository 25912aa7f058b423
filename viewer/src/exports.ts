// The buttons that hand a panel on: its numbers as CSV, its drawing as SVG, PNG and PDF.

import { pngFile } from "./canvas";
import type { Drawing } from "./drawing";
import { button, make } from "./elements";
import { pdfFile } from "./pdf";
import { svgFile } from "./svg";

/** What a panel can give. */
export interface Content {
  csv(): string;
  drawing(): Drawing;
  /** A picture other than the drawing, such as the scene as it is seen. */
  picture?(): Promise<Blob>;
}

/** Hand a file to the reader. */
export function save(name: string, blob: Blob): void {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Four buttons for one panel. */
export function exportButtons(id: string, title: string, content: Content): HTMLElement {
  const text = (name: string, type: string, value: () => string) => () => save(name, new Blob([value()], { type }));
  const files: [string, () => void | Promise<void>][] = [
    ["CSV", text(`${id}.csv`, "text/csv", () => `\ufeff${content.csv()}`)],
    ["SVG", text(`${id}.svg`, "image/svg+xml", () => svgFile(content.drawing()))],
    ["PNG", async () => save(`${id}.png`, await (content.picture?.() ?? pngFile(content.drawing())))],
    ["PDF", () => save(`${id}.pdf`, new Blob([pdfFile(content.drawing(), title)], { type: "application/pdf" }))],
  ];
  return make(
    "div",
    { class: "exports", role: "group", "aria-label": `Save ${title}` },
    ...files.map(([name, does]) => button(name, () => void does(), { "aria-label": `Save ${title} as ${name}` })),
  );
}

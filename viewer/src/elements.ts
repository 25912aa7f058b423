// Making elements; text is always text, never markup.

type Attributes = Record<string, string | number | boolean | null | undefined>;

/** An element with attributes and content. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...content: (Node | string | null)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const part of content) if (part !== null) element.append(part);
  return element;
}

/** A button that does something. */
export function button(text: string, does: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = make("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", does);
  return made;
}

/** A choice among few, with its label. */
export function choice(
  text: string,
  options: [value: string, shown: string][],
  chosen: string,
  does: (value: string) => void,
): { element: HTMLElement; select: HTMLSelectElement } {
  const select = make("select", { "aria-label": text });
  for (const [value, shown] of options) select.append(make("option", { value, selected: value === chosen }, shown));
  select.addEventListener("change", () => does(select.value));
  return { element: make("label", { class: "choice" }, make("span", {}, text), select), select };
}

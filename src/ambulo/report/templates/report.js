// Reading values off the figures: a cursor through all axes of a figure, and the curves' values.
// Everything is taken from the drawing itself; without scripts the page is complete all the same.
(() => {
  const box = document.createElement("div");
  box.className = "reading";
  box.hidden = true;
  document.body.append(box);

  const runs = new WeakMap();
  const points = (path) => {
    if (!runs.has(path)) {
      const pieces = path.getAttribute("d").split("M").filter(Boolean);
      runs.set(path, pieces.map((run) => run.split(" ").map((point) => point.split(",").map(Number))));
    }
    return runs.get(path);
  };
  const heightAt = (path, x) => {
    for (const run of points(path)) {
      for (let i = 1; i < run.length; i++) {
        const [a, b] = [run[i - 1], run[i]];
        if (x >= a[0] && x <= b[0]) return a[1] + ((b[1] - a[1]) * (x - a[0])) / (b[0] - a[0] || 1);
      }
    }
    return null;
  };
  const frame = (axes) => {
    const [left, top, width, height, x0, x1, y0, y1] = axes.dataset.axes.split(" ").map(Number);
    return { left, top, width, height, x0, x1, y0, y1 };
  };
  const round = (value) => String(Number(value.toPrecision(3))).replace("-", "−");

  for (const svg of document.querySelectorAll(".figure svg")) {
    const all = [...svg.querySelectorAll("[data-axes]")];
    if (!all.length) continue;
    const cursor = document.createElementNS(svg.namespaceURI, "path");
    cursor.setAttribute("stroke", "#1f2933");
    cursor.setAttribute("stroke-width", "0.8");
    cursor.setAttribute("pointer-events", "none");
    svg.append(cursor);
    const hide = () => {
      box.hidden = true;
      cursor.removeAttribute("d");
    };
    svg.addEventListener("pointerleave", hide);
    svg.addEventListener("pointermove", (event) => {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      const axes = all.find((g) => {
        const f = frame(g);
        return at.x >= f.left && at.x <= f.left + f.width && at.y >= f.top && at.y <= f.top + f.height;
      });
      if (!axes) return hide();
      const f = frame(axes);
      const part = (at.x - f.left) / f.width;
      cursor.setAttribute(
        "d",
        all.map(frame).map((g) => `M${g.left + part * g.width},${g.top}v${g.height}`).join(""),
      );
      box.replaceChildren();
      const add = (text, colour) => {
        const line = document.createElement("div");
        line.textContent = text;
        if (colour) line.style.color = colour;
        box.append(line);
      };
      add(`${round(f.x0 + part * (f.x1 - f.x0))} ${axes.dataset.x}`);
      for (const path of axes.querySelectorAll("[data-label]")) {
        const y = heightAt(path, at.x);
        if (y === null) continue;
        const value = f.y0 + ((f.top + f.height - y) / f.height) * (f.y1 - f.y0);
        add(`${path.dataset.label} ${round(value)} ${axes.dataset.unit}`, path.getAttribute("stroke"));
      }
      box.hidden = false;
      const room = document.documentElement.clientWidth - box.offsetWidth - 8;
      box.style.left = `${Math.min(event.clientX + 14, room)}px`;
      box.style.top = `${event.clientY + 14}px`;
    });
  }
})();

// The pages in Chromium, without a network and with WebGL in software.
//
// PYTHON: the interpreter that has Ambulo; CHROMIUM: the browser; SHOTS: a folder that keeps the
// pictures taken (a temporary one otherwise); PAGES: pages made before, to save making them again.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const pages = process.env.PAGES ?? mkdtempSync(join(tmpdir(), "ambulo-pages-"));
const shots = process.env.SHOTS ?? mkdtempSync(join(tmpdir(), "ambulo-shots-"));
if (!process.env.PAGES) process.on("exit", () => rmSync(pages, { recursive: true, force: true }));
mkdirSync(shots, { recursive: true });
if (!existsSync(join(pages, "expected.json")))
  execFileSync(process.env.PYTHON ?? "python3", [join(here, "pages.py"), pages], { stdio: "inherit" });
const expected = JSON.parse(readFileSync(join(pages, "expected.json"), "utf8"));
const axe = readFileSync(join(here, "..", "node_modules", "axe-core", "axe.min.js"), "utf8");

const common = ["--no-sandbox", "--disable-gpu-rasterization", "--disable-background-networking", "--disable-component-update", "--no-first-run"];
const launch = (...args) =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: [...common, ...args] });
const browser = await launch("--use-angle=swiftshader", "--enable-unsafe-swiftshader");

/** Open a page and note everything that it should not do. */
async function open(file, { width = 1280, height = 900, scheme = "light", reduced = false, timed = false, from = browser } = {}) {
  const context = await from.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: reduced ? "reduce" : "no-preference",
    acceptDownloads: true,
  });
  const page = await context.newPage();
  // a busy machine takes minutes for a page or its picture
  page.setDefaultTimeout(600_000);
  if (timed)
    await page.addInitScript(() => {
      globalThis.frames_ = 0;
      let last = NaN;
      const ask = globalThis.requestAnimationFrame.bind(globalThis);
      globalThis.requestAnimationFrame = (does) =>
        ask((now) => {
          if (now !== last) globalThis.frames_++;
          last = now;
          does(now);
        });
    });
  const faults = [];
  page.on("console", (message) => {
    // the software renderer tells how slow it is
    if (["error", "warning"].includes(message.type()) && !/GPU stall|swiftshader|SwiftShader/.test(message.text())) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => {
    if (!/^(file|blob|data):/.test(request.url())) faults.push(`request: ${request.url()}`);
  });
  await page.goto(pathToFileURL(join(pages, file)).href, { timeout: 600_000 });
  await page.waitForSelector("html[data-complete]", { timeout: 600_000 });
  return { page, faults, close: () => context.close() };
}

const tests = [];
const test = (name, does) => tests.push([name, does]);
const seek = (page, frame) =>
  page.$eval(".timebar input[type=range]", (slider, value) => {
    slider.value = String(value);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }, frame);
const reading = async (page, panel, title) => {
  const name = page.locator(`#${panel} figure`).filter({ hasText: title }).first();
  await name.scrollIntoViewIfNeeded();
  await page.waitForTimeout(150);
  return name.locator(".value").allTextContents();
};
const number = (text) => Number(text.replace("−", "-"));

test("loads without a request or an error, soon", async () => {
  const { page, faults, close } = await open("demo/report.html");
  const took = await page.evaluate(() => performance.getEntriesByName("built")[0].startTime);
  const size = readFileSync(join(pages, "demo/report.html")).length / 1e6;
  console.log(`  readable after ${Math.round(took)} ms, ${size.toFixed(2)} MB`);
  assert.deepEqual(faults, []);
  assert.ok(size < 3);
  assert.equal(await page.locator(".stage").getAttribute("data-means"), "webgl");
  await page.screenshot({ path: join(shots, "report-1280.png") });
  await close();
});

test("the slider moves scene and plots together", async () => {
  const { page, faults, close } = await open("demo/report.html", { height: 1900 });
  await page.locator(".stage").scrollIntoViewIfNeeded();
  const state = async () => ({
    clock: await page.locator(".clock").textContent(),
    scene: (await page.locator(".stage canvas").screenshot()).toString("base64"),
    cursor: await page.locator("#angles .cursor path").first().getAttribute("d"),
    values: await page.locator("#angles .values").allTextContents(),
  });
  await seek(page, 120);
  await page.waitForTimeout(600);
  const before = await state();
  await seek(page, 150);
  await page.waitForTimeout(600);
  const after = await state();
  for (const what of Object.keys(before)) assert.notDeepEqual(before[what], after[what], what);
  assert.equal(after.clock, `${expected.time[150].toFixed(2)} s`);
  assert.deepEqual(faults, []);
  await close();
});

test("values at a frame are those of results.nc", async () => {
  const { page, close } = await open("demo/report.html");
  await page.locator("#angles select").first().selectOption("time");
  for (const frame of [3, 97, 211, 340]) {
    await seek(page, frame);
    for (const [title, which, true_] of [
      ["Knee flexion", 0, expected.left_knee_flexion[frame]],
      ["Hip flexion", 1, expected.right_hip_flexion[frame]],
    ]) {
      const right = (text) => Math.abs(number(text) - true_) <= 0.5 * 10 ** -(text.split(".")[1]?.length ?? 0) + 1e-5;
      // a busy machine draws later
      let shown;
      for (let tries = 0; tries < 30; tries++) {
        shown = (await reading(page, "angles", title))[which];
        if (right(shown)) break;
      }
      assert.ok(right(shown), `${shown} at ${frame}, not ${true_}`);
    }
  }
  await close();
});

test("every table shows what the page was given, rounded", async () => {
  for (const file of ["demo/report.html", "kinds.html"]) {
    const { page, close } = await open(file);
    await page.evaluate(() => document.querySelectorAll("details").forEach((d) => (d.open = true)));
    await page.waitForTimeout(800);
    const { cells, wrong } = await page.evaluate(() => {
      const tables = JSON.parse(document.getElementById("data").textContent).sections.flatMap((s) => s.panels).filter((p) => p.kind === "table");
      let cells = 0;
      const wrong = [];
      for (const { id, rows } of tables) {
        const shown = [...document.querySelectorAll(`#${id} tbody tr`)];
        if (shown.length !== rows.length) wrong.push(`${id}: ${shown.length} rows of ${rows.length}`);
        rows.filter((row) => !row.heading).forEach((row, i) => {
          const texts = [...shown[rows.indexOf(row)].children].map((cell) => cell.textContent);
          row.cells.forEach((cell, k) => {
            cells++;
            const text = texts[k];
            const places = text.split(".")[1]?.length ?? 0;
            const near = typeof cell === "number" && Math.abs(Number(text.replace("−", "-")) - cell) <= 0.5 * 10 ** -places + 1e-9;
            if (!(typeof cell === "string" ? text === cell : cell === null ? ["–", ""].includes(text) : near)) wrong.push(`${id}, row ${i}: ${text} for ${cell}`);
          });
        });
      }
      return { cells, wrong };
    });
    assert.deepEqual(wrong, []);
    if (file.startsWith("demo")) assert.ok(cells > 200, `${cells} cells`);
    await close();
  }
});

test("pointing at a percentage reads all plots there, keys move on", async () => {
  const { page, faults, close } = await open("demo/report.html");
  const svg = page.locator("#angles figure svg").nth(3);
  await svg.scrollIntoViewIfNeeded();
  await page.waitForTimeout(300);
  const box = await svg.boundingBox();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.4);
  await page.waitForTimeout(200);
  const texts = await page.locator("#angles figure").nth(3).locator(".value").allTextContents();
  assert.equal(texts.length, 2);
  await page.mouse.move(2, 2);
  await svg.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const said = await page.locator("[aria-live]").textContent();
  assert.match(said, /% of the stride: Hip flexion, left −?[\d.]+/);
  assert.deepEqual(faults, []);
  await close();
});

test("the keyboard plays, steps and turns", async () => {
  const { page, close } = await open("demo/report.html");
  const canvas = page.locator(".stage canvas");
  await canvas.focus();
  const time = () => page.locator(".clock").textContent();
  const start = await time();
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await time(), start);
  await page.keyboard.press("Space");
  await page.waitForFunction((t) => document.querySelector(".clock").textContent !== t, await time());
  assert.equal(await page.locator(".play").getAttribute("aria-label"), "Pause");
  await page.keyboard.press("Space");
  const paused = await time();
  await page.waitForTimeout(300);
  assert.equal(await time(), paused);
  await close();
});

for (const [name, options, file = "demo/report.html"] of [
  ["light", {}],
  ["dark", { scheme: "dark" }],
  ["phone", { width: 400, height: 800, reduced: true }],
  ["compare", {}, "compare/compare.html"],
  ["study", {}, "study.html"],
  ["kinds", {}, "kinds.html"],
])
  test(`nothing serious for axe: ${name}`, async () => {
    const { page, faults, close } = await open(file, options);
    await page.evaluate(() => document.querySelectorAll("details").forEach((d) => (d.open = true)));
    await page.waitForTimeout(1500);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    const bad = violations.filter((v) => ["serious", "critical"].includes(v.impact));
    assert.deepEqual(bad.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(" | ")}`), []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(wide <= 0, `the page is ${wide} px too wide`);
    await page.evaluate(() => document.querySelectorAll("details").forEach((d) => (d.open = false)));
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForTimeout(1200);
    await page.screenshot({ path: join(shots, `report-${name}.png`), fullPage: true });
    assert.deepEqual(faults, []);
    await close();
  });

test("names of markers are clicked right and saved", async () => {
  const { page, faults, close } = await open("names.html");
  const held = async () => {
    const waiting = page.waitForEvent("download");
    await page.locator(".names button.main").click();
    const text = readFileSync(await (await waiting).path(), "utf8");
    return text.split("\n").filter((line) => line && !line.startsWith("#")).sort();
  };
  const lines = expected.marker_set.split("\n").filter((line) => line && !line.startsWith("#"));
  assert.deepEqual(await held(), lines.map((line) => line.replace(/  # DOUBTFUL.*/, "")).sort());
  const row = page.locator(".names tr", { has: page.locator("th", { hasText: /^LEPIC$/ }) });
  await page.locator(".markers-drawn text", { hasText: /^LEPIC$/ }).click();
  assert.match(await row.getAttribute("class"), /active/);
  await row.locator("select").selectOption("left_ankle_lateral");
  assert.match(await page.locator(".lacking").textContent(), /left knee lateral/);
  assert.match(await page.locator(".names tr", { has: page.locator("th", { hasText: /^LMAL$/ }) }).textContent(), /now LEPIC/);
  assert.ok((await held()).some((line) => line.startsWith("left_ankle_lateral") && line.includes('["LEPIC"]')));
  await page.getByRole("button", { name: "REPIC is right ankle lateral, as on the other side" }).click();
  assert.ok((await held()).some((line) => line.startsWith("right_ankle_lateral") && line.includes('["REPIC"]')));
  assert.equal(await page.getByRole("button", { name: /as on the other side/ }).count(), 0);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(violations.filter((v) => ["serious", "critical"].includes(v.impact)).map((v) => `${v.id}: ${v.nodes[0].html.slice(0, 160)}`), []);
  await page.screenshot({ path: join(shots, "names.png"), fullPage: true });
  assert.deepEqual(faults, []);
  await close();
});

test("letters of plots can be read in any place and width", async () => {
  for (const file of ["demo/report.html", "kinds.html"])
    for (const width of [1280, 1080, 1000, 700, 400]) {
      const { page, close } = await open(file, { width });
      // shown width over drawn width
      const shares = await page.locator("figure.plot svg").evaluateAll((all) =>
        all.filter((s) => s.clientWidth && s.viewBox.baseVal).map((s) => s.clientWidth / s.viewBox.baseVal.width),
      );
      assert.ok(shares.length > 5);
      assert.ok(Math.min(...shares) > 0.79, `${file} at ${width}: ${Math.min(...shares)}`);
      await close();
    }
});

test("what is folded is printed as a line, what is open in full", async () => {
  const { page, close } = await open("demo/report.html");
  await page.locator("details.fold summary").first().click();
  await page.emulateMedia({ media: "print" });
  await page.waitForTimeout(500);
  const left = await page.evaluate(() => ({
    shown: [...document.querySelectorAll("details.fold:not([open])")].filter((d) => d.offsetHeight > 0).map((d) => d.className),
    tall: Math.max(...[...document.querySelectorAll("details.fold:not([open])")].map((d) => d.offsetHeight)),
    open: document.querySelector("details.fold[open]").offsetHeight,
    undrawn: [...document.querySelectorAll("figure.plot svg")].filter((s) => !s.querySelector("path")).length,
    strips: document.querySelectorAll(".strip svg path").length,
  }));
  assert.ok(left.shown.length > 1 && left.shown.every((name) => name === "fold says"));
  assert.ok(left.tall < 60 && left.open > 100);
  assert.equal(left.undrawn, 0);
  assert.ok(left.strips > 50);
  await page.pdf({ path: join(shots, "report.pdf"), format: "A4", printBackground: true });
  await close();
});

test("no heading is printed alone", async () => {
  for (const file of ["demo/report.html", "compare/compare.html"]) {
    const { page, close } = await open(file);
    await page.emulateMedia({ media: "print" });
    const alone = () =>
      page.evaluate(() => {
        const shown = (element) => element.offsetHeight > 0;
        const sections = [...document.querySelectorAll("section")].filter(shown);
        return sections.filter((s) => ![...s.children].some((c) => c.tagName !== "H2" && shown(c))).map((s) => s.innerText);
      });
    assert.deepEqual(await alone(), [], file);
    // a run has no line on how far it is from normal walking
    await page.evaluate(() => document.querySelectorAll("details.says").forEach((d) => d.remove()));
    assert.deepEqual(await alone(), [], file);
    await close();
  }
});

test("every panel can be saved in four formats", async () => {
  const { page, faults, close } = await open("demo/report.html");
  await page.evaluate(() => document.querySelectorAll("details").forEach((d) => (d.open = true)));
  await page.waitForTimeout(1500);
  const groups = await page.locator(".exports").count();
  const panels = await page.locator(".panel:not(.text-panel)").count();
  assert.equal(groups, panels);
  const begins = { CSV: /^\ufeff?[^\n]+,[^\n]+\n/, SVG: /^<\?xml[^]*<\/svg>\n$/, PNG: /^\x89PNG/, PDF: /^%PDF-1\.4[^]*%%EOF\n$/ };
  for (const id of ["subject", "scene", "moments", "peaks", "checks", "ground-reaction-forces"])
    for (const [format, pattern] of Object.entries(begins)) {
      const waiting = page.waitForEvent("download");
      await page.locator(`#${id} .exports button`, { hasText: format }).click();
      const file = await waiting;
      const content = readFileSync(await file.path());
      assert.equal(file.suggestedFilename(), `${id}.${format.toLowerCase()}`);
      assert.match(format === "PNG" || format === "PDF" ? content.toString("latin1") : content.toString("utf8"), pattern);
      await file.saveAs(join(shots, file.suggestedFilename()));
    }
  assert.deepEqual(faults, []);
  await close();
});

test("half a minute at 100 Hz plays with little script", async () => {
  const { page, faults, close } = await open("long.html", { height: 1400, timed: true });
  await page.locator("#joints").scrollIntoViewIfNeeded();
  await page.waitForTimeout(800);
  // processor time of the page's thread: what else the machine does is not counted
  const monitor = await page.context().newCDPSession(page);
  await monitor.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await monitor.send("Performance.getMetrics");
    const script = metrics.find((m) => m.name === "ScriptDuration").value;
    return { script: 1000 * script, frames: await page.evaluate(() => globalThis.frames_) };
  };
  await page.locator(".play").click();
  // the first frames compile shaders
  await page.waitForFunction(() => globalThis.frames_ >= 3);
  const before = await spent();
  await page.waitForFunction((n) => globalThis.frames_ >= n, before.frames + 8);
  const after = await spent();
  const each = (after.script - before.script) / (after.frames - before.frames);
  console.log(`  ${each.toFixed(1)} ms of script a frame, mean of ${after.frames - before.frames}`);
  assert.ok(each > 0.1);
  assert.ok(each <= 33);
  assert.deepEqual(faults, []);
  await close();
});

test("every kind of panel, with a bar for each clock", async () => {
  const { page, faults, close } = await open("kinds.html", { height: 1200 });
  assert.equal(await page.locator(".timebar").count(), 2);
  assert.equal(await page.locator(".map svg path").count() > 500, true);
  await page.locator("#mesh select").first().selectOption("1");
  await page.waitForTimeout(800);
  for (const y of [0, 800, 1600, 2400]) {
    await page.evaluate((top) => scrollTo(0, top), y);
    await page.waitForTimeout(250);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: join(shots, "kinds.png"), fullPage: true });
  assert.deepEqual(faults, []);
  await close();
});

test("without WebGL the scene is drawn flat", async () => {
  const plain = await launch("--disable-3d-apis");
  const { page, close } = await open("demo/report.html", { from: plain });
  assert.equal(await page.locator(".stage").getAttribute("data-means"), "flat");
  await page.locator(".stage").scrollIntoViewIfNeeded();
  await page.waitForTimeout(500);
  const inked = await page.locator(".stage canvas").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const colours = new Set();
    for (let i = 0; i < data.length; i += 400) colours.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
    return colours.size;
  });
  assert.ok(inked > 8, `${inked} colours`);
  await page.screenshot({ path: join(shots, "flat.png") });
  await close();
  await plain.close();
});

let failed = 0;
const only = process.argv[2];
for (const [name, does] of tests) {
  if (only && !name.includes(only)) continue;
  try {
    await does();
    console.log(`ok    ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED ${name}\n${error.stack}`);
  }
}
await browser.close();
console.log(failed ? `${failed} failed` : "all passed", `(pictures in ${shots})`);
process.exit(failed ? 1 : 0);

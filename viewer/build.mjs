// Builds the page's program and style into the Python package; with --check, only compares.

import { createHash } from "node:crypto";
import { readFile, writeFile, mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build, transform } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "..", "src", "ambulo", "report", "viewer");

/** The bundle and its licences, by file name. */
async function made() {
  const common = { bundle: true, minify: true, write: false, absWorkingDir: here, legalComments: "none", charset: "utf8" };
  const program = await build({ ...common, entryPoints: ["src/page.ts"], format: "iife", target: "es2020", metafile: true });
  // what breaks its lines in minified code is shaders: they are kept without indents and empty lines, in plain strings
  const narrow = program.outputFiles[0].text.replace(/\n\s+/g, "\n");
  const code = await transform(narrow, { minify: true, charset: "utf8", target: "es2020", supported: { "template-literal": false } });
  const style = await build({ ...common, entryPoints: ["src/page.css"] });
  // packages that are really in the bundle
  const packages = new Set(
    Object.keys(program.metafile.inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
  );
  const licences = [];
  const notices = [];
  for (const name of [...packages].sort()) {
    const folder = join(here, "node_modules", name);
    const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).find((f) => /^licen[cs]e/i.test(f));
    notices.push(`${name} ${version} (${license})`);
    licences.push(`${name} ${version} (${license})\n\n${(await readFile(join(folder, file), "utf8")).trim()}\n`);
  }
  // tells without Node whether the sources have changed since; a name and a content a line
  const digest = createHash("sha256");
  for (const name of (await readdir(join(here, "src"))).sort()) digest.update(`${name}\n`).update(await readFile(join(here, "src", name)));
  return {
    "sources.sha256": `${digest.digest("hex")}\n`,
    // a closing tag inside a string would end the script element
    "page.js":
      `/* Ambulo's page. Within: ${notices.join("; ")}; their licences are in the Ambulo package. */\n` +
      code.code.replaceAll("</script", "<\\/script"),
    "page.css": style.outputFiles[0].text,
    "LICENCES.txt": `Programs by others within page.js:\n\n${licences.join("\n")}`,
  };
}

const files = await made();
if (process.argv.includes("--check")) {
  const different = [];
  for (const [name, text] of Object.entries(files))
    if ((await readFile(join(target, name), "utf8").catch(() => "")) !== text) different.push(name);
  if (different.length) {
    console.error(`not what viewer/src builds: ${different.join(", ")}; run make viewer and commit`);
    process.exit(1);
  }
} else {
  await mkdir(target, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(target, name), text);
}
for (const [name, text] of Object.entries(files)) console.log(`${name}: ${(text.length / 1000).toFixed(0)} kB`);

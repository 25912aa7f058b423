// all that tests need of Node
declare module "node:fs" {
  export function readFileSync(path: URL, encoding: "utf8"): string;
}

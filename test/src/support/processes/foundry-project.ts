/** Writes the project of docs/foundry.md to the disk, with a compiler that needs no network. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { snippetsOf } from "../guide.js";
import { cachedText } from "./file-cache.js";

const page = "foundry.md";
const require = createRequire(import.meta.url);
const solcjs = join(dirname(require.resolve("solc")), "solc.js");

/** Returns the whole version of npm's build of solc, which only the loaded compiler knows. */
function compilerVersion(): string {
  const { version } = require("solc/package.json") as { version: string };
  return cachedText("solc-version", [version], () =>
    (require("solc") as typeof import("solc")).version(),
  );
}

/** Returns what answers like solc's own binary. npm's build prints a line of its own before the JSON. */
const wrapper = () => `#!/bin/sh
case "$*" in
  *--version*) echo "solc"; echo "Version: ${compilerVersion()}" ;;
  *) "${process.execPath}" "${solcjs}" --standard-json | sed -n '/^{/p' ;;
esac
`;

/** Writes every file of the page into `folder`. @param url of the node, which replaces the page's. */
export function writeFoundryProject(folder: string, url: string): void {
  for (const { file, text } of snippetsOf(page)) {
    if (file === undefined) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    const here = text.replaceAll("http://127.0.0.1:8545", url);
    const offline = file === "foundry.toml" ? 'solc = "./solc"\noffline = true\n' : "";
    writeFileSync(join(folder, file), here + offline);
  }
  writeFileSync(join(folder, "solc"), wrapper());
  chmodSync(join(folder, "solc"), 0o755);
}

/** Returns the commands of a step of the page. */
export function foundryStep(name: string, url: string): string {
  const step = snippetsOf(page).find((snippet) => snippet.step === name);
  if (step === undefined) throw new Error(`${page} has no step ${name}`);
  return step.text.replaceAll("http://127.0.0.1:8545", url);
}

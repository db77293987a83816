// npm run docs: renders the documents as a site with search. The renderer is installed at the first
// call, separately from the node's dependencies. The last line is the folder of the site.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pnpm, root } from "./setup.mjs";
import { writePages } from "./site/pages.mjs";

const usage = `npm run docs -- [FLAGS]

  --base PATH  the path of the site on its server [/]
  --serve      show it at http://127.0.0.1:4173 until Ctrl-C
`;

function readFlags() {
  const options = {
    base: { type: "string", default: "/" },
    serve: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}

const site = join(root, "site");

function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: site,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
    env: { ...process.env, ...env },
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

function install() {
  const stamp = join(site, "node_modules", ".tandem-installed");
  const wanted = readFileSync(join(site, "pnpm-lock.yaml"), "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  process.stderr.write("Installing VitePress (once)…\n");
  run("npx", ["-y", pnpm, "install", "--frozen-lockfile", "--reporter=append-only"]);
  writeFileSync(stamp, wanted);
}

const flags = readFlags();
if (flags.help) {
  process.stdout.write(usage);
  process.exit(0);
}
install();
writePages(join(site, "dist/pages"));
const vitepress = join(site, "node_modules/vitepress/bin/vitepress.js");
const env = { TANDEM_SITE_BASE: flags.base };
run(process.execPath, [vitepress, "build", "."], env);
process.stdout.write(`${join(site, "dist/html")}\n`);
if (flags.serve) run(process.execPath, [vitepress, "preview", ".", "--port", "4173"], env);

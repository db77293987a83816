// Makes one file of an app's modules, and V8's cache of its compiled code: a thousand modules take
// a second to find, read and compile, the bundle a tenth of that. The app's command runs it as
// long as nothing was built since, and the modules themselves otherwise. Arguments: folders of apps.
import { spawnSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  bundleEnd,
  bundleFile,
  bundleHead,
  cacheFile,
  isBundleCurrent,
  root,
} from "../packages/cli/bin/bundle.js";
import { oneLanguage, places, withoutCompanions } from "./bundle-plugins.mjs";

const warmUp = fileURLToPath(new URL("warm-up.mjs", import.meta.url));

/**
 * Brings the bundle of an app up to what is built. A machine that cannot make it runs the modules.
 * @param {string} app its folder.
 */
async function bundle(app) {
  if (isBundleCurrent(app)) return;
  const file = bundleFile(app);
  rmSync(cacheFile(app), { force: true });
  mkdirSync(dirname(file), { recursive: true });
  // Only here, since it may have been installed a moment ago.
  const { build } = await import("esbuild");
  // An app that starts meanwhile reads the last bundle or this one, and none that is half written.
  const scratch = `${file}.${process.pid}`;
  await build({
    entryPoints: [join(root, app, "dist/main.js")],
    outfile: scratch,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    mainFields: ["module", "main"],
    supported: { "dynamic-import": false },
    external: withoutCompanions,
    minifyWhitespace: true,
    lineLimit: 160,
    banner: { js: bundleHead },
    footer: { js: bundleEnd },
    plugins: [
      places(
        (name) => `(__rootUrl + ${name})`,
        (name) => `(__root + ${name})`,
      ),
      oneLanguage,
    ],
    logLevel: "error",
  });
  renameSync(scratch, file);
  const { status, stderr } = spawnSync(process.execPath, [warmUp, app], { encoding: "utf8" });
  if (status !== 0) process.stderr.write(`no cache of compiled code: ${stderr}\n`);
}

for (const app of process.argv.slice(2)) await bundle(app);

// Bundles the modules of an app into one file, and writes V8's cache of its compiled code: finding,
// reading and compiling a thousand modules takes a second, the bundle a tenth of that. The app's
// command runs the bundle unless the modules are newer. Arguments: folders of apps.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
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
import { writeBundle } from "./bundle-file.mjs";
import { places, usedOfZod, withoutCompanions } from "./bundle-plugins.mjs";
import { packagesApart } from "./packages-apart.mjs";

const warmUp = fileURLToPath(new URL("warm-up.mjs", import.meta.url));

/**
 * Updates the bundle of an app to the build. A machine that cannot bundle runs the modules.
 * @param {string} app its folder.
 */
async function bundle(app) {
  if (isBundleCurrent(app)) return;
  const file = bundleFile(app);
  rmSync(cacheFile(app), { force: true });
  mkdirSync(dirname(file), { recursive: true });
  await writeBundle(file, {
    entryPoints: [join(root, app, "dist/main.js")],
    supported: { "dynamic-import": false },
    external: withoutCompanions,
    banner: { js: bundleHead },
    footer: { js: bundleEnd },
    plugins: [
      places(
        (name) => `(__rootUrl + ${name})`,
        (name) => `(__root + ${name})`,
      ),
      usedOfZod,
      packagesApart(dirname(file)),
    ],
  });
  const { status, stderr } = spawnSync(process.execPath, [warmUp, app], { encoding: "utf8" });
  if (status !== 0) process.stderr.write(`no cache of compiled code: ${stderr}\n`);
}

for (const app of process.argv.slice(2)) await bundle(app);

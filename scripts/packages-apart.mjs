// Bundles packages that few starts load apart from an app: V8 reads all of the app's bundle at each
// start of the app and of its threads, and a megabyte of it takes 29 ms.
import { renameSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Files beside the bundle, with the folder of the package that imports the modules in them. */
const files = {
  "nats.cjs": {
    from: "packages/replication",
    modules: ["@nats-io/jetstream", "@nats-io/kv", "@nats-io/obj", "@nats-io/transport-node"],
  },
  "open-telemetry.cjs": {
    from: "apps/node",
    modules: [
      "@opentelemetry/api",
      "@opentelemetry/core",
      "@opentelemetry/exporter-trace-otlp-http",
      "@opentelemetry/resources",
      "@opentelemetry/sdk-trace-base",
    ],
  },
};

const fileOf = new Map(
  Object.entries(files).flatMap(([file, { modules }]) => modules.map((name) => [name, file])),
);

/**
 * An esbuild plugin that takes the packages from their files, which `writeApart` writes.
 * @param {Set<string>} used receives the names of the files that the bundle needs.
 */
export const packagesApart = (used) => ({
  name: "packages-apart",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@/ }, ({ path }) =>
      fileOf.has(path) ? { path, namespace: "apart" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "apart" }, ({ path }) => {
      const file = fileOf.get(path);
      used.add(file);
      const name = JSON.stringify(path);
      return { contents: `module.exports = require("./bundle/${file}")[${name}];`, loader: "js" };
    });
    onResolve({ filter: /^\.\/bundle\//, namespace: "apart" }, ({ path }) => ({
      path,
      external: true,
    }));
  },
});

/**
 * Writes files of packages.
 * @param {string} folder of the bundle.
 * @param {Iterable<string>} used their names.
 */
export async function writeApart(folder, used) {
  const { build } = await import("esbuild");
  for (const file of used) {
    const { from, modules } = files[file];
    const scratch = join(folder, `${file}.${process.pid}`);
    await build({
      stdin: {
        contents: modules
          .map((name) => `exports[${JSON.stringify(name)}] = require(${JSON.stringify(name)});`)
          .join("\n"),
        resolveDir: join(root, from),
      },
      outfile: scratch,
      bundle: true,
      platform: "node",
      format: "cjs",
      target: "node20",
      mainFields: ["module", "main"],
      minifyWhitespace: true,
      lineLimit: 160,
      logLevel: "error",
    });
    renameSync(scratch, join(folder, file));
  }
}

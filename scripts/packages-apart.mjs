// Bundles packages that few starts load apart from an app: V8 reads all of the app's bundle at each
// start of the app and of its threads, and a megabyte of it takes 29 ms.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeBundle } from "./bundle-file.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Files beside the bundle, with the folder of the package that imports the modules in them. */
const files = {
  "nats.cjs": {
    from: "packages/replication",
    modules: [
      "@nats-io/jetstream",
      "@nats-io/kv",
      "@nats-io/obj",
      "@nats-io/transport-node",
      "@nats-io/transport-node/lib/node_transport.js",
    ],
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

/** @param {string} folder of the bundle. */
const writeFile = (folder, file) =>
  writeBundle(join(folder, file), {
    stdin: {
      contents: files[file].modules
        .map((name) => `exports[${JSON.stringify(name)}] = require(${JSON.stringify(name)});`)
        .join("\n"),
      resolveDir: join(root, files[file].from),
    },
  });

/**
 * An esbuild plugin that takes the packages from files of their own, and writes those that a bundle needs.
 * @param {string} folder of the bundle.
 */
export const packagesApart = (folder) => ({
  name: "packages-apart",
  setup({ onResolve, onLoad, onEnd }) {
    const used = new Set();
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
    onEnd(async () => {
      for (const file of used) await writeFile(folder, file);
    });
  },
});

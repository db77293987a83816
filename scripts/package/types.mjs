// Writes the types of the package's modules: one file for each, with the declarations of our
// packages that it uses.
import { dirname, join } from "node:path";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { packageFolders } from "../workspace-folders.mjs";
import { exported, fileOf, readJson, root } from "./contents.mjs";

/** Returns files of types by the name under which one of our packages is imported. */
function ownTypes() {
  const found = packageFolders(root).flatMap((folder) => {
    const { name, exports } = readJson(join(folder, "package.json"));
    return Object.entries(exports)
      .filter(([, { types }]) => types !== undefined)
      .map(([path, { types }]) => [name + path.slice(1), join(root, folder, types)]);
  });
  return new Map(found);
}

/** @param {string} folder the package's. */
export async function writeTypes(folder) {
  const own = ownTypes();
  const resolve = {
    name: "own-types",
    resolveId(name, importer) {
      // Its schemas have the types of Zod's.
      if (name === "@tandem/schema") return { id: "zod", external: true };
      if (importer === undefined || own.has(name)) return own.get(name) ?? name;
      if (!name.startsWith(".")) return { id: name, external: true };
      return join(dirname(importer), name.replace(/\.js$/, ".d.ts"));
    },
  };
  const bundle = await rollup({
    input: Object.fromEntries(
      Object.entries(exported).map(([path, module]) => [
        fileOf(path),
        join(root, `${module}.d.ts`),
      ]),
    ),
    plugins: [resolve, dts()],
    onwarn: ({ code, message }) => {
      // A module that is loaded for its effect exports nothing.
      if (code !== "EMPTY_BUNDLE") throw new Error(message);
    },
  });
  await bundle.write({
    dir: join(folder, "lib"),
    format: "es",
    chunkFileNames: "[name]-[hash].d.ts",
  });
  await bundle.close();
}

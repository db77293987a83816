// Defines esbuild plugins that the bundles of the apps and of the package share.
import { readFileSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Modules determine their location by these expressions. In the bundle they get their original
 * location.
 */
const placeWords = /\bimport\.meta\.url\b|\b__dirname\b|\b__filename\b/g;

/**
 * Replaces each module's own address by an expression.
 * @param {(name: string) => string} url expression of the URL of a file or folder of the
 * repository, by its name as JSON.
 * @param {(name: string) => string} path the same of its path.
 */
export const places = (url, path) => ({
  name: "places",
  setup(build) {
    build.onLoad({ filter: /\.[cm]?js$/, namespace: "file" }, ({ path: file }) => {
      const text = readFileSync(file, "utf8");
      if (text.search(placeWords) < 0) return undefined;
      const nameOf = (place) => JSON.stringify(relative(root, place).replaceAll(sep, "/"));
      const told = {
        "import.meta.url": url(nameOf(file)),
        __dirname: path(nameOf(dirname(file))),
        __filename: path(nameOf(file)),
      };
      return { contents: text.replaceAll(placeWords, (word) => told[word]), loader: "js" };
    });
  },
});

/**
 * Leaves out what nothing uses of zod: its messages in about fifty other languages, a tenth of a bundle, and the reader of
 * JSON schemas.
 */
export const usedOfZod = {
  name: "used-of-zod",
  setup(build) {
    const replace = (filter, contents) =>
      build.onLoad({ filter }, () => ({ contents, loader: "js" }));
    replace(
      /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/,
      `export { default as en } from "./en.js";`,
    );
    replace(
      /[\\/]zod[\\/]v4[\\/]classic[\\/]from-json-schema\.js$/,
      "export const fromJSONSchema = undefined;",
    );
  },
};

/** Optional dependencies of ws, which works without them. */
export const withoutCompanions = ["bufferutil", "utf-8-validate"];

/**
 * @param metafile esbuild's description of a build whose working directory is the repository.
 * @returns {string[]} names of the bundled sources, relative to the repository.
 */
export const bundledInputs = ({ outputs }) => [
  ...new Set(
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.keys(inputs).filter((name) => inputs[name].bytesInOutput > 0),
    ),
  ),
];

// What the bundles of the apps and of the package have in common: plugins of esbuild.
import { readFileSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Modules learn where they are from these; in the bundle they are told where they were. */
const placeWords = /\bimport\.meta\.url\b|\b__dirname\b|\b__filename\b/g;

/**
 * Puts an expression in the place of each module's own address.
 * @param {(name: string) => string} url expression of the URL of a file or folder of the repository, by its name as JSON.
 * @param {(name: string) => string} path the same of its path.
 */
export const places = (url, path) => ({
  name: "places",
  setup(build) {
    build.onLoad({ filter: /\.[cm]?js$/ }, ({ path: file }) => {
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

/** Zod carries its messages in some fifty languages, a tenth of a bundle; the node speaks one. */
export const oneLanguage = {
  name: "one-language",
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from "./en.js";`,
      loader: "js",
    }));
  },
};

/** Optional companions of ws, which does without. */
export const withoutCompanions = ["bufferutil", "utf-8-validate"];

/**
 * @param metafile what esbuild tells of a build whose working directory is the repository.
 * @returns {string[]} names of the sources that are in it, relative to the repository.
 */
export const bundledInputs = ({ outputs }) => [
  ...new Set(
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.keys(inputs).filter((name) => inputs[name].bytesInOutput > 0),
    ),
  ),
];

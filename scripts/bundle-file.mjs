// Bundles modules for Node into one file.
import { renameSync } from "node:fs";

/** Options of esbuild for every bundle that Node runs. */
export const forNode = {
  bundle: true,
  platform: "node",
  target: "node20",
  mainFields: ["module", "main"],
  logLevel: "error",
};

/**
 * Writes a bundle in CommonJS. A process that reads the file meanwhile gets all of the previous one or of this one.
 * @param {string} file
 * @param {object} options further ones of esbuild, such as its entry.
 */
export async function writeBundle(file, options) {
  // Imported here, because it may have been installed a moment ago.
  const { build } = await import("esbuild");
  const scratch = `${file}.${process.pid}`;
  await build({
    ...forNode,
    ...options,
    outfile: scratch,
    format: "cjs",
    minifyWhitespace: true,
    lineLimit: 160,
  });
  renameSync(scratch, file);
}

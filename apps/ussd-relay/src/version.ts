import { createRequire } from "node:module";

/** The version in the manifest of this package. */
export const version: string = createRequire(import.meta.url)("../package.json").version;

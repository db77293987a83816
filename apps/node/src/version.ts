import { createRequire } from "node:module";

/** The version of all packages, which the manifest at the root of the repository defines. */
export const version: string = createRequire(import.meta.url)("../../../package.json").version;

import { createRequire } from "node:module";

/** The version of everything in the repository, which the manifest at its top states. */
export const version: string = createRequire(import.meta.url)("../../../package.json").version;

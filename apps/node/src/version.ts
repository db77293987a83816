import { createRequire } from "node:module";

/** Version of this package, as its manifest states it. */
export const version: string = createRequire(import.meta.url)("../package.json").version;

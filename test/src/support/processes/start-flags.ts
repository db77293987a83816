/** Reads the flags of Node with which `npm start` runs a node. */
import { readFileSync } from "node:fs";

const manifest = new URL("../../../../package.json", import.meta.url);
const { scripts } = JSON.parse(readFileSync(manifest, "utf8")) as {
  readonly scripts: { readonly start: string };
};

/** Flags of Node, such as `--max-semi-space-size=32`. */
export const startFlags = scripts.start.split(" ").slice(1, -1);

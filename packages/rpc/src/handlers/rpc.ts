/** Implements the methods that contract/rpc.ts declares. */

import { runYielding } from "@tandem/runtime";
import { contract as methods } from "../contract/index.js";
import type { Method } from "../contract/method.js";
import type * as contract from "../contract/rpc.js";
import { openRpcSteps } from "../generate/openrpc.js";
import { JsonText } from "../written-json.js";
import type { Handler } from "./handler.js";

export const modules: Handler<typeof contract.modules> = (node) => {
  const areKeysHeld = node.accounts().length > 0;
  const names = methods
    .filter(({ needsKeys }: Method) => !needsKeys || areKeysHeld)
    .map(({ name }) => name.slice(0, name.indexOf("_")));
  return Object.fromEntries(names.map((name) => [name, "1.0"]));
};

let document: Promise<JsonText> | undefined;

export const discover: Handler<typeof contract.discover> = () => {
  document ??= runYielding(openRpcSteps()).then((made) => new JsonText(JSON.stringify(made)));
  return document;
};

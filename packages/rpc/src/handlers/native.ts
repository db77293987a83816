/** Handlers of contract/native.ts. */
import type * as contract from "../contract/native.js";
import type { Handler } from "./handler.js";

export const protocolVersion: Handler<typeof contract.protocolVersion> = (node) =>
  node.protocolVersion;

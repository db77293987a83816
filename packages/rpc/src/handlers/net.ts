/** Implements the methods that contract/net.ts declares. */
import type * as contract from "../contract/net.js";
import type { Handler } from "./handler.js";

export const version: Handler<typeof contract.version> = (node) => String(node.chainId);

export const listening: Handler<typeof contract.listening> = () => true;

export const peerCount: Handler<typeof contract.peerCount> = (node) => node.peerCount();

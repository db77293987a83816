/** Declares the `net_` methods of specification section 4. */
import * as z from "@tandem/schema";
import { count, flag } from "./codec/wire.js";
import { method } from "./method.js";

export const version = method("net_version", {
  summary: "Returns the network id, in decimal: 31 is the test network, 30 the main one.",
  params: {},
  result: z.string(),
  example: { params: [], result: "31" },
});

export const listening = method("net_listening", {
  summary: "Returns true while the node accepts connections.",
  params: {},
  result: flag,
  example: { params: [], result: true },
});

export const peerCount = method("net_peerCount", {
  summary: "Returns the number of nodes that are connected directly.",
  params: {},
  result: count,
  example: { params: [], result: "0x0" },
});

/** The chain's own methods of specification section 4. Each answers to `rsk_` as well. */
import { method } from "./method.js";
import { count } from "./wire.js";

export const protocolVersion = method("native_protocolVersion", {
  summary: "Protocol version of the chain.",
  params: {},
  result: count,
  example: { params: [], result: "0x3e" },
});

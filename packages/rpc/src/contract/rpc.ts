/**
 * Declares the description of the service. `rpc_discover` is also named `rpc.discover`, as in OpenRPC.
 */
import * as z from "@tandem/schema";
import { method } from "./method.js";

export const modules = method("rpc_modules", {
  summary: "Returns the namespaces of the methods and their versions.",
  params: {},
  result: z.record(z.string(), z.string()),
  example: { params: [], result: { eth: "1.0", net: "1.0", web3: "1.0" } },
});

export const discover = method("rpc_discover", {
  summary: "Returns this service as an OpenRPC document.",
  params: {},
  result: z.record(z.string(), z.unknown()),
  example: {
    params: [],
    result: { openrpc: "1.3.2", info: { title: "Tandem", version: "0.1.0" }, methods: [] },
  },
});

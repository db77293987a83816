/** Declares the `web3_` methods of specification section 4. */
import * as z from "@tandem/schema";
import { data, hash32 } from "./codec/wire.js";
import { method } from "./method.js";

export const clientVersion = method("web3_clientVersion", {
  summary: "Returns the name and version of the node.",
  params: {},
  result: z.string(),
  example: { params: [], result: "Tandem/v0.1.0/linux-x64/node20.20.2" },
});

export const sha3 = method("web3_sha3", {
  summary: "Returns keccak-256 of the given bytes, which is not the standardized SHA3-256.",
  params: { data: data.describe("Bytes to hash.") },
  result: hash32,
  example: {
    params: ["0x68656c6c6f20776f726c64"],
    result: "0x47173285a8d7341e5e972fc677286384f802f8ef42a5ec5f03bbfa254cb01fad",
  },
});

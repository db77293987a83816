/** Implements the methods that contract/web3.ts declares. */

import { keccak256InSlices } from "@tandem/primitives";
import type * as contract from "../contract/web3.js";
import type { Handler } from "./handler.js";

export const clientVersion: Handler<typeof contract.clientVersion> = (node) => node.clientVersion;

export const sha3: Handler<typeof contract.sha3> = (_, { data }) => keccak256InSlices(data);

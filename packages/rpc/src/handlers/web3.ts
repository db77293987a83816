/** Implements the methods that contract/web3.ts declares. */

import { keccak256 } from "@tandem/primitives";
import { nextSlice } from "@tandem/runtime";
import type * as contract from "../contract/web3.js";
import type { Handler } from "./handler.js";

export const clientVersion: Handler<typeof contract.clientVersion> = (node) => node.clientVersion;

/** The number of bytes from which hashing has a time slice of its own, separate from decoding. */
const largeBytes = 1024 * 1024;

export const sha3: Handler<typeof contract.sha3> = (_, { data }) =>
  data.length < largeBytes ? keccak256(data) : nextSlice().then(() => keccak256(data));

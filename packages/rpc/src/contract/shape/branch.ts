/** Defines the parameters of development methods that mine an uncle or a branch. */

import type { BranchRequest } from "@tandem/primitives";
import * as z from "@tandem/schema";
import { anyCount, data, hash32, objectOf } from "../codec/wire.js";

/** The maximum number of blocks of a branch: enough to replace every block that is not `finalized`. */
export const branchBlocksMax = 256;

/** The maximum number of transactions of one block of a branch. */
const blockTransactionsMax = 10_000;

const lengthText = `expected a length from 1 to ${branchBlocksMax}`;

export const unclePlace = objectOf("an object with depth", { depth: anyCount.nullish() }).meta({
  id: "UnclePlace",
});

const branchObject = objectOf("a branch object", {
  parent: hash32.nullish(),
  depth: anyCount.nullish(),
  length: anyCount.refine((length) => length >= 1 && length <= branchBlocksMax, lengthText),
  transactions: z
    .array(
      z
        .array(data, "expected an array of raw transactions")
        .max(blockTransactionsMax, `expected at most ${blockTransactionsMax} transactions`),
      "expected an array of arrays of raw transactions",
    )
    .nullish(),
});

/** Returns the request, or a description of what is invalid in it. */
function branchRequestOf(wire: z.output<typeof branchObject>): BranchRequest | string {
  const { parent, depth, length } = wire;
  const transactions = wire.transactions ?? [];
  if (transactions.length > length) {
    return "expected no more arrays of transactions than the branch has blocks";
  }
  const hasParent = parent !== null && parent !== undefined;
  const hasDepth = depth !== null && depth !== undefined;
  if (hasParent && !hasDepth) return { on: { hash: parent }, length, transactions };
  if (hasDepth && !hasParent) return { on: { depth }, length, transactions };
  return "expected either parent or depth";
}

export const branch = z
  .codec(branchObject, z.custom<BranchRequest>(), {
    decode(wire, context) {
      const request = branchRequestOf(wire);
      if (typeof request !== "string") return request;
      context.issues.push({ code: "custom", input: wire, message: request });
      return z.NEVER;
    },
    encode: ({ on, length, transactions }) => ({
      ...("hash" in on ? { parent: on.hash } : { depth: on.depth }),
      length,
      transactions: transactions.map((raws) => [...raws]),
    }),
  })
  .meta({ id: "Branch" });

export const minedBranch = z
  .object({ hashes: z.array(hash32), head: z.boolean() })
  .meta({ id: "MinedBranch" });

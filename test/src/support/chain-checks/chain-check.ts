/** A whole chain, from genesis to head, checked by its JSON alone. */
import assert from "node:assert/strict";
import type { WireBlock } from "../wire.js";
import { assertFollows, bitcoinHash, type Pace } from "./header-rules.js";
import { proofFailures } from "./independent-proof.js";

/**
 * Every block but genesis carries a valid proof and follows its parent by the rules.
 * @param uncleDifficulty what each listed uncle weighs; chains without uncles leave it out.
 */
export function assertProved(chain: readonly WireBlock[], pace: Pace, uncleDifficulty = 0n): void {
  assert.deepEqual(chain.slice(1).flatMap(proofFailures), []);
  for (const [i, block] of chain.entries()) {
    const parent = chain[i - 1];
    if (parent === undefined) continue;
    assertFollows(parent, block, pace, BigInt(block.uncles.length) * uncleDifficulty);
  }
}

/** Each Bitcoin header names the one before as its parent. */
export function assertLinked(chain: readonly WireBlock[]): void {
  for (const [i, { bitcoinMergedMiningHeader: header }] of chain.entries()) {
    const before = chain[i - 1];
    if (before === undefined || i === 1) continue;
    const parent = Buffer.from(header.slice(2), "hex").subarray(4, 36);
    assert.deepEqual(parent, bitcoinHash(before.bitcoinMergedMiningHeader), `block ${i}`);
  }
}

/** Checks a whole chain, from genesis to head, by its JSON alone. */
import assert from "node:assert/strict";
import type { WireBlock } from "../wire.js";
import { assertFollows, bitcoinHash, type Pace } from "./header-rules.js";
import { proofFailures } from "./independent-proof.js";

/**
 * Asserts that every block but genesis has a valid proof and follows its parent by the rules.
 * @param uncleDifficulty the difficulty of each listed uncle; omitted for chains without uncles.
 */
export function assertProved(chain: readonly WireBlock[], pace: Pace, uncleDifficulty = 0n): void {
  assert.deepEqual(chain.slice(1).flatMap(proofFailures), []);
  for (const [i, block] of chain.entries()) {
    const parent = chain[i - 1];
    if (parent === undefined) continue;
    assertFollows(parent, block, pace, BigInt(block.uncles.length) * uncleDifficulty);
  }
}

/** Asserts that each Bitcoin header has the previous one as its parent. */
export function assertLinked(chain: readonly WireBlock[]): void {
  for (const [i, { bitcoinMergedMiningHeader: header }] of chain.entries()) {
    const before = chain[i - 1];
    if (before === undefined || i === 1) continue;
    const parent = Buffer.from(header.slice(2), "hex").subarray(4, 36);
    assert.deepEqual(parent, bitcoinHash(before.bitcoinMergedMiningHeader), `block ${i}`);
  }
}

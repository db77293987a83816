import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeBlock } from "@tandem/primitives";
import { assertFitsBlock, validateSize } from "./block-size.js";
import { chainLimits } from "./limits.js";
import { openSmallChain } from "./testing/small-chain.js";

test("a block with more bytes than the chain takes is refused by name (EIP-7934)", async () => {
  const small = await openSmallChain("manual");
  try {
    const block = small.chain.head();
    const size = encodeBlock(block).length;
    assert.equal(validateSize(block, {}), undefined);
    assert.equal(validateSize(block, { blockSizeLimit: size }), undefined);
    assert.deepEqual(validateSize(block, { blockSizeLimit: size - 1 }), {
      rule: "body/size",
      expected: `${size - 1}`,
      found: `${size}`,
    });
  } finally {
    await small.destroy();
  }
});

test("a transaction no block has room for is not taken in", () => {
  const chain = { blockSizeLimit: chainLimits.blockBytesBesideTransactions + 10 };
  assertFitsBlock(new Uint8Array(10), chain);
  assertFitsBlock(new Uint8Array(11), {});
  assert.throws(() => assertFitsBlock(new Uint8Array(11), chain), /oversized data.*limit 10/);
});

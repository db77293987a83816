/** Tests how blocks of peers are checked before they are executed. */
import assert from "node:assert/strict";
import { it, type TestContext } from "node:test";
import { openChain } from "@tandem/chain";
import { createEmbeddedBitcoin, createWork, seal } from "@tandem/consensus";
import {
  encodeBlock,
  encodeRlp,
  type Header,
  headerFields,
  rulesAt,
  testSpec,
  type UnsealedHeader,
} from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import { openStore } from "@tandem/store";
import { peerChainOf } from "./peer-chain.js";

/** Opens a chain of one block, and returns functions that seal another one in its place. */
async function setUp(t: TestContext) {
  const store = await openStore({ directory: undefined, isDurable: false });
  const bitcoin = createEmbeddedBitcoin();
  const clock = { now: () => (testSpec.genesis.timestamp + 100) * 1000 };
  const chain = await openChain({
    ...{ spec: testSpec, store, clock, steadyClock: clock, logger: silentLogger },
    settings: {
      coinbase: new Uint8Array(20),
      gasLimitTarget: testSpec.genesis.gasLimit,
      minimumGasPriceTarget: testSpec.genesis.minimumGasPrice,
      extraData: new Uint8Array(0),
    },
    mining: { mode: "manual", intervalMs: 1, createSealer: () => bitcoin.seal },
  });
  t.after(async () => {
    await chain.stop();
    await store.close();
  });
  await chain.miner.mine();
  const { header } = chain.head();
  const peerChain = peerChainOf({ chain, clock, logger: silentLogger });
  const ancestry = chain.blocks.ancestry(header.parentHash);
  const sealed = async (changes: Partial<UnsealedHeader>): Promise<Header> => {
    const changed = { ...header, ...changes };
    const work = createWork(changed, ancestry, rulesAt(testSpec.forks, header.number));
    return seal(changed, await bitcoin.seal(work, new AbortController().signal));
  };
  return { chain, peerChain, header, sealed };
}

it("a header is held against its parent if that is stored", async (t) => {
  const { peerChain, header, sealed } = await setUp(t);
  const check = async (changes: Partial<UnsealedHeader>) =>
    peerChain.checkHeader(encodeRlp(headerFields(await sealed(changes))));

  assert.equal(typeof (await check({ extraData: Uint8Array.of(1) })), "object");
  const difficulty = header.difficulty + 1n;
  assert.equal(await check({ difficulty }), "difficulty/not-computed");
  assert.equal(await check({ gasLimit: 2n * header.gasLimit }), "gas-limit/too-high");
  // Without its parent no more can be said than that its work is as much as it says.
  const parentHash = new Uint8Array(32).fill(7);
  assert.equal(typeof (await check({ difficulty, parentHash })), "object");
});

it("a block that was executed and is invalid is known by its header, whatever body that had before", async (t) => {
  const { chain, peerChain, sealed } = await setUp(t);
  const header = await sealed({ stateRoot: new Uint8Array(32).fill(7) });
  const encode = (uncles: readonly Header[]) => encodeBlock({ header, transactions: [], uncles });
  const encodedHeader = encodeRlp(headerFields(header));
  const uncle = chain.head().header;
  const other = await peerChain.receive(encode([uncle]));
  assert.deepEqual(other, { invalid: "it breaks uncles/count" });
  assert.equal(typeof peerChain.checkHeader(encodedHeader), "object");
  const rule = "state-root/not-computed";
  assert.deepEqual(await peerChain.receive(encode([])), { invalid: `it breaks ${rule}` });
  assert.equal(peerChain.checkHeader(encodedHeader), rule);
});

/** Tests how blocks of peers are checked before they are executed. */
import assert from "node:assert/strict";
import { it, type TestContext } from "node:test";
import { setImmediate as nextImmediate } from "node:timers/promises";
import { type Chain, openChain } from "@tandem/chain";
import { createEmbeddedBitcoin, createWork, seal } from "@tandem/consensus";
import {
  type ChainSpec,
  encodeBlock,
  encodeRlp,
  evmCommon,
  type Header,
  hashHeader,
  headerFields,
  keccak256,
  privateKeyToAddress,
  rulesAt,
  signHash,
  signTransaction,
  testSpec,
  type UnsealedHeader,
  unclesHash,
} from "@tandem/primitives";
import { isSliceOver, silentLogger, turnNumber } from "@tandem/runtime";
import { openStore } from "@tandem/store";
import { peeringLimits } from "./limits.js";
import { peerChainOf } from "./peer-chain.js";

/** Opens a chain of one block, and returns functions that seal another one in its place, or on it. */
async function setUp(t: TestContext, spec = testSpec) {
  const store = await openStore({ directory: undefined, isDurable: false });
  const bitcoin = createEmbeddedBitcoin();
  const sealing = { seal: bitcoin.seal };
  const time = { ms: (spec.genesis.timestamp + 100) * 1000 };
  const clock = { now: () => time.ms };
  const chain = await openChain({
    spec,
    store,
    clock,
    steadyClock: clock,
    logger: silentLogger,
    settings: {
      coinbase: new Uint8Array(20),
      gasLimitTarget: spec.genesis.gasLimit,
      minimumGasPriceTarget: spec.genesis.minimumGasPrice,
      extraData: new Uint8Array(0),
    },
    mining: {
      mode: "manual",
      intervalMs: 1,
      createSealer:
        () =>
        (...work) =>
          sealing.seal(...work),
    },
  });
  t.after(async () => {
    await chain.stop();
    await store.close();
  });
  await chain.miner.mine();
  const { header } = chain.head();
  let imports = 0;
  const counting: Chain = {
    ...chain,
    import(block) {
      imports++;
      return chain.import(block);
    },
  };
  const parts = { clock, steadyClock: clock, logger: silentLogger };
  const peerChain = peerChainOf({ ...parts, chain: counting });
  const sealed = async (changes: Partial<UnsealedHeader>): Promise<Header> => {
    const changed = { ...header, ...changes };
    const ancestry = chain.blocks.ancestry(changed.parentHash);
    const work = createWork(changed, ancestry, rulesAt(spec.forks, changed.number));
    return seal(changed, await bitcoin.seal(work, new AbortController().signal));
  };
  const receive = (header: Header, uncles: readonly Header[] = []) =>
    peerChain.receive(encodeBlock({ header, transactions: [], uncles }), hashHeader(header));
  return {
    chain,
    clock,
    peerChain,
    header,
    sealed,
    sealing,
    receive,
    time,
    imports: () => imports,
  };
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

const stateRoot = new Uint8Array(32).fill(7);

it("a block that was executed and is invalid is known by its header, whatever body that had before", async (t) => {
  const { chain, peerChain, sealed, receive } = await setUp(t);
  const header = await sealed({ stateRoot });
  const encodedHeader = encodeRlp(headerFields(header));
  const other = await receive(header, [chain.head().header]);
  assert.deepEqual(other, { invalid: "it breaks uncles/count" });
  assert.equal(typeof peerChain.checkHeader(encodedHeader), "object");
  const rule = "state-root/not-computed";
  assert.deepEqual(await receive(header), { invalid: `it breaks ${rule}` });
  assert.equal(peerChain.checkHeader(encodedHeader), rule);
});

it("an invalid block that many peers send at once is executed once", async (t) => {
  const { sealed, receive, imports } = await setUp(t);
  const header = await sealed({ stateRoot });
  const received = await Promise.all(Array.from({ length: 9 }, () => receive(header)));
  assert.deepEqual(received, Array(9).fill({ invalid: "it breaks state-root/not-computed" }));
  assert.equal(imports(), 1);
});

it("a block with an uncle of the future is no breach: it is valid when the uncle is, and looked at seldom before", async (t) => {
  const spec: ChainSpec = { ...testSpec, futureSecondsMax: 60 };
  const { header: first, peerChain, sealed, receive, time, imports } = await setUp(t, spec);
  const timestamp = Math.floor(time.ms / 1000) + 65;
  const uncle = await sealed({ timestamp });
  const uncles = [uncle];
  const number = first.number + 1;
  const place = { parentHash: hashHeader(first), number, timestamp: first.timestamp + 10 };
  const header = await sealed({ ...place, uncleCount: 1, unclesHash: unclesHash(uncles) });
  const hash = hashHeader(header);
  for (let i = 0; i < 5; i++) assert.equal(await receive(header, uncles), "early");
  assert.equal(imports(), 1);
  assert.equal(peerChain.isEarly(hash), true);
  time.ms += peeringLimits.earlyMs;
  assert.equal(peerChain.isEarly(hash), false);
  assert.equal(await receive(header, uncles), "early");
  time.ms += peeringLimits.earlyMs;
  assert.equal(await receive(header, uncles), "new");
});

it("transactions are taken while the block of earlier ones is sealed, for which no message waits", async (t) => {
  const key = new Uint8Array(32).fill(1);
  const accounts = [{ address: privateKeyToAddress(key), balance: 10n ** 21n }];
  const spec: ChainSpec = { ...testSpec, genesis: { ...testSpec.genesis, accounts } };
  const { chain, peerChain, sealing } = await setUp(t, spec);
  let seals = 0;
  sealing.seal = (_, signal) => {
    seals++;
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  };
  await chain.controls.setMining({ isAutomine: true });
  // Time does not pass: nothing that waits for the block goes on without it.
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const common = evmCommon(spec.chainId, "osaka");
  for (const nonce of [0n, 1n, 2n]) {
    const price = { gasPrice: 10n ** 9n };
    const fields = { nonce, price, gas: 21_000n, to: new Uint8Array(20).fill(7), value: 0n };
    const raw = signTransaction(fields, common, (digest) => signHash(digest, key));
    assert.equal(await peerChain.submit([{ raw, hash: keccak256(raw) }], "peer"), 0);
    while (seals === 0) await nextImmediate();
  }
  assert.deepEqual([chain.pool.size, seals], [3, 1]);
  t.mock.timers.reset();
});

it("a long message of transactions is looked up with other work between them", async (t) => {
  const { chain, clock } = await setUp(t);
  const known = { blockHash: chain.head().hash, index: 0 };
  const locate = () => {
    // As a look-up that takes the rest of the time slice.
    while (!isSliceOver());
    return known;
  };
  const parts = { clock, steadyClock: clock, logger: silentLogger };
  const peerChain = peerChainOf({ ...parts, chain: { ...chain, locate } });
  const one = { raw: new Uint8Array(1), hash: new Uint8Array(32) };
  const before = turnNumber();
  assert.equal(await peerChain.submit([one, one, one], "peer"), 0);
  assert.ok(turnNumber() - before >= 3);
});

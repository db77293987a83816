import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Header,
  isEqual,
  rulesAt,
  timestampMax,
  toBigInt,
  type UnsealedHeader,
  unsealedProof,
} from "@tandem/primitives";
import { createEmbeddedBitcoin } from "./merged-mining/embedded-bitcoin.js";
import { forkDetectionData } from "./merged-mining/fork-detection.js";
import { seal } from "./merged-mining/seal.js";
import { createWork } from "./merged-mining/work.js";
import { committedHash, hashForMergedMining } from "./merged-mining/work-hash.js";
import { createSealedChain, neverAborted, spec } from "./testing/sealed-chain.js";
import { validateHeader } from "./validate-header.js";

const chain = createSealedChain();
await chain.grow(3);

function validate(header: Header, nowSeconds = header.timestamp) {
  const parent = chain.head;
  return validateHeader({ header, parent, ancestry: chain, spec, nowSeconds });
}

test("a header mined by the rules is valid", async () => {
  assert.equal(validate(await chain.mine(chain.draft())), undefined);
});

/** Changes made before the proof of work, so that only the tested rule is broken. */
const mutations: readonly (readonly [string, string, (head: Header) => Partial<UnsealedHeader>])[] =
  [
    ["another parent", "parent-link/hash", () => ({ parentHash: new Uint8Array(32) })],
    ["a number two above the parent", "parent-link/number", (h) => ({ number: h.number + 2 })],
    ["the parent's number", "parent-link/number", (h) => ({ number: h.number })],
    ["the parent's second", "timestamp/not-after-parent", (h) => ({ timestamp: h.timestamp })],
    ["a second before", "timestamp/not-after-parent", (h) => ({ timestamp: h.timestamp - 1 })],
    [
      "too much more gas",
      "gas-limit/too-high",
      (h) => ({ gasLimit: (h.gasLimit * 1025n) / 1024n + 1n }),
    ],
    [
      "too much less gas",
      "gas-limit/too-low",
      (h) => ({ gasLimit: (h.gasLimit * 1023n) / 1024n - 1n }),
    ],
    ["more gas used than allowed", "gas-used/above-limit", (h) => ({ gasUsed: h.gasLimit + 1n })],
    ["33 bytes of extra data", "extra-data/too-long", () => ({ extraData: new Uint8Array(33) })],
    ["another difficulty", "difficulty/not-computed", (h) => ({ difficulty: h.difficulty + 1n })],
    [
      "a price 1 % and 1 wei up",
      "minimum-gas-price/too-high",
      (h) => ({ minimumGasPrice: h.minimumGasPrice + h.minimumGasPrice / 100n + 1n }),
    ],
    [
      "a price 1 % and 1 wei down",
      "minimum-gas-price/too-low",
      (h) => ({ minimumGasPrice: h.minimumGasPrice - h.minimumGasPrice / 100n - 1n }),
    ],
    ["bytes in ummRoot", "form/umm-root-not-empty", () => ({ ummRoot: new Uint8Array(20) })],
    [
      "an extension",
      "form/extension-early",
      () => ({ extension: { version: 1, edges: new Uint8Array(0) } }),
    ],
    ["eleven uncles", "uncle-count/too-many", () => ({ uncleCount: 11, difficulty: 1n })],
  ];

for (const [name, rule, change] of mutations) {
  test(`a header with ${name} breaks ${rule}`, async () => {
    const header = await chain.mine(chain.draft([], change(chain.head)));
    assert.equal(validate(header)?.rule, rule);
  });
}

test("a header without an extension is refused where the chain has it", async () => {
  const header = await chain.mine(chain.draft());
  const extended = { ...spec, forks: { ...spec.forks, reed: 0 } };
  const at = { parent: chain.head, ancestry: chain, spec: extended, nowSeconds: 0 };
  assert.equal(validateHeader({ ...at, header })?.rule, "form/extension-missing");
});

test("a header without ummRoot is refused where the chain has it", async () => {
  const { ummRoot: _, ...older } = chain.draft();
  assert.equal(validate(await chain.mine(older))?.rule, "form/umm-root-missing");
});

test("a header at the edge of each bound is valid", async () => {
  const { gasLimit, minimumGasPrice } = chain.head;
  const header = await chain.mine(
    chain.draft([], {
      gasLimit: (gasLimit * 1025n) / 1024n,
      minimumGasPrice: minimumGasPrice + minimumGasPrice / 100n,
      extraData: new Uint8Array(32),
      uncleCount: 10,
      gasUsed: (gasLimit * 1025n) / 1024n,
    }),
  );
  assert.equal(validate(header), undefined);
});

test("a gas limit below the chain's minimum is refused though it is near the parent's", async () => {
  const header = await chain.mine(chain.draft());
  const strict = { ...spec, minimumGasLimit: header.gasLimit + 1n };
  const broken = validateHeader({
    header,
    parent: chain.head,
    ancestry: chain,
    spec: strict,
    nowSeconds: 0,
  });
  assert.equal(broken?.rule, "gas-limit/below-minimum");
});

test("a header too far ahead of the clock waits, unless the chain has no such rule", async () => {
  const header = await chain.mine(chain.draft());
  const parent = chain.head;
  const careful = { ...spec, futureSecondsMax: 60 };
  const at = (nowSeconds: number) =>
    validateHeader({ header, parent, ancestry: chain, spec: careful, nowSeconds })?.rule;
  assert.equal(at(header.timestamp - 60), undefined);
  assert.equal(at(header.timestamp - 61), "timestamp/in-future");
  assert.equal(validate(header, 0), undefined);
});

test("Bitcoin's time may be 299 seconds off and not 300", async () => {
  const draft = chain.draft();
  const bitcoin = createEmbeddedBitcoin();
  const sealedAt = async (seconds: number) => {
    const work = createWork(draft, chain, rulesAt(spec.forks, draft.number));
    const timestamp = work.timestamp + seconds;
    return seal(draft, await bitcoin.seal({ ...work, timestamp }, neverAborted));
  };
  assert.equal(validate(await sealedAt(299)), undefined);
  assert.equal(validate(await sealedAt(-299)), undefined);
  assert.equal(validate(await sealedAt(300))?.rule, "bitcoin-time/too-far");
  assert.equal(validate(await sealedAt(-300))?.rule, "bitcoin-time/too-far");
});

test("Bitcoin's time is compared with the low 32 bits of the block's", async () => {
  const bitcoin = createEmbeddedBitcoin();
  const rules = rulesAt(spec.forks, 1);
  for (const timestamp of [2 ** 32 - 1, 2 ** 32, 2 ** 32 + 100, 2 ** 33 + 100, timestampMax]) {
    const draft = { ...chain.draft(), timestamp };
    const work = createWork(draft, chain, rules);
    const sealedAt = async (seconds: number) =>
      validate(
        seal(draft, await bitcoin.seal({ ...work, timestamp: timestamp + seconds }, neverAborted)),
      )?.rule;
    assert.equal(await sealedAt(-299), undefined);
    assert.equal(await sealedAt(299), undefined);
    assert.equal(await sealedAt(-300), "bitcoin-time/too-far");
    assert.equal(await sealedAt(300), "bitcoin-time/too-far");
  }
});

test("fork-detection data is carried from 449 and compared from 450", async () => {
  const long = createSealedChain();
  const rules = rulesAt(spec.forks, 1);
  await long.grow(448);
  assert.equal(forkDetectionData(448, long, rules), undefined);
  assert.equal(forkDetectionData(449, long, rules)?.length, 12);
  const check = (sealed: Header) =>
    validateHeader({ header: sealed, parent: long.head, ancestry: long, spec, nowSeconds: 0 });
  const sealWith = async (draft: UnsealedHeader, data: Uint8Array) => {
    const work = createWork(draft, long, rules);
    const hash = hashForMergedMining(draft, data);
    const { seal: search } = createEmbeddedBitcoin();
    return seal(draft, await search({ ...work, hashForMergedMining: hash }, neverAborted));
  };
  assert.equal(check(await sealWith(long.draft(), new Uint8Array(12))), undefined);
  await long.grow(60);

  const draft = long.draft();
  const header = await long.mine(draft);
  assert.equal(check(header), undefined);
  const data = forkDetectionData(draft.number, long, rules);
  assert.ok(data);
  assert.equal(toBigInt(data.subarray(8)), BigInt(draft.number));
  assert.equal(data[7], 0, "no uncles in the last 32 blocks");
  const unsealed = committedHash({ ...draft, ...unsealedProof }, rules);
  assert.deepEqual(unsealed, hashForMergedMining(draft, undefined));
  const committed = committedHash(header, rules);
  assert.ok(committed && isEqual(committed, hashForMergedMining(draft, data)));

  for (let byte = 0; byte < 12; byte++) {
    const other: Uint8Array = data.map((value, i) => (i === byte ? value ^ 1 : value));
    assert.equal(
      check(await sealWith(draft, other))?.rule,
      "fork-detection/other-branch",
      `byte ${byte}`,
    );
  }
});

test("asking for fork-detection data without the ancestors is a bug that is thrown", () => {
  assert.throws(() => forkDetectionData(500, chain, rulesAt(spec.forks, 500)), RangeError);
});

test("a header whose work was drawn is valid where that is asked for, and nowhere else", async () => {
  const hard = { ...spec, minimumDifficulty: 1n << 240n };
  const draft = chain.draft([], { difficulty: hard.minimumDifficulty });
  const header = await chain.mine({ ...draft, difficulty: 1n });
  // Sealed again with a difficulty that cannot be met: the coinbase names the harder header.
  const work = createWork(draft, chain, rulesAt(spec.forks, draft.number));
  const proof = await createEmbeddedBitcoin().seal({ ...work, target: 1n << 255n }, neverAborted);
  const sealed = seal(draft, proof);
  const checked = { parent: chain.head, ancestry: chain, spec: hard, nowSeconds: 0 };
  assert.equal(
    validateHeader({ ...checked, header: sealed })?.rule,
    "merged-mining/work-above-target",
  );
  assert.equal(validateHeader({ ...checked, header: sealed, work: "drawn" }), undefined);
  assert.equal(
    validateHeader({ ...checked, header, work: "drawn" })?.rule,
    "difficulty/not-computed",
  );
});

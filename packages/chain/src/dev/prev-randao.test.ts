import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { isEqual, type StoredBlock, toBigInt } from "@tandem/primitives";
import { checkChain } from "../check/check-chain.js";
import { executeBlock, isViolation } from "../import/execute.js";
import { creation, openSmallChain, type SmallChain, smallSpec } from "../testing/small-chain.js";

/** DIFFICULTY, PUSH0, SSTORE, STOP. */
const storing = Uint8Array.of(0x44, 0x5f, 0x55, 0x00);
const slot = new Uint8Array(32);
const value = 2n ** 255n + 7n;

describe("a requested result of opcode 0x44", () => {
  let small: SmallChain;
  afterEach(() => small.destroy());

  /** Mines a block with a creation that stores the opcode's result. */
  async function stored(nonce: number): Promise<{ block: StoredBlock; answer: bigint }> {
    const { chain } = small;
    await chain.submit(creation(0, nonce, storing));
    const block = await chain.miner.mine();
    const [transaction] = block.transactions;
    assert.ok(transaction !== undefined);
    const contract = block.receipts[0]?.contractAddress;
    assert.ok(contract !== undefined);
    return { block, answer: toBigInt(chain.headState().storageAt(contract, slot)) };
  }

  /** Executes a block again, as import, traces and repair do. */
  async function isReproduced(block: StoredBlock): Promise<boolean> {
    const { blocks, executor } = small.chain;
    const parent = blocks.header(block.header.parentHash);
    assert.ok(parent);
    const parentRoot = blocks.edits.before(block.hash, parent);
    const { hash: ancestorHash } = blocks.ancestry(block.header.parentHash);
    const prevRandao = blocks.prevRandao(block);
    const outcome = await executeBlock(executor, { block, parentRoot, ancestorHash, prevRandao });
    return !isViolation(outcome) && isEqual(outcome.stateRoot, block.header.stateRoot);
  }

  it("holds for the next block alone, whose header and rules do not change, and after a restart", async () => {
    small = await openSmallChain("manual");
    await small.chain.controls.setNextPrevRandao(value);
    assert.equal((await small.chain.pending()).prevRandao, value);
    small = await small.reopen();
    const asked = await stored(0);
    assert.equal(asked.answer, value);
    assert.ok(asked.block.header.difficulty < 100n);
    const next = await stored(1);
    assert.equal(next.answer, next.block.header.difficulty);
    assert.deepEqual((await checkChain(small.store, smallSpec)).findings, []);
    small = await small.reopen();
    assert.ok(await isReproduced(asked.block));
    assert.ok(await isReproduced(next.block));
    assert.equal(small.chain.blocks.prevRandao(asked.block), value);
  });

  it("is kept with blocks that are mined in a group, in the first of them", async () => {
    small = await openSmallChain("manual");
    await small.chain.controls.setNextPrevRandao(value);
    await small.chain.controls.mine({ count: 3 });
    const { blocks } = small.chain;
    const answers = [1, 2, 3].map((height) => {
      const hash = blocks.canonicalHash(height);
      const block = hash && blocks.block(hash);
      return block && blocks.prevRandao(block);
    });
    assert.deepEqual(answers, [value, undefined, undefined]);
  });

  it("is forgotten by a revert to a snapshot before the request, and restored by one to a snapshot after it", async () => {
    small = await openSmallChain("manual");
    const { controls } = small.chain;
    const before = await controls.snapshot();
    await controls.setNextPrevRandao(value);
    await controls.revert(before);
    const plain = await stored(0);
    assert.equal(plain.answer, plain.block.header.difficulty);
    await controls.setNextPrevRandao(value);
    const asked = await controls.snapshot();
    assert.equal((await stored(1)).answer, value);
    await controls.revert(asked);
    assert.equal((await stored(1)).answer, value);
  });

  it("is not that of an equal block from before a revert", async () => {
    const startMs = (smallSpec.genesis.timestamp + 100) * 1000;
    small = await openSmallChain("manual", { time: { startMs, isVirtual: true } });
    const { controls, blocks, head } = small.chain;
    for (const count of [1, 2]) {
      const requests = [undefined, value, undefined, 5n];
      const answers: (bigint | undefined)[] = [];
      for (const request of requests) {
        const before = await controls.snapshot();
        if (request !== undefined) await controls.setNextPrevRandao(request);
        await controls.mine({ count });
        assert.equal(head().header.number, count);
        const hash = blocks.canonicalHash(1);
        const first = hash && blocks.block(hash);
        answers.push(first && blocks.prevRandao(first));
        await controls.revert(before);
      }
      assert.deepEqual(answers, requests);
    }
  });
});

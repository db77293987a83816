/**
 * Tests that invalid submissions of every kind get their error, and do not cost a valid miner its
 * blocks.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { assertProved } from "../support/chain-checks/chain-check.js";
import { testPace } from "../support/chain-checks/header-rules.js";
import { JsonSocket } from "../support/json-socket.js";
import { startLocalNode } from "../support/local-node.js";
import {
  assertAnswer,
  type Ground,
  oversized,
  wrongSubmissions,
} from "../support/mutations/wrong-submissions.js";
import type { RunningNode } from "../support/node-process.js";
import {
  findPoolBlock,
  type PoolBlock,
  submission,
  type WireSubmitted,
  type WireWork,
  wordOf,
} from "../support/pool-miner.js";
import { readChain } from "../support/rpc-batch.js";
import { specOf } from "../support/spec-file.js";
import type { Hex } from "../support/wire.js";

/** Blocks come faster than one a second, so their times run ahead of the clock. */
const bitcoinTimeSecondsMax = 7200;
const worksKept = 20;
/** The minimum number of invalid submissions, and the number of unanswered ones at any time. */
const floodLength = 3000;
const floodUnderWay = 100;
/** One of this number is eight million characters long. */
const oversizedEvery = 1000;
/** The number of blocks of the valid miner during the flood. */
const goodBlocks = 25;
/** The maximum number of invalid submissions that are answered between a valid one and its answer. */
const overtakenMax = 10 * floodUnderWay;

describe("invalid submissions", () => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-refused-"));
  let node: RunningNode;
  let good: JsonSocket;
  let expired: WireWork;
  /** The number of returned works, the newest one, and the last accepted block. */
  let works = 0;
  let newest: WireWork;
  let accepted: PoolBlock;
  /**
   * The number of answered invalid submissions of the flood, and of those answered while a valid
   * one waited.
   */
  let refused = 0;
  const overtaken: number[] = [];

  before(async () => {
    const spec = join(folder, "spec.json");
    writeFileSync(spec, JSON.stringify(specOf(testPace, { bitcoinTimeSecondsMax, difficulty: 1 })));
    node = await startLocalNode(["--chain", spec, "--mining", "external"]);
    good = await JsonSocket.open(node.wsUrl);
    expired = await good.call<WireWork>("mnr_getWork");
    for (let i = 0; i <= worksKept; i++) await mineGood();
    newest = await good.call<WireWork>("mnr_getWork");
  });
  after(async () => {
    await good.close();
    await node.stop();
    rmSync(folder, { recursive: true });
  });

  /** Mines a block from getting work to its acceptance. */
  async function mineGood(): Promise<void> {
    newest = await good.call<WireWork>("mnr_getWork");
    works++;
    const block = findPoolBlock(newest, { payments: works % 4 });
    const before = refused;
    const submitted = await good.call<WireSubmitted>(...submission("partial", block));
    overtaken.push(refused - before);
    assert.equal(wordOf(submitted), "IMPORTED_BEST");
    accepted = block;
  }

  const ground = (): Ground => ({ work: newest, expired, accepted });

  for (const wrong of [...wrongSubmissions, oversized]) {
    it(`of ${wrong.name} get their own answer, and do not change the chain`, async () => {
      const before = await good.call<Hex>("eth_blockNumber");
      assertAnswer(wrong, await good.ask(...wrong.make(ground())), false);
      assert.equal(await good.call<Hex>("eth_blockNumber"), before);
    });
  }

  it("by the thousand do not cost a valid miner one block", async (t: TestContext) => {
    const flood = await JsonSocket.open(node.wsUrl);
    const heightBefore = Number(await good.call<Hex>("eth_blockNumber"));
    const worksBefore = works;
    overtaken.length = 0;
    try {
      let isMining = true;
      const mining = (async () => {
        for (let i = 0; i < goodBlocks; i++) await mineGood();
      })().finally(() => {
        isMining = false;
      });
      let sent = 0;
      const sendOnAndOn = async () => {
        while (isMining || sent < floodLength) await send(flood, sent++);
      };
      await Promise.all([mining, ...Array.from({ length: floodUnderWay }, sendOnAndOn)]);
      assert.equal(refused, sent, "every wrong one has its answer");
    } finally {
      await flood.close();
    }
    assert.equal(works - worksBefore, goodBlocks);
    const height = Number(await good.call<Hex>("eth_blockNumber"));
    assert.equal(height, heightBefore + goodBlocks, "every good block is on the chain");
    const worst = Math.max(...overtaken);
    t.diagnostic(`${refused} refused; at most ${worst} of them while a good one waited`);
    assert.ok(worst <= overtakenMax, `${worst} wrong submissions were answered before a good one`);
  });

  it("leave only the valid miner's blocks, and no internal error in the log", async () => {
    const chain = await readChain(node.url);
    assert.equal(chain.length - 1, works);
    assertProved(chain, testPace);
    assert.deepEqual(
      chain.flatMap(({ uncles }) => uncles),
      [],
    );
    const lines = node.output().split("\n");
    assert.deepEqual(
      lines.filter((line) => /"level":[456]0/.test(line)),
      [],
    );
  });

  async function send(socket: JsonSocket, i: number): Promise<void> {
    const kind = wrongSubmissions[i % wrongSubmissions.length];
    const wrong = i % oversizedEvery === oversizedEvery - 1 ? oversized : kind;
    assert.ok(wrong);
    const madeAt = works;
    const answer = await socket.ask(...wrong.make(ground()));
    assertAnswer(wrong, answer, works - madeAt >= worksKept - 3);
    refused++;
  }
});

/** Wrong submissions of every kind get their error, and do not keep a good miner from its blocks. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { assertProved } from "./support/chain-check.js";
import { testPace } from "./support/header-rules.js";
import { JsonSocket } from "./support/json-socket.js";
import { type NodeProcess, startNodeProcess } from "./support/node-process.js";
import {
  findPoolBlock,
  type PoolBlock,
  submission,
  type WireSubmitted,
  type WireWork,
  wordOf,
} from "./support/pool-miner.js";
import { readChain } from "./support/rpc-batch.js";
import { specOf } from "./support/spec-file.js";
import type { Hex } from "./support/wire.js";
import {
  assertAnswer,
  type Ground,
  oversized,
  wrongSubmissions,
} from "./support/wrong-submissions.js";

/** Blocks come faster than one a second, so their times run ahead of the clock. */
const bitcoinTimeSecondsMax = 7200;
const worksKept = 20;
const floodSeconds = 5;
const floodPerSecond = 1000;
/** One in so many is eight million characters long. */
const oversizedEvery = 1000;
/** Milliseconds between two blocks of the good miner. */
const goodEveryMs = 25;
/** Milliseconds a good submission may take, whatever else the machine does. */
const latencyMsMax = 3000;

describe("wrong submissions", () => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-refused-"));
  let node: NodeProcess;
  let good: JsonSocket;
  let expired: WireWork;
  /** Works handed out so far, the newest of them, and the block accepted last. */
  let works = 0;
  let newest: WireWork;
  let accepted: PoolBlock;
  const latencies: number[] = [];

  before(async () => {
    const spec = join(folder, "spec.json");
    writeFileSync(spec, JSON.stringify(specOf(testPace, { bitcoinTimeSecondsMax, difficulty: 1 })));
    node = await startNodeProcess(["--chain", spec, "--mining", "external"]);
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

  /** A block from getting work to seeing it accepted. */
  async function mineGood(): Promise<void> {
    newest = await good.call<WireWork>("mnr_getWork");
    works++;
    const block = findPoolBlock(newest, { payments: works % 4 });
    const began = performance.now();
    const submitted = await good.call<WireSubmitted>(...submission("partial", block));
    latencies.push(performance.now() - began);
    assert.equal(wordOf(submitted), "IMPORTED_BEST");
    accepted = block;
  }

  const ground = (): Ground => ({ work: newest, expired, accepted });

  for (const wrong of [...wrongSubmissions, oversized]) {
    it(`of ${wrong.name} get their own answer, and leave the chain as it is`, async () => {
      const before = await good.call<Hex>("eth_blockNumber");
      assertAnswer(wrong, await good.ask(...wrong.make(ground())), false);
      assert.equal(await good.call<Hex>("eth_blockNumber"), before);
    });
  }

  it("sent a thousand a second do not cost a good miner one block", async (t: TestContext) => {
    const flood = await JsonSocket.open(node.wsUrl);
    const heightBefore = Number(await good.call<Hex>("eth_blockNumber"));
    const [worksBefore, quiet] = [works, latencies.splice(0)];
    try {
      const answers = flooding(flood);
      let isFlooding = true;
      const mining = (async () => {
        while (isFlooding) {
          await mineGood();
          await pause(goodEveryMs);
        }
      })();
      const sent = await answers.finally(() => {
        isFlooding = false;
      });
      await mining;
      assert.equal(sent, floodSeconds * floodPerSecond);
    } finally {
      await flood.close();
    }
    const mined = works - worksBefore;
    const height = Number(await good.call<Hex>("eth_blockNumber"));
    assert.equal(height, heightBefore + mined, "every good block is on the chain");
    assert.ok(mined >= 2 * floodSeconds, `${mined} blocks`);
    const worst = Math.max(...latencies);
    assert.ok(worst < latencyMsMax, `a good submission took ${worst} ms`);
    t.diagnostic(`${mined} good blocks; quiet ${shown(quiet)}; flooded ${shown(latencies)}`);
  });

  it("leave nothing but the good miner's blocks, and no defect in the log", async () => {
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

  /** Sends on time, whatever the answers; @returns how many were answered as they should be. */
  async function flooding(socket: JsonSocket): Promise<number> {
    const total = floodSeconds * floodPerSecond;
    const answers: Promise<void>[] = [];
    const began = performance.now();
    while (answers.length < total) {
      const due = Math.min(total, ((performance.now() - began) / 1000) * floodPerSecond);
      while (answers.length < due) answers.push(send(socket, answers.length));
      await pause(2);
    }
    await Promise.all(answers);
    return answers.length;
  }

  async function send(socket: JsonSocket, i: number): Promise<void> {
    const kind = wrongSubmissions[i % wrongSubmissions.length];
    const wrong = i % oversizedEvery === oversizedEvery - 1 ? oversized : kind;
    assert.ok(wrong);
    const madeAt = works;
    const answer = await socket.ask(...wrong.make(ground()));
    assertAnswer(wrong, answer, works - madeAt >= worksKept - 3);
  }
});

/** Median and worst of some times, for the eye. */
function shown(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(1);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`;
}

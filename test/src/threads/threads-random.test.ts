/**
 * Tests that calls, estimates and access lists at any height are the same on compute threads as
 * without them in the library, between edits, transactions, reverts and reorgs, and during them.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import {
  type Asked,
  changeOf,
  firstCodesOf,
  readOf,
  senders,
} from "../support/cases/random-reads.js";
import { metric } from "../support/clients/metric.js";
import { eventually } from "../support/eventually.js";
import { endOfRounds, seedOr } from "../support/extent.js";
import { startLocalNode } from "../support/local-node.js";
import { ask, call } from "../support/rpc.js";
import { type Seeded, seeded } from "../support/seeded.js";

/** Blocks that no change removes: what is read there is the same during a change. */
const lowest = 4;
const readsEach = 12;
const threads = 2;

class Pair {
  readonly #urls: readonly [string, string];
  readonly #chance: Seeded;
  readonly #done: Asked[] = [];
  readonly #snapshots: string[] = [];
  readonly counts = { answered: 0, refused: 0 };

  constructor(urls: readonly [string, string], chance: Seeded) {
    this.#urls = urls;
    this.#chance = chance;
  }

  async begin(): Promise<void> {
    for (const from of senders) {
      await this.#change({ method: "hardhat_setBalance", params: [from, "0xffffffffffffffff"] });
      await this.#change({ method: "hardhat_impersonateAccount", params: [from] });
    }
    for (let height = 0; height < lowest; height++) {
      for (const edit of firstCodesOf(this.#chance)) await this.#change(edit);
      await this.#change({ method: "evm_mine", params: [] });
    }
  }

  /** Changes both chains alike, and compares reads of old states meanwhile, and of any afterwards. */
  async step(): Promise<void> {
    const height = await this.#height();
    const snapshot = this.#chance.chance(0.1) ? this.#snapshots.pop() : undefined;
    const changes =
      snapshot === undefined
        ? changeOf(this.#chance, height, lowest)
        : [{ method: "evm_revert", params: [snapshot] }];
    const meanwhile = this.#compare(readsEach, () => this.#chance.int(lowest));
    for (const change of changes) await this.#change(change);
    await meanwhile;
    const head = await this.#height();
    await this.#compare(readsEach, () => this.#chance.pick([head, this.#chance.int(head + 1)]));
  }

  async #height(): Promise<number> {
    return Number(await call<string>(this.#urls[0], "eth_blockNumber"));
  }

  async #change(change: Asked): Promise<void> {
    this.#done.push(change);
    const result = await this.#same(change);
    if (change.method === "evm_snapshot") this.#snapshots.push(result as string);
  }

  async #compare(count: number, heightOf: () => number): Promise<void> {
    const reads = Array.from({ length: count }, () =>
      readOf(this.#chance, `0x${heightOf().toString(16)}`),
    );
    await Promise.all(reads.map((read) => this.#same(read)));
  }

  /** Asks both nodes, and returns the result. */
  async #same(asked: Asked): Promise<unknown> {
    const answers = this.#urls.map((url) => ask(url, asked.method, asked.params));
    const [answer, wanted] = await Promise.all(answers);
    const [text, other] = [JSON.stringify(answer), JSON.stringify(wanted)];
    if (text !== other) {
      assert.fail(JSON.stringify({ asked, answer, wanted, after: this.#done }));
    }
    this.counts[answer?.error === undefined ? "answered" : "refused"]++;
    return answer?.result;
  }
}

it("calls on compute threads are those of a node without them that runs the library", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "tandem-calls-"));
  const flags = ["--seed", "7", "--mining", "manual"];
  const threaded = await startLocalNode([
    ...[...flags, "--threads", `${threads}`],
    ...["--data-dir", directory],
  ]);
  const library = await startLocalNode([...flags, "--in-memory", "--evm", "library"]);
  try {
    await eventually(
      "threads",
      async () => (await metric(threaded.url, "tandem_compute_threads")) === threads,
    );
    const pair = new Pair([threaded.url, library.url], seeded(seedOr(1)));
    await pair.begin();
    const isOver = endOfRounds(12);
    let steps = 0;
    for (; !isOver(steps); steps++) await pair.step();
    const { answered, refused } = pair.counts;
    const given = (await metric(threaded.url, "tandem_compute_requests_total")) ?? 0;
    t.diagnostic(
      `${steps} steps, ${answered} requests answered alike, ${refused} refused alike, ${given} by threads`,
    );
    assert.ok(answered > steps && refused > 0);
    assert.ok(given > 0, "threads were given requests");
    assert.equal(await metric(threaded.url, "tandem_compute_threads_replaced_total"), 0);
  } finally {
    await threaded.stop();
    await library.stop();
    rmSync(directory, { recursive: true });
  }
});

/**
 * Tests clients of any node of a cluster: none sees an older head than before, and each reads its
 * own writes.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { steadyLease } from "../support/cluster/nodes.js";
import { developmentAccount, plentyGasPrice, sign } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { fewOrMany, seedOr } from "../support/extent.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { type NatsProcess, natsAbsent, startNats } from "../support/processes/nats-process.js";
import { call, post, type RpcAnswer } from "../support/rpc.js";
import { callAll, readChain } from "../support/rpc-batch.js";
import { type Seeded, seeded } from "../support/seeded.js";
import type { Hex } from "../support/wire.js";

const clients = fewOrMany(16, 32);
const stepsOfClient = fewOrMany(12, 200);
/** So many that most sends have no reorg beside them, and what they wrote must be readable at once. */
const stepsBetweenReorgs = fewOrMany(60, 300);
const depthMax = 3;

/** Makes reorgs, of which several may happen at once, and counts them. */
class Reorgs {
  #begun = 0;
  completed = 0;

  /** Returns a number that is equal at two moments only if no reorg happens at them or between them. */
  mark(): number {
    return this.#begun === this.completed ? this.#begun : Number.NaN;
  }

  async make(url: string, chance: Seeded): Promise<void> {
    const depth = 1 + chance.int(depthMax - 1);
    this.#begun++;
    await call(url, "tandem_mineBranch", [{ depth, length: depth + 1 }]);
    this.completed++;
  }
}

/** A client with its own account, which stores the greatest height that it has seen. */
class Client {
  readonly #chance: Seeded;
  readonly #nodes: readonly RunningNode[];
  readonly #account: ReturnType<typeof developmentAccount>;
  readonly #reorgs: Reorgs;
  readonly sent: Hex[] = [];
  seen = 0;
  /** The mark of the reorgs before the last send; NaN if that may not be read at once. */
  #markAtSend = Number.NaN;

  constructor(index: number, nodes: readonly RunningNode[], reorgs: Reorgs) {
    this.#chance = seeded(seedOr(1) + index);
    this.#nodes = nodes;
    this.#account = developmentAccount(index);
    this.#reorgs = reorgs;
  }

  /** Sends a request to any node, and repeats it while the node is behind this client. */
  #ask(method: string, params: readonly unknown[]): Promise<RpcAnswer> {
    return eventually("answer of a node that is not behind", async () => {
      const { url } = this.#chance.pick(this.#nodes);
      const wanted = { "tandem-min-height": `${this.seen}` };
      const answer = await post(url, { jsonrpc: "2.0", id: 1, method, params }, wanted);
      const height = Number(answer.headers["tandem-height"]);
      const told = (await answer.json()) as RpcAnswer;
      if (answer.status === 503) {
        assert.equal(told.error?.code, -32001);
        assert.equal(answer.headers["retry-after"], "1");
        return undefined;
      }
      assert.ok(height >= this.seen, `${method}: ${height} after ${this.seen}`);
      this.seen = height;
      return told;
    });
  }

  /** Sends a transaction, whose effects can be read unless the node says that it is far behind. */
  async #send(): Promise<void> {
    this.#markAtSend = this.#reorgs.mark();
    const { address } = developmentAccount(0);
    const fields = { nonce: this.sent.length, to: address, value: 1n, gasPrice: plentyGasPrice };
    const { raw, hash } = sign(this.#account, fields);
    const { result, error } = await this.#ask("eth_sendRawTransaction", [raw]);
    const isBehind = error?.message.includes("this node is far behind the sealer") === true;
    // A branch may have returned the previous transaction to the pool, where a copy is known.
    assert.ok(result === hash || isBehind, JSON.stringify(error));
    this.sent.push(hash);
    if (isBehind) this.#markAtSend = Number.NaN;
  }

  /** Returns whether every node must know the last transaction: there was no reorg since it was sent. */
  #mustBeReadable(): boolean {
    return this.#reorgs.mark() === this.#markAtSend;
  }

  async #read(): Promise<void> {
    const before = this.seen;
    const { result: height } = await this.#ask("eth_blockNumber", []);
    assert.ok(Number(height) >= before, `${height} after ${before}`);
    const hash = this.sent.at(-1);
    if (hash === undefined) return;
    const isThere = async () => {
      return (await this.#ask("eth_getTransactionByHash", [hash])).result !== null;
    };
    if (await isThere()) return;
    assert.ok(!this.#mustBeReadable(), "its own transaction");
    // A transaction of a removed block is being returned to the pool, or its node is catching up.
    await eventually("own transaction after a reorg, or far behind", isThere);
  }

  /** Sends, and then reads what must exist unless the chain was reorganized. */
  async #sendAndRead(): Promise<void> {
    await this.#send();
    const params = [this.#account.address, "latest"];
    const { result } = await this.#ask("eth_getTransactionCount", params);
    if (!this.#mustBeReadable()) return;
    assert.ok(Number(result) >= this.sent.length, `${result} of ${this.sent.length}`);
  }

  step(): Promise<void> {
    return this.#chance.int(2) === 0 ? this.#sendAndRead() : this.#read();
  }
}

describe("clients of a cluster", { skip: natsAbsent }, () => {
  let nats: NatsProcess;
  const nodes: RunningNode[] = [];

  before(async () => {
    nats = await startNats();
    const chainFlags = ["--accounts", `${clients}`, "--mining", "auto"];
    const flags = ["--log", nats.url, ...steadyLease, ...chainFlags];
    for (const [role, readers] of [
      ["sealer", fewOrMany(0, 2)],
      ["replica", 0],
      ["replica", 2],
    ]) {
      nodes.push(await startLocalNode([...flags, "--role", `${role}`, "--readers", `${readers}`]));
    }
  });
  after(async () => {
    for (const node of [...nodes].reverse()) await node.stop();
    await nats?.stop();
  });

  it("never see an older head, and read their own writes", async () => {
    const [sealer] = nodes as [RunningNode, ...RunningNode[]];
    const reorgs = new Reorgs();
    const chance = seeded(seedOr(1));
    const all = Array.from({ length: clients }, (_, index) => new Client(index, nodes, reorgs));
    let steps = 0;
    await Promise.all(
      all.map(async (client) => {
        for (let step = 0; step < stepsOfClient; step++) {
          await client.step();
          steps++;
          if (steps % stepsBetweenReorgs === 0) await reorgs.make(sealer.url, chance);
        }
      }),
    );
    assert.ok(reorgs.completed > 2);
    const asked = all
      .flatMap((client) => client.sent)
      .map((hash) => ({ method: "eth_getTransactionReceipt", params: [hash] }));
    for (const { url } of nodes) {
      await eventually("receipt of every transaction", async () => {
        const receipts = await callAll(url, asked);
        return !receipts.includes(null);
      });
    }
    await eventually("same chain", async () => {
      const chains = await Promise.all(nodes.map(({ url }) => readChain(url)));
      return new Set(chains.map((chain) => JSON.stringify(chain))).size === 1;
    });
  });
});

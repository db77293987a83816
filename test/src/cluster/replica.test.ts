/** Tests a sealer and a replica like a user: two processes, one chain. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type ClusterNodes, startCluster, steadyLease } from "../support/cluster/nodes.js";
import { developmentAccount, sign } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { JsonSocket } from "../support/json-socket.js";
import { runHere } from "../support/local-node.js";
import type { NodeProcess } from "../support/node-process.js";
import { clientSpan, type OtlpReceiver, startOtlpReceiver } from "../support/otlp-receiver.js";
import { natsAbsent } from "../support/processes/nats-process.js";
import { ask, call } from "../support/rpc.js";
import type { WireBlock } from "../support/wire.js";

const [first, second] = [developmentAccount(0), developmentAccount(1)];
const gasPrice = 60_000_000n;
/** The number of blocks mined while a replica is stopped: more than its tolerated lag. */
const missed = 20;
const flags = ["--seed", "1", ...steadyLease];

describe("a replica", { skip: natsAbsent }, () => {
  let cluster: ClusterNodes;
  let sealer: NodeProcess;
  let replica: NodeProcess;
  let nonce = 0;
  let traces: OtlpReceiver;

  before(async () => {
    traces = await startOtlpReceiver();
    Object.assign(process.env, traces.environment);
    cluster = await startCluster();
    sealer = await cluster.start("sealer", "sealer", flags);
    replica = await cluster.start("replica", "replica", flags);
    // Nodes of other tests in this process would wait for a collector that has ended.
    for (const name of Object.keys(traces.environment)) delete process.env[name];
  });
  after(async () => {
    await cluster?.stop();
    await traces?.stop();
  });

  const transfer = () => {
    const fields = {
      chainId: sealer.chainId,
      nonce: nonce++,
      gasLimit: 21_000,
      to: second.address,
    };
    return sign(first, { ...fields, type: 0, gasPrice, value: 1n }).raw;
  };
  const latest = (node: NodeProcess) =>
    call<WireBlock>(node.url, "eth_getBlockByNumber", ["latest", false]);
  /**
   * Waits until both have the same head. That of the sealer may move, because it mines again what a
   * reorg removed.
   */
  const sameHead = () =>
    eventually("same head", async () => {
      const [own, other] = await Promise.all([latest(replica), latest(sealer)]);
      return own.hash === other.hash;
    });

  it("has the transaction that it sent, and notifies its subscribers of the block", async () => {
    const socket = await JsonSocket.open(replica.wsUrl);
    const heads = await socket.subscribe<WireBlock>("newHeads");
    const hash = await call<string>(replica.url, "eth_sendRawTransaction", [transfer()]);
    const receipt = await call<{ blockHash: string }>(replica.url, "eth_getTransactionReceipt", [
      hash,
    ]);
    assert.equal((await heads.inbox.next()).hash, receipt.blockHash);
    const [own, other] = await Promise.all([latest(replica), latest(sealer)]);
    assert.deepEqual(own, other);
    socket.socket.close();
  });

  it("reports its role and its position", async () => {
    const health = async ({ url }: NodeProcess) => {
      const answer = await fetch(`${url}/health`);
      assert.equal(answer.status, 200);
      return ((await answer.json()) as { cluster: Record<string, unknown> }).cluster;
    };
    const [own, other] = [await health(sealer), await health(replica)];
    assert.deepEqual([own.role, other.role], ["sealer", "replica"]);
    assert.deepEqual([own.epoch, other.epoch, own.elections, other.elections], [1, 1, 1, 0]);
    assert.equal(other.applied, own.applied);
    const figures = await (await fetch(`${replica.url}/metrics`)).text();
    assert.match(figures, /^tandem_cluster_sealing 0$/m);
    assert.match(figures, /^tandem_cluster_epoch 1$/m);
  });

  it("requests pending transactions from the sealer", async () => {
    await call(replica.url, "evm_setAutomine", [false]);
    const hash = await call<string>(replica.url, "eth_sendRawTransaction", [transfer()]);
    const count = (tag: string) =>
      call<string>(replica.url, "eth_getTransactionCount", [first.address, tag]);
    assert.deepEqual([await count("latest"), await count("pending")], ["0x1", "0x2"]);
    assert.deepEqual(await call(replica.url, "txpool_status"), { pending: "0x1", queued: "0x0" });
    const pending = await call<WireBlock>(replica.url, "eth_getBlockByNumber", ["pending", false]);
    assert.deepEqual(pending.transactions, [hash]);
    await call(replica.url, "evm_mine");
    assert.equal(await count("latest"), "0x2", "it has what its client mined");
    await call(replica.url, "evm_setAutomine", [true]);
  });

  it("returns the sealer's errors", async () => {
    nonce--;
    const known = transfer();
    const [own, other] = [
      await ask(replica.url, "eth_sendRawTransaction", [known]),
      await ask(sealer.url, "eth_sendRawTransaction", [known]),
    ];
    assert.ok(own.error !== undefined);
    assert.deepEqual(own.error, other.error);
    const malformed = await ask(replica.url, "eth_sendRawTransaction", ["0x1"]);
    assert.equal(malformed.error?.code, -32602);
  });

  it("passes its span on to the sealer, whose block and record in the log belong to it", async () => {
    const { traceId, spanId, traceparent } = clientSpan("b1");
    const headers = { "content-type": "application/json", traceparent };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "evm_mine" });
    const answer = await fetch(replica.url, { method: "POST", headers, body });
    assert.equal(((await answer.json()) as { result?: unknown }).result, "0x0");
    const below = (name: string, parent: string) =>
      traces.span(name, (span) => span.parentSpanId === parent && span.name === name);
    const passedOn = await below("evm_mine", spanId);
    const sealing = await below("evm_mine", passedOn.spanId);
    const imported = await below("import block", sealing.spanId);
    const appended = await below("append to log", imported.spanId);
    assert.equal(appended.traceId, traceId);
    assert.equal(appended.attributes["tandem.log.kind"], "blocks");
    await sameHead();
  });

  it("follows uncles and reorgs", async () => {
    const uncle = await call<string>(replica.url, "tandem_mineUncle");
    assert.ok(
      await call(replica.url, "eth_getBlockByHash", [uncle, false]),
      "a block beside the chain",
    );
    await call(replica.url, "evm_mine");
    assert.equal(await call(replica.url, "eth_getUncleCountByBlockNumber", ["latest"]), "0x1");
    const old = await latest(replica);
    await call(replica.url, "tandem_mineBranch", [{ depth: 2, length: 4 }]);
    assert.notEqual(
      (await call<WireBlock>(replica.url, "eth_getBlockByNumber", [old.number, false])).hash,
      old.hash,
    );
    await sameHead();
  });

  it("refuses controls whose effect is in no block", async () => {
    for (const node of [sealer, replica]) {
      for (const [method, params] of [
        ["evm_snapshot", []],
        ["evm_revert", ["0x1"]],
        ["anvil_reorg", [1, []]],
        ["hardhat_setBalance", ["0x0000000000000000000000000000000000000001", "0x1"]],
        ["hardhat_setNextBlockBaseFeePerGas", ["0x1"]],
      ] as const) {
        const { error } = await ask(node.url, method, params);
        assert.equal(error?.code, -32601, method);
        assert.match(error?.message ?? "", /other than by a block/);
      }
    }
  });

  it("continues at its position when it is started again", async () => {
    await replica.stop();
    for (let i = 0; i < missed; i++) await call(sealer.url, "evm_mine");
    replica = await cluster.start("replica", "replica", flags);
    await sameHead();
    await eventually("end of syncing", async () => {
      return (await call(replica.url, "eth_syncing")) === false;
    });
    assert.doesNotMatch(replica.output(), /read again from its beginning/);
  });

  it("becomes the sealer when it is started as one, and the former sealer follows", async () => {
    await replica.stop();
    replica = await cluster.start("replica", "sealer", flags);
    const raw = transfer();
    // The previous sealer may be interrupted when it detects the other, and requests a retry.
    await eventually("acknowledged transaction", async () => {
      const { result, error } = await ask(sealer.url, "eth_sendRawTransaction", [raw]);
      return result !== undefined || /nonce too low/.test(error?.message ?? "");
    });
    await sameHead();
    await eventually("word of the former sealer", () =>
      /this node does not seal any more/.test(sealer.output()),
    );
    await call(sealer.url, "hardhat_mine", ["0x2"]);
    await sameHead();
    const checked = [];
    for (const [name, node] of [
      ["sealer", sealer],
      ["replica", replica],
    ] as const) {
      await node.stop();
      checked.push(await runHere(["check", cluster.folderOf(name)]));
    }
    assert.deepEqual(
      checked.map(({ code }) => code),
      [0, 0],
    );
  });

  it("is refused if its chain has another genesis", async () => {
    const other = cluster.startLocal("other", "replica", [...steadyLease, "--accounts", "3"]);
    await assert.rejects(other, /the log is of a chain with the genesis 0x/);
  });
});

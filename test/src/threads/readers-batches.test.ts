/**
 * Tests that the answer to any batch is, byte for byte, the same from a node whose sockets belong to
 * threads as from one without them, over HTTP and over a WebSocket.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import { developmentAccount, plentyGasPrice, sign } from "../support/development.js";
import { fewOrMany, seedOr } from "../support/extent.js";
import { JsonSocket } from "../support/json-socket.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { post } from "../support/rpc.js";

const batches = fewOrMany(40, 400);
const batchEntriesMax = fewOrMany(100, 1_000);
const address = `0x${"e1".repeat(20)}`;
const hash = `0x${"22".repeat(32)}`;
const looping = { code: "0x5f545f5260205ff3" };

/** Transactions with the nonces of two accounts: each may be sent early, late, twice or never. */
const transactions = [1, 2].flatMap((from) =>
  Array.from({ length: 8 }, (_, nonce) => {
    const fields = { nonce, to: address, value: 1n, gasPrice: plentyGasPrice };
    return sign(developmentAccount(from), fields);
  }),
);

const at = fc.constantFrom("latest", "pending", "earliest", "0x1", "0x99", "x", null, 1e21);
const sent = fc.constantFrom(...transactions);
const ask = (method: string, ...params: fc.Arbitrary<unknown>[]) =>
  fc.tuple(...params).map((given) => ({ method, params: given as unknown[] }));

const reads = fc.oneof(
  ask("eth_blockNumber"),
  ask("eth_getBlockByNumber", at, fc.boolean()),
  ask("eth_getBalance", fc.constant(address), at),
  ask("eth_getTransactionCount", fc.constant(developmentAccount(1).address), at),
  ask("eth_call", fc.constant({ to: address }), at, fc.constant({ [address]: looping })),
  ask("eth_estimateGas", fc.constant({ to: address }), at),
  ask("eth_simulateV1", fc.constant({ blockStateCalls: [{}] }), at),
  ask("eth_getLogs", fc.record({ fromBlock: at }, { requiredKeys: [] })),
  ask("eth_feeHistory", fc.constantFrom("0x2", 3), at, fc.constant([50])),
  ask("eth_getTransactionByHash", fc.constant(hash)),
  sent.map((one) => ({ method: "eth_getTransactionByHash", params: [one.hash] })),
  sent.map((one) => ({ method: "eth_getTransactionReceipt", params: [one.hash] })),
  ask("debug_traceBlockByNumber", at, fc.constant({ tracer: "callTracer" })),
  ask("eth_getFilterChanges", fc.constant("0x1")),
  ask("txpool_status"),
  ask("eth_accounts"),
  ask("eth_gasPrice"),
  ask("no_such_method"),
);
const writes = fc.oneof(
  sent.map((one) => ({ method: "eth_sendRawTransaction", params: [one.raw] })),
  ask("eth_sendRawTransaction", fc.constantFrom("0x12", hash, 5, "\ud800")),
  ask("evm_mine"),
  ask("evm_snapshot"),
  ask("evm_revert", fc.constantFrom("0x1", "0x2", "0x3", "x")),
  ask("evm_increaseTime", fc.constantFrom(1, -0, 2 ** 60, "1")),
  ask("anvil_reorg", fc.constantFrom(1, 2, 500), fc.constant([])),
  ask("hardhat_setBalance", fc.constant(address), fc.constantFrom("0x1", "0x2", "-0x1")),
);
const subscriptions = fc.oneof(
  ask("eth_unsubscribe", fc.constant(hash)),
  ask("eth_subscribe", fc.constantFrom("no", null)),
);

const ids = fc.oneof(
  fc.constantFrom(
    "1",
    "null",
    '"a"',
    "1e2",
    "1.0",
    "123456789012345678901234567890",
    "{}",
    '"\\ud800"',
  ),
  fc.constant(undefined),
);
const entry = (asked: fc.Arbitrary<{ readonly method: string; readonly params: unknown[] }>) =>
  fc.tuple(asked, ids).map(([{ method, params }, id]) => {
    const member = id === undefined ? "" : `"id":${id},`;
    return `{"jsonrpc":"2.0",${member}"method":"${method}","params":${JSON.stringify(params)}}`;
  });
const broken = fc.constantFrom("1", "null", "{}", "[]", '{"jsonrpc":"1.0"}', '{"id":1}');
/** A batch of notifications alone has no answer. */
const last = '{"jsonrpc":"2.0","id":"last","method":"eth_chainId","params":[]}';
/** Draws batches of which some have no request that changes the chain: a thread answers those itself. */
const entries = (...kinds: fc.Arbitrary<string>[]) =>
  fc.array(fc.oneof(...kinds), { minLength: 1, maxLength: 30 });
const batch = fc
  .oneof(
    entries(entry(reads), broken),
    entries(entry(reads), entry(writes), broken),
    entries(entry(reads), entry(writes), entry(subscriptions)),
  )
  .chain((some) => fc.constantFrom(some, some, some, repeated(some)))
  .map((all) => `[${[...all, last].join(",")}]`);

const repeated = (some: readonly string[]) =>
  Array.from({ length: batchEntriesMax - 1 }, (_, i) => some[i % some.length]);

describe("batches to a node with threads for sockets", () => {
  const nodes: RunningNode[] = [];
  const sockets: JsonSocket[] = [];

  before(async () => {
    const flags = ["--seed", "7", "--mining", "manual"];
    nodes.push(await startLocalNode([...flags, "--in-memory"]));
    nodes.push(await startLocalNode([...flags, "--readers", "2", "--threads", "1"]));
    for (const { wsUrl } of nodes) sockets.push(await JsonSocket.open(wsUrl));
  });
  after(async () => {
    for (const socket of sockets) await socket.close();
    for (const node of nodes) await node.stop();
  });

  async function overSocket({ socket }: JsonSocket, text: string): Promise<string> {
    socket.send(text);
    const [answer] = await once(socket, "message");
    return String(answer);
  }

  it("are answered as by one without them", async () => {
    const [plain, threaded] = nodes as [RunningNode, RunningNode];
    const [plainSocket, threadedSocket] = sockets as [JsonSocket, JsonSocket];
    const overHttp = async ({ url }: RunningNode, text: string) => {
      const answer = await post(url, text, { connection: "close" });
      return `${answer.status} ${answer.headers["tandem-hash"]} ${await answer.text()}`;
    };
    let count = 0;
    const property = fc.asyncProperty(batch, async (text) => {
      count++;
      const wanted = await overHttp(plain, text);
      assert.equal(await overHttp(threaded, text), wanted);
      const wantedThere = await overSocket(plainSocket, text);
      assert.equal(await overSocket(threadedSocket, text), wantedThere);
    });
    // A smaller batch would begin with another chain.
    await fc.assert(property, { numRuns: batches, seed: seedOr(1), endOnFailure: true });
    assert.ok(count >= batches);
  });
});

/** Tests branches on demand, and mining on a selected branch, as a client of the node sees them. */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { createPublicClient, webSocket } from "viem";
import { abi, Session } from "../support/clients/viem-session.js";
import { coin, developmentAccounts, emptyAccount, send, sign } from "../support/development.js";
import { eventually, within } from "../support/eventually.js";
import { JsonSocket } from "../support/json-socket.js";
import { withLocalNode } from "../support/node-suite.js";
import { ask as askWhole, call } from "../support/rpc.js";
import type { Hex, WireBlock, WireReceipt, WireTransaction } from "../support/wire.js";

interface MinedBranch {
  readonly hashes: readonly Hex[];
  readonly head: boolean;
}

const [alice, bob, carol, dave] = developmentAccounts as [
  (typeof developmentAccounts)[number],
  (typeof developmentAccounts)[number],
  (typeof developmentAccounts)[number],
  (typeof developmentAccounts)[number],
];
const gwei = 10n ** 9n;

/** Returns the requests to one node. */
function clientOf(url: () => string) {
  const ask = <T>(method: string, ...params: readonly unknown[]) => call<T>(url(), method, params);
  const latest = () => ask<WireBlock>("eth_getBlockByNumber", "latest", false);
  return {
    ask,
    latest,
    byHash: (hash: Hex) => ask<WireBlock>("eth_getBlockByHash", hash, false),
    mine: async () => {
      await ask("evm_mine");
      return latest();
    },
    branch: (wish: object) => ask<MinedBranch>("tandem_mineBranch", wish),
    extend: (hash: Hex | null) => ask<Hex>("tandem_extend", hash),
    refusal: async (method: string, ...params: readonly unknown[]) =>
      (await askWhole(url(), method, params)).error,
    nonce: async (address: Hex) =>
      Number(await ask<Hex>("eth_getTransactionCount", address, "latest")),
    blockOf: async (hash: Hex) =>
      (await ask<WireTransaction>("eth_getTransactionByHash", hash)).blockHash,
  };
}

describe("a branch on demand", () => {
  const { url, node } = withLocalNode(["--mining", "manual"]);
  const { ask, latest, byHash, mine, branch, refusal, nonce, blockOf } = clientOf(url);

  async function listening(context: TestContext) {
    const socket = await JsonSocket.open(node().wsUrl);
    context.after(() => socket.close());
    const heads = (await socket.subscribe<WireBlock>("newHeads")).inbox;
    const pending = (await socket.subscribe<Hex>("newPendingTransactions")).inbox;
    return { heads, pending };
  }

  it("stays off the chain while it is lighter, with all its content", async () => {
    const { raw, hash } = sign(alice, { to: dave.address, value: coin, nonce: 0 });
    const [first, second] = [await mine(), await mine()];
    const { hashes, head } = await branch({ depth: 2, length: 1, transactions: [[raw]] });
    assert.deepEqual([head, hashes.length], [false, 1]);
    assert.deepEqual(await latest(), second);
    const side = await byHash(hashes[0] as Hex);
    assert.deepEqual([side.parentHash, side.number], [first.parentHash, first.number]);
    assert.deepEqual(side.transactions, [hash]);
    const [receipt] = await ask<WireReceipt[]>("eth_getBlockReceipts", side.hash);
    assert.deepEqual([receipt?.blockHash, receipt?.status], [side.hash, "0x1"]);
    assert.equal(await ask("eth_getTransactionReceipt", hash), null);
    assert.equal(await ask("eth_getTransactionByHash", hash), null);
    assert.equal(await nonce(alice.address), 0);
  });

  it("continues from any block, and is the chain once it is heavier", async (context) => {
    const fork = await mine();
    const sent = await send(url(), bob, { to: dave.address, value: 5n });
    const old = [await mine(), await mine()];
    assert.deepEqual(old[0]?.transactions, [sent]);
    const { heads, pending } = await listening(context);
    const beside = await branch({ parent: fork.hash, length: 1 });
    const tip = beside.hashes.at(-1) as Hex;
    const { hashes, head } = await branch({ parent: tip, length: 2 });
    assert.ok(head);
    const added = [tip, ...hashes];
    assert.deepEqual(
      (await heads.count(3)).map((block) => block.hash),
      added,
    );
    assert.equal(await pending.next(), sent);
    assert.equal(await blockOf(sent), null);
    assert.equal(await ask("eth_getTransactionReceipt", sent), null);
    for (const block of old) assert.deepEqual(await byHash(block.hash), block);
    const [receipt] = await ask<WireReceipt[]>("eth_getBlockReceipts", old[0]?.hash);
    assert.equal(receipt?.transactionHash, sent);
    const next = await mine();
    assert.deepEqual(next.transactions, [sent]);
    assert.deepEqual(next.uncles, [old[0]?.hash], "of the old chain, the block beside an ancestor");
  });

  it("has the given transactions, in that order, and none of the pool's", async () => {
    const waiting = await send(url(), bob, { to: dave.address, gasPrice: 9n * gwei });
    const [n, m] = [await nonce(alice.address), await nonce(carol.address)];
    const price = (wei: bigint) => ({ to: dave.address, gasPrice: wei });
    const cheap = sign(alice, { ...price(gwei), nonce: n });
    const dear = sign(carol, { ...price(3n * gwei), nonce: m });
    const later = sign(alice, { ...price(2n * gwei), nonce: n + 1 });
    const transactions = [[cheap.raw, dear.raw], [], [later.raw]];
    const { hashes } = await branch({ depth: 0, length: 4, transactions });
    const blocks = await Promise.all(hashes.map(byHash));
    assert.deepEqual(
      blocks.map((block) => block.transactions),
      [[cheap.hash, dear.hash], [], [later.hash], []],
    );
    assert.equal(await blockOf(waiting), null);
    assert.deepEqual((await mine()).transactions, [waiting]);
  });

  it("ends at a transaction that cannot be executed, which it names", async () => {
    const n = await nonce(alice.address);
    const good = sign(alice, { to: dave.address, nonce: n });
    const gapped = sign(carol, { to: dave.address, nonce: (await nonce(carol.address)) + 1 });
    const before = await latest();
    const wish = { depth: 0, length: 3, transactions: [[good.raw], [gapped.raw]] };
    const error = await refusal("tandem_mineBranch", wish);
    assert.equal(error?.code, -32602);
    const head = await latest();
    assert.deepEqual([head.parentHash, head.transactions], [before.hash, [good.hash]]);
    const says = `branch.transactions[1][0]: ${gapped.hash} cannot be executed: nonce too high`;
    assert.ok(error.message.includes(says), error.message);
    assert.ok(error.message.includes(`the last is ${head.hash}`), error.message);
    const unreadable = { ...wish, transactions: [[], [gapped.raw, "0x02c0"]] };
    assert.match((await refusal("tandem_mineBranch", unreadable))?.message ?? "", /\[1\]\[1\]/);
    const tooMuch = sign(emptyAccount(3), { to: dave.address, nonce: 0 });
    const poor = await refusal("tandem_mineBranch", { ...wish, transactions: [[tooMuch.raw]] });
    assert.match(poor?.message ?? "", /insufficient funds .* no block was made/);
    assert.deepEqual(await latest(), head, "nothing is made when a transaction is not one");
  });
});

describe("mining on a selected branch", () => {
  const { url } = withLocalNode(["--mining", "manual"]);
  const { ask, latest, byHash, mine, branch, extend, refusal, blockOf } = clientOf(url);

  it("does not move the head until the branch is heavier, and follows it then", async () => {
    const fork = await mine();
    const sent = await send(url(), alice, { to: dave.address, value: 7n });
    const old = [await mine(), await mine(), await mine()].at(-1) as WireBlock;
    const later = await send(url(), bob, { to: dave.address, value: 1n });
    assert.equal(await extend(fork.hash), fork.hash);
    assert.deepEqual(await mine(), old);
    const first = await byHash(await ask<Hex>("tandem_tip"));
    assert.deepEqual([first.parentHash, first.transactions], [fork.hash, [later]]);
    assert.equal(await extend(fork.hash), fork.hash, "the choice may be made again");
    assert.deepEqual(await mine(), old);
    assert.equal(await blockOf(later), null, "in two blocks of branches, and waiting still");
    const pending = await ask<WireBlock>("eth_getBlockByNumber", "pending", false);
    assert.equal(pending.parentHash, old.hash);
    let head = old;
    for (let tries = 0; head.hash === old.hash && tries < 4; tries++) head = await mine();
    assert.notEqual(head.hash, old.hash);
    assert.equal(await ask("eth_getTransactionReceipt", sent), null);
    assert.equal(await extend(null), head.hash, "that branch is the head's");
    const next = await mine();
    assert.deepEqual([next.parentHash, next.transactions], [head.hash, [sent]]);
    assert.notEqual(await blockOf(later), null);
  });

  it("also ends if the branch becomes the chain in another way", async () => {
    const fork = await mine();
    const old = [await mine(), await mine()].at(-1) as WireBlock;
    const { hashes } = await branch({ parent: fork.hash, length: 1 });
    const [side] = hashes as [Hex];
    assert.equal(await extend(side), side);
    const grown = await branch({ parent: side, length: 3 });
    assert.ok(grown.head);
    const head = grown.hashes.at(-1);
    assert.equal((await mine()).parentHash, head);
    assert.equal((await byHash(old.hash)).hash, old.hash);
  });

  it("keeps pending transactions that cannot be paid for on that branch", async () => {
    const poor = emptyAccount(5);
    const fork = await mine();
    await send(url(), alice, { to: poor.address, value: coin });
    const rich = await mine();
    const waiting = await send(url(), poor, { to: dave.address, value: 1n });
    await extend(fork.hash);
    await mine();
    assert.equal(await extend(rich.hash), rich.hash);
    assert.deepEqual((await mine()).transactions, [waiting]);
  });

  it("is refused on an unknown block", async () => {
    const head = await latest();
    const error = await refusal("tandem_extend", `0x${"ab".repeat(32)}`);
    assert.deepEqual([error?.code, /block/.test(error?.message ?? "")], [-32602, true]);
    assert.equal((await mine()).parentHash, head.hash);
  });
});

describe("automining on a branch", () => {
  const { url } = withLocalNode([]);
  const { ask, latest, branch, extend, blockOf, byHash } = clientOf(url);
  const pay = (value: bigint) => send(url(), alice, { to: dave.address, value });

  it("answers a sent transaction when it is in the branch, where it has no receipt yet", async () => {
    for (let i = 0; i < 8; i++) await pay(1n);
    const head = await latest();
    const { hashes } = await branch({ depth: 6, length: 1 });
    const [side] = hashes as [Hex];
    await extend(side);
    const sent = await within("answer", send(url(), bob, { to: dave.address, value: 2n }));
    assert.deepEqual(await latest(), head);
    assert.equal(await ask("eth_getTransactionReceipt", sent), null);
    const grown = await byHash(await ask<Hex>("tandem_tip"));
    assert.deepEqual([grown.parentHash, grown.transactions], [side, [sent]]);
    // Its nonce is the head's, which is too high on the branch: it is valid in no block, and stays
    // pending.
    await within("answer", pay(3n));
    assert.deepEqual(await latest(), head);
    const back = await extend(null);
    assert.equal(back, head.hash);
    await eventually("block of the one that was sent", async () => (await blockOf(sent)) !== null);
    const pool = await ask<Record<string, Hex>>("txpool_status");
    assert.deepEqual(pool, { pending: "0x0", queued: "0x0" });
  });

  it("mines only transactions that are executable on the branch", async () => {
    for (let i = 0; i < 12; i++) await pay(1n);
    const head = await latest();
    const [first, second] = [0, 1].map((nonce) => sign(carol, { to: dave.address, nonce }));
    const { hashes } = await branch({ depth: 10, length: 1, transactions: [[first?.raw]] });
    const [side] = hashes as [Hex];
    await extend(side);
    await within("answer", ask("eth_sendRawTransaction", second?.raw));
    const grown = await byHash(await ask<Hex>("tandem_tip"));
    assert.deepEqual([grown.parentHash, grown.transactions], [side, [second?.hash]]);
    assert.deepEqual(await latest(), head);
    assert.deepEqual(await ask("txpool_status"), { pending: "0x0", queued: "0x1" });
    await extend(null);
  });

  it("mines transactions that a reorg removed at once again, as a contract's client sees it", async (context) => {
    const session = new Session(31, () => ({ url: url(), wsUrl: wsUrl() }) as never);
    await session.deploy();
    const transport = webSocket(wsUrl(), { reconnect: false });
    const watcher = createPublicClient({ chain: session.clients().chain, transport });
    context.after(async () => (await watcher.transport.getRpcClient()).close());
    const seen: string[] = [];
    const stop = watcher.watchContractEvent({
      address: session.address,
      abi,
      eventName: "Transfer",
      onLogs: (logs) => seen.push(...logs.map((log) => `${log.removed} ${log.blockHash}`)),
    });
    context.after(stop);
    for (let i = 0; i < 2; i++) await watcher.getChainId();
    const receipt = await session.transfer(session.clients(1).account.address, 3n);
    const { head } = await branch({ depth: 1, length: 2 });
    assert.ok(head);
    const again = await eventually(
      "block",
      async () => (await blockOf(receipt.transactionHash)) ?? undefined,
    );
    assert.notEqual(again, receipt.blockHash);
    assert.deepEqual((await byHash(again)).transactions, [receipt.transactionHash]);
    const expected = [`false ${receipt.blockHash}`, `true ${receipt.blockHash}`, `false ${again}`];
    await eventually("last log", () => seen.length >= expected.length);
    assert.deepEqual(seen, expected);
  });

  const wsUrl = () => url().replace("http", "ws");
});

describe("interval mining on a branch", () => {
  const { url } = withLocalNode(["--mining", "interval", "--interval-ms", "100"]);
  const { latest, byHash, extend } = clientOf(url);

  it("makes the branch the chain by itself", async () => {
    await eventually("fifth block", async () => Number((await latest()).number) >= 5);
    const genesis = (await call<WireBlock>(url(), "eth_getBlockByNumber", ["0x0", false])).hash;
    const old = await call<WireBlock>(url(), "eth_getBlockByNumber", ["0x1", false]);
    assert.equal(await extend(genesis), genesis);
    await eventually("reorg", async () => {
      const first = await call<WireBlock>(url(), "eth_getBlockByNumber", ["0x1", false]);
      return first.hash !== old.hash;
    });
    const head = await latest();
    await eventually(
      "next block",
      async () => Number((await latest()).number) > Number(head.number),
    );
    assert.deepEqual(await byHash(old.hash), old);
  });
});

/** Tests a reorg five blocks deep for subscribers and filters: each event once, in order. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { fromHex, type HeadMoved, type StoredBlock, toHex } from "@tandem/primitives";
import type { Transport } from "@tandem/rpc";
import { eventually } from "../support/eventually.js";
import { fewOrMany } from "../support/extent.js";
import { type Inbox, JsonSocket } from "../support/json-socket.js";
import { call } from "../support/rpc.js";
import {
  type Cast,
  castAt,
  emitterCode,
  movers,
  newBranch,
  newcomers,
  oldBranch,
  pick,
  returners,
} from "../support/scenes/branches.js";
import { mineWith, type ServedWorld, serveWorld } from "../support/scenes/served-world.js";
import type { Hex, WireBlock, WireLog, WireReceipt, WireTransaction } from "../support/wire.js";
import { createWorld, sign, type World } from "../support/world.js";

const depth = 5;

describe("a reorg five blocks deep", () => {
  let home: ServedWorld;
  let away: World;
  let contract: Uint8Array;
  let cast: Cast;
  const removed: StoredBlock[] = [];
  const added: StoredBlock[] = [];
  const events: HeadMoved[] = [];
  const sockets: JsonSocket[] = [];
  let heads: Inbox<WireBlock>;
  let pending: Inbox<Hex>;
  let logs: Inbox<WireLog>;
  let some: Inbox<WireLog>;
  const filters = { logs: "", some: "", blocks: "", pending: "" };
  let oldLogs: (readonly WireLog[])[] = [];

  const ask = <T>(method: string, ...params: readonly unknown[]) =>
    call<T>(home.server.url, method, params);
  const changes = <T>(id: string) => ask<T[]>("eth_getFilterChanges", id);
  const logsOf = (block: StoredBlock) =>
    ask<WireLog[]>("eth_getLogs", { blockHash: toHex(block.hash) });
  const part = { address: () => toHex(contract), topics: [[returners, newcomers]] };
  const isPart = ({ topics }: WireLog) => topics[0] === returners || topics[0] === newcomers;

  async function listen(): Promise<void> {
    const open = async () => {
      const socket = await JsonSocket.open(home.server.wsUrl);
      sockets.push(socket);
      return socket;
    };
    const [first, second] = [await open(), await open()];
    heads = (await first.subscribe<WireBlock>("newHeads")).inbox;
    logs = (await first.subscribe<WireLog>("logs")).inbox;
    pending = (await first.subscribe<Hex>("newPendingTransactions")).inbox;
    const filter = { address: part.address(), topics: part.topics };
    some = (await second.subscribe<WireLog>("logs", filter)).inbox;
    filters.logs = await ask("eth_newFilter", {});
    filters.some = await ask("eth_newFilter", filter);
    filters.blocks = await ask("eth_newBlockFilter");
    filters.pending = await ask("eth_newPendingTransactionFilter");
  }

  /** An answer arrives after everything that was sent before it. */
  const settle = () => Promise.all(sockets.map((socket) => socket.call("eth_chainId")));

  /** The old branch is mined before the subscriptions, the new one on another node. */
  before(async () => {
    home = await serveWorld();
    away = await createWorld({ coinbase: new Uint8Array(20).fill(0xaa) });
    const data = fromHex(emitterCode.bytecode);
    const root = await mineWith(home, [sign({ from: 0, nonce: 0, data, gasLimit: 2_000_000n })]);
    contract = root.receipts[0]?.contractAddress as Uint8Array;
    await away.chain.import(root);
    cast = castAt(contract);
    for (const raws of oldBranch(cast)) removed.unshift(await mineWith(home, raws));
    for (const raws of newBranch(cast)) added.push(await mineWith(away, raws));
    oldLogs = await Promise.all(removed.map(logsOf));
    await listen();
    home.chain.onHeadMoved((event) => events.push(event));
    for (const block of added) {
      const { status } = await home.chain.import(block);
      assert.ok(status === "side" || status === "head", status);
    }
    const all = await expectedLogs();
    // Events are sent in slices, between which a node answers.
    await eventually("the events of the reorg", () => {
      const counts = [heads, logs, some, pending].map(({ received }) => received.length);
      const least = [added.length, all.length, all.filter(isPart).length, returned().length];
      return least.every((count, i) => (counts[i] ?? 0) >= count);
    });
    await settle();
  });

  after(async () => {
    for (const socket of sockets) await socket.close();
    await home.destroy();
    await away.destroy();
  });

  const returned = () => {
    const { moving, returning } = cast;
    const raws = [...pick(returning, 0, 1, 2), ...pick(moving, 4)];
    const all = removed.flatMap(({ transactions }) => transactions);
    return raws.map((raw) => {
      const found = all.find((tx) => Buffer.compare(tx.raw, raw) === 0);
      return toHex(found?.hash ?? raw);
    });
  };

  const newLogs = async () => (await Promise.all(added.map(logsOf))).flat();
  const expectedLogs = async () => [
    ...oldLogs.flat().map((log) => ({ ...log, removed: true })),
    ...(await newLogs()).map((log) => ({ ...log, removed: false })),
  ];

  it("is one event with all removed and all added blocks", () => {
    assert.equal(removed.length, depth);
    assert.equal(added.length, depth + 1);
    const shown = events.map((event) => ({
      removed: event.removed.map(({ hash }) => toHex(hash)),
      added: event.added.map(({ hash }) => toHex(hash)),
    }));
    const hashes = (blocks: readonly StoredBlock[]) => blocks.map(({ hash }) => toHex(hash));
    assert.deepEqual(shown, [{ removed: hashes(removed), added: hashes(added) }]);
    assert.equal(oldLogs.flat().length, 3 * 9);
  });

  it("is announced as every new head, the same heights again, oldest first", async () => {
    const fields = await Promise.all(
      added.map(({ hash }) => ask<WireBlock>("eth_getBlockByHash", toHex(hash), false)),
    );
    assert.deepEqual(
      heads.received.map(({ number }) => Number(number)),
      [2, 3, 4, 5, 6, 7],
    );
    for (const [i, head] of heads.received.entries()) {
      const block = fields[i] as unknown as Record<string, unknown>;
      for (const [name, value] of Object.entries(head)) assert.equal(value, block[name], name);
    }
    assert.deepEqual(
      await changes(filters.blocks),
      added.map(({ hash }) => toHex(hash)),
    );
  });

  it("removes old logs, newest block first, and then sends the new ones", async () => {
    const expected = await expectedLogs();
    assert.deepEqual(logs.received, expected);
    assert.deepEqual(await changes(filters.logs), expected);
    // The logs of the same transactions are in both parts, in other blocks.
    const again = expected.filter(({ topics }) => topics[0] === movers);
    assert.deepEqual(
      again.map((log) => [log.removed, Number(log.blockNumber), Number(log.data)]),
      [
        ...[4, 3, 2, 1, 0].map((nonce) => [true, nonce + 2, nonce]),
        ...[0, 1, 2].map((nonce) => [false, 4, nonce]),
        [false, 5, 3],
      ],
    );
  });

  it("is returned by a filter within its range", async () => {
    const expected = (await expectedLogs()).filter(isPart);
    assert.equal(expected.length, 3 + 2);
    assert.deepEqual(some.received, expected);
    assert.deepEqual(await changes(filters.some), expected);
  });

  it("announces the transactions that are in no block any more again, oldest first, and no others", async () => {
    const expected = returned();
    assert.equal(new Set(expected).size, 4);
    assert.deepEqual(pending.received, expected);
    assert.deepEqual(await changes(filters.pending), expected);
    for (const hash of expected) {
      const tx = await ask<WireTransaction>("eth_getTransactionByHash", hash);
      assert.deepEqual([tx.blockHash, tx.blockNumber, tx.transactionIndex], [null, null, null]);
      assert.equal(await ask("eth_getTransactionReceipt", hash), null);
    }
  });

  it("moves receipts, and drops transactions that can never be mined again", async () => {
    const moved = added.flatMap((block) => block.transactions.map((tx) => [tx.hash, block.hash]));
    for (const [hash, blockHash] of moved as [Uint8Array, Uint8Array][]) {
      const receipt = await ask<WireReceipt>("eth_getTransactionReceipt", toHex(hash));
      assert.equal(receipt.blockHash, toHex(blockHash));
    }
    const all = removed.flatMap(({ transactions }) => transactions);
    const gone = all.find((tx) => Buffer.compare(tx.raw, cast.rivals[0]) === 0);
    assert.ok(gone !== undefined);
    assert.equal(await ask("eth_getTransactionByHash", toHex(gone.hash)), null);
    assert.equal(await ask("eth_getTransactionReceipt", toHex(gone.hash)), null);
    const range = { fromBlock: "0x2", toBlock: "latest" };
    assert.deepEqual(await ask("eth_getLogs", range), await newLogs());
  });

  it("repeats nothing: the next block has only its own events", async () => {
    const counts = [heads, logs, some, pending].map(({ received }) => received.length);
    const block = await home.chain.miner.mine();
    const own = (await logsOf(block)).map((log) => ({ ...log, removed: false }));
    await eventually("the events of the block", () => {
      const [headsBefore = 0, logsBefore = 0] = counts;
      const areSent = logs.received.length >= logsBefore + own.length;
      return areSent && heads.received.length > headsBefore;
    });
    await settle();
    assert.equal(own.length, 3 * 4);
    assert.deepEqual(logs.received.slice(counts[1]), own);
    assert.deepEqual(some.received.slice(counts[2]), own.filter(isPart));
    assert.deepEqual(await changes(filters.logs), own);
    assert.deepEqual(await changes(filters.some), own.filter(isPart));
    assert.equal(heads.received.length, (counts[0] as number) + 1);
    assert.equal(pending.received.length, counts[3]);
    assert.deepEqual(await changes(filters.pending), []);
    assert.deepEqual(await changes(filters.blocks), [toHex(block.hash)]);
    const mined = block.transactions.map(({ hash }) => toHex(hash));
    assert.deepEqual(mined.sort(), returned().sort());
  });
});

const transports: readonly Transport[] = ["uws", "node"];

const subscribers = fewOrMany(200, 1_000);

describe(`${subscribers} subscribers to newHeads`, () => {
  const openedAtOnce = 50;
  const grown = 5;

  const hearAll = (transport: Transport) => async () => {
    const [home, away] = [
      await serveWorld({}, transport),
      await createWorld({ coinbase: new Uint8Array(20).fill(0xaa) }),
    ];
    const sockets: JsonSocket[] = [];
    try {
      const inboxes: Inbox<WireBlock>[] = [];
      const join = async () => {
        const socket = await JsonSocket.open(home.server.wsUrl);
        sockets.push(socket);
        inboxes.push((await socket.subscribe<WireBlock>("newHeads")).inbox);
      };
      while (sockets.length < subscribers)
        await Promise.all(Array.from({ length: openedAtOnce }, join));
      assert.equal(home.server.subscriptions(), subscribers);
      const told: string[] = [];
      home.chain.onHeadMoved(({ added }) => told.push(...added.map(({ hash }) => toHex(hash))));
      for (let i = 0; i < grown; i++) await home.chain.miner.mine();
      for (let i = 0; i <= grown; i++) await home.chain.import(await away.chain.miner.mine());
      assert.ok(told.length >= 2 * grown + 1, `${told.length} heads`);
      for (const inbox of inboxes) {
        const received = await inbox.count(told.length);
        assert.deepEqual(
          received.map(({ hash }) => hash),
          told,
        );
      }
    } finally {
      for (const socket of sockets) socket.socket.terminate();
      await home.destroy();
      await away.destroy();
    }
  };

  for (const transport of transports) {
    it(
      `all receive each head once, in order, including over a reorg: ${transport}`,
      hearAll(transport),
    );
  }
});

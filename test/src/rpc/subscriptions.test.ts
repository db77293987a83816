/** Tests `eth_subscribe` over WebSocket: what is sent, to whom, in which order, and when it ends. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Interface, type InterfaceAbi, toBeHex } from "ethers";
import { floodCases } from "../support/cases/flood-cases.js";
import { compileOne } from "../support/compile.js";
import { developmentAccounts, send } from "../support/development.js";
import { type Inbox, JsonSocket } from "../support/json-socket.js";
import { withLocalNode } from "../support/node-suite.js";
import { assertError, invalidParameters } from "../support/refused.js";
import { ask, call } from "../support/rpc.js";
import type { Hex, WireBlock, WireLog, WireReceipt } from "../support/wire.js";

const { node, url } = withLocalNode(["--mining", "manual"]);
const [first, second] = developmentAccounts as unknown as [
  (typeof developmentAccounts)[number],
  (typeof developmentAccounts)[number],
];
const playground = compileOne("Playground.sol", "Playground");
const { abi, bytecode } = playground;
const contract = new Interface(abi as InterfaceAbi);
const mine = () => call(url(), "evm_mine");
const topicOf = (event: string) => contract.getEvent(event)?.topicHash as Hex;
const word = (value: number) => toBeHex(value, 32);

/** Opens a socket for the duration of `use`. */
async function withSocket<T>(use: (socket: JsonSocket) => Promise<T>): Promise<T> {
  const socket = await JsonSocket.open(node().wsUrl);
  try {
    return await use(socket);
  } finally {
    await socket.close();
  }
}

async function deploy(from: typeof first): Promise<Hex> {
  const hash = await send(url(), from, { gasLimit: 5_000_000, data: bytecode });
  await mine();
  const receipt = await call<WireReceipt>(url(), "eth_getTransactionReceipt", [hash]);
  assert.equal(receipt.status, "0x1");
  return receipt.contractAddress as Hex;
}

function run(to: Hex, name: string, args: readonly unknown[], from = first): Promise<Hex> {
  const data = contract.encodeFunctionData(name, args);
  return send(url(), from, { to, gasLimit: 1_000_000, data });
}

describe("newHeads", () => {
  it("sends every header once, in order, to every subscriber", async () => {
    await withSocket(async (one) =>
      withSocket(async (other) => {
        const inboxes: Inbox<WireBlock>[] = [];
        for (const socket of [one, one, other]) {
          inboxes.push((await socket.subscribe<WireBlock>("newHeads")).inbox);
        }
        const from = Number(await call<Hex>(url(), "eth_blockNumber"));
        const count = 20;
        await Promise.all(Array.from({ length: count }, mine));
        for (const inbox of inboxes) {
          const headers = await inbox.count(count);
          assert.equal(headers.length, count);
          for (const [i, header] of headers.entries()) {
            assert.equal(Number(header.number), from + 1 + i);
            if (i > 0) assert.equal(header.parentHash, headers[i - 1]?.hash);
          }
        }
      }),
    );
  });

  it("sends a header only when its block can be read", async () => {
    await withSocket(async (socket) => {
      const { inbox } = await socket.subscribe<WireBlock>("newHeads");
      const hash = await send(url(), first, { to: second.address });
      const mined = mine();
      const header = await inbox.next();
      const [block, receipt] = await Promise.all([
        call<WireBlock | null>(url(), "eth_getBlockByHash", [header.hash]),
        call<WireReceipt | null>(url(), "eth_getTransactionReceipt", [hash]),
      ]);
      assert.equal(block?.number, header.number);
      assert.equal(receipt?.blockHash, header.hash);
      await mined;
    });
  });
});

describe("newPendingTransactions and syncing", () => {
  it("announces each transaction that enters the pool, in order", async () => {
    await withSocket(async (socket) => {
      const { inbox } = await socket.subscribe<Hex>("newPendingTransactions");
      const sent: Hex[] = [];
      for (let i = 0; i < 5; i++) sent.push(await send(url(), second, { to: first.address }));
      assert.deepEqual(await inbox.count(5), sent);
      await mine();
      assert.equal(inbox.received.length, 5);
    });
  });

  it("returns an id for syncing as for the others", async () => {
    await withSocket(async (socket) => {
      const { id } = await socket.subscribe("syncing");
      assert.equal(await socket.call("eth_unsubscribe", [id]), true);
    });
  });
});

describe("logs", () => {
  it("sends only what its filter matches, in the order of the block", async () => {
    const a = await deploy(first);
    const b = await deploy(second);
    const [noted, born] = [topicOf("Noted"), topicOf("Born")];
    const filters: readonly (readonly [object | undefined, (log: WireLog) => boolean])[] = [
      [undefined, () => true],
      [{}, () => true],
      [{ address: a }, ({ address }) => address === a],
      [{ address: [a, b] }, ({ address }) => address === a || address === b],
      [{ address: first.address }, () => false],
      [{ topics: [] }, () => true],
      [{ topics: [noted] }, ({ topics }) => topics[0] === noted],
      [{ topics: [[noted, born]] }, ({ topics }) => topics[0] === noted || topics[0] === born],
      [{ topics: [null, word(2)] }, ({ topics }) => topics[1] === word(2)],
      [
        { topics: [null, [word(1), word(3)]] },
        ({ topics }) => topics[1] === word(1) || topics[1] === word(3),
      ],
      [{ topics: [noted, null, word(2)] }, ({ topics }) => topics.length > 2],
      [
        { address: [a, second.address], topics: [[born, noted], word(1)] },
        ({ address, topics }) => address === a && topics[1] === word(1),
      ],
    ];
    await withSocket(async (socket) => {
      const inboxes: Inbox<WireLog>[] = [];
      for (const [filter] of filters) {
        const params = filter === undefined ? ["logs"] : ["logs", filter];
        inboxes.push((await socket.subscribe<WireLog>(...params)).inbox);
      }
      await emitVariously(a, b);
      const last = await socket.subscribe("newHeads");
      await mine();
      await last.inbox.next();
      const range = { fromBlock: await call(url(), "eth_blockNumber") };
      const all = await call<WireLog[]>(url(), "eth_getLogs", [range]);
      assert.equal(all.length, 7);
      for (const [i, [filter, matches]] of filters.entries()) {
        const expected = all.filter(matches).map((log) => ({ ...log, removed: false }));
        assert.deepEqual(inboxes[i]?.received, expected, JSON.stringify(filter));
      }
    });
  });

  it("sends nothing of a failed transaction", async () => {
    const to = await deploy(first);
    await withSocket(async (socket) => {
      const { inbox } = await socket.subscribe<WireLog>("logs", { address: to });
      await run(to, "refuse", [1]);
      await run(to, "set", [9, 9]);
      await mine();
      assert.equal((await inbox.next()).topics[1], word(9));
      assert.equal(inbox.received.length, 1);
    });
  });
});

/** Emits seven logs of three events by two contracts, in one block. */
async function emitVariously(a: Hex, b: Hex): Promise<void> {
  await run(a, "set", [1, 11]);
  await run(a, "set", [2, 22]);
  await run(a, "deploy", [7]);
  await run(b, "set", [1, 33], second);
  await run(b, "set", [3, 44], second);
  await run(b, "forgive", [5], second);
  await run(b, "remember", [6], second);
}

describe("eth_subscribe and eth_unsubscribe", () => {
  it("use a different id of 16 bytes for every subscription", async () => {
    await withSocket(async (socket) => {
      const ids = new Set<string>();
      for (let i = 0; i < 10; i++) {
        const { id } = await socket.subscribe(i % 2 === 0 ? "newHeads" : "logs");
        assert.match(id, /^0x[0-9a-f]{32}$/);
        ids.add(id);
      }
      assert.equal(ids.size, 10);
    });
  });

  it("end a subscription once, and only one of the same client", async () => {
    await withSocket(async (socket) =>
      withSocket(async (other) => {
        const ended = await socket.subscribe("newHeads");
        const kept = await socket.subscribe("newHeads");
        assert.equal(await other.call("eth_unsubscribe", [ended.id]), false);
        assert.equal(await other.call("eth_unsubscribe", [`0x${"0".repeat(32)}`]), false);
        assert.equal(await socket.call("eth_unsubscribe", [ended.id]), true);
        assert.equal(await socket.call("eth_unsubscribe", [ended.id]), false);
        await mine();
        await kept.inbox.next();
        assert.equal(ended.inbox.received.length, 0);
      }),
    );
  });

  it("are refused over HTTP", async () => {
    for (const type of ["newHeads", "logs", "newPendingTransactions", "syncing"]) {
      const { error, result } = await ask(url(), "eth_subscribe", [type]);
      assert.ok(error !== undefined && result === undefined, type);
      assert.match(error.message, /\S/);
    }
    const { result } = await ask(url(), "eth_unsubscribe", [`0x${"0".repeat(32)}`]);
    assert.notEqual(result, true);
  });

  it("are refused for an unknown type and an unusable filter", async () => {
    await withSocket(async (socket) => {
      for (const params of [
        [],
        ["heads"],
        [null],
        [1],
        ["logs", { address: "0x12" }],
        ["logs", { address: [first.address, "x"] }],
        ["logs", { topics: "0x" }],
        ["logs", { topics: ["0x12"] }],
        ["logs", 5],
      ]) {
        const answer = await socket.ask("eth_subscribe", params);
        assertError(answer, invalidParameters, /\S/, JSON.stringify(params));
      }
      for (const params of [[], [5], [null]]) {
        const answer = await socket.ask("eth_unsubscribe", params);
        assertError(answer, invalidParameters, /\S/, JSON.stringify(params));
      }
    });
  });

  it("end with the socket, and limit the number of subscriptions", async () => {
    const opened = await withSocket(async (socket) => {
      let count = 0;
      while (count < 20_000) {
        const { error } = await socket.ask("eth_subscribe", ["newHeads"]);
        if (error !== undefined) {
          assertError({ jsonrpc: "2.0", id: 1, error }, -32005, /\d/);
          break;
        }
        count++;
      }
      return count;
    });
    assert.ok(opened >= 10 && opened < 20_000, `${opened} subscriptions`);
    await mine();
  });
});

describe("a subscriber that does not read", () => floodCases({ node, url }));

describe("a subscriber that does not read, of the JavaScript fallback", () =>
  floodCases(withLocalNode(["--mining", "manual", "--server", "node"])));

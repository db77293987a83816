/** Lists attacks with filters of many entries, and with many subscribers. */

import { fromHex, toHex } from "@tandem/primitives";
import { WebSocket } from "ws";
import { type Attack, type Prepare, requesting } from "./attack.js";
import { openSocket } from "./body-attacks.js";
import { almostEndless } from "./program.js";
import {
  address,
  emitter,
  emptyBlocks,
  fewerEmptyBlocks,
  logBlocks,
  many,
  word,
} from "./scenes.js";
import type { Target } from "./target.js";

/** Returns a filter with the maximum number of entries. */
const largest = () => ({
  address: [...many(999).map(address), emitter],
  topics: [0, 1, 2, 3].map((n) => many(1_000).map((m) => word(n * 1_000 + m))),
});
const byAddress = () => ({ address: largest().address });
/** Returns a filter with more entries than one may have: five lists of this length. */
const tooLarge = (length: number) => () => ({
  address: many(length).map(address),
  topics: [0, 1, 2, 3].map((n) => many(length).map((m) => word(n * length + m))),
});
const everything = { fromBlock: "0x0", toBlock: "latest" };

const asking = (name: string, method: string, filter: () => object, scene?: Prepare): Attack => ({
  name,
  ...(scene === undefined ? {} : { scene }),
  async prepare(target) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: [filter()] });
    return () => target.post(body);
  },
});

const withLogs: Prepare = (target) => logBlocks(target, 2);
const withFewerLogs: Prepare = (target) => logBlocks(target, 1, 14_500_000n);

/** Declares sockets that each subscribe, and an event for all of them. */
const subscribing = (
  name: string,
  sockets: number,
  each: readonly (readonly unknown[])[],
  event: (target: Target) => Promise<unknown>,
  more: Partial<Attack> = {},
): Attack => ({
  name: `${name}, ${sockets} sockets`,
  ...more,
  async prepare(target) {
    const open: WebSocket[] = [];
    const text = JSON.stringify(
      each.map((params, id) => ({ jsonrpc: "2.0", id, method: "eth_subscribe", params })),
    );
    let told = "";
    for (let n = 0; n < sockets; n++) {
      const socket = await openSocket(target);
      open.push(socket);
      const answered = new Promise<string>((resolve) => {
        socket.once("message", (answer) => resolve(String(answer).slice(0, 90)));
        socket.once("close", (code) => resolve(`closed with ${code}`));
      });
      socket.send(text);
      told = await answered;
    }
    return async () => {
      await event(target);
      await target.call("eth_chainId");
      const alive = open.filter((socket) => socket.readyState === WebSocket.OPEN).length;
      for (const socket of open) socket.terminate();
      return `${alive} sockets are left; ${told}`;
    };
  },
});

const oneBlock = (target: Target) => target.call("evm_mine");
const heads = many(1_000).map(() => ["newHeads"]);
const allLogs = many(1_000).map(() => ["logs"]);
const listed = () => many(60).map(() => ["logs", largest()]);

export const filterAttacks: readonly Attack[] = [
  ...[
    ["largest filter", largest],
    ["1,000 addresses", byAddress],
    ["100,000 entries", tooLarge(20_000)],
    ["40,000 entries", tooLarge(8_000)],
  ].flatMap(([name, filter]) => {
    const made = filter as () => object;
    return [
      asking(
        `eth_getLogs, ${name}, 2,000 empty blocks`,
        "eth_getLogs",
        () => ({ ...everything, ...made() }),
        emptyBlocks,
      ),
      asking(
        `eth_getLogs, ${name}, 100 empty blocks`,
        "eth_getLogs",
        () => ({ ...everything, ...made() }),
        fewerEmptyBlocks,
      ),
      asking(
        `eth_getLogs, ${name}, 72,000 logs`,
        "eth_getLogs",
        () => ({ ...everything, ...made() }),
        withLogs,
      ),
      asking(
        `eth_getLogs, ${name}, 17,000 logs`,
        "eth_getLogs",
        () => ({ ...everything, ...made() }),
        withFewerLogs,
      ),
      asking(`eth_newFilter, ${name}`, "eth_newFilter", made),
    ];
  }),
  asking("eth_getLogs, no filter, 72,000 logs", "eth_getLogs", () => everything, withLogs),
  asking(
    "eth_getLogs, one topic, 72,000 logs",
    "eth_getLogs",
    () => ({ ...everything, topics: [word(7)] }),
    withLogs,
  ),
  asking(
    "eth_getLogs, a topic that is nowhere, 72,000 logs",
    "eth_getLogs",
    () => ({ ...everything, topics: [null, word(8)] }),
    withLogs,
  ),
  ...[
    { scene: withLogs, more: 2, logs: "144,000" },
    { scene: withFewerLogs, more: 0, logs: "17,000" },
  ].map(
    ({ scene, more, logs }): Attack => ({
      name: `WebSocket: eth_getLogs, ${logs} logs that were read before`,
      scene,
      async prepare(target) {
        await logBlocks(target, more);
        const params = [everything];
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_getLogs", params });
        await target.post(body);
        const socket = await openSocket(target);
        return async () => {
          const answered = new Promise<string>((resolve) => {
            socket.once("message", (answer: Buffer) => resolve(`${answer.length} bytes`));
            socket.once("close", (code) => resolve(`closed with ${code}`));
          });
          socket.send(body);
          const told = await answered;
          socket.terminate();
          return told;
        };
      },
    }),
  ),
  ...[
    { count: 60, scene: withLogs, logs: "72,000" },
    { count: 12, scene: withFewerLogs, logs: "17,000" },
  ].map(
    ({ count, scene, logs }): Attack => ({
      name: `a batch: ${count} of the largest filter, ${logs} logs`,
      scene,
      async prepare(target) {
        const params = [{ ...everything, ...largest() }];
        const body = JSON.stringify(
          many(count).map((id) => ({ jsonrpc: "2.0", id, method: "eth_getLogs", params })),
        );
        return () => target.post(body);
      },
    }),
  ),
  {
    name: "a batch: 60 of the largest filter, 2,000 empty blocks",
    scene: emptyBlocks,
    async prepare(target) {
      const params = [{ ...everything, ...largest() }];
      const body = JSON.stringify(
        many(60).map((id) => ({ jsonrpc: "2.0", id, method: "eth_getLogs", params })),
      );
      return () => target.post(body);
    },
  },
  {
    name: "60 filters of the largest size and a block of 36,000 logs",
    async prepare(target) {
      for (const _ of many(60)) await target.call("eth_newFilter", [largest()]).catch(() => {});
      return async () => {
        await logBlocks(target, 1);
        return "mined";
      };
    },
  },
  {
    name: "1,000 filters of everything and a block of 36,000 logs",
    async prepare(target) {
      for (const _ of many(1_000)) await target.call("eth_newFilter", [{}]).catch(() => {});
      return async () => {
        await logBlocks(target, 1);
        return "mined";
      };
    },
  },
  {
    name: "eth_getFilterChanges of 9,000 logs",
    async prepare(target) {
      const code = almostEndless([7, 0, 0, "LOG1"]);
      await target.call("hardhat_setCode", [emitter, toHex(code)]);
      const id = await target.call<string>("eth_newFilter", [{}]);
      const raw = target.sign(0, { to: fromHex(emitter), gasLimit: 4_000_000n });
      await target.call("eth_sendRawTransaction", [raw]);
      const body = JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "eth_getFilterChanges",
        params: [id],
      });
      return () => target.post(body);
    },
  },
  subscribing("1,000 newHeads and a block", 300, heads, oneBlock, { isLong: true }),
  subscribing("1,000 newHeads and a block", 5, heads, oneBlock),
  subscribing(
    "1,000 logs and a block of 36,000 logs",
    4,
    allLogs,
    (target) => logBlocks(target, 1),
    { isLong: true },
  ),
  subscribing("one logs and a block of 36,000 logs", 20, [["logs"]], (target) =>
    logBlocks(target, 1),
  ),
  subscribing("60 of the largest filter and a block of 36,000 logs", 4, listed(), (target) =>
    logBlocks(target, 1),
  ),
  subscribing(
    "1,000 newPendingTransactions and a transaction",
    30,
    many(1_000).map(() => ["newPendingTransactions"]),
    (target) => target.call("eth_sendRawTransaction", [target.sign(0, { to: fromHex(emitter) })]),
  ),
  requesting("trace_filter, 2,000 addresses", "trace_filter", () => [
    {
      fromBlock: "0x0",
      toBlock: "latest",
      fromAddress: many(1_000).map(address),
      toAddress: many(1_000).map(address),
    },
  ]),
  ...[
    { name: "2,000", toBlock: "0x7d0", scene: emptyBlocks },
    { name: "100", toBlock: "0x64", scene: fewerEmptyBlocks },
  ].map(({ name, toBlock, scene }) =>
    asking(
      `trace_filter, 2,000 addresses, ${name} empty blocks`,
      "trace_filter",
      () => ({
        fromBlock: "0x1",
        toBlock,
        fromAddress: many(1_000).map(address),
        toAddress: many(1_000).map(address),
      }),
      scene,
    ),
  ),
  asking(
    "trace_filter, everything far into the range, 2,000 empty blocks",
    "trace_filter",
    () => ({
      fromBlock: "0x1",
      toBlock: "0x7d0",
      after: 1_000_000,
    }),
    emptyBlocks,
  ),
];

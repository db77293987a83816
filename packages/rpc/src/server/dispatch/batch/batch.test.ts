import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Fault, type TxHash, toHex } from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import { digestOf, KeyClient } from "../../../access/keys.js";
import { address, dispatcher, send } from "../../../testing/ask.js";
import { hashOf } from "../../../testing/fake-values.js";
import type { JsonAnswer } from "../../../testing/serve.js";

describe("a batch", () => {
  const batchOf = async (entries: unknown[], to = send) =>
    JSON.parse((await to(JSON.stringify(entries))) ?? "null") as JsonAnswer[] & JsonAnswer;
  const entry = (id: unknown, method = "eth_chainId", params: unknown[] = []) => ({
    jsonrpc: "2.0",
    id,
    method,
    params,
  });

  it("is answered in order, valid and invalid entries alike, without notifications", async () => {
    const answers = await batchOf([
      entry("a"),
      entry(2, "eth_getBalance", [address]),
      1,
      { jsonrpc: "2.0", method: "eth_chainId" },
      entry(3, "no_such"),
      entry(4, "eth_getBlockByNumber", ["latest"]),
    ]);
    assert.deepEqual(
      answers.map(({ id, error }) => [id, error?.code]),
      [
        ["a", undefined],
        [2, undefined],
        [null, -32600],
        [3, -32601],
        [4, undefined],
      ],
    );
  });

  it("runs its entries one after the other", async () => {
    const events: string[] = [];
    const to = dispatcher({
      submit: async () => {
        events.push("begin");
        await new Promise(setImmediate);
        events.push("end");
        return hashOf(1);
      },
    });
    const send = entry(1, "eth_sendRawTransaction", ["0x01"]);
    await batchOf([send, send], to);
    assert.deepEqual(events, ["begin", "end", "begin", "end"]);
  });

  it("prepares its transactions before they are handled, in strides, as the same objects", async () => {
    const events: number[] = [];
    const prepared = new Set<Uint8Array>();
    let submitted = 0;
    const to = dispatcher({
      prefetchSenders(raws) {
        events.push(raws.length);
        for (const raw of raws) prepared.add(raw);
      },
      submit: async (raw) => {
        events.push(-1);
        if (prepared.has(raw)) submitted++;
        return hashOf(1);
      },
    });
    const good = entry(1, "eth_sendRawTransaction", ["0x01"]);
    const odd = [entry(2, "eth_sendRawTransaction", ["0xgg"]), entry(3, "eth_chainId"), null];
    const answers = await batchOf([...odd, ...Array.from({ length: 97 }, () => good)], to);
    assert.equal(answers.length, 100);
    const first = 64 - odd.length;
    assert.deepEqual(events.slice(0, 3), [first, 97 - first, -1]);
    assert.equal(events.length, 2 + 97);
    assert.equal(submitted, 97);
    assert.match(answers[0]?.error?.message ?? "", /^params\[0\] \(transaction\)/);
    events.length = 0;
    await batchOf([good, good, good], to);
    assert.deepEqual(events, [-1, -1, -1], "a worker thread does not pay for few");
  });

  it("confirms the transactions that it sends together, before it is answered", async () => {
    const events: string[] = [];
    const parts = {
      submit: async (raw: Uint8Array, _: string, unconfirmed?: TxHash[]) => {
        const hash = hashOf(raw[0] ?? 0);
        unconfirmed?.push(hash);
        return hash;
      },
      confirm: async (hashes: readonly TxHash[]) => {
        events.push(`${hashes.length} begin`);
        await new Promise(setImmediate);
        events.push("end");
      },
    };
    const send = (raw: string) => entry(1, "eth_sendRawTransaction", [raw]);
    const answers = await batchOf([send("0x01"), send("0x02")], dispatcher(parts));
    assert.deepEqual(events, ["2 begin", "end"]);
    assert.deepEqual(
      answers.map(({ result }) => result),
      [toHex(hashOf(1)), toHex(hashOf(2))],
    );
    const confirm = async () => {
      throw new Fault({ code: "unsealable", message: "the node stopped" });
    };
    const refused = await batchOf([send("0x01")], dispatcher({ ...parts, confirm }));
    assert.deepEqual(refused.error, { code: -32000, message: "the node stopped" });
  });

  it("is answered with an error, and does not reject, if a preparation fails", async () => {
    const logged: unknown[] = [];
    const logger = { ...silentLogger, error: (fields: object) => void logged.push(fields) };
    const defect = new TypeError("a defect");
    const prefetchSenders = () => {
      throw defect;
    };
    const raw = entry(1, "eth_sendRawTransaction", ["0x01"]);
    const to = dispatcher({ prefetchSenders }, {}, logger);
    const answer = await batchOf(Array(80).fill(raw), to);
    assert.deepEqual(answer.error, { code: -32603, message: "internal error" });
    assert.deepEqual(logged, [{ method: "batch", error: defect }]);
  });

  it("prepares nothing for a key that does not permit the method", async () => {
    const reader = { name: "reader", digest: digestOf("k1"), methods: ["eth_chainId"] };
    const key = new KeyClient(reader, { now: () => 0 });
    let prepared = 0;
    const to = dispatcher(
      {
        prefetchSenders: () => {
          prepared++;
        },
      },
      {},
      silentLogger,
      key,
    );
    const entries = Array.from({ length: 80 }, (_, i) =>
      entry(i, "eth_sendRawTransaction", ["0x01"]),
    );
    const answers = await batchOf(entries, to);
    assert.deepEqual([...new Set(answers.map(({ error }) => error?.code))], [-32601]);
    assert.equal(prepared, 0);
  });

  it("of notifications alone has no answer", async () => {
    assert.equal(await send('[{"jsonrpc":"2.0","method":"eth_chainId"}]'), undefined);
  });

  it("that is empty is an invalid request, and one of too many entries is one error", async () => {
    assert.equal((await batchOf([])).error?.code, -32600);
    const entries = Array.from({ length: 10_000 }, (_, i) => entry(i));
    const { id, error } = await batchOf(entries);
    assert.equal(id, null);
    assert.equal(error?.code, -32005);
    assert.deepEqual(error?.data, { limit: "batch-entries", max: 1000 });
    assert.equal((await batchOf(entries.slice(0, 1000))).length, 1000);
  });

  it("whose answers grow too long is one error", async () => {
    const to = dispatcher({}, { answerCharactersMax: 500 });
    const { error } = await batchOf(
      Array.from({ length: 100 }, (_, i) => entry(i)),
      to,
    );
    assert.deepEqual(error?.data, { limit: "answer-characters", max: 500 });
  });

  it("echoes long ids entry by entry", async () => {
    const long = (n: number) =>
      `{"jsonrpc":"2.0","id":${n}00000000000000000001,"method":"eth_chainId"}`;
    const text = (await send(`[${long(1)},${long(2)}]`)) ?? "";
    assert.match(text, /"id":100000000000000000001,.*"id":200000000000000000001,/);
  });
});

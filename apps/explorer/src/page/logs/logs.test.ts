/**
 * Tests pages of token transfers: each transfer once, newest first, for any ranges and limits of
 * the node.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isEqual, type LogFilter } from "@tandem/primitives";
import { type Calls, errorCodes, RpcError } from "@tandem/rpc/client";
import fc from "fast-check";
import type { Log } from "../session/answers.js";
import { type LogPlace, placeAfter, readLogs } from "./read-logs.js";
import { directionOf, transferSelections } from "./transfers.js";

const address = new Uint8Array(20).fill(0xaa);
const word = (bytes: Uint8Array) => Uint8Array.of(...new Uint8Array(12), ...bytes);
const own = word(address);
const other = word(new Uint8Array(20).fill(0xbb));
const topicOf = (digits: string) => Uint8Array.from(Buffer.from(digits, "hex"));
const transfer = topicOf("ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef");
const single = topicOf("c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62");

const contract = new Uint8Array(20).fill(0xcc);
const kinds = [
  { address: contract, topics: [transfer, own, other] },
  { address: contract, topics: [transfer, other, own, new Uint8Array(32)] },
  { address: contract, topics: [transfer, own, own] },
  { address: contract, topics: [single, other, own, other] },
  { address: contract, topics: [single, other, other, own] },
  { address, topics: [transfer, other, other] },
  { address, topics: [single, other, other, other] },
] as const;

interface Query {
  readonly filter: LogFilter;
  readonly range: { readonly from: { number: number }; readonly to: { number: number } };
}

/** Creates a node with logs that refuses answers over a maximum. */
const nodeWith = (logs: readonly Log[], answerMax: number): Pick<Calls, "eth_getLogs"> => ({
  async eth_getLogs(params) {
    const { filter, range } = params.filter as Query;
    const { from, to } = range;
    const found = logs.filter(
      ({ blockNumber = 0, topics, address: emitter }) =>
        blockNumber >= from.number &&
        blockNumber <= to.number &&
        (filter.addresses.length === 0 || filter.addresses.some((one) => isEqual(one, emitter))) &&
        filter.topics.every((wanted, i) => {
          const topic = topics[i];
          return !wanted || (topic && wanted.some((one) => isEqual(one, topic)));
        }),
    );
    const isWide = to.number > from.number;
    if (isWide && found.length > answerMax) throw new RpcError("limit", "too many logs");
    return found;
  },
});

async function allPages(client: Pick<Calls, "eth_getLogs">, head: number, size: number) {
  const found: Log[] = [];
  let before: LogPlace | undefined = placeAfter(head);
  while (before !== undefined) {
    const page = await readLogs(client, transferSelections(address), before, size);
    assert.ok(page.logs.length <= size);
    found.push(...page.logs);
    before = page.next;
  }
  return found.map(({ blockNumber, logIndex }) => `${blockNumber}/${logIndex}`);
}

describe("the token transfers of an account", () => {
  it("are on the pages once, newest first", async () => {
    const head = 3000;
    const place = fc.record({
      blockNumber: fc.oneof(fc.nat(head), fc.integer({ min: head - 5, max: head })),
      logIndex: fc.nat(5),
      kind: fc.nat(kinds.length - 1),
    });
    const unique = fc.uniqueArray(place, {
      maxLength: 60,
      selector: ({ blockNumber, logIndex }) => `${blockNumber}/${logIndex}`,
    });
    await fc.assert(
      fc.asyncProperty(unique, fc.integer({ min: 1, max: 9 }), async (places, size) => {
        const logs = places.map(({ kind, ...at }) => ({ ...at, ...kinds[kind] }) as unknown as Log);
        const expected = [...places]
          .sort((a, b) => b.blockNumber - a.blockNumber || b.logIndex - a.logIndex)
          .map(({ blockNumber, logIndex }) => `${blockNumber}/${logIndex}`);
        assert.deepEqual(await allPages(nodeWith(logs, 3), head, size), expected);
      }),
      { seed: 5, numRuns: 60 },
    );
  });

  it("fail with the node's error unless it is the limit of a range", async () => {
    const failing = {
      eth_getLogs: () => Promise.reject(new RpcError("internal", "broken")),
    };
    const reading = readLogs(failing, transferSelections(address), placeAfter(9), 5);
    await assert.rejects(reading, { message: "broken" });
    assert.notEqual(errorCodes.internal.code, errorCodes.limit.code);
  });

  it("are outgoing, incoming, both, or of the token that it is", () => {
    const directions = kinds.map((log) => directionOf(log as unknown as Log, address));
    assert.deepEqual(directions, ["out", "in", "self", "out", "in", "own", "own"]);
  });
});

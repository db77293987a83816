/** Tests the encoding of messages. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { encodeRlp, encodeString, fromBigInt, listOf } from "@tandem/primitives";
import fc from "fast-check";
import { peerLimits } from "../limits.js";
import { PeerFault } from "../peer-fault.js";
import { decodeMessage, encodeMessage, type PeerMessage } from "./message.js";

/** Makes objects like those of literals. */
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(model, { noNullPrototype: true });
const integer = fc.maxSafeNat();
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
const bytes = fc.uint8Array({ maxLength: 300 });
/** Raw transactions: a list, or a type and bytes (EIP-2718). */
const raw = fc.oneof(
  fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 9 }).map((items) => encodeRlp(items)),
  bytes.map((rest) => Uint8Array.of(2, ...rest)),
);
const header = fc.array(bytes, { maxLength: 20 }).map((items) => encodeRlp(items));

const messages: { readonly [K in PeerMessage["kind"]]: fc.Arbitrary<PeerMessage> } = {
  status: record({
    kind: fc.constant("status" as const),
    number: integer,
    hash,
    parentHash: hash,
    totalDifficulty: fc.bigInt(0n, 2n ** 256n - 1n),
  }),
  block: record({ kind: fc.constant("block" as const), encoded: bytes }),
  hashes: record({
    kind: fc.constant("hashes" as const),
    blocks: fc.array(record({ hash, number: integer }), { maxLength: 256 }),
  }),
  transactions: record({ kind: fc.constant("transactions" as const), raws: fc.array(raw) }),
  "hash-request": record({
    kind: fc.constant("hash-request" as const),
    id: integer,
    height: integer,
  }),
  "hash-answer": record({ kind: fc.constant("hash-answer" as const), id: integer, hash }),
  "headers-request": record({
    kind: fc.constant("headers-request" as const),
    id: integer,
    hash,
    count: integer,
  }),
  "headers-answer": record({
    kind: fc.constant("headers-answer" as const),
    id: integer,
    headers: fc.array(header, { maxLength: 192 }),
  }),
  "block-request": record({ kind: fc.constant("block-request" as const), id: integer, hash }),
  "block-answer": record({
    kind: fc.constant("block-answer" as const),
    id: integer,
    encoded: bytes,
  }),
};
const anyMessage = fc.oneof(...Object.values(messages));

/** Decodes bytes, which may be refused but cause no other error. */
function decodeOrRefuse(payload: Uint8Array): PeerMessage | "refused" | undefined {
  try {
    return decodeMessage(payload);
  } catch (error) {
    assert.ok(error instanceof PeerFault, String(error));
    assert.equal(error.reason, "breach");
    return "refused";
  }
}

/** Joins bytes as numbers, arrays and digits. */
const joined = (...parts: readonly (number | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "number" ? Buffer.of(part) : part)));

describe("a message", () => {
  for (const [kind, arbitrary] of Object.entries(messages)) {
    it(`is read as it was written: ${kind}`, () => {
      fc.assert(
        fc.property(arbitrary, (message) => {
          assert.deepEqual(decodeMessage(encodeMessage(message)), message);
        }),
        { numRuns: 50 },
      );
    });
  }

  it("has the bytes of the reference network: a request for a hash", () => {
    // [[8, body]], body = [1, [5]]
    const body = [0xc3, 0x01, 0xc1, 0x05];
    assert.deepEqual(
      [...encodeMessage({ kind: "hash-request", id: 1, height: 5 })],
      [0xc7, 0xc6, 0x08, 0x84, ...body],
    );
  });

  it("has the bytes of the reference network: height 0, which is an empty string", () => {
    assert.deepEqual(
      [...encodeMessage({ kind: "hash-request", id: 0, height: 0 })],
      [0xc7, 0xc6, 0x08, 0x84, 0xc3, 0x80, 0xc1, 0x80],
    );
  });

  it("has the bytes of the reference network: a request for headers", () => {
    const block = Buffer.alloc(32, 0xab);
    // [[9, [7, [hash, 192]]]]: 192 is 0x81c0, the inner list has 35 bytes.
    const body = joined(0xe5, 0x07, 0xe3, 0xa0, block, 0x81, 0xc0);
    assert.deepEqual(
      Buffer.from(encodeMessage({ kind: "headers-request", id: 7, hash: block, count: 192 })),
      joined(0xe9, 0xe8, 0x09, 0xa6, body),
    );
  });

  it("has the bytes of the reference network: hashes of blocks", () => {
    const block = Buffer.alloc(32, 1);
    // [[6, [[hash, 256]]]]
    const body = joined(0xe5, 0xe4, 0xa0, block, 0x82, 1, 0);
    assert.deepEqual(
      Buffer.from(encodeMessage({ kind: "hashes", blocks: [{ hash: block, number: 256 }] })),
      joined(0xe9, 0xe8, 0x06, 0xa6, body),
    );
  });

  it("has the bytes of the reference network: transactions of both forms", () => {
    const raws = [Buffer.of(0xc1, 0x05), Buffer.of(0x02, 0xc0)];
    // [[7, [[5], 0x02c0]]]
    assert.deepEqual(
      [...encodeMessage({ kind: "transactions", raws })],
      [0xc9, 0xc8, 0x07, 0x86, 0xc5, 0xc1, 0x05, 0x82, 0x02, 0xc0],
    );
  });

  it("has the bytes of the reference network: an answer with headers", () => {
    // [[10, [1, [[[1], [2]]]]]]
    const headers = [Buffer.of(0xc1, 1), Buffer.of(0xc1, 2)];
    assert.deepEqual(
      [...encodeMessage({ kind: "headers-answer", id: 1, headers })],
      [0xcb, 0xca, 0x0a, 0x88, 0xc7, 0x01, 0xc5, 0xc4, 0xc1, 1, 0xc1, 2],
    );
  });

  it("is refused or read, whatever its bytes are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (payload) => {
        decodeOrRefuse(payload);
      }),
    );
    fc.assert(
      fc.property(anyMessage, fc.array(fc.tuple(fc.nat(), fc.nat(255))), (message, changes) => {
        const payload = Buffer.from(encodeMessage(message));
        for (const [at, byte] of changes) payload[at % payload.length] = byte;
        decodeOrRefuse(payload);
        decodeOrRefuse(payload.subarray(0, (changes[0]?.[0] ?? 0) % payload.length));
      }),
      { numRuns: 500 },
    );
  });

  const enclosed = (type: number, body: Uint8Array) =>
    listOf([listOf([encodeString(fromBigInt(type)), encodeString(body)])]);

  it("is ignored if it is of another type", () => {
    assert.equal(decodeMessage(enclosed(3, encodeRlp([new Uint8Array(32)]))), undefined);
    assert.equal(decodeMessage(enclosed(200, Uint8Array.of(0xff))), undefined);
  });

  it("is refused with an integer of two forms, a hash of another length, or more entries", () => {
    const zero = Uint8Array.of(0);
    const cases = [
      enclosed(8, encodeRlp([zero, [Uint8Array.of(5)]])),
      enclosed(8, encodeRlp([Uint8Array.of(1), [new Uint8Array(33).fill(1)]])),
      enclosed(8, encodeRlp([Uint8Array.of(1), [fromBigInt(2n ** 53n)]])),
      enclosed(11, encodeRlp([Uint8Array.of(1), [new Uint8Array(31)]])),
      enclosed(6, encodeRlp(Array.from({ length: 257 }, () => [new Uint8Array(32), zero]))),
      enclosed(10, encodeRlp([zero.subarray(1), [Array.from({ length: 193 }, () => [])]])),
      enclosed(7, new Uint8Array(encodeRlp(Array.from({ length: 4097 }, () => [])))),
    ];
    for (const payload of cases) assert.equal(decodeOrRefuse(payload), "refused");
  });

  it("is refused after as many items as it may have, however many follow", () => {
    const items = Buffer.alloc(8_000_000, 1);
    const message = enclosed(7, listOf([items]));
    assert.equal(decodeOrRefuse(message), "refused");
  });

  it("has only transactions that are short enough to be hashed at once", () => {
    const short = new Uint8Array(peerLimits.transactionBytesMax).fill(1);
    const long = new Uint8Array(peerLimits.transactionBytesMax + 1).fill(1);
    const message = decodeMessage(encodeMessage({ kind: "transactions", raws: [long, short] }));
    assert.ok(message?.kind === "transactions");
    assert.deepEqual(
      message.raws.map(({ length }) => length),
      [short.length],
    );
  });
});

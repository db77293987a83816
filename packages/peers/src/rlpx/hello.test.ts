/** Tests the first message of a connection. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { encodeRlp, type RlpItem } from "@tandem/primitives";
import fc from "fast-check";
import { PeerFault } from "../peer-fault.js";
import { decodeHello, encodeHello, type Hello } from "./hello.js";

const id = Buffer.alloc(64, 7);
const name = fc.string({ maxLength: 40 });
const plain = { noNullPrototype: true };
const capability = fc.record({ name, version: fc.nat(255) }, plain);
const anyHello: fc.Arbitrary<Hello> = fc.record(
  {
    client: name,
    capabilities: fc.array(capability, { maxLength: 64 }),
    port: fc.nat(65_535),
    id: fc.uint8Array({ minLength: 64, maxLength: 64 }),
  },
  plain,
);
const isBreach = (error: unknown) => error instanceof PeerFault && error.reason === "breach";

describe("Hello", () => {
  it("is read as it was written", () => {
    fc.assert(
      fc.property(anyHello, (hello) => {
        assert.deepEqual(decodeHello(encodeHello(hello)), hello);
      }),
    );
  });

  it("has the bytes of the base protocol, version 4", () => {
    const capabilities = [{ name: "rsk", version: 62 }];
    // [4, "T", [["rsk", 62]], 0, id]: the pair is 0xc58372736b3e, and the whole has 76 bytes.
    const front = Buffer.from("f84c0454c6c58372736b3e80b840", "hex");
    assert.deepEqual(
      Buffer.from(encodeHello({ client: "T", capabilities, port: 0, id })),
      Buffer.concat([front, id]),
    );
  });

  it("may have more items", () => {
    const bytes = encodeRlp([Buffer.of(5), Buffer.from("c"), [], Buffer.of(), id, Buffer.of(9)]);
    const { capabilities, client, port } = decodeHello(bytes);
    assert.deepEqual([capabilities, client, port], [[], "c", 0]);
  });

  it("is refused in another form", () => {
    const four = Buffer.of(4);
    const none = Buffer.of();
    const many = Array.from({ length: 65 }, () => [Buffer.from("a"), four]);
    const cases: RlpItem[] = [
      [],
      [[], [], [], [], []],
      four,
      [four, none, Buffer.of(1, 2, 3), none, id],
      [four, none, [[four]], none, id],
      [four, none, [[[], []]], none, id],
      [four, none, [], none, []],
      [four, none, [], none, id.subarray(1)],
      [four, none, many, none, id],
      [four, Buffer.alloc(257), [], none, id],
    ];
    for (const item of cases) assert.throws(() => decodeHello(encodeRlp(item)), isBreach);
    // A list in a list, thousands of times.
    let nested = Buffer.of(0xc0);
    for (let i = 0; i < 3000; i++) {
      const { length } = nested;
      const prefix = length < 56 ? [0xc0 + length] : [0xf9, length >> 8, length & 255];
      if (length >= 56 && length < 256) prefix.splice(0, 3, 0xf8, length);
      nested = Buffer.concat([Buffer.from(prefix), nested]);
    }
    assert.throws(() => decodeHello(nested), isBreach);
  });

  it("is refused or read, whatever its bytes are", () => {
    fc.assert(
      fc.property(anyHello, fc.array(fc.tuple(fc.nat(), fc.nat(255))), (hello, changes) => {
        const bytes = Buffer.from(encodeHello(hello));
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        try {
          decodeHello(bytes);
        } catch (error) {
          assert.ok(isBreach(error), String(error));
        }
      }),
    );
  });
});

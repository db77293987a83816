/** Tests the message with which peers begin. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { PeerFault } from "../peer-fault.js";
import { decodeStatus, encodeStatus, type Status } from "./status.js";

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
const anyStatus: fc.Arbitrary<Status> = fc.record(
  {
    version: fc.maxSafeNat(),
    networkId: fc.maxSafeNat(),
    totalDifficulty: fc.bigInt(0n, 2n ** 256n - 1n),
    bestHash: hash,
    genesisHash: hash,
  },
  { noNullPrototype: true },
);

const isBreach = (error: unknown) => error instanceof PeerFault && error.reason === "breach";

describe("Status", () => {
  it("is read as it was written", () => {
    fc.assert(
      fc.property(anyStatus, (status) => {
        assert.deepEqual(decodeStatus(encodeStatus(status)), status);
      }),
    );
  });

  it("has the bytes of the reference network", () => {
    const [bestHash, genesisHash] = [Buffer.alloc(32, 2), Buffer.alloc(32, 3)];
    // [62, 31, 1024, hash, hash]: 0x3e, 0x1f, 0x820400, 0xa0…, 0xa0…: 71 bytes.
    const bytes = encodeStatus({
      version: 62,
      networkId: 31,
      totalDifficulty: 1024n,
      bestHash,
      genesisHash,
    });
    const front = Buffer.from("f8473e1f820400a0", "hex");
    assert.deepEqual(
      Buffer.from(bytes),
      Buffer.concat([front, bestHash, Buffer.of(0xa0), genesisHash]),
    );
  });

  it("is read with more fields, and refused with fewer or other bytes", () => {
    fc.assert(
      fc.property(anyStatus, fc.nat(), fc.nat(255), (status, at, byte) => {
        const bytes = Buffer.from(encodeStatus(status));
        assert.throws(() => decodeStatus(bytes.subarray(0, at % bytes.length)), isBreach);
        bytes[at % bytes.length] = byte;
        try {
          decodeStatus(bytes);
        } catch (error) {
          assert.ok(isBreach(error));
        }
      }),
    );
    assert.throws(() => decodeStatus(Uint8Array.of(0xc0)), isBreach);
  });
});

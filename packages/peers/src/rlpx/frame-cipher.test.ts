/** Tests the encryption of frames. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { peerLimits } from "../limits.js";
import { PeerFault } from "../peer-fault.js";
import { FrameCipher, frameMacBytes, headerBytes } from "./frame-cipher.js";

const isBreach = (error: unknown) => error instanceof PeerFault && error.reason === "breach";

const aesSecret = Buffer.alloc(32, 1);
const macSecret = Buffer.alloc(32, 2);
const [forth, back] = [Buffer.alloc(50, 3), Buffer.alloc(60, 4)];

const pair = () =>
  Promise.all([
    FrameCipher.create({ aesSecret, macSecret, egressSeed: forth, ingressSeed: back }),
    FrameCipher.create({ aesSecret, macSecret, egressSeed: back, ingressSeed: forth }),
  ]);

/** Opens a sealed frame, in parts of a length. */
function open(cipher: FrameCipher, sealed: Buffer, partBytes = 1 << 20): Buffer {
  const length = cipher.openHeader(sealed.subarray(0, headerBytes));
  const end = sealed.length - frameMacBytes;
  const parts: Buffer[] = [];
  for (let at = headerBytes; at < end; at += partBytes) {
    parts.push(cipher.openPart(sealed.subarray(at, Math.min(end, at + partBytes))));
  }
  cipher.endFrame(sealed.subarray(end));
  return Buffer.concat(parts).subarray(0, length);
}

describe("frames", () => {
  it("of any lengths arrive in both directions, whatever the parts in which they are read", async () => {
    const frame = fc.uint8Array({ maxLength: 400 });
    const exchange = fc.array(fc.tuple(frame, fc.boolean(), fc.integer({ min: 1, max: 30 })));
    await fc.assert(
      fc.asyncProperty(exchange, async (frames) => {
        const [a, b] = await pair();
        for (const [frame, isForth, blocks] of frames) {
          const [from, to] = isForth ? [a, b] : [b, a];
          assert.deepEqual(open(to, from.seal(frame), 16 * blocks), Buffer.from(frame));
        }
      }),
    );
  });

  it("are padded to 16 bytes with zeros", async () => {
    const [a] = await pair();
    const lengths = [0, 1, 15, 16, 17].map((length) => a.seal(Buffer.alloc(length)).length);
    assert.deepEqual(lengths, [48, 64, 64, 64, 80]);
  });

  it("are refused if any byte was changed", async () => {
    const frame = Buffer.alloc(40, 9);
    const [first] = await pair();
    const sealed = first.seal(frame);
    for (let at = 0; at < sealed.length; at++) {
      const [, b] = await pair();
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] as number) ^ (1 << (at % 8));
      assert.throws(() => open(b, changed), isBreach, `byte ${at}`);
    }
  });

  it("are refused in another order, twice, or on their way back", async () => {
    const [a, b] = await pair();
    const [first, second] = [a.seal(Buffer.of(1)), a.seal(Buffer.of(2))];
    assert.throws(() => open(b, second), isBreach);
    const [, other] = await pair();
    assert.deepEqual(open(other, first), Buffer.of(1));
    assert.throws(() => open(other, first), isBreach);
    const [same] = await pair();
    assert.throws(() => open(same, first), isBreach);
  });

  it("have a length of three bytes", async () => {
    const [a] = await pair();
    assert.throws(() => a.seal(Buffer.alloc(peerLimits.frameBytesMax + 1)), RangeError);
  });
});

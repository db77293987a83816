/** Tests the addresses of nodes. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hexDigits } from "@tandem/primitives";
import fc from "fast-check";
import { formatEnode, isEnode, parseEnode } from "./enode.js";
import { createNodeKey } from "./rlpx/node-key.js";

const anyId = () => Uint8Array.from(createNodeKey().publicKey);
const id = anyId();
const digits = hexDigits(id);

describe("an address of a node", () => {
  it("is read as it was written", () => {
    const host = fc.oneof(fc.ipV4(), fc.ipV6(), fc.domain());
    const ids = fc.constantFrom(...Array.from({ length: 20 }, anyId));
    fc.assert(
      fc.property(ids, host, fc.integer({ min: 1, max: 65_535 }), (id, host, port) => {
        assert.deepEqual(parseEnode(formatEnode({ id, host, port })), { id, host, port });
      }),
    );
  });

  it("has brackets around an address of IPv6, and may have a port of discovery", () => {
    assert.equal(formatEnode({ id, host: "::1", port: 1 }), `enode://${digits}@[::1]:1`);
    assert.deepEqual(parseEnode(`enode://${digits}@[::1]:30303?discport=0`), {
      id,
      host: "::1",
      port: 30_303,
    });
    assert.equal(parseEnode(`ENODE://${digits.toUpperCase()}@host:1`)?.host, "host");
  });

  it("has no other form", () => {
    for (const text of [
      "",
      `enode://${digits}`,
      `enode://${digits}@host`,
      `enode://${digits}@host:0`,
      `enode://${digits}@host:65536`,
      `enode://${digits}@host:1x`,
      `enode://${digits}@:1`,
      `enode://${digits}@::1:1`,
      `enode://${digits}@[host]:1`,
      `enode://${digits}@a@b:1`,
      `enode://${digits.slice(2)}@host:1`,
      `enode://${digits.slice(1)}g@host:1`,
      `enode://0x${digits.slice(2)}@host:1`,
      ` enode://${digits}@host:1`,
      `http://${digits}@host:1`,
      // No points of the curve.
      `enode://${"00".repeat(64)}@host:1`,
      `enode://${"ab".repeat(64)}@host:1`,
      `enode://${"ff".repeat(64)}@host:1`,
    ]) {
      assert.equal(isEnode(text), false, text);
    }
  });
});

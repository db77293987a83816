import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Share } from "./share.js";
import { ShareHolder } from "./share-holder.js";

const kibibyte = 1024;
const [alice, bob] = [{ id: "alice" }, { id: "bob" }];

function setUp() {
  const share = new Share({ name: "bytes", max: 400 * kibibyte, clientMax: 300 * kibibyte });
  return { share, holderOf: (client = alice) => new ShareHolder(share, client) };
}

describe("what is held of a share", () => {
  it("is limited for one client and for all", () => {
    const { share, holderOf } = setUp();
    const [one, two] = [holderOf(), holderOf()];
    assert.equal(one.hold(200 * kibibyte), undefined);
    assert.deepEqual(two.hold(101 * kibibyte), {
      limit: "client-bytes",
      max: 300 * kibibyte,
      isClients: true,
    });
    assert.equal(two.hold(100 * kibibyte), undefined);
    const other = holderOf(bob);
    assert.equal(other.hold(100 * kibibyte), undefined);
    assert.throws(() => other.take(1), {
      data: { code: "limit-exceeded", limit: "bytes", max: 400 * kibibyte },
    });
    assert.equal(share.total, 400 * kibibyte);
  });

  it("is not counted while it is short", () => {
    const { share, holderOf } = setUp();
    const holder = holderOf();
    for (let i = 0; i < 64; i++) holder.take(kibibyte);
    assert.equal(share.total, 0);
    holder.take(1);
    assert.equal(share.total, 64 * kibibyte + 1);
    holder.hold(64 * kibibyte);
    assert.equal(share.total, 0);
  });

  it("stays as it was if more is refused, and is released once", () => {
    const { share, holderOf } = setUp();
    const [holder, other] = [holderOf(), holderOf()];
    holder.take(200 * kibibyte);
    other.take(100 * kibibyte);
    assert.throws(() => holder.take(1));
    assert.equal(share.of(alice), 300 * kibibyte);
    holder.release();
    holder.release();
    assert.equal(share.of(alice), 100 * kibibyte);
    holder.take(65 * kibibyte);
    assert.equal(share.of(alice), 165 * kibibyte);
  });
});

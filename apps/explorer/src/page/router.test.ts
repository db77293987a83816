import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { links, routeOf, titleOf } from "./router.js";

const hash = `0x${"ab".repeat(32)}`;
const address = `0x${"cd".repeat(20)}`;

describe("the fragment of the page's URL", () => {
  it("selects the page", () => {
    assert.deepEqual(routeOf(""), { page: "home" });
    assert.deepEqual(routeOf(links.home), { page: "home" });
    assert.deepEqual(routeOf(links.verify), { page: "verify" });
    assert.deepEqual(routeOf(links.pool), { page: "pool" });
    assert.deepEqual(routeOf(links.mining), { page: "mining" });
    assert.deepEqual(routeOf(links.controls), { page: "controls" });
    assert.deepEqual(routeOf(links.block(7)), { page: "block", id: "7" });
    assert.deepEqual(routeOf(links.block(hash)), { page: "block", id: hash });
    for (const id of ["latest", "safe", "finalized", "earliest"]) {
      assert.deepEqual(routeOf(links.block(id)), { page: "block", id });
    }
    assert.deepEqual(routeOf(links.block("pending")), { page: "pool" });
    assert.deepEqual(routeOf(links.transaction(hash)), { page: "transaction", hash });
    assert.deepEqual(routeOf(links.address(address)), { page: "address", address });
    assert.deepEqual(routeOf(links.address(address.toUpperCase().replace("X", "x"))), {
      page: "address",
      address,
    });
  });

  it("gives the page a title", () => {
    const titleAt = (text: string) => titleOf(routeOf(text));
    assert.equal(titleAt(links.home), "Tandem explorer");
    assert.equal(titleAt(links.block(1234)), "Block 1\u202f234 – Tandem explorer");
    assert.equal(titleAt(links.block("latest")), "Block latest – Tandem explorer");
    assert.equal(titleAt(links.block(hash)), "Block 0xabababab…ababab – Tandem explorer");
    assert.equal(
      titleAt(links.transaction(hash)),
      "Transaction 0xabababab…ababab – Tandem explorer",
    );
    assert.equal(titleAt(links.address(address)), "Address 0xcdcdcdcd…cdcdcd – Tandem explorer");
    assert.equal(titleAt(links.verify), "Verify a proof – Tandem explorer");
    assert.equal(titleAt("#/<script>"), "Not found – Tandem explorer");
  });

  it("is unknown if it is malformed", () => {
    for (const text of ["#/block/x", "#/tx/0x12", "#/address/0x", "#/<script>", "#/block/-1"]) {
      assert.deepEqual(routeOf(text), { page: "unknown", text });
    }
  });
});

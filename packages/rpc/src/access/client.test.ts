import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { networkOf } from "@tandem/runtime";
import { identifyBy } from "./client.js";
import { digestOf, KeyRing } from "./keys.js";

describe("a client", () => {
  it("is its address if no keys are configured, and the address is read on demand", () => {
    let reads = 0;
    const client = identifyBy(undefined)({
      path: "/any",
      get remoteAddress() {
        reads++;
        return "10.0.0.7";
      },
    });
    assert.equal(reads, 0);
    assert.equal(client?.id, "address:10.0.0.7");
  });

  it("has an id of its own when two ask in turn", () => {
    const identify = identifyBy(undefined);
    const addresses = ["10.0.0.7", "10.0.0.8", "10.0.0.7", "2001:db8::7", "10.0.0.8"];
    assert.deepEqual(
      addresses.map((remoteAddress) => identify({ path: "/", remoteAddress })?.id),
      addresses.map((address) => `address:${networkOf(address)}`),
    );
  });

  it("is its key whatever its address, and reveals nothing of it", () => {
    const identify = identifyBy(
      new KeyRing(
        ["alpha", "beta"].map((key) => ({ name: key, digest: digestOf(key) })),
        { now: () => 0 },
      ),
    );
    const idOf = (path: string, remoteAddress: string) => identify({ path, remoteAddress })?.id;
    const id = idOf("/v2/alpha", "10.0.0.7");
    assert.match(id ?? "", /^key:[0-9a-f]{16}$/);
    assert.equal(idOf("/alpha?x=1", "10.0.0.8"), id);
    assert.notEqual(idOf("/beta", "10.0.0.7"), id);
    assert.equal(idOf("/gamma", "10.0.0.7"), undefined);
    assert.equal(idOf("/", "10.0.0.7"), undefined);
  });
});

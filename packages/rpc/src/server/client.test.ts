import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { identifyBy } from "./client.js";

describe("a client", () => {
  it("is its address where no keys are configured, and the address is read when it is asked for", () => {
    let reads = 0;
    const client = identifyBy([])({
      path: "/any",
      get remoteAddress() {
        reads++;
        return "10.0.0.7";
      },
    });
    assert.equal(reads, 0);
    assert.equal(client?.id, "address:10.0.0.7");
  });

  it("is its key wherever it comes from, and shows nothing of it", () => {
    const identify = identifyBy(["alpha", "beta"]);
    const idOf = (path: string, remoteAddress: string) => identify({ path, remoteAddress })?.id;
    const id = idOf("/v2/alpha", "10.0.0.7");
    assert.match(id ?? "", /^key:[0-9a-f]{16}$/);
    assert.equal(idOf("/alpha?x=1", "10.0.0.8"), id);
    assert.notEqual(idOf("/beta", "10.0.0.7"), id);
    assert.equal(idOf("/gamma", "10.0.0.7"), undefined);
    assert.equal(idOf("/", "10.0.0.7"), undefined);
  });
});

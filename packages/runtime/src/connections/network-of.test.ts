import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { networkOf } from "./network-of.js";

describe("the network of a client", () => {
  it("is one IPv4 address, or the network of an IPv6 address", () => {
    const cases = [
      ["10.0.0.7", "10.0.0.7"],
      ["::ffff:10.0.0.7", "10.0.0.7"],
      ["0000:0000:0000:0000:0000:ffff:0a00:0007", "10.0.0.7"],
      ["2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002"],
      ["2001:0db8:0001:0002:ffff:ffff:ffff:ffff", "2001:0db8:0001:0002"],
      ["2001:db8::7", "2001:0db8:0000:0000"],
      ["fe80::1%eth0", "fe80:0000:0000:0000"],
      ["::1", "0000:0000:0000:0000"],
    ] as const;
    for (const [address, network] of cases) assert.equal(networkOf(address), network, address);
  });
});

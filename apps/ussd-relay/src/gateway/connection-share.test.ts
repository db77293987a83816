import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { describe, it } from "node:test";
import { type ConnectionShares, shareConnections } from "./connection-share.js";

/** The part of a socket that is counted. */
class FakeSocket extends EventEmitter {
  readonly remoteAddress: string;
  destroyed = false;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit("close");
  }
}

/** Returns a function that opens a connection of an address. */
function openerOf(shares: Partial<ConnectionShares>): (address: string) => FakeSocket {
  const admit = shareConnections({
    addressMax: 2,
    unauthorizedMax: 3,
    unauthorizedAddressMax: 2,
    mayPost: () => false,
    ...shares,
  });
  return (address) => {
    const socket = new FakeSocket(address);
    admit(socket as unknown as Socket);
    return socket;
  };
}

describe("the share of connections", () => {
  it("of an address that may not post leaves a part to others that may not", () => {
    const open = openerOf({});
    const sockets = ["10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2", "10.0.0.3"].map(open);
    assert.deepEqual(
      sockets.map(({ destroyed }) => destroyed),
      [false, false, true, false, true],
    );
    sockets[0]?.destroy();
    assert.equal(open("10.0.0.1").destroyed, false);
  });

  for (const may of ["may", "may not"]) {
    it(`is that of an IPv6 network with 64 bits, which ${may} post`, () => {
      const open = openerOf({ mayPost: () => may === "may", unauthorizedMax: 4 });
      const addresses = ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"];
      assert.deepEqual(
        addresses.map((address) => open(address).destroyed),
        [false, false, true, false],
      );
    });
  }

  it("of an address that may post is its own, whatever its form", () => {
    const open = openerOf({ mayPost: () => true });
    const addresses = ["10.0.0.1", "::ffff:10.0.0.1", "10.0.0.1", "10.0.0.2"];
    assert.deepEqual(
      addresses.map((address) => open(address).destroyed),
      [false, false, true, false],
    );
  });
});

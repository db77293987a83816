import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { describe, it } from "node:test";
import { type ConnectionsOptions, shareConnections } from "./connections.js";

/** The part of a socket that is counted. */
class FakeSocket extends EventEmitter {
  readonly remoteAddress: string;
  destroyed = false;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  /** Closes it. The event follows later, when a test emits it. */
  destroy(): void {
    this.destroyed = true;
  }
}

/** Returns a function that opens connections of addresses, of which three may be open, and tells which are. */
function openerOf(options: Partial<ConnectionsOptions> = {}) {
  const admit = shareConnections({
    postingMax: 3,
    othersMax: 3,
    mayPost: () => false,
    isInUse: () => false,
    ...options,
  });
  const sockets: FakeSocket[] = [];
  const open = (...addresses: readonly string[]) => {
    for (const address of addresses) {
      const socket = new FakeSocket(address);
      sockets.push(socket);
      admit(socket as unknown as Socket);
    }
    return sockets.flatMap(({ destroyed }, at) => (destroyed ? [] : [at]));
  };
  return Object.assign(open, { sockets });
}

describe("a connection", () => {
  it("takes the place of the oldest one of the address with the most", () => {
    const open = openerOf();
    assert.deepEqual(open("10.0.0.1", "10.0.0.2", "10.0.0.1"), [0, 1, 2]);
    assert.deepEqual(open("10.0.0.3"), [1, 2, 3]);
    // Each has one now: whoever has none can still connect.
    assert.deepEqual(open("10.0.0.4"), [1, 3, 4]);
  });

  it("is closed if its address would then have as many as any other had before", () => {
    const open = openerOf();
    assert.deepEqual(open("10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.1"), [0, 1, 2]);
    assert.deepEqual(open("10.0.0.2", "10.0.0.2", "10.0.0.1"), [1, 2, 4]);
    const more = openerOf({ othersMax: 4 });
    assert.deepEqual(more("1.1.1.1", "1.1.1.1", "1.1.1.1", "1.1.1.1"), [0, 1, 2, 3]);
    assert.deepEqual(more("2.2.2.2", "2.2.2.2", "2.2.2.2"), [2, 3, 4, 5]);
  });

  it("takes no place of one that is in use", () => {
    const inUse = new Set(["10.0.0.1"]);
    const isInUse = ({ remoteAddress = "" }: Socket) => inUse.has(remoteAddress);
    const open = openerOf({ isInUse });
    assert.deepEqual(open("10.0.0.1", "10.0.0.1", "10.0.0.2", "10.0.0.3"), [0, 1, 3]);
    inUse.add("10.0.0.3");
    assert.deepEqual(open("10.0.0.4"), [0, 1, 3]);
  });

  it("leaves its place when it is closed", () => {
    const open = openerOf({ isInUse: () => true });
    assert.deepEqual(open("10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2"), [0, 1, 2]);
    open.sockets[1]?.destroy();
    open.sockets[1]?.emit("close");
    assert.deepEqual(open("10.0.0.2", "10.0.0.2"), [0, 2, 4]);
  });

  it("of an address that may post takes no place of others, nor the other way round", () => {
    const open = openerOf({ mayPost: (address) => address === "10.0.0.1" });
    assert.deepEqual(open("10.0.0.2", "10.0.0.2", "10.0.0.2", "10.0.0.1"), [0, 1, 2, 3]);
    assert.deepEqual(open("10.0.0.1", "10.0.0.1", "10.0.0.3"), [1, 2, 3, 4, 5, 6]);
  });

  it("counts for its IPv6 network of 64 bits, and for its IPv4 address in either form", () => {
    const open = openerOf();
    assert.deepEqual(open("2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8::4"), [0, 1, 2]);
    assert.deepEqual(open("2001:db8:0:1::1"), [1, 2, 4]);
    const other = openerOf();
    assert.deepEqual(other("10.0.0.1", "::ffff:10.0.0.1", "10.0.0.1", "10.0.0.1"), [0, 1, 2]);
  });
});

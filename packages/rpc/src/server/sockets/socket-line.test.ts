import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as afterSockets } from "node:timers/promises";
import { JsonBytes } from "../../written-json.js";
import { SocketLine } from "./socket-line.js";

const pieceBytes = 10;
const large = (pieces: number) =>
  new JsonBytes(pieces * pieceBytes, function* () {
    for (let n = 0; n < pieces; n++) yield Buffer.alloc(pieceBytes, `${n}`);
  });

/** A network that accepts bytes only when the test says so. */
function setUp() {
  const sent: string[] = [];
  const network = { isFast: true };
  const line = new SocketLine({
    send: (text) => sent.push(text) > 0 && network.isFast,
    sendFragment: (bytes, place) => sent.push(`${place} ${bytes.length}`) > 0 && network.isFast,
    waitingBytes: () => (network.isFast ? 0 : 1),
  });
  return { line, sent, network };
}

describe("a large answer over a WebSocket", () => {
  it("is sent as fragments of one message, and others behind it", async () => {
    const { line, sent } = setUp();
    line.push(large(3));
    const running = line.run();
    line.push("a");
    line.push(large(1));
    line.push("b");
    assert.equal(await running, true);
    assert.equal(line.isEmpty, true);
    const [first, middle, last] = ["first 10", "middle 10", "last 0"];
    assert.deepEqual(sent, [first, middle, middle, last, "a", first, last, "b"]);
    assert.equal(line.waitingBytes, 0);
  });

  it("is computed no faster than the network accepts it, and counted until then", async () => {
    const { line, sent, network } = setUp();
    network.isFast = false;
    line.push(large(4));
    line.push("behind");
    const running = line.run();
    for (let pieces = 1; pieces <= 4; pieces++) {
      await afterSockets();
      assert.equal(sent.length, pieces);
      assert.equal(line.waitingBytes, (4 - pieces) * pieceBytes + "behind".length);
      assert.equal(line.bytesBehind, "behind".length);
      line.drained();
      // The drain handler must not leave bytes behind: uWebSockets would not watch for them.
      await new Promise(process.nextTick);
      assert.equal(sent.length, pieces);
    }
    assert.equal(await running, false);
    assert.deepEqual(sent.slice(-2), ["last 0", "behind"]);
  });

  it("ends with its connection", async () => {
    const { line, sent, network } = setUp();
    network.isFast = false;
    line.push(large(4));
    const running = line.run();
    line.close();
    assert.equal(await running, false);
    assert.deepEqual(sent, ["first 10"]);
  });
});

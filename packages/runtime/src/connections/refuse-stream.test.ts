import assert from "node:assert/strict";
import { once } from "node:events";
import { Duplex } from "node:stream";
import { it } from "node:test";
import { refuseStream } from "./refuse-stream.js";

it("a refused connection is closed, although its client keeps its side open", async () => {
  let sent = "";
  const stream = new Duplex({
    read() {},
    write(bytes: Buffer, _encoding, done) {
      sent += bytes;
      done();
    },
  });
  refuseStream(stream, { status: "403 Forbidden", headers: [["a", "b"]], body: "no" });
  await once(stream, "close");
  assert.equal(
    sent,
    "HTTP/1.1 403 Forbidden\r\nConnection: close\r\na: b\r\ncontent-length: 2\r\n\r\nno",
  );
});

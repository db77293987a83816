/** Tests requests that Node's parser cannot read, behind posts that are not answered yet. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, it, type TestContext } from "node:test";
import type { Screen } from "../menu/screens.js";
import {
  begin,
  body,
  everything,
  formHeaders,
  gatewayWith,
  requestOf,
} from "../testing/gateway.js";

const post = requestOf(["Host: relay", ...formHeaders], body);
const type = "Content-Type: application/x-www-form-urlencoded";
const chunkedHead = requestOf(["Host: relay", type, "Transfer-Encoding: chunked"], "");

/** Serves posts that are answered once the test releases them. */
async function serveHeld(t: TestContext) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let count = 0;
  const answer = async () => {
    count += 1;
    const screen: Screen = `END ${count}`;
    await released;
    return screen;
  };
  const { gateway, log } = await gatewayWith(t, { answer });
  return { url: gateway.url, release, log };
}

const statusesOf = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, s]) => s);

const unreadable = [
  ["malformed", "400", "no request\r\n\r\n"],
  ["without a known method", "400", "FIND / HTTP/1.1\r\nHost: relay\r\n\r\n"],
  [
    "with two lengths of its body",
    "400",
    post.replace("Content-Length", "Content-Length: 1\r\nContent-Length"),
  ],
  ["with a malformed chunk", "400", `${chunkedHead}x\r\n`],
  ["with a malformed chunk behind others", "400", `${chunkedHead}1\r\na\r\nx\r\n`],
  ["with large headers", "431", requestOf([`X-Large: ${"a".repeat(20_000)}`], "")],
  ["with large extensions of a chunk", "413", `${chunkedHead}1;${"a".repeat(20_000)}\r\n1\r\n`],
  ["with a slow head", "408", "POST /ussd HTTP/1.1\r\n"],
] as const;

describe("a post that cannot be read", () => {
  for (const [name, status, text] of unreadable) {
    it(`${name}, is refused after the answers to those before it`, async (t) => {
      const { url, release, log } = await serveHeld(t);
      const socket = await begin(url, undefined, post.repeat(2) + text);
      const answers = everything(socket);
      // Another connection is refused for the same reason, so the first one must have been found out too.
      const other = await everything(await begin(url, undefined, text));
      assert.deepEqual(statusesOf(other), [status]);
      assert.match(other, /\r\n\r\nEND [A-Z].*\.$/);
      // What follows is not read.
      socket.write(post);
      release();
      const all = await answers;
      assert.deepEqual(statusesOf(all), ["200", "200", status]);
      assert.match(all, /END 1.*END 2/s);
      assert.match(all, new RegExp(` ${status} [^]*\r\nconnection: close\r\n`, "i"));
      assert.deepEqual(log.warnings, []);
    });
  }

  it("is not answered a second time if it was refused before its body", async (t) => {
    const { url } = await serveHeld(t);
    const socket = await begin(url, undefined, chunkedHead.replace("POST", "PUT"));
    const answers = everything(socket);
    await once(socket, "data");
    socket.write("x\r\n");
    assert.deepEqual(statusesOf(await answers), ["405"]);
  });

  it("with the method CONNECT, is refused after the answers to those before it", async (t) => {
    const { url, release } = await serveHeld(t);
    const connect = "CONNECT relay:80 HTTP/1.1\r\nHost: relay\r\n\r\n";
    const answers = everything(await begin(url, undefined, post + connect));
    // Another connection has been answered, so the first one has been read.
    const other = everything(await begin(url, undefined, connect));
    assert.match(await other, /^HTTP\/1.1 405 .*\r\nallow: POST\r\n/s);
    release();
    assert.deepEqual(statusesOf(await answers), ["200", "405"]);
  });

  it("is not answered if its client has left", async (t) => {
    const { url } = await serveHeld(t);
    const socket = await begin(url, undefined, post + chunkedHead);
    socket.end();
    assert.equal(await everything(socket), "");
  });
});

/** Tests the relay's HTTP server: invalid posts are refused, and do not affect others. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { exchange } from "../support/raw-http.js";
import { postUssd, startUssdWorld, type UssdWorld } from "../support/ussd/ussd.js";

const form = { "content-type": "application/x-www-form-urlencoded" };
const right = "text=1&phoneNumber=%2B254700000001&sessionId=1";
const megabyte = 1024 * 1024;

let world: UssdWorld;
let url: string;
before(async () => {
  world = await startUssdWorld();
  url = world.relay.url;
});
after(() => world.close());

describe("the relay's HTTP server", () => {
  it("serves only POST /ussd", async () => {
    for (const method of ["GET", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
      const { status, headers } = await exchange(url, { method });
      assert.deepEqual([status, headers.allow], [405, "POST"], method);
    }
    for (const path of ["/", "/ussd/", "/ussdx", "/USSD", "/other", "//ussd"]) {
      const { status, body } = await exchange(url.replace("/ussd", path), {
        headers: form,
        chunks: [right],
      });
      assert.equal(status, 404, path);
      assert.match(body, /^END /);
    }
    const asked = await exchange(`${url}?from=gateway`, { headers: form, chunks: [right] });
    assert.match(asked.body, /^END Your Balance: 100 COIN$/);
  });

  it("accepts only forms, with or without a charset", async () => {
    for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x"]) {
      const { status } = await exchange(url, {
        headers: { "content-type": type },
        chunks: [right],
      });
      assert.equal(status, 415, type);
    }
    assert.equal((await exchange(url, { chunks: [right] })).status, 415);
    const type = "Application/X-WWW-Form-Urlencoded; charset=UTF-8";
    const { status } = await exchange(url, { headers: { "content-type": type }, chunks: [right] });
    assert.equal(status, 200);
  });

  it("names the field that is missing, duplicate, or invalid", async () => {
    const whole = { text: "1", phoneNumber: "+254700000001", sessionId: "1" };
    for (const name of Object.keys(whole)) {
      const { status, body } = await postUssd(url, { ...whole, [name]: undefined });
      assert.deepEqual([status, body], [400, `END Bad request: ${name} is missing.`]);
    }
    const { status, body } = await exchange(url, { headers: form, chunks: [`${right}&text=2`] });
    assert.deepEqual([status, body], [400, "END Bad request: text is given twice."]);
    assert.equal((await postUssd(url, { ...whole, phoneNumber: "a\nb" })).status, 400);
    assert.equal((await postUssd(url, { ...whole, sessionId: "x".repeat(129) })).status, 400);
    assert.equal((await exchange(url, { headers: form })).status, 400);
  });

  it("refuses a body that is too large, announced or not, and the sender gets the answer", async () => {
    // The connection may be closed before the answer is read if the body has more than a megabyte.
    const large = Buffer.alloc(megabyte / 2, "a");
    const announced = { ...form, "content-length": String(large.length) };
    for (const headers of [announced, form]) {
      const { status, body } = await exchange(url, { headers, chunks: [large] });
      assert.equal(status, 413);
      assert.match(body, /^END Too large/);
    }
  });

  it("disconnects a client that does not stop sending", async () => {
    const chunks = Array.from({ length: 80 }, () => Buffer.alloc(megabyte, "a"));
    const { status } = await exchange(url, { headers: form, chunks }).catch(() => ({ status: 0 }));
    assert.ok(status === 413 || status === 0);
  });

  it("refuses input that is not HTTP", async () => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    const closed = once(socket, "close");
    socket.write("NONSENSE\r\n\r\n");
    await closed;
    assert.match(answer, /^HTTP\/1\.1 400 /);
  });

  it("answers all other clients meanwhile", async () => {
    const { status, body } = await postUssd(url, { sessionId: "after", text: "" });
    assert.equal(status, 200);
    assert.match(body, /^CON /);
    assert.doesNotMatch(world.relay.output(), /a post failed/);
  });

  it("accepts no post once it has stopped", async () => {
    await world.relay.stop();
    await assert.rejects(world.dial("late", "1"), { code: "ECONNREFUSED" });
  });
});

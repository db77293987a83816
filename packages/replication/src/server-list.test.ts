import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeServers, isServerList, parseServers } from "./server-list.js";

describe("the servers of a log", () => {
  it("are one or several URLs without a path", () => {
    for (const text of [
      "nats://host",
      "nats://host:4222",
      "tls://a:1,tls://b:2",
      "nats://u:p@h/",
    ]) {
      assert.ok(isServerList(text), text);
    }
    for (const text of [
      "",
      "host:4222",
      "http://host",
      "nats://host/path",
      "nats://a,b",
      "nats://",
    ]) {
      assert.ok(!isServerList(text), text);
    }
  });

  it("have a port, a user and encryption", () => {
    assert.deepEqual(parseServers("nats://a,nats://us%40er:p%3Ass@b:5"), {
      servers: ["a:4222", "b:5"],
      user: "us@er",
      pass: "p:ss",
      isEncrypted: false,
    });
    assert.equal(parseServers("nats://a,tls://b").isEncrypted, true);
  });

  it("are described without a password", () => {
    assert.equal(describeServers("nats://user:secret@a,tls://b:5"), "nats://a:4222,tls://b:5");
  });
});

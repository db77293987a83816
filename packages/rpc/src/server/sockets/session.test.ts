import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as afterSockets } from "node:timers/promises";
import { createShares } from "../../access/shares.js";
import type { Call } from "../../handlers/handler.js";
import { defaultLimits, type Limits } from "../../limits.js";
import { CallsUnderWay } from "../request/pending-call.js";
import { MessageSlices } from "./message-slices.js";
import { Session } from "./session.js";
import { WaitingBytes } from "./waiting-bytes.js";

const client = { id: "address:127.0.0.1" };

/** Creates a session whose answers are its messages, with a number of them in each time slice. */
function setUp(some: Partial<Limits> = {}, perSlice = 8) {
  const limits = { ...defaultLimits, ...some };
  const { bodiesBytes, answersBytes, heldBytes } = createShares(limits);
  const sent: string[] = [];
  const executed: string[] = [];
  const cuts: string[] = [];
  let left = perSlice;
  const waiting: (() => void)[] = [];
  const next = () => new Promise<void>((resolve) => waiting.push(resolve));
  /** Runs the waiting tasks once. */
  const pass = async () => {
    left = perSlice;
    for (const resolve of waiting.splice(0)) resolve();
    await afterSockets();
  };
  const socket = {
    send: (text: string) => sent.push(text) > 0,
    sendFragment: () => true,
    waitingBytes: () => 0,
    cork: (send: () => void) => send(),
    end: () => void sent.push("closed"),
    destroy: () => void cuts.push("destroyed"),
  };
  const setting = {
    limits,
    newId: () => "",
    registry: { add() {}, remove() {} },
    heldBytes,
    bodiesBytes,
    answersBytes,
    calls: new CallsUnderWay(limits),
    slices: new MessageSlices(() => left <= 0, next),
    waiting: new WaitingBytes(limits),
    dispatch: (text: string) => {
      left--;
      executed.push(text);
      return text;
    },
    onClosed: () => {},
    onCut: (why: string) => void cuts.push(why),
    onAnswerFailed() {},
  };
  const session = new Session(socket, setting, client);
  const receive = (text: string) => session.receive(Buffer.from(text));
  return { session, receive, sent, executed, cuts, bodiesBytes, heldBytes, pass };
}

const texts = (count: number) => Array.from({ length: count }, (_, i) => `${i}`);

/**
 * The messages started in one time slice: those allowed, and those before the next reading of the
 * clock.
 */
const messagesPerSliceMax = 16;

describe("messages of a WebSocket", () => {
  it("wait for the next time slice when they have used up theirs, and keep their order", async () => {
    const { receive, sent, bodiesBytes, pass } = setUp();
    for (const text of texts(100)) receive(text);
    assert.ok(sent.length > 0 && sent.length <= messagesPerSliceMax, `${sent.length}`);
    assert.ok(bodiesBytes.total > 0);
    for (let before = sent.length; before < 100; before = sent.length) {
      await pass();
      const begun = sent.length - before;
      assert.ok(begun > 0 && begun <= messagesPerSliceMax, `${begun}`);
      if (before < 30) receive(`${100 + before}`);
    }
    while (bodiesBytes.total > 0) await pass();
    assert.deepEqual(sent.slice(0, 100), texts(100));
    assert.ok(sent.length > 100, "what came meanwhile was begun behind them");
    receive("at once");
    assert.equal(sent.at(-1), "at once");
  });

  it("are refused if too many wait, in number or in bytes", async () => {
    const many = setUp({ socketCallsMax: 20 });
    for (const text of texts(100)) many.receive(text);
    const refused = many.sent.filter((text) => text.includes('"limit":"socket-calls"'));
    while (many.bodiesBytes.total > 0) await many.pass();
    const answered = many.sent.filter((text) => !text.includes("error"));
    assert.deepEqual(answered, texts(answered.length));
    assert.equal(answered.length + refused.length, 100);
    assert.ok(refused.length >= 100 - 20 - messagesPerSliceMax);

    const large = setUp({
      bodyBytesMax: 1000,
      messageBytesMax: 1000,
      bodiesBytesMax: 2000,
      clientBodiesBytesMax: 1000,
    });
    for (let i = 0; i < 40; i++) large.receive("a".repeat(100));
    assert.ok(large.sent.some((text) => text.includes('"limit":"client-bodies-bytes"')));
  });

  it("close the connection if very many are refused in one turn of the event loop", async () => {
    const limits = { socketCallsMax: 20, socketTurnMax: 50 };
    const { session, receive, sent, cuts, bodiesBytes, pass } = setUp(limits);
    const refused = () => sent.filter((text) => text.includes("socket-calls")).length;
    for (let turn = 1; turn <= 3; turn++) {
      while (refused() < turn * 50) receive("1");
      await afterSockets();
    }
    assert.ok(session.isOpen);
    for (const text of texts(1_000)) receive(text);
    assert.equal(refused(), 4 * 50);
    assert.deepEqual(cuts, ["sends too much at once", "destroyed"]);
    assert.ok(!session.isOpen);
    await pass();
    assert.equal(bodiesBytes.total, 0);
  });

  it("are accepted beside pings and pongs, of which very many in one turn close the connection", async () => {
    const { session, receive, cuts } = setUp({ socketTurnMax: 50 });
    for (let turn = 1; turn <= 3; turn++) {
      for (let n = 0; n < 50; n++) session.pinged();
      receive("1");
      await afterSockets();
    }
    assert.deepEqual(cuts, []);
    for (let n = 0; n < 1_000; n++) session.pinged();
    assert.deepEqual(cuts, ["sends too much at once", "destroyed"]);
  });

  it("are answered if they are long, in their order, before the server closes the connection", async () => {
    const { session, receive, sent, bodiesBytes, pass } = setUp();
    const long = "long".repeat(1_000_000);
    receive("first");
    receive(long);
    receive("last");
    session.endWhenAnswered(1001, "the node is shutting down");
    while (session.isOpen) await pass();
    assert.deepEqual(
      sent.map((text) => text.slice(0, 6)),
      ["first", "longlo", "last", "closed"],
    );
    assert.equal(sent[1], long);
    assert.equal(bodiesBytes.total, 0);
  });

  it("are dropped with their connection", async () => {
    const { session, receive, sent, bodiesBytes, pass } = setUp();
    for (const text of texts(100)) receive(text);
    const { length } = sent;
    session.closed();
    await pass();
    assert.equal(sent.length, length);
    assert.equal(bodiesBytes.total, 0);
  });

  it("are not executed after the server has ended the connection, as for a key that was removed", () => {
    const { session, receive, executed } = setUp();
    receive("before");
    session.end(1008, "the API key was removed");
    receive("after");
    assert.deepEqual(executed, ["before"]);
  });
});

describe("subscriptions of a WebSocket", () => {
  const call = { afterAnswer() {} } as unknown as Call;

  it("are released with their connection", () => {
    const { session, heldBytes } = setUp();
    session.subscribe(call, "newHeads", {});
    assert.ok(heldBytes.total > 0);
    session.closed();
    assert.equal(heldBytes.total, 0);
  });

  it("are refused after their connection has closed", () => {
    const { session, heldBytes } = setUp();
    session.closed();
    assert.throws(() => session.subscribe(call, "newHeads", {}), { name: "AbortError" });
    assert.equal(heldBytes.total, 0);
  });
});

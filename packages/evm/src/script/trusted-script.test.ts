import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Fault } from "@tandem/primitives";
import { scriptMsMax } from "../limits.js";
import type { ScriptEvent, ScriptQuestion, Sent } from "./messages.js";
import { TrustedScript } from "./trusted-script.js";

const address = (last: string) => last.padStart(40, "0");
const script = (members: string, precompiles: readonly string[] = []) => ({
  code: `{ ${members}, fault: function() {} }`,
  config: '{"from":1}',
  precompiles,
});
const noBytes = () => new ArrayBuffer(0);
const resultRequest = (context: object = {}): Sent => ({
  kind: "result",
  context: JSON.stringify(context),
  bytes: noBytes(),
});
const events = (...given: readonly ScriptEvent[]): Sent => ({
  kind: "run",
  events: JSON.stringify(given),
  bytes: noBytes(),
});
const enter: ScriptEvent = [
  "enter",
  ...["CALL", address("1"), address("2"), [0, 0], 5, "0", address("1"), address("2"), "0", false],
];
const step = (pc: number): ScriptEvent => ["step", 0x5b, "JUMPDEST", pc, 5, 1, 0, 0, [], 0, [], 0];
const codeOf = ({ kind, given: [first] }: ScriptQuestion) =>
  kind === "code" && first === address("3") ? Uint8Array.of(0x60, 1) : "0";
const stops = "step: function() { throw 'stopped'; }, result: function() { return 1; }";
const isFault = (code: string, text: RegExp) => (error: unknown) =>
  error instanceof Fault && error.data.code === code && text.test(error.message);

describe("a trusted script", () => {
  it("sees steps, its configuration and the state, and returns JSON", async () => {
    const members = `
      seen: [], setup: function(config) { this.seen.push(JSON.parse(config).from); },
      step: function(log) { this.seen.push(log.getPC(), log.op.toString()); },
      result: function(ctx, db) {
        return this.seen.concat(toHex(db.getCode(toAddress("0x3"))), toHex(ctx.to), ctx.value);
      }`;
    const opened = new TrustedScript(script(members), codeOf);
    assert.equal(opened.hasSteps, true);
    opened.send(events(enter, step(7), step(9)));
    opened.throwIfFailed();
    const json = await opened.ask(resultRequest({ to: address("4"), value: "ff" }));
    const expected = [1, 7, "JUMPDEST", 9, "JUMPDEST", "0x6001", `0x${address("4")}`, "255"];
    assert.deepEqual(JSON.parse(json), expected);
  });

  it("has global functions of its own beside another one, and leaves none behind", async () => {
    const asks = 'result: function() { return isPrecompiled("0x5"); }';
    const one = new TrustedScript(script(asks, [address("5")]), codeOf);
    const other = new TrustedScript(script(asks), codeOf);
    assert.equal(one.hasSteps, false);
    assert.equal(await one.ask(resultRequest()), "true");
    assert.equal(await other.ask(resultRequest()), "false");
    assert.equal("isPrecompiled" in globalThis, false);
  });

  it("has failed for good when it throws", async () => {
    const opened = new TrustedScript(script(stops), codeOf);
    opened.send(events(enter, step(1)));
    const failure = isFault("execution-failed", /^stopped .*function 'step'$/);
    assert.throws(() => opened.throwIfFailed(), failure);
    opened.send(events(step(2)));
    await assert.rejects(opened.ask(resultRequest()), failure);
    assert.throws(() => new TrustedScript(script("step: 1"), codeOf), Fault);
  });

  it("has a limit of time for one execution", async () => {
    let readMs = 0;
    const clock = { now: () => readMs };
    const late = new TrustedScript(
      script("step: function(log, db) { db.getNonce([3]); }, result: function() { return 1; }"),
      () => {
        readMs += scriptMsMax / 2;
        return "0";
      },
      clock,
    );
    late.send(events(enter, step(1)));
    late.send(events(step(2)));
    late.throwIfFailed();
    late.send(events(step(3)));
    const overTime = isFault("limit-exceeded", /script-timeout|time/);
    assert.throws(() => late.throwIfFailed(), overTime);
  });
});

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { Fault } from "@tandem/primitives";
import type { Clock } from "@tandem/runtime";
import { clientScriptThreadsMax, scriptBatchMsMax, scriptThreadsMax } from "../limits.js";
import { WebAssembly } from "../web-assembly.js";
import { ScriptThread } from "./script-thread.js";
import { Scripts } from "./scripts.js";

const noAnswer = () => "0";
const script = (code: string) => ({ code, config: "{}", precompiles: [] });
const stepping = (body: string) =>
  `{ step: function(log, db) { ${body} }, fault: function() {}, result: function() { return 1; } }`;
const zeros = "00".repeat(20);
const events = JSON.stringify([
  ["enter", "CALL", zeros, zeros, [0, 0], 5, "0", zeros, zeros, "0", false],
  ["step", 0, "STOP", 0, 5, 0, 0, 0, [], 0, [], 0],
]);
const run = () => ({ kind: "run", events, bytes: new ArrayBuffer(0) }) as const;

const wasm = await readFile(new URL("../wasm/quickjs.wasm", import.meta.url));
const interpreter = await WebAssembly.compile(wasm);

/** Opens a thread for a test, and ends it afterwards. */
async function withThread<Result>(
  use: (thread: ScriptThread) => Promise<Result>,
  checkLimits: () => void = () => {},
  clock?: Clock,
): Promise<Result> {
  const thread = new ScriptThread(interpreter, clock);
  thread.begin(checkLimits);
  try {
    return await use(thread);
  } finally {
    thread.close();
  }
}

/** @param readMs the clock in which the script works. */
const failureOf = (body: string, readMs: (isRunning: boolean) => number) => {
  let isRunning = false;
  const failure = async (thread: ScriptThread) => {
    await thread.open(script(stepping(body)), noAnswer);
    isRunning = true;
    return thread.ask(run()).then(
      () => undefined,
      (error) => (error instanceof Fault ? error.data : error),
    );
  };
  return withThread(failure, undefined, { now: () => readMs(isRunning) });
};

/** Returns a clock that reads a quarter of the limit more at each reading once a script runs. */
function fastClock() {
  let readMs = 0;
  return (isRunning: boolean) => {
    if (isRunning) readMs += scriptBatchMsMax / 4;
    return readMs;
  };
}

const stoppedClock = () => 0;

const timedOut = { code: "limit-exceeded", limit: "script-batch-timeout", max: scriptBatchMsMax };

describe("the thread of scripts", () => {
  it("ends one that does not return, in whatever operation it is", async () => {
    const bodies = [
      "for (;;) { try { for (;;) {} } catch (error) {} }",
      "/^(a+)+$/.test('a'.repeat(64) + 'b');",
      "(2n ** 1000000n - 1n).toString() + (2n ** 1000000n - 1n).toString();",
      "for (;;) 'abc'.repeat(1e6);",
    ];
    const failures = await Promise.all(bodies.map((body) => failureOf(body, fastClock())));
    assert.deepEqual(
      failures,
      bodies.map(() => timedOut),
    );
  });

  it("ends one that recurses in the interpreter's own functions, or takes all memory", async () => {
    for (const body of [
      "eval('['.repeat(1e5));",
      "JSON.stringify({ toJSON: function f() { return JSON.stringify({ toJSON: f }); } });",
      "new RegExp('('.repeat(1e5));",
      "(function f() { f.apply(null, new Array(1e3)); })();",
    ]) {
      const failure = (await failureOf(body, stoppedClock)) as
        | { readonly code?: unknown }
        | undefined;
      assert.equal(failure?.code, "execution-failed", body);
    }
  });

  it("passes on what the execution must end with, while a script is at work", async () => {
    const reason = new Error("cancelled");
    let isCancelled = false;
    const ended = withThread(
      async (thread) => {
        await thread.open(script(stepping("for (;;) {}")), noAnswer);
        isCancelled = true;
        return thread.ask(run());
      },
      () => {
        if (isCancelled) throw reason;
      },
    );
    await assert.rejects(ended, reason);
  });

  it("waits for answers that take time", async () => {
    await withThread(async (thread) => {
      let release: (balance: string) => void = () => {};
      const asked = new Promise<void>((onAsked) => {
        void thread
          .open(script(stepping("this.b = db.getBalance(log.contract.getAddress());")), () => {
            onAsked();
            return new Promise<string>((resolve) => {
              release = resolve;
            });
          })
          .then(() => thread.send(run()));
      });
      await asked;
      release("ff");
      await thread.whenIdle();
      assert.equal(
        await thread.ask({ kind: "result", context: "{}", bytes: new ArrayBuffer(0) }),
        "1",
      );
    });
  });

  it("ends with the reason why a question has no answer", async () => {
    const fault = new Fault({ code: "unusable-data", message: "the other node is gone" });
    await withThread(async (thread) => {
      await thread.open(script(stepping("try { db.getNonce([1]); } catch (e) {}")), () =>
        Promise.reject(fault),
      );
      await assert.rejects(thread.ask(run()), fault);
      assert.throws(() => thread.throwIfFailed(), fault);
    });
  });

  it("runs one script after the other, with nothing of those before", async () => {
    const counting = `{ fault: function() {}, result: function() {
      globalThis.count = (globalThis.count || 0) + 1;
      Object.prototype.kept = toHex; this.promise = Promise.resolve(this);
      try { var all = []; for (;;) all.push(new ArrayBuffer(1e6)); } catch (error) {}
      return globalThis.count; } }`;
    const runTwice = async (thread: ScriptThread) => {
      for (let i = 0; i < 2; i++) {
        await thread.open(script(counting), noAnswer);
        assert.equal(
          await thread.ask({ kind: "result", context: "{}", bytes: new ArrayBuffer(0) }),
          "1",
        );
      }
    };
    // A slow machine takes more than the limit of time to fill the memory.
    await withThread(runTwice, undefined, { now: stoppedClock });
  });

  it("rejects what is under way when it is closed", async () => {
    const thread = new ScriptThread(interpreter);
    const opening = thread.open(script(stepping("")), noAnswer);
    thread.close();
    await assert.rejects(opening, /the execution has ended/);
  });
});

describe("the threads of all requests", () => {
  it("are limited; a further one waits for another to end", async () => {
    const all = Array.from({ length: scriptThreadsMax + 1 }, () => new Scripts([], () => {}));
    const started: number[] = [];
    const starting = all.map(async (scripts, index) => {
      const thread = await scripts.thread(String(index));
      started.push(index);
      return thread;
    });
    await Promise.all(starting.slice(0, -1));
    assert.equal(started.includes(scriptThreadsMax), false);
    all[0]?.close();
    await starting.at(-1);
    assert.equal(started.at(-1), scriptThreadsMax);
    for (const scripts of all) scripts.close();
  });

  it("are shared by clients: one does not have all, and who has the fewest is next", async () => {
    const opened: Scripts[] = [];
    const started: string[] = [];
    const start = async (clientId: string) => {
      const scripts = new Scripts([], () => {});
      opened.push(scripts);
      await scripts.thread(clientId);
      started.push(clientId);
    };
    const greedy = Array.from({ length: 2 * clientScriptThreadsMax }, () => start("greedy"));
    await Promise.all(greedy.slice(0, clientScriptThreadsMax));
    await start("modest");
    const expected = [...Array.from({ length: clientScriptThreadsMax }, () => "greedy"), "modest"];
    assert.deepEqual(started, expected);
    const third = start("third");
    opened[0]?.close();
    await third;
    assert.deepEqual(started, [...expected, "third"]);
    for (const scripts of opened) scripts.close();
    await Promise.all(greedy);
    for (const scripts of opened) scripts.close();
  });

  it("are kept for the next request, with nothing of the last one, unless their script failed", async () => {
    const traced = async (code: string) => {
      const scripts = new Scripts([], () => {});
      try {
        const thread = await scripts.thread();
        await thread.open(script(code), noAnswer);
        return [
          thread,
          await thread.ask({ kind: "result", context: "{}", bytes: new ArrayBuffer(0) }),
        ] as const;
      } catch {
        return [];
      } finally {
        scripts.close();
      }
    };
    const counting = `{ fault: function() {},
      result: function() { return globalThis.count = (globalThis.count || 0) + 1; } }`;
    const [first, one] = await traced(counting);
    const [second, again] = await traced(counting);
    assert.deepEqual([one, again], ["1", "1"]);
    assert.equal(second, first);
    await traced("{ fault: function() {}, result: function() { throw 1; } }");
    const [third] = await traced(counting);
    assert.notEqual(third, first);
    assert.equal(first?.isUsable, false);
  });
});

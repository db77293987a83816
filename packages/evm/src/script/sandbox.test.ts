import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { WebAssembly } from "../web-assembly.js";
import type { ScriptEvent, ScriptQuestion } from "./messages.js";
import { loadInterpreter, Sandbox } from "./sandbox.js";

const wasm = await readFile(new URL("../wasm/quickjs.wasm", import.meta.url));
const interpreter = await WebAssembly.compile(wasm);

const answers: Readonly<Record<ScriptQuestion["kind"], Uint8Array | string>> = {
  balance: "de0b6b3a7640000",
  nonce: "7",
  code: Uint8Array.of(0x60, 0x01),
  slot: new Uint8Array(32).fill(9),
  exists: "1",
  created: "11".repeat(20),
  created2: "22".repeat(20),
};

const one = "1".padStart(40, "0");
const enter = (input: readonly [number, number] = [0, 0]): ScriptEvent => [
  "enter",
  ...["CALL", one, one, input, 5_000, "ff", one, one, "ff", false],
];
const step = (members: Readonly<Record<string, unknown>> = {}): ScriptEvent => {
  const defaults = { code: 0x60, name: "PUSH1", pc: 2, gas: 90, cost: 3, refund: 4 };
  const shown = { ...defaults, kept: 0, words: [], length: 0, writes: [], error: 0, ...members };
  return ["step", ...Object.values(shown)];
};

interface Run {
  readonly config?: string;
  readonly events?: readonly ScriptEvent[];
  readonly bytes?: Uint8Array;
  readonly context?: object;
  readonly resultLengthMax?: number;
}

/** Runs a script on its own. @returns its result, or the message of its error. */
async function outcomeOf(code: string, run: Run = {}) {
  const { config = "{}", events, bytes, context = {}, resultLengthMax } = run;
  const asked: ScriptQuestion[] = [];
  const sandbox = new Sandbox(
    await loadInterpreter(interpreter),
    (question) => {
      asked.push(question);
      return answers[question.kind];
    },
    ["4".padStart(40, "0")],
    resultLengthMax,
  );
  let outcome = sandbox.open(code, config);
  const given = () => (bytes ?? new Uint8Array(0)).slice().buffer as ArrayBuffer;
  if (outcome.kind === "done" && events !== undefined) {
    outcome = sandbox.run(JSON.stringify(events), given());
  }
  if (outcome.kind === "done") outcome = sandbox.result(JSON.stringify(context), given());
  if (outcome.kind === "failed") return { error: outcome.message, asked };
  return { result: outcome.kind === "done" ? JSON.parse(outcome.text) : outcome.kind, asked };
}

/** Returns what an expression is, computed in `result`. */
const resultOf = (expression: string, run: Run = {}) =>
  outcomeOf(`{ result: function(ctx, db) { return ${expression}; }, fault: function() {} }`, run);

const inFunction = (name: string) => `    in server-side tracer function '${name}'`;

describe("a script", () => {
  it("is told of steps, with the stack and the memory of their frame", async () => {
    const events = [
      enter([0, 2]),
      step({ words: ["a", "ff"], length: 32, writes: [[30, 2, 2]] }),
      step({ code: 0x50, name: "POP", kept: 1, length: 32, error: "out of gas" }),
      ["fault", "invalid jump destination"],
      ["exit", 17, [0, 2], "execution reverted"],
    ] as const;
    const code = `{
      seen: [],
      step: function(log) {
        this.seen.push([log.op.toString(), log.op.toNumber(), log.op.isPush(), log.getPC(),
          log.getGas(), log.getCost(), log.getDepth(), log.getRefund(), log.getError(),
          log.stack.length(), log.stack.peek(0), toHex(log.memory.slice(28, 33)),
          log.memory.length(), toHex(log.contract.getInput()), log.contract.getValue()]);
      },
      fault: function(log) { this.seen.push([log.op.toString(), log.getError()]); },
      result: function() { return this.seen; }
    }`;
    const { result } = await outcomeOf(code, { events, bytes: Uint8Array.of(1, 2, 3, 4) });
    const same = ["0x0102", "255"];
    assert.deepEqual(result, [
      ["PUSH1", 0x60, true, 2, 90, 3, 1, 4, null, 2, "255", "0x0000030400", 32, ...same],
      ["POP", 0x50, false, 2, 90, 3, 1, 4, "out of gas", 1, "10", "0x0000030400", 32, ...same],
      ["POP", "invalid jump destination"],
    ]);
  });

  it("is told of frames inside the outermost one", async () => {
    const events = [
      enter(),
      ["enter", "STATICCALL", "aa".repeat(20), one, [0, 1], 9, null, one, one, "0", false],
      ["exit", 3, [1, 2], 0],
      ["exit", 5, [0, 0], 0],
    ] as readonly ScriptEvent[];
    const code = `{
      seen: [],
      enter: function(frame) {
        this.seen.push([frame.getType(), toHex(frame.getFrom()), toHex(frame.getTo()),
          toHex(frame.getInput()), frame.getGas(), frame.getValue()]);
      },
      exit: function(end) {
        this.seen.push([end.getGasUsed(), toHex(end.getOutput()), end.getError()]);
      },
      fault: function() {},
      result: function() { return this.seen; }
    }`;
    const { result } = await outcomeOf(code, { events, bytes: Uint8Array.of(1, 2, 3) });
    assert.deepEqual(result, [
      ["STATICCALL", `0x${"aa".repeat(20)}`, `0x${one}`, "0x01", 9, null],
      [3, "0x0203", null],
    ]);
  });

  it("reads the state, by addresses and slots as bytes", async () => {
    const { result, asked } = await resultOf(`[db.getBalance(toAddress("0x5")).toString(10),
      db.getNonce([1, 2]), toHex(db.getCode(toAddress("5"))),
      toHex(db.getState(toAddress("5"), toWord("0x07"))), db.exists(toAddress("5"))]`);
    assert.deepEqual(result, ["1000000000000000000", 7, "0x6001", `0x${"09".repeat(32)}`, true]);
    const five = "5".padStart(40, "0");
    assert.deepEqual(
      asked.map(({ given }) => given),
      [[five], ["102".padStart(40, "0")], [five], [five, "7".padStart(64, "0")], [five]],
    );
  });

  it("has geth's global functions", async () => {
    const { result } = await resultOf(`[toHex([1, 255]), toHex(toWord("0xffaa")).length,
      toHex(toAddress("0x" + "12".repeat(25))), toHex(slice(toWord("0x0102"), 30, 32)),
      isPrecompiled(toAddress("04")), isPrecompiled(toAddress("05")),
      toHex(toContract(toAddress("1"), 3)), toHex(toContract2(toAddress("1"), "0x1", "0x60"))]`);
    const made = [`0x${"11".repeat(20)}`, `0x${"22".repeat(20)}`];
    assert.deepEqual(result, [
      "0x01ff",
      66,
      `0x${"12".repeat(20)}`,
      "0x0102",
      true,
      false,
      ...made,
    ]);
  });

  it("computes with bigInt as with the package of that name", async () => {
    const { result } =
      await resultOf(`[bigInt("ff", 16).add(1).toString(), bigInt(2).pow(64).toString(16),
      "0x" + bigInt(255).toString(16), bigInt("-7").divide(2), bigInt(-7).mod(2), bigInt(7) + 1,
      bigInt("1e3").equals(1000), bigInt(5).compare(7), bigInt(3).isZero(), bigInt.one.next(),
      bigInt(3).modPow(4, 5), bigInt(3).modInv(11), bigInt.max(2, 9), bigInt.gcd(12, 18),
      bigInt.lcm(4, 6), bigInt("12345678901234567890").minus("1").toJSON(), bigInt(6).not(),
      bigInt(1).shiftLeft(8).valueOf(), bigInt.isInstance(bigInt(1)), bigInt(0x10).bitLength(),
      bigInt(10).divmod(3), bigInt(255).toArray(16), bigInt.fromArray([1, 2], 16), typeof bigInt(1)]`);
    assert.deepEqual(result, [
      ...["256", "10000000000000000", "0xff", "-3", "-1", 8, true, -1, false, "2", "1", "4", "9"],
      ...["6", "12", "12345678901234567889", "-7", 256, true, "5"],
      ...[
        { quotient: "3", remainder: "1" },
        { value: [15, 15], isNegative: false },
        "18",
        "object",
      ],
    ]);
    for (const given of [`"x"`, "1.5", `"0x"`, `"zz", 16`]) {
      assert.match((await resultOf(`bigInt(${given})`)).error ?? "", /integer|digit/, given);
    }
  });

  it("is given its configuration as text before anything else", async () => {
    const code = `{ setup: function(config) { this.config = JSON.parse(config); },
      fault: function() {}, result: function(ctx) { return [this.config.x, ctx.value, ctx.gas]; } }`;
    const run = { config: `{"x":[1]}`, context: { value: "ff", gas: 5 } };
    assert.deepEqual((await outcomeOf(code, run)).result, [[1], "255", 5]);
  });

  it("is given the input and the output of the execution as bytes", async () => {
    const run = { bytes: Uint8Array.of(1, 2, 3), context: { input: [0, 1], output: [1, 2] } };
    assert.equal(
      (await resultOf("toHex(ctx.input) + toHex(ctx.output)", run)).result,
      "0x010x0203",
    );
  });

  it("returns any JSON, and null in place of nothing", async () => {
    for (const [expression, expected] of [
      ["undefined", null],
      ["null", null],
      ["function() {}", null],
      ["[1, 'a', {b: true}]", [1, "a", { b: true }]],
      ["toWord('0x01').slice(30)", { 0: 0, 1: 1 }],
      ["'\\ud800'", "\ud800"],
      ["'\\ud83d\\ude00é'", "\u{1f600}é"],
      [
        "[new Date(0), [,1], { a: undefined, b: function() {} }]",
        [new Date(0).toJSON(), [null, 1], {}],
      ],
      ["new Proxy([1, 2], {})", [1, 2]],
      ["{ toJSON: function() { return 'own'; } }", "own"],
    ] as const) {
      assert.deepEqual((await resultOf(expression)).result, expected, expression);
    }
  });
});

describe("a script that is no tracer", () => {
  const cases: readonly (readonly [code: string, message: string | RegExp])[] = [
    ["{", /^SyntaxError: .+ at <eval>:/],
    ["while(true) {}", /^SyntaxError: /],
    ["missing + 1", /^ReferenceError: missing is not defined/],
    ["null", "TypeError: Cannot convert undefined or null to object"],
    ["{fault: function() {}}", "trace object must expose a function result()"],
    ["{result: function() {}, fault: 1}", "trace object must expose a function fault()"],
    [
      "{result: function() {}, fault: function() {}, exit: function() {}}",
      "trace object must expose either both or none of enter() and exit()",
    ],
    ["{get result() { throw 'mine' }}", "mine"],
    ["{result() {}, fault() {}, setup() { throw new Error('no') }}", /^Error: no at setup/],
  ];
  for (const [code, expected] of cases) {
    it(`is refused: ${code}`, async () => {
      const { error } = await outcomeOf(code);
      if (typeof expected === "string") assert.equal(error, expected);
      else assert.match(error ?? "", expected);
    });
  }
});

describe("a script that fails", () => {
  const stepping = (body: string) =>
    `{ step: function(log, db) { ${body} }, fault: function() {}, result: function() { return 1; } }`;
  const events = [enter(), step({ words: ["1"], length: 32 })];
  const errorOf = async (body: string) => (await outcomeOf(stepping(body), { events })).error ?? "";

  it("ends with what it throws and where", async () => {
    const at = inFunction("step");
    assert.equal(await errorOf("throw new Error('boo');"), `Error: boo at step (<eval>:1:39)${at}`);
    for (const [thrown, text] of [
      ["5", "5"],
      ["undefined", "undefined"],
      ["null", "null"],
      ["'text'", "text"],
      ["{ toString: function() { return 'own'; } }", "own"],
      ["{ toString: function() { throw 1; } }", "the script threw a value without a text"],
      ["Object.create(null)", "the script threw a value without a text"],
      ["Symbol('s')", "Symbol(s)"],
      [
        "new Proxy({}, { get: function() { throw 2; } })",
        "the script threw a value without a text",
      ],
    ] as const) {
      assert.equal(await errorOf(`throw ${thrown};`), `${text}${at}`, thrown);
    }
  });

  it("ends with geth's text when it asks for what is not there, even if it catches the error", async () => {
    for (const [asked, text] of [
      ["log.stack.peek(1)", "tracer accessed out of bound stack: size 1, index 1"],
      ["log.stack.peek(-1)", "tracer accessed out of bound stack: size 1, index -1"],
      ["log.memory.slice(-1, -2)", "tracer accessed out of bound memory: offset -1, end -2"],
      ["log.memory.slice(5, 1025 * 1024)", "reached limit for padding memory slice: 1049568"],
      [
        "log.memory.getUint(1)",
        "tracer accessed out of bound memory: available 32, offset 1, size 32",
      ],
      ["slice([1, 2], 1, 3)", "Tracer accessed out of bound memory: available 2, offset 1, size 2"],
      ["toHex('0x11')", "invalid buffer type"],
      ["toAddress(5)", "invalid buffer type"],
      ["db.getBalance('0x11')", "invalid buffer type"],
    ] as const) {
      for (const body of [asked, `try { ${asked} } catch (error) {}`]) {
        const error = await errorOf(body);
        assert.ok(error.startsWith(`${text} at step (<eval>`), error);
        assert.ok(error.endsWith(inFunction("step")), error);
      }
    }
  });

  it("ends with an error when its result is no JSON", async () => {
    const at = inFunction("result");
    assert.ok((await resultOf("10n")).error?.endsWith(at));
    assert.ok(
      (await resultOf("(function() { var a = {}; a.a = a; return a; })()")).error?.endsWith(at),
    );
    assert.equal((await resultOf("{ get a() { throw 'mine'; } }")).error, `mine${at}`);
    assert.equal((await resultOf("{ toJSON: function() { throw 'mine'; } }")).error, `mine${at}`);
  });

  it("ends with a short message, however long the text of its error is", async () => {
    assert.ok((await errorOf("throw 'x'.repeat(1e6);")).length < 2_000);
  });

  it("cannot return more than the limit", async () => {
    const limited = { resultLengthMax: 1_000 };
    assert.equal((await resultOf('"x".repeat(998)', limited)).result.length, 998);
    assert.equal((await resultOf('"x".repeat(999)', limited)).result, "too-long");
  });
});

describe("a hostile script", () => {
  it("reaches nothing but the language", async () => {
    const names = ["process", "require", "module", "fetch", "WebAssembly", "console", "setTimeout"];
    const shown = names.map((name) => `typeof ${name}`).join();
    const expected = names.map(() => "undefined");
    assert.deepEqual((await resultOf(`[${shown}]`)).result, expected);
    for (const make of ["Function", "toHex.constructor", "(async function() {}).constructor"]) {
      const { result } = await resultOf(`String(${make}("return typeof process")())`);
      assert.ok(["undefined", "[object Promise]"].includes(result), make);
    }
    const imported = await resultOf(
      `import("node:fs").then(function() { globalThis.x = 1 }) && typeof x`,
    );
    assert.notEqual(imported.result, "number");
  });

  it("that recurses without end fails", async () => {
    const forever = "(function f() { return f() + 1; })()";
    assert.match((await resultOf(forever)).error ?? "", /^RangeError|^InternalError/);
  });

  it("that takes all memory fails, and the next one does not", async () => {
    const bomb = "(function() { var all = []; for (;;) all.push(new ArrayBuffer(1e6)); })()";
    assert.match((await resultOf(bomb)).error ?? "", /memory/);
    assert.equal((await resultOf("1")).result, 1);
  });

  it("that changes the language harms itself alone", async () => {
    for (const change of [
      "JSON.stringify = function() { return 'no JSON'; }",
      "JSON.parse = function() { return 1; }",
      "Array.prototype.push = function() { throw 1; }",
      "Object.defineProperty(Object.prototype, 'kind', { get: function() { throw 1; } })",
      "String.prototype.startsWith = function() { return false; }",
      "Uint8Array = Array",
      "Reflect.apply = function() { return 7; }",
      "Object.defineProperty(Object.prototype, '0', { get: function() { return 'x'; } })",
      "Function.prototype.call = Function.prototype.apply = undefined",
      "Promise.prototype.then = undefined",
    ]) {
      const code = `(function() { ${change}; return {
        step: function(log) { this.depth = log.getDepth(); },
        fault: function() {}, result: function() { return { depth: this.depth }; } }; })()`;
      const { result, error } = await outcomeOf(code, { events: [enter(), step()] });
      if (error === undefined) assert.deepEqual(result, { depth: 1 }, change);
      else assert.equal(typeof error, "string");
      assert.equal((await resultOf("[1].concat(2).length")).result, 2);
    }
  });

  it("asks for nothing but addresses, slots and code, as texts", async () => {
    const code = `(function() {
      String.prototype.padStart = Array.prototype.join = function() { return "../.."; };
      Uint8Array.prototype.subarray = Uint8Array.prototype.set = function() { return []; };
      return { fault: function() {}, result: function(ctx, db) { db.getNonce([1]); return 1; } };
    })()`;
    for (const { given } of (await outcomeOf(code)).asked) {
      assert.ok(given.every((text) => typeof text === "string"));
    }
  });

  it("asks for nothing that the event loop would read for long", async () => {
    const contract = 'toContract2("0x01", "0x2", new Uint8Array(length))';
    const many = `(function(length) { return ${contract}; })`;
    assert.equal((await resultOf(`toHex(${many}(49152))`)).result, `0x${"22".repeat(20)}`);
    const long = `(function() {
      var text = String;
      String = function(value) { return value === 1 ? "9".repeat(2e6) : text(value); };
      return toContract("0x01", 1);
    })()`;
    for (const expression of [`${many}(1e6)`, long]) {
      const { error, asked } = await resultOf(expression);
      assert.match(error ?? "", /a parameter is longer than 65536 bytes/);
      assert.deepEqual(asked, []);
    }
  });
});

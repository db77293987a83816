import assert from "node:assert/strict";
import { test } from "node:test";
import { compileParams } from "../../../server/request/params.js";
import { traceCall } from "../../debug.js";
import { RpcError } from "../../errors.js";
import * as execute from "../../eth/execute.js";

const address = (n: number) => `0x${n.toString(16).padStart(40, "a")}`;
const word = (n: number) => `0x${n.toString(16).padStart(64, "0")}`;
const range = (count: number) => Array.from({ length: count }, (_, n) => n);
const slots = (count: number) =>
  Object.fromEntries(range(count).map((n) => [word(n), word(n + 1)]));
const accounts = (count: number) =>
  Object.fromEntries(
    range(count).map((n) => [address(n), { balance: "0x1", stateDiff: slots(n) }]),
  );

const decodeCall = compileParams(execute.call);
const decodeTraceCall = compileParams(traceCall);
const inCall = (overrides: unknown) => decodeCall([{}, "latest", overrides]);

/** Decodes the parts separately. */
async function oneByOne(overrides: Readonly<Record<string, object>>) {
  const decoded = [];
  for (const [account, override] of Object.entries(overrides)) {
    const { overrides } = (await inCall({ [account]: override })) as { overrides: unknown[] };
    decoded.push(...overrides);
  }
  return decoded;
}

test("many accounts are decoded in slices, to what each alone is decoded to", async () => {
  const given = accounts(64);
  const more = { ...given, [address(70)]: { nonce: "0x2", code: "0x00" } };
  assert.ok(!(inCall(given) instanceof Promise));
  const decoded = inCall(more);
  assert.ok(decoded instanceof Promise);
  assert.deepEqual((await decoded).overrides, await oneByOne(more));
});

test("an account with many slots is decoded in slices", async () => {
  for (const name of ["state", "stateDiff"]) {
    const given = {
      [address(1)]: { nonce: "0x1" },
      [address(2)]: { balance: "0x5", [name]: slots(200) },
    };
    const { overrides } = (await inCall(given)) as {
      overrides: [Uint8Array, Record<string, unknown[]>][];
    };
    assert.deepEqual(overrides[0], (await oneByOne({ [address(1)]: { nonce: "0x1" } }))[0]);
    assert.equal(overrides[1]?.[1][name]?.length, 200);
    const first = await oneByOne({ [address(2)]: { balance: "0x5", [name]: slots(3) } });
    assert.deepEqual(
      { ...overrides[1]?.[1], [name]: overrides[1]?.[1][name]?.slice(0, 3) },
      (first as unknown as [Uint8Array, object][])[0]?.[1],
    );
  }
});

test("debug_traceCall reads other options once beside many overrides, and none that its tracer lacks", async () => {
  let reads = 0;
  const tracerConfig = {
    get member() {
      return `read ${++reads}`;
    },
  };
  const stateOverrides = accounts(200);
  const decoded = (tracer: string) =>
    decodeTraceCall([{}, "latest", { tracer, tracerConfig, stateOverrides }]);
  await decoded("callTracer");
  assert.equal(reads, 0);
  const { options } = (await decoded("{}")) as { options: { tracer: unknown } };
  const config = JSON.stringify({ member: "read 1" });
  assert.deepEqual(options.tracer, { kind: "script", code: "{}", config });
});

test("debug_traceCall decodes them so too, beside its options", async () => {
  const overrides = accounts(65);
  const decoded = decodeTraceCall([
    {},
    "latest",
    { tracer: "callTracer", stateOverrides: overrides },
  ]);
  assert.ok(decoded instanceof Promise);
  const { options } = (await decoded) as unknown as {
    options: { overrides: unknown; tracer: unknown };
  };
  assert.deepEqual(options.overrides, await oneByOne(overrides));
  assert.deepEqual(options.tracer, { kind: "calls", onlyTopCall: false, withLog: false });
});

test("errors are the same as for small values", async () => {
  const wrong: readonly (readonly [member: object, path: string])[] = [
    [{ [address(99)]: { balance: "no number" } }, `${address(99)}.balance`],
    [{ [address(99)]: { state: { ...slots(100), "0x1": word(1) } } }, `${address(99)}.state`],
    [{ [address(99)]: { state: {}, stateDiff: slots(100) } }, address(99)],
    [{ nobody: {} }, "nobody"],
  ];
  const messageOf = async (overrides: object) => {
    try {
      await inCall(overrides);
    } catch (error) {
      assert.ok(error instanceof RpcError);
      return error.message;
    }
    return "nothing";
  };
  for (const [member, path] of wrong) {
    const message = await messageOf({ ...accounts(80), ...member });
    assert.equal(message, await messageOf(member));
    assert.ok(message.includes(path), message);
  }
});

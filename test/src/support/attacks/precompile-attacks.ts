/**
 * Lists the worst cases of precompiled contracts for the gas of a block, in a call and in a
 * transaction.
 */
import { fromHex, toHex } from "@tandem/primitives";
import { type Attack, requesting } from "./attack.js";
import * as inputs from "./precompile-inputs.js";
import { callingOn, callingOnce, callingOnZeros } from "./program.js";

const contract = "0x00000000000000000000000000000000000c0de1";
const gas = 30_000_000;
const megabyte = 1024 * 1024;

/** Ethereum's rules up to Prague, under which ModExp has no bound and too low a price. */
export const pragueChain = {
  config: { chainId: 31, londonBlock: 0, shanghaiTime: 0, cancunTime: 0, pragueTime: 0 },
  gasLimit: `0x${gas.toString(16)}`,
  difficulty: "0x1",
  alloc: {
    "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266": { balance: "0xffffffffffffffffffff" },
  },
};

interface Case {
  readonly name: string;
  readonly code: () => Uint8Array;
  /** Gas of a call; a block's by default. */
  readonly callGas?: number;
  readonly more?: Partial<Attack>;
}

const cases: readonly Case[] = [
  { name: "blake2f of 29,000,000 rounds", code: () => callingOnce(9, inputs.blake2f(29_000_000)) },
  {
    name: "blake2f of 100,000 rounds again and again",
    code: () => callingOn(9, inputs.blake2f(100_000)),
  },
  { name: "BLS G1 MSM of 4,500 points", code: () => callingOnce(12, inputs.g1Msm(4_500)) },
  { name: "BLS G2 MSM of 2,350 points", code: () => callingOnce(14, inputs.g2Msm(2_350)) },
  { name: "BLS G1 MSM of 64 points again and again", code: () => callingOn(12, inputs.g1Msm(64)) },
  { name: "BLS pairing of 850 pairs", code: () => callingOnce(15, inputs.blsPairing(850)) },
  { name: "bn254 pairing of 820 pairs", code: () => callingOnce(8, inputs.bnPairing(820)) },
  {
    name: "bn254 pairing of one pair again and again",
    code: () => callingOn(8, inputs.bnPairing(1)),
  },
  { name: "BLS G1ADD again and again", code: () => callingOn(11, inputs.g1Add) },
  { name: "BLS G2ADD again and again", code: () => callingOn(13, inputs.g2Add) },
  { name: "BLS map to G1 again and again", code: () => callingOn(16, inputs.mapToG1) },
  { name: "BLS map to G2 again and again", code: () => callingOn(17, inputs.mapToG2) },
  { name: "bn254 add again and again", code: () => callingOn(6, inputs.bnAdd) },
  { name: "bn254 mul again and again", code: () => callingOn(7, inputs.bnMul) },
  { name: "ecrecover again and again", code: () => callingOn(1, inputs.ecrecover()) },
  { name: "P256VERIFY again and again", code: () => callingOn(256, inputs.p256Verify()) },
  { name: "SHA-256 of a megabyte again and again", code: () => callingOnZeros(2, megabyte) },
  { name: "SHA-256 of a word again and again", code: () => callingOnZeros(2, 32) },
  { name: "RIPEMD-160 of a megabyte again and again", code: () => callingOnZeros(3, megabyte) },
  { name: "RIPEMD-160 of a word again and again", code: () => callingOnZeros(3, 32) },
  { name: "identity of a megabyte again and again", code: () => callingOnZeros(4, megabyte) },
  { name: "identity of a word again and again", code: () => callingOnZeros(4, 32) },
  {
    name: "ModExp of a kilobyte with 72 bytes",
    code: () => callingOn(5, inputs.modExp(1_024, 72)),
  },
  {
    name: "ModExp of a kilobyte with 1,024 bytes",
    code: () => callingOnce(5, inputs.modExp(1_024, 1_024)),
  },
  { name: "ModExp of 32 bytes again and again", code: () => callingOn(5, inputs.modExp(32, 32)) },
  { name: "ModExp of 8 bytes with a kilobyte", code: () => callingOn(5, inputs.modExp(8, 1_024)) },
  {
    name: "ModExp under Prague, 8 bytes with 80 KB",
    code: () => callingOnce(5, inputs.modExp(8, 80_000)),
    more: { chain: pragueChain },
  },
  {
    name: "ModExp under Prague, 8 bytes with 2.5 MB",
    code: () => callingOnce(5, inputs.modExp(8, 2_500_000)),
    more: { chain: pragueChain },
  },
  {
    name: "ModExp under Prague, a kilobyte with all the gas",
    code: () => callingOnce(5, inputs.modExp(1_024, 620)),
    more: { chain: pragueChain },
  },
];

/** Cases with enough gas to hold the event loop for tenths of a second if it is not divided. */
const smallCases: readonly Case[] = [
  { name: "blake2f of 10,000,000 rounds", code: () => callingOnce(9, inputs.blake2f(10_000_000)) },
  { name: "BLS G2 MSM of 200 points", code: () => callingOnce(14, inputs.g2Msm(200)) },
  {
    name: "BLS G1ADD with 4,000,000 gas",
    code: () => callingOn(11, inputs.g1Add),
    callGas: 4_000_000,
  },
  {
    name: "BLS G1 MSM of 700 points",
    code: () => callingOnce(12, inputs.g1Msm(700)),
    more: { chain: pragueChain },
  },
  { name: "BLS pairing of 150 pairs", code: () => callingOnce(15, inputs.blsPairing(150)) },
  { name: "bn254 pairing of 80 pairs", code: () => callingOnce(8, inputs.bnPairing(80)) },
  {
    name: "BLS G2ADD with 4,000,000 gas",
    code: () => callingOn(13, inputs.g2Add),
    callGas: 4_000_000,
  },
  {
    name: "P256VERIFY with 3,000,000 gas",
    code: () => callingOn(256, inputs.p256Verify()),
    callGas: 3_000_000,
  },
];

const inCall = ({ name, code, callGas = gas, more = {} }: Case): Attack =>
  requesting(
    `eth_call: ${name}`,
    "eth_call",
    () => [
      { to: contract, gas: `0x${callGas.toString(16)}` },
      "latest",
      { [contract]: { code: toHex(code()) } },
    ],
    more,
  );

const mined = ({ name, code, callGas, more = {} }: Case): Attack => ({
  name: `in a block: ${name}`,
  ...more,
  async prepare(target) {
    const to = fromHex(await target.deploy(1, code()));
    const gasLimit = callGas === undefined ? await target.blockGas() : BigInt(callGas);
    const raw = target.sign(0, { to, gasLimit });
    const params = [raw];
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "eth_sendRawTransaction",
      params,
    });
    return () => target.post(body);
  },
});

const others: readonly Attack[] = ["eth_estimateGas", "eth_createAccessList"].flatMap((method) =>
  [...cases, ...smallCases]
    .filter(({ name }) => /MSM of (4,500|64)|29,000,000|820|150|80 (pairs|KB)/.test(name))
    .map(({ name, code, more }) =>
      requesting(
        `${method}: ${name}`,
        method,
        () => [{ to: contract }, "latest", { [contract]: { code: toHex(code()) } }],
        more,
      ),
    ),
);

const traced: readonly Attack[] = [
  { tracer: "callTracer" },
  { tracer: "prestateTracer", tracerConfig: { diffMode: true } },
  {},
].flatMap((options) =>
  [...cases, ...smallCases]
    .filter(({ name }) => /G2 MSM of|29,000,000|of a word again|bn254 mul/.test(name))
    .map(({ name, code, more }) =>
      requesting(
        `debug_traceCall, ${options.tracer ?? "struct logs"}: ${name}`,
        "debug_traceCall",
        () => [
          { to: contract, gas: `0x${gas.toString(16)}` },
          "latest",
          { ...options, stateOverrides: { [contract]: { code: toHex(code()) } } },
        ],
        more,
      ),
    ),
);

export const precompileAttacks: readonly Attack[] = [
  ...cases.map(inCall),
  ...smallCases.map(inCall),
  ...cases.map(mined),
  ...smallCases.filter(({ name }) => name.includes("G1")).map(mined),
  ...others,
  ...traced,
];

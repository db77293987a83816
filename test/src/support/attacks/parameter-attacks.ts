/** Lists requests with bytes or texts of the maximum size of a body. */
import { gzipSync } from "node:zlib";
import { toHex } from "@tandem/primitives";
import { developmentAccount } from "../development.js";
import { type Attack, asking, requesting } from "./attack.js";

const anybody = "0x00000000000000000000000000000000000c0de3";
const bytes = (length: number, byte: string) => `0x${byte.repeat(length)}`;
const many = (count: number) => Array.from({ length: count }, (_, n) => n);
const megabytes6 = 6_000_000;
const megabytes12 = 12_000_000;
const call = { to: anybody };
const both = () => ({
  ...call,
  data: bytes(megabytes6, "00"),
  input: bytes(megabytes6, "00"),
});
const twoCodes = () => ({
  [anybody]: { code: bytes(megabytes6, "5b") },
  [`${anybody.slice(0, -1)}4`]: { code: bytes(megabytes6 - 100, "5b") },
});

/** Attacks by methods that execute. */
const executed: readonly Attack[] = [
  requesting("eth_estimateGas: data and input of 6 MB", "eth_estimateGas", () => [both()]),
  requesting("eth_createAccessList: data and input of 6 MB", "eth_createAccessList", () => [
    both(),
    "latest",
  ]),
  requesting("debug_traceCall: data and input of 6 MB", "debug_traceCall", () => [
    both(),
    "latest",
    { tracer: "callTracer" },
  ]),
  requesting("trace_call: data and input of 6 MB", "trace_call", () => [both(), ["trace"]]),
  requesting("trace_callMany: 20 calls with 600 KB", "trace_callMany", () => [
    many(20).map(() => [{ ...call, data: bytes(600_000, "00") }, ["trace"]]),
  ]),
  requesting("eth_call: two codes of 6 MB", "eth_call", () => [call, "latest", twoCodes()]),
  requesting("eth_simulateV1: two codes of 6 MB", "eth_simulateV1", () => [
    { blockStateCalls: [{ stateOverrides: twoCodes(), calls: [call] }] },
  ]),
  requesting("eth_simulateV1: a call with data and input of 6 MB", "eth_simulateV1", () => [
    { blockStateCalls: [{ calls: [both()] }] },
  ]),
  requesting("eth_simulateV1: 100 calls with 120 KB", "eth_simulateV1", () => [
    {
      blockStateCalls: [{ calls: many(100).map(() => ({ ...call, data: bytes(120_000, "00") })) }],
    },
  ]),
  requesting("eth_simulateV1: 20,000 small calls", "eth_simulateV1", () => [
    { blockStateCalls: [{ calls: many(20_000).map(() => call) }] },
  ]),
];

const { address: owner } = developmentAccount(0);
const unlocked = { flags: ["--unlocked"] };
const typed = (message: object, contents: readonly object[]) => ({
  types: { EIP712Domain: [], Mail: contents },
  primaryType: "Mail",
  domain: {},
  message,
});

/** Attacks by methods that sign, or accept transactions. */
const signed: readonly Attack[] = [
  requesting(
    "personal_sign of 12 MB",
    "personal_sign",
    () => [bytes(megabytes12, "61"), owner],
    unlocked,
  ),
  requesting("eth_sign of 12 MB", "eth_sign", () => [owner, bytes(megabytes12, "61")], unlocked),
  requesting(
    "eth_signTypedData_v4 of a text of 12 MB",
    "eth_signTypedData_v4",
    () => [owner, typed({ a: "x".repeat(megabytes12) }, [{ name: "a", type: "string" }])],
    unlocked,
  ),
  requesting(
    "eth_signTypedData_v4 of 12 MB of bytes",
    "eth_signTypedData_v4",
    () => [owner, typed({ a: bytes(megabytes12, "61") }, [{ name: "a", type: "bytes" }])],
    unlocked,
  ),
  requesting(
    "eth_signTypedData_v4 of 900,000 numbers",
    "eth_signTypedData_v4",
    () => [owner, typed({ a: many(900_000) }, [{ name: "a", type: "uint256[]" }])],
    unlocked,
  ),
  requesting(
    "eth_signTypedData_v4 of 100,000 structures",
    "eth_signTypedData_v4",
    () => [
      owner,
      {
        ...typed({ a: many(100_000).map((n) => ({ b: n })) }, [{ name: "a", type: "Part[]" }]),
        types: {
          EIP712Domain: [],
          Mail: [{ name: "a", type: "Part[]" }],
          Part: [{ name: "b", type: "uint256" }],
        },
      },
    ],
    unlocked,
  ),
  requesting(
    "eth_signTypedData_v4 with 20,000 types",
    "eth_signTypedData_v4",
    () => [
      owner,
      {
        ...typed({}, []),
        types: {
          EIP712Domain: [],
          Mail: many(20_000).map((n) => ({ name: `a${n}`, type: `T${n}` })),
          ...Object.fromEntries(
            many(20_000).map((n) => [`T${n}`, [{ name: "b", type: `T${n + 1}` }]]),
          ),
          T20000: [],
        },
      },
    ],
    unlocked,
  ),
  requesting(
    "eth_signTypedData_v4: 24 MB of lists, as a text",
    "eth_signTypedData_v4",
    () => [
      owner,
      `{"types":{},"primaryType":"Mail","domain":{},"message":{"a":[${"[],".repeat(8_000_000)}[]]}}`,
    ],
    unlocked,
  ),
  requesting(
    "eth_signTypedData_v4: 5 MB of types, as a text",
    "eth_signTypedData_v4",
    () => [
      owner,
      `{"types":{${many(300_000)
        .map((n) => `"T${n}":[]`)
        .join()}},"primaryType":"Mail","domain":{},"message":{}}`,
    ],
    unlocked,
  ),
  requesting(
    "eth_sendTransaction: 12 MB of data",
    "eth_sendTransaction",
    () => [{ from: owner, ...call, data: bytes(megabytes12, "61") }],
    unlocked,
  ),
  requesting(
    "eth_signTransaction: data and input of 6 MB",
    "eth_signTransaction",
    () => [{ from: owner, ...both(), gas: "0x1", nonce: "0x0", gasPrice: "0x1" }],
    unlocked,
  ),
  requesting("trace_rawTransaction of 12 MB", "trace_rawTransaction", () => [
    bytes(megabytes12, "c0"),
    ["trace"],
  ]),
  requesting("tandem_mineBranch: a raw transaction of 12 MB of lists", "tandem_mineBranch", () => [
    { depth: 0, length: 1, transactions: [[bytes(megabytes12, "c0")]] },
  ]),
  requesting(
    "tandem_mineBranch: 90 raw transactions of 128 KB that are none",
    "tandem_mineBranch",
    () => [{ depth: 0, length: 1, transactions: [many(90).map(() => bytes(131_072, "c0"))] }],
  ),
];

/** Returns the hex of a coinbase with as many empty witness items, at least 2^16. */
function coinbaseOf(items: number): string {
  const count = Buffer.alloc(5, 0xfe);
  count.writeUInt32LE(items, 1);
  const [input, output] = [`${"00".repeat(36)}00ffffffff`, "00".repeat(9)];
  const lists = `01${input}01${output}${count.toString("hex")}${"00".repeat(items)}`;
  return `010000000001${lists}00000000`;
}

/** Attacks by methods that set states, and by methods of miners. */
const given: readonly Attack[] = [
  requesting("debug_importBlocks of 12 MB of bytes", "debug_importBlocks", () => [
    [bytes(megabytes12, "ff")],
  ]),
  requesting("debug_importBlocks of 100,000 empty ones", "debug_importBlocks", () => [
    many(100_000).map(() => "0xc0"),
  ]),
  requesting("mnr_submitBitcoinBlock of 12 MB", "mnr_submitBitcoinBlock", () => [
    "61".repeat(megabytes12),
  ]),
  ...[3_900_000, 1_500_000].map((count) =>
    requesting(`mnr_submitBitcoinBlock: ${count} witness items`, "mnr_submitBitcoinBlock", () => [
      `${"00".repeat(80)}01${coinbaseOf(count)}`,
    ]),
  ),
  ...[180_000, 60_000].map((count) =>
    requesting(
      `mnr_submitBitcoinBlockTransactions with ${count} ids`,
      "mnr_submitBitcoinBlockTransactions",
      () => [
        "00".repeat(32),
        "00".repeat(80),
        "00".repeat(100),
        Array(count).fill("ab".repeat(32)).join(" "),
      ],
    ),
  ),
  asking("anvil_loadState of a code of 12 MB, compressed", undefined, "anvil_loadState", () => [
    toHex(
      gzipSync(
        JSON.stringify({
          accounts: {
            [anybody]: { nonce: 0, balance: "0x1", code: bytes(megabytes12, "5b"), storage: {} },
          },
        }),
      ),
    ),
  ]),
  asking("anvil_loadState of 100 codes of 100 KB", undefined, "anvil_loadState", () => [
    toHex(
      gzipSync(
        JSON.stringify({
          accounts: Object.fromEntries(
            many(100).map((n) => [
              `0x${n.toString(16).padStart(40, "a")}`,
              {
                nonce: 0,
                balance: "0x1",
                code: bytes(100_000, n.toString(16).padStart(2, "0")),
                storage: {},
              },
            ]),
          ),
        }),
      ),
    ),
  ]),
  requesting("anvil_loadState of 12 MB that is not compressed", "anvil_loadState", () => [
    bytes(megabytes12, "7b"),
  ]),
  requesting("hardhat_setPrevRandao of 12 MB", "hardhat_setPrevRandao", () => [
    bytes(megabytes12, "61"),
  ]),
  requesting("hardhat_setBalance of 24 MB of digits", "hardhat_setBalance", () => [
    anybody,
    `0x${"1".repeat(2 * megabytes12)}`,
  ]),
  requesting("eth_getProof of 300,000 slots", "eth_getProof", () => [
    anybody,
    many(300_000).map((n) => `0x${n.toString(16).padStart(64, "0")}`),
    "latest",
  ]),
  requesting("eth_getStorageValues of 300,000 slots", "eth_getStorageValues", () => [
    { [anybody]: Array(300_000).fill("0x0") },
  ]),
  requesting("eth_getStorageValues of 240,000 accounts", "eth_getStorageValues", () => [
    Object.fromEntries(many(240_000).map((n) => [`0x${String(n).padStart(40, "0")}`, ["0x0"]])),
  ]),
  requesting("eth_feeHistory with 900,000 percentiles", "eth_feeHistory", () => [
    "0x1",
    "latest",
    many(900_000).map((n) => n / 10_000),
  ]),
  requesting("eth_getBlockByNumber of 24 MB of digits", "eth_getBlockByNumber", () => [
    `0x${"1".repeat(2 * megabytes12)}`,
    false,
  ]),
];

export const parameterAttacks: readonly Attack[] = [...executed, ...signed, ...given];

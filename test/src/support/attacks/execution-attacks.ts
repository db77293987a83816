/**
 * Lists attacks by methods that execute much for one request, or read states and blocks in an
 * explorer's shapes.
 */
import { fromHex, toHex } from "@tandem/primitives";
import { type Attack, asking, type Params, type Prepare, requesting } from "./attack.js";
import { almostEndless, endless } from "./program.js";
import {
  address,
  dumpOf,
  hex,
  lessWide,
  many,
  type Wide,
  wide,
  wideChain,
  word,
} from "./scenes.js";

const contract = "0x00000000000000000000000000000000000c0de6";
const gas = hex(30_000_000);

/** Repeatedly sends a unit to a new address: each is a traced transfer. */
const sending = toHex(almostEndless([0, 0, 0, 0, 1, "GAS", 0, "CALL", "POP"]));
const adding = toHex(endless([1, 2, "ADD", "POP"]));
const storing = toHex(almostEndless([1, "GAS", "SSTORE"]));

const rich = { [contract]: { balance: hex(10 ** 15), code: sending } };
const call = { to: contract, gas };

const simulating = (name: string, request: () => object, more: Partial<Attack> = {}): Attack =>
  requesting(`eth_simulateV1: ${name}`, "eth_simulateV1", () => [request(), "latest"], more);

const simulations: readonly Attack[] = [
  simulating("256 blocks", () => ({ blockStateCalls: many(256).map(() => ({ calls: [] })) })),
  simulating("a block 256 blocks ahead", () => ({
    blockStateCalls: [{ blockOverrides: { number: "0x100" }, calls: [] }],
  })),
  ...[100, 2_000].map((count) =>
    simulating(`${count} calls with traced transfers`, () => ({
      blockStateCalls: [{ calls: many(count).map((n) => ({ to: address(n), value: "0x0" })) }],
      traceTransfers: true,
      returnFullTransactions: true,
    })),
  ),
  simulating("a loop of traced transfers", () => ({
    blockStateCalls: [{ stateOverrides: rich, calls: [call] }],
    traceTransfers: true,
  })),
  simulating("a loop in each of 20 blocks", () => ({
    blockStateCalls: many(20).map(() => ({
      stateOverrides: { [contract]: { code: adding } },
      calls: [{ to: contract, gas: hex(3_000_000) }],
    })),
  })),
  ...[12_000, 150_000].map((count) =>
    simulating(`an override of ${count.toLocaleString("en")} slots`, () => ({
      blockStateCalls: [
        {
          stateOverrides: {
            [contract]: {
              stateDiff: Object.fromEntries(many(count).map((n) => [word(n), word(n + 1)])),
            },
          },
          calls: [{ to: contract }],
        },
      ],
    })),
  ),
  simulating("an override of 40,000 accounts in each of 3 blocks", () => ({
    blockStateCalls: many(3).map(() => ({
      stateOverrides: Object.fromEntries(many(40_000).map((n) => [address(n), { balance: "0x1" }])),
      calls: [],
    })),
  })),
];

const coded =
  (code: string): Prepare =>
  (target) =>
    target.call("hardhat_setCode", [contract, code]);

const executions: readonly Attack[] = [
  ...(
    [
      ["ADD", adding],
      ["SSTORE", storing],
    ] as const
  ).flatMap(([name, code]) => [
    asking(`eth_fillTransaction: ${name}`, coded(code), "eth_fillTransaction", () => [
      { from: address(0), to: contract },
    ]),
    asking(`trace_callMany of 10: ${name}`, coded(code), "trace_callMany", () => [
      many(10).map(() => [{ to: contract, gas: hex(3_000_000) }, ["trace", "stateDiff"]]),
      "latest",
    ]),
  ]),
  requesting("eth_fillTransaction: 12 MB of data", "eth_fillTransaction", () => [
    { from: address(0), to: contract, gas, data: `0x${"ff".repeat(12_000_000)}` },
  ]),
];

const loaded =
  (accounts: number, slots: number): Prepare =>
  async (target) => {
    await target.call("anvil_loadState", [
      toHex(Buffer.from(JSON.stringify(dumpOf(accounts, slots)))),
    ]);
    const raw = target.sign(0, { to: fromHex(address(1)), value: 1n });
    await target.call("eth_sendRawTransaction", [raw]);
    await target.blockOf(raw);
  };
const latestHash: Params = async (target) => {
  const { hash } = await target.call<{ hash: string }>("eth_getBlockByNumber", ["latest"]);
  return [hash, 0, address(0), "0x", 1_024];
};

const ranges = (count: number): readonly Attack[] => [
  asking(
    `debug_storageRangeAt of ${count} slots`,
    loaded(1, count),
    "debug_storageRangeAt",
    latestHash,
  ),
  asking(`debug_accountRange of ${count} accounts`, loaded(count, 0), "debug_accountRange", () => [
    "latest",
    "0x",
    256,
  ]),
];

/** Sends one transaction that makes transfers until its gas is used up. */
const sendingBlock: Prepare = async (target) => {
  await target.call("hardhat_setCode", [contract, sending]);
  await target.call("hardhat_setBalance", [contract, hex(10 ** 15)]);
  const raw = target.sign(0, { to: fromHex(contract), gasLimit: await target.blockGas() });
  await target.call("eth_sendRawTransaction", [raw]);
  await target.blockOf(raw);
};
const newest: Params = async (target) => {
  const { transactions } = await target.call<{ transactions: string[] }>("eth_getBlockByNumber", [
    "latest",
  ]);
  return [transactions.at(-1)];
};

const explorers = ({ count, block }: Wide): readonly Attack[] =>
  (
    [
      ["ots_getBlockTransactions", () => [1, 0, 25]],
      ["ots_getBlockDetails", () => [1]],
      ["ots_searchTransactionsBefore", () => [address(0), 0, 25]],
      ["ots_searchTransactionsAfter", () => [address(0), 0, 25]],
      ["ots_getTransactionBySenderAndNonce", () => [address(0), 0]],
      ["eth_getTransactionBySenderAndNonce", () => [address(0), "0x0"]],
      ["ots_getContractCreator", () => [address(0)]],
    ] as const
  ).map(([method, params]) =>
    asking(`block of ${count} transfers: ${method}`, block, method, params, { chain: wideChain }),
  );

const ofLoops = ["ots_getInternalOperations", "ots_traceTransaction"].map((method) =>
  asking(`a transaction full of transfers: ${method}`, sendingBlock, method, newest),
);

export const executionAttacks: readonly Attack[] = [
  ...simulations,
  ...executions,
  ...ranges(3_000),
  ...ranges(60_000),
  ...explorers(lessWide),
  ...explorers(wide),
  ...ofLoops,
];

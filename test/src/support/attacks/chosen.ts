/**
 * Selects the attacks of every test run: one or two of each kind, none that takes long, several on
 * one node. The campaign runs all, each on its own node.
 */
import { allAttacks } from "./all-attacks.js";
import { pragueChain } from "./precompile-attacks.js";
import type { SharedNode } from "./probe.js";
import { wideChain } from "./scenes.js";
import type { Settings } from "./target.js";

/** @throws {Error} for an unknown name. */
const inTurn = (about: string, settings: Settings, ...names: readonly string[]): SharedNode => ({
  about,
  settings,
  attacks: names.map((name) => {
    const found = allAttacks.find((attack) => attack.name === name);
    if (found === undefined) throw new Error(`no attack is called ${name}`);
    return found;
  }),
});

export const executions: readonly SharedNode[] = [
  inTurn(
    "in calls",
    {},
    "eth_call: blake2f of 10,000,000 rounds",
    "eth_call: BLS G2 MSM of 200 points",
    "eth_call: P256VERIFY with 3,000,000 gas",
    "debug_traceCall, callTracer, 15000000 gas: LOG0 of nothing",
    "eth_call: 6 MB of code, all PUSH1",
    "eth_call: data and input of 3 MB",
    "eth_call: 600 authorisations, within the gas",
    "eth_call: an access list of 30,000 slots",
    "eth_call: bn254 pairing of 80 pairs",
    "eth_call: cold SLOAD",
    "eth_call: CREATE with 48 KB of JUMPDEST, 10000000 gas",
    "eth_call: KECCAK256 of a megabyte, 15000000 gas",
    "eth_estimateGas: ADD",
    "eth_simulateV1: 256 blocks",
    "eth_simulateV1: 600 authorisations",
    "eth_fillTransaction: an access list of 30,000 slots",
    "trace_callMany: three access lists of 10,000 slots",
    "tandem_mineBranch: 5,000 transactions",
    "eth_simulateV1: an override of 12,000 slots",
    "eth_simulateV1: 100 calls with traced transfers",
    "debug_traceCall, script: a result of 400,000 numbers",
    "debug_traceCall, script: steps of 30,000 gas, with reads of the state",
  ),
  inTurn(
    "in blocks",
    { flags: ["--gas-limit", "5000000"] },
    "in a block: SSTORE",
    "in a block: LOG0 of 96 KB",
    "receipt of a block: LOG0 of nothing",
  ),
  inTurn(
    "under the rules of Prague",
    { chain: pragueChain },
    "eth_call: ModExp under Prague, 8 bytes with 80 KB",
    "in a block: ModExp under Prague, a kilobyte with all the gas",
  ),
];

export const questions: readonly SharedNode[] = [
  inTurn(
    "of 600 transfers",
    { chain: wideChain },
    "a batch: 20 transfers that are mined",
    "pool of 600: txpool_content, to be mined",
    "a block of 600 transfers",
    'block of 600 transfers: eth_getBlockByNumber ["latest",true]',
    'block of 600 transfers: trace_block ["latest"]',
    "gzip: a block of 600 transfers",
    "block of 600 transfers: native_getTransactionReceiptNodesByHash []",
    "block of 600 transfers: anvil_rollback [1]",
  ),
  // Attacks that mine blocks or edit states come last, and those that reset the chain at the very
  // end.
  inTurn(
    "of requests, logs, states and blocks",
    {},
    "eth_newFilter, 40,000 entries",
    "1,000 newHeads and a block, 5 sockets",
    "1,000 pipelined questions for /metrics",
    "WebSocket: 4 sockets with 1,000 messages each",
    "16 MB of [{},{},…]",
    "16 MB of [[[[…",
    "a raw transaction of 7 MB of lists",
    "mnr_submitBitcoinBlock: 1500000 witness items",
    "mnr_submitBitcoinBlockTransactions with 60000 ids",
    "WebSocket: 10 MB of [{},{},…]",
    "a batch: 200 loops of 200,000 gas",
    "a batch: 60 times the whole of openrpc",
    "300 sockets in the middle of a body of 20 MB",
    "eth_getLogs, largest filter, 17,000 logs",
    "WebSocket: eth_getLogs, 17,000 logs that were read before",
    "hardhat_mine of 100",
    "eth_feeHistory of 100",
    "eth_getLogs, largest filter, 100 empty blocks",
    "trace_filter, 2,000 addresses, 100 empty blocks",
    "anvil_loadState of 600 accounts",
    "anvil_dumpState of 600 accounts",
    "anvil_loadState of 600 slots",
    "eth_getProof of 1,024 of 600 slots",
    "debug_importBlocks of 50",
  ),
  inTurn("without a key", { key: "a-key-that-nobody-knows" }, "without a key: 16 MB of [{},{},…]"),
];

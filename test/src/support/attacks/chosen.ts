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
    "eth_call: an access list of 50,000 slots",
    "eth_call: bn254 pairing of 80 pairs",
    "eth_call: cold SLOAD",
    "eth_call: CREATE with 48 KB of JUMPDEST, 10000000 gas",
    "eth_call: KECCAK256 of a megabyte, 15000000 gas",
    "eth_estimateGas: ADD",
    "eth_simulateV1: 256 blocks",
    "eth_simulateV1: 600 authorisations",
    "eth_fillTransaction: an access list of 50,000 slots",
    "trace_callMany: three access lists of 25,000 slots",
    "tandem_mineBranch: 5,000 transactions",
    "eth_simulateV1: an override of 20,000 slots",
    "eth_simulateV1: 100 calls with traced transfers",
    "debug_traceCall, script: repeated texts",
    "debug_traceCall, script: a result of a million numbers",
    "debug_traceCall, script: steps of 100,000 gas, with reads of the state",
  ),
  inTurn(
    "in blocks",
    { flags: ["--gas-limit", "10000000"] },
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
    "of 1,200 transfers",
    { chain: wideChain },
    "a batch: 60 transfers that are mined",
    "pool of 1200: txpool_content, to be mined",
    "a block of 1200 transfers",
    'block of 1200 transfers: eth_getBlockByNumber ["latest",true]',
    'block of 1200 transfers: trace_block ["latest"]',
    "gzip: a block of 1200 transfers",
    "block of 1200 transfers: native_getTransactionReceiptNodesByHash []",
    "block of 1200 transfers: anvil_rollback [1]",
  ),
  // Attacks that mine blocks or edit states come last, and those that reset the chain at the very
  // end.
  inTurn(
    "of requests, logs, states and blocks",
    {},
    "eth_newFilter, 100,000 entries",
    "1,000 newHeads and a block, 15 sockets",
    "1,000 pipelined questions for /metrics",
    "WebSocket: 15 sockets with 1,000 messages each",
    "24 MB of [{},{},…]",
    "24 MB of [[[[…",
    "a raw transaction of 12 MB of lists",
    "mnr_submitBitcoinBlock: 3,900,000 witness items",
    "mnr_submitBitcoinBlockTransactions with 180,000 ids",
    "WebSocket: 24 MB of [{},{},…]",
    "a batch: 200 loops of 200,000 gas",
    "a batch: 150 times the whole of openrpc",
    "1,000 sockets in the middle of a body of 20 MB",
    "eth_getLogs, largest filter, 17,000 logs",
    "WebSocket: eth_getLogs, 17,000 logs that were read before",
    "hardhat_mine of 250",
    "eth_feeHistory of 250",
    "eth_getLogs, largest filter, 250 empty blocks",
    "trace_filter, 2,000 addresses, 250 empty blocks",
    "anvil_loadState of 1500 accounts",
    "anvil_dumpState of 1500 accounts",
    "anvil_loadState of 1500 slots",
    "eth_getProof of 1,024 of 1500 slots",
    "debug_importBlocks of 100",
  ),
  inTurn("without a key", { key: "a-key-that-nobody-knows" }, "without a key: 24 MB of [{},{},…]"),
];

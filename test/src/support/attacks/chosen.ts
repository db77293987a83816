/**
 * Attacks that every run of the tests makes: of each kind one or two, none that takes long, several on
 * one node. The campaign makes all, each on a node of its own.
 */
import { allAttacks } from "./all-attacks.js";
import type { Settings } from "./attack.js";
import { pragueChain } from "./precompile-attacks.js";
import type { SharedNode } from "./probe.js";
import { wideChain } from "./scenes.js";

/** @throws {Error} for a name that no attack has. */
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
    "eth_call: BLS G2 MSM of 400 points",
    "eth_call: BLS pairing of 150 pairs",
    "eth_call: BLS G2ADD with 4,000,000 gas",
    "eth_call: P256VERIFY with 6,000,000 gas",
    "debug_traceCall, callTracer: BLS G2 MSM of 400 points",
    "debug_traceCall, callTracer, 30000000 gas: LOG0 of nothing",
    "eth_call: identity of a megabyte again and again",
    "eth_call: an override of 40,000 accounts",
    "eth_call: an override of 40,000 slots, stateDiff",
    "eth_call: 12 MB of code, all PUSH1",
    "eth_call: 1,190 authorisations, within the gas",
    "eth_call: an access list of 100,000 slots",
    "eth_estimateGas: bn254 pairing of 150 pairs",
    "eth_call: EXP of large words, 6000000 gas",
    "eth_call: cold SLOAD",
    "eth_call: CREATE with 48 KB of JUMPDEST, 10000000 gas",
    "eth_call: KECCAK256 of a megabyte, 15000000 gas",
    "eth_estimateGas: ADD",
    "eth_createAccessList: cold SLOAD",
  ),
  inTurn(
    "in blocks",
    { flags: ["--gas-limit", "20000000"] },
    "in a block: SSTORE",
    "in a block: BLS G1ADD again and again",
    "in a block: LOG0 of 96 KB",
    "receipt of a block: LOG0 of nothing",
  ),
  inTurn(
    "under the rules of Prague",
    { chain: pragueChain },
    "eth_call: ModExp under Prague, 8 bytes with 80 KB",
    "in a block: ModExp under Prague, a kilobyte with all the gas",
    "in a block: BLS G1 MSM of 4,500 points",
  ),
];

export const questions: readonly SharedNode[] = [
  inTurn(
    "of 10,000 transfers",
    { chain: wideChain },
    "a batch: 200 transfers that are mined",
    "pool of 10000: txpool_content, to be mined",
    "a block of 10,000 transfers",
    'block of 10000 transfers: eth_getBlockByNumber ["latest",true]',
    'block of 10000 transfers: trace_block ["latest"]',
    "gzip: a block of 10,000 transfers",
    "block of 10000 transfers: native_getTransactionReceiptNodesByHash []",
    "block of 10000 transfers: anvil_rollback [1]",
  ),
  inTurn(
    "of accounts",
    {},
    "anvil_loadState of 16000 accounts",
    "anvil_dumpState of 16000 accounts",
  ),
  inTurn(
    "of slots",
    {},
    "anvil_loadState of 16000 slots",
    "eth_getProof of 1,024 of 16000 slots",
    "a block of 5 transactions of 128 KB",
  ),
  inTurn(
    "of blocks",
    {},
    "hardhat_mine of 3,000",
    "eth_feeHistory of 1,024",
    "eth_getLogs, largest filter, 2,000 empty blocks",
    "trace_filter, 2,000 addresses, 2,000 empty blocks",
    "debug_importBlocks of 1,000",
  ),
  inTurn(
    "of logs",
    {},
    "eth_getLogs, largest filter, 72,000 logs",
    "a batch: 12 of the largest filter, 72,000 logs",
    "WebSocket: eth_getLogs, 144,000 logs that were read before",
  ),
  inTurn(
    "of requests",
    {},
    "eth_newFilter, 100,000 entries",
    "1,000 newHeads and a block, 30 sockets",
    "1,000 pipelined questions for /metrics",
    "WebSocket: 30 sockets with 1,000 messages each",
    "24 MB of [{},{},…]",
    "24 MB of [[[[…",
    "web3_sha3 of 12 MB",
    "a raw transaction of 12 MB of lists",
    "a block of 12 MB of lists",
    "WebSocket: 24 MB of [{},{},…]",
    "a batch: 200 loops of 200,000 gas",
    "a batch: 300 times the whole of openrpc",
    "1,000 sockets in the middle of a body of 20 MB",
  ),
  inTurn("without a key", { key: "a-key-that-nobody-knows" }, "without a key: 24 MB of [{},{},…]"),
];

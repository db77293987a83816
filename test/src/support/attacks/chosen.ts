/** Attacks that every run of the tests makes: of each kind one or two, none that takes long. */
import { allAttacks } from "./all-attacks.js";
import type { Attack } from "./attack.js";

/** @throws {Error} for a name that no attack has. */
const named = (...names: readonly string[]): readonly Attack[] =>
  names.map((name) => {
    const found = allAttacks.find((attack) => attack.name === name);
    if (found === undefined) throw new Error(`no attack is called ${name}`);
    return found;
  });

export const executions: readonly Attack[] = named(
  "eth_call: blake2f of 29,000,000 rounds",
  "eth_call: BLS G2 MSM of 2,350 points",
  "eth_call: BLS pairing of 850 pairs",
  "eth_call: BLS G2ADD again and again",
  "eth_call: ModExp under Prague, 8 bytes with 80 KB",
  "eth_call: P256VERIFY again and again",
  "in a block: BLS G1 MSM of 4,500 points",
  "in a block: bn254 pairing of 820 pairs",
  "in a block: ModExp under Prague, a kilobyte with all the gas",
  "debug_traceCall, callTracer: BLS G2 MSM of 2,350 points",
  "debug_traceCall, callTracer, 30000000 gas: LOG0 of nothing",
  "eth_call: identity of a megabyte again and again",
  "eth_call: an override of 200,000 accounts",
  "eth_call: an override of 150,000 slots, stateDiff",
  "eth_call: 12 MB of code, all PUSH1",
  "eth_call: 1,190 authorisations, within the gas",
  "eth_estimateGas: bn254 pairing of 820 pairs",
  "eth_call: EXP of large words",
  "eth_call: cold SLOAD",
  "eth_call: CREATE with 48 KB of JUMPDEST",
  "eth_call: KECCAK256 of a megabyte",
  "in a block: SSTORE",
  "in a block: BLS G1ADD again and again",
  "in a block: LOG0 of 96 KB",
  "eth_estimateGas: ADD",
  "receipt of a block: LOG0 of nothing",
  "eth_createAccessList: cold SLOAD",
);

export const questions: readonly Attack[] = named(
  'block of 10000 transfers: eth_getBlockByNumber ["latest",true]',
  'block of 10000 transfers: trace_block ["latest"]',
  "a block of 10,000 transfers",
  "pool of 10000: txpool_content",
  "a batch: 1,000 transfers that are mined",
  "a block of 5 transactions of 128 KB",
  "block of 10000 transfers: anvil_rollback [1]",
  "anvil_loadState of 60000 accounts",
  "anvil_loadState of 60000 slots",
  "anvil_dumpState of 60000 accounts",
  "eth_getProof of 1,024 of 16000 slots",
  "hardhat_mine of 3,000",
  "eth_feeHistory of 1,024",
  "gzip: a block of 10,000 transfers",
  "debug_importBlocks of 1,000",
  "debug_importBlocks of a block of 10,000 transfers",
  "eth_getLogs, largest filter, 2,000 empty blocks",
  "eth_getLogs, largest filter, 72,000 logs",
  "WebSocket: eth_getLogs, 144,000 logs that were read before",
  "a batch: 60 of the largest filter, 72,000 logs",
  "eth_newFilter, 100,000 entries",
  "trace_filter, 2,000 addresses, 2,000 empty blocks",
  "1,000 newHeads and a block, 30 sockets",
  "1,000 pipelined questions for /metrics",
  "WebSocket: 100 sockets with 1,000 messages each",
  "24 MB of [{},{},…]",
  "24 MB of [[[[…",
  "web3_sha3 of 12 MB",
  "a raw transaction of 12 MB of lists",
  "a block of 12 MB of lists",
  "WebSocket: 24 MB of [{},{},…]",
  "eth_call: an access list of 300,000 slots",
  "a batch: 1,000 loops of 200,000 gas",
  "a batch: 1,000 times the whole of openrpc",
  "block of 10000 transfers: native_getTransactionReceiptNodesByHash []",
  "without a key: 24 MB of [{},{},…]",
  "1,000 sockets in the middle of a body of 20 MB",
);

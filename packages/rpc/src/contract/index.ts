/** Every method of the service, in the order of specification section 4, then those beyond it. */
import * as debug from "./debug.js";
import * as block from "./eth/block.js";
import * as client from "./eth/client.js";
import * as execute from "./eth/execute.js";
import * as fees from "./eth/fees.js";
import * as filter from "./eth/filter.js";
import * as logs from "./eth/logs.js";
import * as proof from "./eth/proof.js";
import * as state from "./eth/state.js";
import * as submit from "./eth/submit.js";
import * as subscribe from "./eth/subscribe.js";
import * as transaction from "./eth/transaction.js";
import * as uncle from "./eth/uncle.js";
import * as evm from "./evm.js";
import * as history from "./history.js";
import * as impersonation from "./impersonation.js";
import type { Method } from "./method.js";
import * as mining from "./mining.js";
import * as mnr from "./mnr.js";
import * as native from "./native.js";
import * as net from "./net.js";
import * as rpc from "./rpc.js";
import * as self from "./self.js";
import * as dump from "./state-dump.js";
import * as edits from "./state-edits.js";
import * as tandem from "./tandem.js";
import * as time from "./time.js";
import * as trace from "./trace.js";
import * as txpool from "./txpool.js";
import * as web3 from "./web3.js";

/** Methods by theme, as documents list them. */
export const themes = [
  {
    title: "Chain and client",
    methods: [
      client.accounts,
      client.blockNumber,
      client.chainId,
      net.version,
      client.gasPrice,
      client.protocolVersion,
      native.protocolVersion,
      web3.clientVersion,
      web3.sha3,
      client.maxPriorityFeePerGas,
      fees.feeHistory,
      client.syncing,
      net.listening,
      net.peerCount,
    ],
  },
  {
    title: "Account and state",
    methods: [
      state.getBalance,
      state.getCode,
      state.getStorageAt,
      state.getTransactionCount,
      proof.getProof,
    ],
  },
  {
    title: "Calls and gas",
    methods: [
      execute.call,
      execute.estimateGas,
      submit.sendRawTransaction,
      execute.createAccessList,
    ],
  },
  {
    title: "Blocks",
    methods: [
      block.getBlockByHash,
      block.getBlockByNumber,
      block.getBlockTransactionCountByHash,
      block.getBlockTransactionCountByNumber,
      block.getUncleCountByBlockHash,
      block.getUncleCountByBlockNumber,
      uncle.getUncleByBlockHashAndIndex,
      uncle.getUncleByBlockNumberAndIndex,
    ],
  },
  {
    title: "Transactions and receipts",
    methods: [
      transaction.getTransactionByHash,
      transaction.getTransactionByBlockHashAndIndex,
      transaction.getTransactionByBlockNumberAndIndex,
      transaction.getTransactionReceipt,
      transaction.getBlockReceipts,
    ],
  },
  {
    title: "Logs and filters",
    methods: [
      logs.getLogs,
      filter.newFilter,
      filter.newBlockFilter,
      filter.newPendingTransactionFilter,
      filter.getFilterChanges,
      filter.getFilterLogs,
      filter.uninstallFilter,
    ],
  },
  {
    title: "Raw data and proofs",
    methods: [
      native.getRawBlockHeaderByHash,
      native.getRawBlockHeaderByNumber,
      native.getRawTransactionReceiptByHash,
      native.getTransactionReceiptNodesByHash,
    ],
  },
  {
    title: "Traces",
    methods: [trace.block, trace.transaction, trace.filter, trace.get],
  },
  {
    title: "Subscriptions",
    methods: [subscribe.subscribe, subscribe.unsubscribe],
  },
  {
    title: "Pool",
    methods: [
      transaction.pendingTransactions,
      txpool.status,
      txpool.content,
      txpool.contentFrom,
      txpool.inspect,
    ],
  },
  {
    title: "Debugging",
    methods: [
      debug.traceTransaction,
      debug.traceBlockByNumber,
      debug.traceBlockByHash,
      debug.traceCall,
      debug.getRawBlock,
      debug.getRawHeader,
      debug.getRawReceipts,
      debug.getRawTransaction,
      debug.importBlocks,
    ],
  },
  {
    title: "Mining from outside",
    methods: [
      mnr.getWork,
      mnr.submitBitcoinBlock,
      mnr.submitBitcoinBlockTransactions,
      mnr.submitBitcoinBlockPartialMerkle,
    ],
  },
  {
    title: "Development",
    methods: [evm.mine, tandem.mineUncle, tandem.mineBranch, tandem.extend, tandem.tip],
  },
  {
    title: "Time",
    methods: [
      time.increaseTime,
      time.setNextBlockTimestamp,
      time.setTime,
      time.setBlockTimestampInterval,
      time.hardhatTimestampInterval,
      time.removeBlockTimestampInterval,
    ],
  },
  {
    title: "Mining in a developer's hands",
    methods: [
      mining.mine,
      mining.setAutomine,
      mining.getAutomine,
      mining.setIntervalMining,
      mining.anvilIntervalMining,
      mining.getIntervalMining,
      mining.minerStart,
      mining.minerStop,
      mining.setBlockGasLimit,
      mining.setMinGasPrice,
      mining.setCoinbase,
      mining.dropTransaction,
      mining.anvilDropTransaction,
      mining.dropAllTransactions,
      mining.removePoolTransactions,
    ],
  },
  {
    title: "History",
    methods: [history.snapshot, history.revert, history.reset, history.rollback, history.reorg],
  },
  {
    title: "State edits",
    methods: [
      edits.setBalance,
      edits.addBalance,
      edits.setCode,
      edits.setNonce,
      edits.setStorageAt,
      dump.dumpState,
      dump.loadState,
    ],
  },
  {
    title: "Impersonation",
    methods: [
      impersonation.impersonateAccount,
      impersonation.stopImpersonatingAccount,
      impersonation.autoImpersonateAccount,
      impersonation.sendTransaction,
    ],
  },
  {
    title: "The service itself",
    methods: [self.nodeInfo, self.metadata, rpc.modules, rpc.discover],
  },
] as const;

export type Contract = (typeof themes)[number]["methods"][number];

export const contract: readonly Contract[] = themes.flatMap(
  ({ methods }): readonly Contract[] => methods,
);

/**
 * Names a method answers to: those it declares; tools of the reference network say `rsk_` where we say `native_`, and
 * OpenRPC has a name of its own for the method that returns its document.
 */
export function namesOf({ name, aliases = [] }: Method): readonly string[] {
  if (aliases.length > 0) return [name, ...aliases];
  if (name === "rpc_discover") return [name, "rpc.discover"];
  return name.startsWith("native_") ? [name, name.replace("native_", "rsk_")] : [name];
}

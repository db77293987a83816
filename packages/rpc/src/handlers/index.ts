/** The handler of every method. One that is missing, misnamed or of the wrong type does not compile. */
import type { Contract } from "../contract/index.js";
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
import type { HandlersOf } from "./handler.js";
import * as history from "./history.js";
import * as impersonation from "./impersonation.js";
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

export const handlers: HandlersOf<Contract> = {
  eth_accounts: client.accounts,
  eth_blockNumber: client.blockNumber,
  eth_chainId: client.chainId,
  net_version: net.version,
  eth_gasPrice: client.gasPrice,
  eth_protocolVersion: client.protocolVersion,
  native_protocolVersion: native.protocolVersion,
  web3_clientVersion: web3.clientVersion,
  web3_sha3: web3.sha3,
  eth_maxPriorityFeePerGas: client.maxPriorityFeePerGas,
  eth_feeHistory: fees.feeHistory,
  eth_syncing: client.syncing,
  net_listening: net.listening,
  net_peerCount: net.peerCount,

  eth_getBalance: state.getBalance,
  eth_getCode: state.getCode,
  eth_getStorageAt: state.getStorageAt,
  eth_getTransactionCount: state.getTransactionCount,
  eth_getProof: proof.getProof,

  eth_call: execute.call,
  eth_estimateGas: execute.estimateGas,
  eth_sendRawTransaction: submit.sendRawTransaction,
  eth_createAccessList: execute.createAccessList,

  eth_getBlockByHash: block.getBlockByHash,
  eth_getBlockByNumber: block.getBlockByNumber,
  eth_getBlockTransactionCountByHash: block.getBlockTransactionCountByHash,
  eth_getBlockTransactionCountByNumber: block.getBlockTransactionCountByNumber,
  eth_getUncleCountByBlockHash: block.getUncleCountByBlockHash,
  eth_getUncleCountByBlockNumber: block.getUncleCountByBlockNumber,
  eth_getUncleByBlockHashAndIndex: uncle.getUncleByBlockHashAndIndex,
  eth_getUncleByBlockNumberAndIndex: uncle.getUncleByBlockNumberAndIndex,

  eth_getTransactionByHash: transaction.getTransactionByHash,
  eth_getTransactionByBlockHashAndIndex: transaction.getTransactionByBlockHashAndIndex,
  eth_getTransactionByBlockNumberAndIndex: transaction.getTransactionByBlockNumberAndIndex,
  eth_getTransactionReceipt: transaction.getTransactionReceipt,
  eth_getBlockReceipts: transaction.getBlockReceipts,

  eth_getLogs: logs.getLogs,
  eth_newFilter: filter.newFilter,
  eth_newBlockFilter: filter.newBlockFilter,
  eth_newPendingTransactionFilter: filter.newPendingTransactionFilter,
  eth_getFilterChanges: filter.getFilterChanges,
  eth_getFilterLogs: filter.getFilterLogs,
  eth_uninstallFilter: filter.uninstallFilter,

  native_getRawBlockHeaderByHash: native.getRawBlockHeaderByHash,
  native_getRawBlockHeaderByNumber: native.getRawBlockHeaderByNumber,
  native_getRawTransactionReceiptByHash: native.getRawTransactionReceiptByHash,
  native_getTransactionReceiptNodesByHash: native.getTransactionReceiptNodesByHash,

  trace_block: trace.block,
  trace_transaction: trace.transaction,
  trace_filter: trace.filter,
  trace_get: trace.get,

  eth_subscribe: subscribe.subscribe,
  eth_unsubscribe: subscribe.unsubscribe,

  eth_pendingTransactions: transaction.pendingTransactions,
  txpool_status: txpool.status,
  txpool_content: txpool.content,
  txpool_contentFrom: txpool.contentFrom,
  txpool_inspect: txpool.inspect,

  debug_traceTransaction: debug.traceTransaction,
  debug_traceBlockByNumber: debug.traceBlockByNumber,
  debug_traceBlockByHash: debug.traceBlockByHash,
  debug_traceCall: debug.traceCall,
  debug_getRawBlock: debug.getRawBlock,
  debug_getRawHeader: debug.getRawHeader,
  debug_getRawReceipts: debug.getRawReceipts,
  debug_getRawTransaction: debug.getRawTransaction,
  debug_importBlocks: debug.importBlocks,

  mnr_getWork: mnr.getWork,
  mnr_submitBitcoinBlock: mnr.submitBitcoinBlock,
  mnr_submitBitcoinBlockTransactions: mnr.submitBitcoinBlockTransactions,
  mnr_submitBitcoinBlockPartialMerkle: mnr.submitBitcoinBlockPartialMerkle,

  evm_mine: evm.mine,
  tandem_mineUncle: tandem.mineUncle,
  tandem_mineBranch: tandem.mineBranch,
  tandem_extend: tandem.extend,
  tandem_tip: tandem.tip,

  evm_increaseTime: time.increaseTime,
  evm_setNextBlockTimestamp: time.setNextBlockTimestamp,
  evm_setTime: time.setTime,
  anvil_setBlockTimestampInterval: time.setBlockTimestampInterval,
  hardhat_setBlockTimestampInterval: time.hardhatTimestampInterval,
  anvil_removeBlockTimestampInterval: time.removeBlockTimestampInterval,

  hardhat_mine: mining.mine,
  evm_setAutomine: mining.setAutomine,
  hardhat_getAutomine: mining.getAutomine,
  evm_setIntervalMining: mining.setIntervalMining,
  anvil_setIntervalMining: mining.anvilIntervalMining,
  anvil_getIntervalMining: mining.getIntervalMining,
  miner_start: mining.minerStart,
  miner_stop: mining.minerStop,
  evm_setBlockGasLimit: mining.setBlockGasLimit,
  hardhat_setMinGasPrice: mining.setMinGasPrice,
  hardhat_setCoinbase: mining.setCoinbase,
  hardhat_dropTransaction: mining.dropTransaction,
  anvil_dropTransaction: mining.anvilDropTransaction,
  anvil_dropAllTransactions: mining.dropAllTransactions,
  anvil_removePoolTransactions: mining.removePoolTransactions,

  evm_snapshot: history.snapshot,
  evm_revert: history.revert,
  hardhat_reset: history.reset,
  anvil_rollback: history.rollback,
  anvil_reorg: history.reorg,

  hardhat_setBalance: edits.setBalance,
  anvil_addBalance: edits.addBalance,
  hardhat_setCode: edits.setCode,
  hardhat_setNonce: edits.setNonce,
  hardhat_setStorageAt: edits.setStorageAt,
  anvil_dumpState: dump.dumpState,
  anvil_loadState: dump.loadState,

  hardhat_impersonateAccount: impersonation.impersonateAccount,
  hardhat_stopImpersonatingAccount: impersonation.stopImpersonatingAccount,
  anvil_autoImpersonateAccount: impersonation.autoImpersonateAccount,
  eth_sendTransaction: impersonation.sendTransaction,

  anvil_nodeInfo: self.nodeInfo,
  hardhat_metadata: self.metadata,

  rpc_modules: rpc.modules,
  rpc_discover: rpc.discover,
};

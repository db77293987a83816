/** The handler of every method. One that is missing, misnamed or of the wrong type does not compile. */
import type { Contract } from "../contract/index.js";
import * as block from "./eth/block.js";
import * as client from "./eth/client.js";
import * as execute from "./eth/execute.js";
import * as logs from "./eth/logs.js";
import * as state from "./eth/state.js";
import * as submit from "./eth/submit.js";
import * as subscribe from "./eth/subscribe.js";
import * as transaction from "./eth/transaction.js";
import * as evm from "./evm.js";
import type { HandlersOf } from "./handler.js";
import * as native from "./native.js";
import * as net from "./net.js";
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
  eth_syncing: client.syncing,
  net_listening: net.listening,

  eth_getBalance: state.getBalance,
  eth_getCode: state.getCode,
  eth_getStorageAt: state.getStorageAt,
  eth_getTransactionCount: state.getTransactionCount,

  eth_call: execute.call,
  eth_estimateGas: execute.estimateGas,
  eth_sendRawTransaction: submit.sendRawTransaction,

  eth_getBlockByHash: block.getBlockByHash,
  eth_getBlockByNumber: block.getBlockByNumber,
  eth_getBlockTransactionCountByHash: block.getBlockTransactionCountByHash,
  eth_getBlockTransactionCountByNumber: block.getBlockTransactionCountByNumber,
  eth_getUncleCountByBlockHash: block.getUncleCountByBlockHash,
  eth_getUncleCountByBlockNumber: block.getUncleCountByBlockNumber,

  eth_getTransactionByHash: transaction.getTransactionByHash,
  eth_getTransactionByBlockHashAndIndex: transaction.getTransactionByBlockHashAndIndex,
  eth_getTransactionByBlockNumberAndIndex: transaction.getTransactionByBlockNumberAndIndex,
  eth_getTransactionReceipt: transaction.getTransactionReceipt,

  eth_getLogs: logs.getLogs,

  eth_subscribe: subscribe.subscribe,
  eth_unsubscribe: subscribe.unsubscribe,

  evm_mine: evm.mine,
};

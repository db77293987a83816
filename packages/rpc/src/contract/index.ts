/** Every method of the service, in the order of specification section 4. */
import * as block from "./eth/block.js";
import * as client from "./eth/client.js";
import * as execute from "./eth/execute.js";
import * as logs from "./eth/logs.js";
import * as state from "./eth/state.js";
import * as submit from "./eth/submit.js";
import * as subscribe from "./eth/subscribe.js";
import * as transaction from "./eth/transaction.js";
import * as evm from "./evm.js";
import type { Method } from "./method.js";
import * as native from "./native.js";
import * as net from "./net.js";
import * as web3 from "./web3.js";

export const contract = [
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
  client.syncing,
  net.listening,

  state.getBalance,
  state.getCode,
  state.getStorageAt,
  state.getTransactionCount,

  execute.call,
  execute.estimateGas,
  submit.sendRawTransaction,

  block.getBlockByHash,
  block.getBlockByNumber,
  block.getBlockTransactionCountByHash,
  block.getBlockTransactionCountByNumber,
  block.getUncleCountByBlockHash,
  block.getUncleCountByBlockNumber,

  transaction.getTransactionByHash,
  transaction.getTransactionByBlockHashAndIndex,
  transaction.getTransactionByBlockNumberAndIndex,
  transaction.getTransactionReceipt,

  logs.getLogs,

  subscribe.subscribe,
  subscribe.unsubscribe,

  evm.mine,
] as const;

export type Contract = (typeof contract)[number];

/** Names a method answers to: tools of the reference network say `rsk_` where we say `native_`. */
export function namesOf({ name }: Method): readonly string[] {
  return name.startsWith("native_") ? [name, name.replace("native_", "rsk_")] : [name];
}

/** Implements the methods that contract/dev/impersonation.ts declares. */
import type * as contract from "../../contract/dev/impersonation.js";
import { assertNoEmptyCreation } from "../eth/empty-creation.js";
import { minedReceipt } from "../eth/mined-receipt.js";
import type { Handler } from "../handler.js";

export const impersonateAccount: Handler<typeof contract.impersonateAccount> = (
  node,
  { address },
) => {
  node.impersonated.add(address);
  return true;
};

export const stopImpersonatingAccount: Handler<typeof contract.stopImpersonatingAccount> = (
  node,
  { address },
) => node.impersonated.remove(address);

export const autoImpersonateAccount: Handler<typeof contract.autoImpersonateAccount> = (
  node,
  { enabled },
) => {
  node.impersonated.setAll(enabled);
  return true;
};

export const sendTransaction: Handler<typeof contract.sendTransaction> = (
  node,
  { transaction },
  call,
) => {
  assertNoEmptyCreation(transaction, call);
  return node.sendTransaction(transaction, call.client.id);
};

export const sendTransactionSync: Handler<typeof contract.sendTransactionSync> = async (
  node,
  { transaction, timeout },
  call,
) => {
  assertNoEmptyCreation(transaction, call);
  const hash = await node.sendTransaction(transaction, call.client.id);
  return minedReceipt(node, hash, timeout, call);
};

export const sendUnsignedTransaction: Handler<typeof contract.sendUnsignedTransaction> = (
  node,
  { transaction },
  { client },
) => {
  const { from } = transaction;
  const send = () => node.sendTransaction(transaction, client.id);
  return from === undefined ? send() : node.impersonated.during(from, send);
};

/** Implements the methods that contract/eth/submit.ts declares. */
import type * as contract from "../../contract/eth/submit.js";
import type { Handler } from "../handler.js";

export const sendRawTransaction: Handler<typeof contract.sendRawTransaction> = (
  node,
  { transaction },
  { client },
) => node.submit(transaction, client.id);

/** Implements the methods that contract/dev/history.ts declares. */
import { Fault, type PlacedTransaction, toHex } from "@tandem/primitives";
import { yieldIfDue } from "@tandem/runtime";
import type { Backend } from "../../backend/backend.js";
import type { Forking } from "../../backend/dev-api.js";
import { answerFormOf, type ErrorForm } from "../../contract/answer-form.js";
import type * as contract from "../../contract/dev/history.js";
import type { Handler } from "../handler.js";

export const snapshot: Handler<typeof contract.snapshot> = async ({ controls }, _params, call) =>
  BigInt((await controls.snapshot()) + answerFormOf(call).snapshotOffset);

export const revert: Handler<typeof contract.revert> = (
  { controls },
  { snapshot: number },
  call,
) => {
  if (number >= BigInt(Number.MAX_SAFE_INTEGER)) return false;
  // On Hardhat's network and anvil, the mining mode is none of the chain's state.
  const keepsMining = call.errorForm !== "standard";
  return controls.revert(Number(number) - answerFormOf(call).snapshotOffset, { keepsMining });
};

type ResetOptions = Parameters<typeof reset>[1]["options"];

/** Returns the chain to fork; undefined for none. */
function forkingOf(options: ResetOptions, errorForm: ErrorForm): Forking | undefined {
  if (options == null) return undefined;
  const { jsonRpcUrl, blockNumber } = options.forking ?? options;
  const isNamed = options.forking != null || jsonRpcUrl != null || blockNumber != null;
  // On anvil an object names the fork that there is.
  if (!isNamed && errorForm !== "anvil") return undefined;
  return { url: jsonRpcUrl ?? undefined, blockNumber: blockNumber ?? undefined };
}

export const reset: Handler<typeof contract.reset> = (node, { options }, { errorForm }) =>
  node.restart(forkingOf(options, errorForm));

export const setRpcUrl: Handler<typeof contract.setRpcUrl> = (node, { url }) =>
  node.setForkUrl(url);

/** On anvil the transactions of removed blocks do not return to the pool. */
const droppingOf = (errorForm: ErrorForm) => ({ isDropping: errorForm === "anvil" });

export const rollback: Handler<typeof contract.rollback> = (
  { controls },
  { depth },
  { errorForm },
) => controls.rollback(depth, droppingOf(errorForm));

type Placed = Parameters<typeof reorg>[1]["transactions"][number];

export const reorg: Handler<typeof contract.reorg> = async (
  node,
  { depth, transactions },
  { errorForm },
) => {
  const beyond = transactions.find(([, at]) => at >= depth);
  if (beyond !== undefined) {
    const message = `params[1] (transactions): expected block numbers below ${depth}, the depth, got ${beyond[1]}`;
    throw new Fault({ code: "bad-request", message });
  }
  const placed = await encodePlaced(node, depth, transactions);
  await node.controls.reorg(depth, placed, droppingOf(errorForm));
};

/**
 * Encodes transaction objects. A missing nonce follows the sender's nonce in the state below the
 * replaced blocks, in the order of the blocks.
 */
async function encodePlaced(
  node: Backend,
  depth: number,
  placed: readonly Placed[],
): Promise<PlacedTransaction[]> {
  const below = await node.stateAt({ number: Math.max(0, node.headNumber() - depth) });
  const next = new Map<string, bigint>();
  const encoded: PlacedTransaction[] = [];
  for (const [transaction, at] of placed.toSorted((a, b) => a[1] - b[1])) {
    const pause = yieldIfDue();
    if (pause !== undefined) await pause;
    if (transaction instanceof Uint8Array) {
      encoded.push({ raw: transaction, at });
      continue;
    }
    const from = transaction.from ?? node.accounts()[0];
    const key = from === undefined ? "" : toHex(from);
    const nonce = transaction.nonce ?? next.get(key) ?? (from && below?.nonceOf(from));
    if (nonce !== undefined) next.set(key, nonce + 1n);
    const raw = await node.encodeTransaction({
      ...transaction,
      ...(nonce === undefined ? {} : { nonce }),
    });
    encoded.push({ raw, at });
  }
  return encoded;
}

/** Implements the methods that contract/dev/history.ts declares. */
import { Fault } from "@tandem/primitives";
import type * as contract from "../../contract/dev/history.js";
import type { ResetOptions } from "../../contract/shape/control.js";
import type { NodeApi } from "../../server/backend/node-api.js";
import type { Handler } from "../handler.js";

export const snapshot: Handler<typeof contract.snapshot> = async ({ controls }) =>
  BigInt(await controls.snapshot());

export const revert: Handler<typeof contract.revert> = ({ controls }, { snapshot: number }) =>
  number <= BigInt(Number.MAX_SAFE_INTEGER) ? controls.revert(Number(number)) : false;

export const reset: Handler<typeof contract.reset> = async (node, { options }) => {
  const forking = options?.forking;
  if (forking && !isForked(node, forking)) {
    const message =
      "params[0].forking (options.forking): this node cannot change what it forks from";
    throw new Fault({ code: "bad-request", message });
  }
  await node.controls.reset();
  return undefined;
};

/**
 * Returns whether the options name the chain that the node already forks, or none; an omitted option
 * keeps its value.
 */
function isForked(node: NodeApi, forking: NonNullable<ResetOptions["forking"]>): boolean {
  const { forkedFrom } = node.self();
  if (forking.jsonRpcUrl == null && forking.blockNumber == null) return true;
  const url = forking.jsonRpcUrl ?? forkedFrom?.url ?? "";
  const isSameUrl = URL.canParse(url) && new URL(url).origin === forkedFrom?.url;
  return isSameUrl && (forking.blockNumber ?? forkedFrom.blockNumber) === forkedFrom.blockNumber;
}

export const rollback: Handler<typeof contract.rollback> = async ({ controls }, { depth }) => {
  await controls.rollback(depth);
  return undefined;
};

export const reorg: Handler<typeof contract.reorg> = async (
  { controls },
  { depth, transactions },
) => {
  const beyond = transactions.find(([, at]) => at >= depth);
  if (beyond !== undefined) {
    const message = `params[1] (transactions): expected block numbers below ${depth}, the depth, got ${beyond[1]}`;
    throw new Fault({ code: "bad-request", message });
  }
  await controls.reorg(
    depth,
    transactions.map(([raw, at]) => ({ raw, at })),
  );
  return undefined;
};

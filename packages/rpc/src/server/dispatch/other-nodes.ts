/** Reads requests as Hardhat's network and anvil do, which accept more than the specification. */
import { toQuantity } from "@tandem/primitives";
import type { MethodEntry } from "../method-table.js";
import type { Request } from "./envelope.js";

/**
 * Returns a request of the specification's form: the latest block where a required block is missing,
 * and a quantity for a height that is a JSON number.
 */
export function asOtherNodes(request: Request, entry: MethodEntry): Request {
  const { params } = request;
  const { requiredBlockAt, plainHeightAt } = entry;
  if (plainHeightAt !== undefined && isHeight(params[plainHeightAt])) {
    const height = toQuantity(params[plainHeightAt]);
    return { ...request, params: params.with(plainHeightAt, height) };
  }
  if (requiredBlockAt === undefined || params.length < requiredBlockAt) return request;
  if ((params[requiredBlockAt] ?? undefined) !== undefined) return request;
  return { ...request, params: params.toSpliced(requiredBlockAt, 1, "latest") };
}

const isHeight = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

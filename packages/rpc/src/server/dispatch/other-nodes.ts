/**
 * Reads requests as Hardhat's network and anvil do, which accept more than the specification, and answers
 * them with an error where the specification has null.
 */
import { type BlockRef, toQuantity } from "@tandem/primitives";
import { constructed } from "@tandem/schema";
import type { RpcError } from "../../contract/errors.js";
import { modules } from "../../contract/index.js";
import type { ChainApi } from "../backend/chain-api.js";
import { unknownMethod } from "../clients/access.js";
import { unknownToAnvil } from "../errors/anvil-errors.js";
import type { ErrorForm } from "../errors/error-form.js";
import {
  unknownToHardhat,
  unsupportedByHardhat,
  untracedByHardhat,
} from "../errors/hardhat-errors.js";
import type { MethodEntry } from "../method-table.js";
import type { Request } from "./envelope.js";

/**
 * Returns a request of the specification's form: a tag where the block is missing, and a quantity for a
 * height or a position that is a JSON number.
 */
export function asOtherNodes(request: Request, entry: MethodEntry): Request {
  const { requiredBlockAt, pendingBlockAt, plainNumbersAt } = entry;
  if (plainNumbersAt.length > 0) return withQuantities(request, plainNumbersAt);
  if (pendingBlockAt !== undefined) return withBlock(request, pendingBlockAt, "pending");
  return requiredBlockAt === undefined ? request : withBlock(request, requiredBlockAt, "latest");
}

/** Returns a request with a tag in the place of its block, unless it names one. */
function withBlock(request: Request, at: number, tag: "latest" | "pending"): Request {
  const { params } = request;
  if (params.length < at || params[at] != null) return request;
  return { ...request, params: params.toSpliced(at, 1, tag) };
}

/** Returns a request with quantities in the place of JSON numbers at the indexes `at`. */
function withQuantities(request: Request, at: readonly number[]): Request {
  const params = request.params.map((value, i) =>
    at.includes(i) && isPlainNumber(value) ? toQuantity(value) : value,
  );
  return { ...request, params };
}

const isPlainNumber = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

/** Returns the error of a request for a method that does not exist. */
export const unknownIn = (form: ErrorForm, name: string): RpcError =>
  form === "hardhat" ? unsupportedByHardhat(name) : unknownMethod(name);

/** A request, and the node that answers it. */
interface Asked {
  readonly entry: MethodEntry;
  readonly request: Pick<Request, "params">;
  readonly used: { readonly backend: Pick<ChainApi, "headNumber"> };
}

/**
 * Returns the result of a request, or a promise of it.
 * @throws {RpcError} for the state of a block that does not exist, unless the form is the standard one; in
 * Hardhat's, for the trace of a transaction that does not exist.
 */
export function resultOfKnown(asked: Asked, form: ErrorForm, result: unknown): unknown {
  const { historical, method } = asked.entry;
  if (form === "standard" || historical === undefined) return result;
  const isTraced = form === "hardhat" && method === modules.debug.traceTransaction;
  if (historical.kind !== "state" && !isTraced) return result;
  const { at } = historical;
  const known = (found: unknown) => {
    if (found === undefined && isTraced) throw untracedByHardhat(asked.request.params[at]);
    if (found === undefined) assertKnown(asked, at, form);
    return found;
  };
  return result instanceof Promise ? result.then(known) : known(result);
}

function assertKnown({ entry, request, used }: Asked, at: number, form: "hardhat" | "anvil"): void {
  const block = blockAt(entry, at, request.params);
  if (block === undefined || "tag" in block) return;
  const unknown = { block, head: used.backend.headNumber() };
  throw form === "hardhat" ? unknownToHardhat(unknown) : unknownToAnvil(unknown);
}

/** Returns the block that a request of the method's form names. */
function blockAt({ method }: MethodEntry, at: number, params: Request["params"]) {
  const declared = Object.values(method.params)[at];
  if (declared === undefined) return undefined;
  return constructed(declared).parse(params[at] ?? undefined) as BlockRef;
}

/**
 * Reads requests as Hardhat's network and anvil do, which accept more than the specification, and answers
 * them with an error where the specification has null.
 */
import type { BlockRef } from "@tandem/primitives";
import { constructed } from "@tandem/schema";
import { unknownMethod } from "../../access/access.js";
import type { ChainApi } from "../../backend/chain-api.js";
import type { ErrorForm } from "../../contract/answer-form.js";
import type { LooseReader } from "../../contract/codec/loose-forms.js";
import type { RpcError } from "../../contract/errors.js";
import { modules } from "../../contract/index.js";
import { unknownToAnvil } from "../../errors/anvil-errors.js";
import {
  unknownToHardhat,
  unsupportedByHardhat,
  untracedByHardhat,
} from "../../errors/hardhat-errors.js";
import type { Request } from "./envelope.js";
import type { MethodEntry } from "./method-table.js";

/**
 * Returns a request of the specification's form: a tag where the block is missing, and parameters as their readers
 * return them.
 */
export function asOtherNodes(request: Request, entry: MethodEntry): Request {
  const { requiredBlockAt, pendingBlockAt, readLoosely } = entry;
  const read = readLoosely === undefined ? request : withRead(request, readLoosely);
  if (pendingBlockAt !== undefined) return withBlock(read, pendingBlockAt, "pending");
  return requiredBlockAt === undefined ? read : withBlock(read, requiredBlockAt, "latest");
}

/** Returns a request with a tag in the place of its block, unless it names one. */
function withBlock(request: Request, at: number, tag: "latest" | "pending"): Request {
  const { params } = request;
  if (params.length < at || params[at] != null) return request;
  return { ...request, params: params.toSpliced(at, 1, tag) };
}

/** Returns a request with the parameters that a reader returns, or the request itself if they are the same. */
function withRead(request: Request, read: LooseReader): Request {
  const params = read(request.params) as Request["params"];
  return params === request.params ? request : { ...request, params };
}

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

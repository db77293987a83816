/** Finds where a transaction failed in the sources of its contracts. */
import type { Writable } from "node:stream";
import type { AbiItem } from "@tandem/explorer/abi";
import { checkText, type TracerRequest } from "@tandem/primitives";
import { RpcError } from "@tandem/rpc/client";
import type { CompiledContracts } from "../../solidity-trace/compiled-contracts.js";
import type { NodeReads, StackFacts, TransactionFacts } from "./read-transaction.js";

/**
 * Returns the contracts of compilations; undefined if none is named.
 * @param errors receives a line for each file of a folder that cannot be used.
 * @throws {UsageError} for a path that cannot be read, or has no compilation.
 */
export async function readContracts(
  paths: readonly string[],
  errors: Pick<Writable, "write">,
): Promise<CompiledContracts | undefined> {
  if (paths.length === 0) return undefined;
  const { readBuildInfo } = await import("../../solidity-trace/read-build-info.js");
  return readBuildInfo(paths, (reason) => errors.write(`left out: ${reason}\n`));
}

interface Located {
  readonly facts: TransactionFacts;
  /** The items of the contracts that took part in the failure. */
  readonly abi: readonly AbiItem[];
}

/** Adds the functions in which a transaction failed. */
export async function withStack(
  client: NodeReads,
  facts: TransactionFacts,
  contracts: CompiledContracts | undefined,
): Promise<Located> {
  const { hash, mined } = facts;
  const failure = mined?.failure;
  if (contracts === undefined || mined === undefined || failure === undefined) {
    return { facts, abi: [] };
  }
  const { facts: found, abi } = await readStack(client, hash, contracts);
  return { facts: { ...facts, mined: { ...mined, failure: { ...failure, ...found } } }, abi };
}

async function readStack(
  client: NodeReads,
  hash: Uint8Array,
  contracts: CompiledContracts,
): Promise<{ readonly facts: StackFacts; readonly abi: readonly AbiItem[] }> {
  const { stackTraceOf } = await import("../../solidity-trace/stack-trace.js");
  const { NotExecuted } = await import("../../solidity-trace/failure-tracer.js");
  const { abiItemsOf } = await import("@tandem/explorer/abi");
  const trace = async (options: TracerRequest) => {
    try {
      return await client.debug_traceTransaction({ hash, options });
    } catch (failure) {
      if (!(failure instanceof RpcError)) throw failure;
      throw new NotExecuted(failure.message, { cause: failure });
    }
  };
  try {
    const found = await stackTraceOf(trace, contracts);
    const { stack = [], omitted = 0, problem, abi = [] } = found ?? {};
    const check = found?.check && checkText(found.check);
    return { facts: { stack, omitted, problem, check }, abi: abiItemsOf(abi) };
  } catch (failure) {
    if (!(failure instanceof NotExecuted)) throw failure;
    return { facts: { stack: [], omitted: 0, problem: failure.message }, abi: [] };
  }
}

/** `tandem export FILE`: the canonical chain of a running node as a file of RLP blocks. */
import { createWriteStream } from "node:fs";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Fault } from "@tandem/primitives";
import { type Client, httpClient } from "@tandem/rpc/client";
import { UsageError } from "../config/usage-error.js";
import { createProgress } from "./progress.js";
import { readTransferFlags } from "./transfer-flags.js";

const shorter = {
  code: "unusable-data",
  message: "export: the chain became shorter on the way: try again",
} as const;

/** Blocks asked for in one request. */
const blocksPerRequest = 100;

export async function runExport(args: readonly string[], report: Writable): Promise<number> {
  const { file, url } = readTransferFlags("export", args);
  const client = httpClient(url);
  const head = await client.eth_blockNumber();
  const progress = createProgress("blocks", head);
  const output = createWriteStream(file);
  const failures: Error[] = [];
  output.once("error", (failure) => failures.push(failure));
  try {
    await pipeline(readBlocks(client, head, progress.at), output);
  } catch (cause) {
    const failure = failures.find((one) => one === cause);
    if (failure === undefined) throw cause;
    throw new UsageError(`export: ${file} cannot be written: ${failure.message}`, { cause });
  } finally {
    progress.end();
  }
  report.write(`${head} blocks of ${url} are in ${file}\n`);
  return 0;
}

async function* readBlocks(
  client: Client,
  head: number,
  onBlock: (height: number) => void,
): AsyncGenerator<Uint8Array> {
  for (let from = 1; from <= head; from += blocksPerRequest) {
    const last = Math.min(head, from + blocksPerRequest - 1);
    const heights = Array.from({ length: last - from + 1 }, (_, i) => from + i);
    const blocks = await Promise.all(
      heights.map((number) => client.debug_getRawBlock({ block: { number } })),
    );
    for (const block of blocks) {
      if (block === undefined || block === null) throw new Fault(shorter);
      yield block;
    }
    onBlock(last);
  }
}

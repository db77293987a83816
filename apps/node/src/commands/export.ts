/** `tandem export FILE`: the canonical chain of a running node as a file of RLP blocks. */
import { createWriteStream } from "node:fs";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Client, httpClient } from "@tandem/rpc/client";
import { UsageError } from "../config/usage-error.js";
import { createProgress } from "./progress.js";
import { readTransferFlags } from "./transfer-flags.js";

/** Blocks asked for in one request. */
const blocksPerRequest = 100;

export async function runExport(args: readonly string[], output: Writable): Promise<number> {
  const { file, url } = readTransferFlags("export", args);
  const client = httpClient(url);
  const head = await client.eth_blockNumber();
  const progress = createProgress("blocks", head);
  await pipeline(readBlocks(client, head, progress.at), createWriteStream(file)).catch((cause) => {
    throw new UsageError(`export: ${file} cannot be written: ${cause.message}`, { cause });
  });
  progress.end();
  output.write(`${head} blocks of ${url} are in ${file}\n`);
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
      if (block === undefined || block === null) throw new Error("the chain became shorter");
      yield block;
    }
    onBlock(last);
  }
}

/**
 * Implements `tandem import FILE`: sends RLP blocks of a file to a running node, which validates each.
 */
import { readFileSync } from "node:fs";
import type { Writable } from "node:stream";
import { jsonFlag, readFlags, UsageError, type Values, writeJson } from "@tandem/cli";
import { decodeHeader } from "@tandem/primitives";
import { httpClient } from "@tandem/rpc/client";
import { unreadable } from "../../files/unreadable.js";
import type { CommandBody } from "../command-body.js";
import { createProgress } from "../progress.js";
import { urlOption } from "../url-option.js";
import { headerOfBlock, splitBlocks } from "./chain-file.js";

/** The maximum number of blocks, and of their bytes, in one request. */
const blocksPerRequest = 200;
const bytesPerRequest = 4 * 1024 * 1024;

const options = { url: urlOption, json: jsonFlag };

export const body: CommandBody = {
  about: "Imports a file of RLP blocks into a running node, which checks each of them.",
  options,
  run: ({ operands: [file = ""], given, output }) =>
    transfer(file, readFlags(options, given), output),
};

/** @returns 0 if every block was imported, 1 if one was refused. */
async function transfer(
  file: string,
  { url, json }: Values<typeof options>,
  output: Writable,
): Promise<number> {
  const blocks = [...splitBlocks(read(file))];
  const client = httpClient(url);
  const head = await client.eth_blockNumber();
  const highestBlock = Math.max(head, heightOf(blocks.at(-1)));
  const progress = createProgress("blocks", blocks.length);
  let added = 0;
  let done = 0;
  try {
    for (const group of grouped(blocks)) {
      added += await client.debug_importBlocks({ blocks: group, highestBlock });
      done += group.length;
      progress.at(done);
    }
  } finally {
    progress.end();
  }
  if (json) writeJson(output, { file, url, blocks: done, added });
  else output.write(`${done} blocks of ${file} were imported into ${url}, ${added} of them new\n`);
  return 0;
}

/** Returns 0 for no block and for an invalid one, which the node reports. */
function heightOf(block: Uint8Array | undefined): number {
  try {
    return block === undefined ? 0 : decodeHeader(headerOfBlock(block)).number;
  } catch {
    return 0;
  }
}

function read(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new UsageError(`import: ${unreadable(file, cause)}`, { cause });
  }
}

function* grouped(blocks: readonly Uint8Array[]): Generator<Uint8Array[]> {
  let group: Uint8Array[] = [];
  let bytes = 0;
  for (const block of blocks) {
    if (
      group.length === blocksPerRequest ||
      (bytes > 0 && bytes + block.length > bytesPerRequest)
    ) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(block);
    bytes += block.length;
  }
  if (group.length > 0) yield group;
}

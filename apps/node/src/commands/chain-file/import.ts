/**
 * Implements `tandem import FILE`: sends RLP blocks of a file to a running node, which validates each.
 */
import type { Writable } from "node:stream";
import { jsonFlag, readFlags, UsageError, unreadable, type Values, writeJson } from "@tandem/cli";
import { counted, Fault } from "@tandem/primitives";
import { httpClient } from "@tandem/rpc/client";
import { readBoundedSync } from "@tandem/runtime/files";
import { blocksFileBytesMax } from "../../files/limits.js";
import type { CommandBody } from "../command-body.js";
import { createProgress } from "../progress.js";
import { urlOption } from "../url-option.js";
import { splitBlocks } from "./chain-file.js";
import { headerIn, requestGroups } from "./request-groups.js";

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
  const blocks = split(file);
  const client = httpClient(url);
  const head = await client.eth_blockNumber();
  const highestBlock = Math.max(head, headerIn(blocks.at(-1))?.number ?? 0);
  const progress = createProgress("blocks", blocks.length);
  let added = 0;
  let done = 0;
  try {
    for (const group of requestGroups(blocks)) {
      added += await client.debug_importBlocks({ blocks: group, highestBlock });
      done += group.length;
      progress.at(done);
    }
  } finally {
    progress.end();
  }
  if (json) writeJson(output, { file, url, blocks: done, added });
  else {
    const were = done === 1 ? "was" : "were";
    const blocks = `${counted(done, "block")} of ${file} ${were} imported into ${url}`;
    output.write(`${blocks}, ${added} of them new\n`);
  }
  return 0;
}

/** @throws {UsageError} if the file cannot be read, or does not consist of blocks. */
function split(file: string): Uint8Array[] {
  try {
    return [...splitBlocks(read(file))];
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    throw new UsageError(`import: ${file}: ${cause.message}`, { cause });
  }
}

function read(file: string): Uint8Array {
  try {
    return readBoundedSync(file, blocksFileBytesMax);
  } catch (cause) {
    throw new UsageError(`import: ${unreadable(file, cause)}`, { cause });
  }
}

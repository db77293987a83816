/**
 * Implements `tandem import FILE`: sends RLP blocks of a file to a running node, which validates each.
 */
import {
  ExitCode,
  jsonFlag,
  printable,
  readFlags,
  UsageError,
  unreadable,
  writeJson,
} from "@tandem/cli";
import { counted, Fault } from "@tandem/primitives";
import { httpClient, RpcError } from "@tandem/rpc/client";
import { readBoundedSync } from "@tandem/runtime/files";
import * as z from "zod";
import { urlOption } from "../../config/url-option.js";
import { createProgress } from "../../console/progress.js";
import { blocksFileBytesMax } from "../../files/limits.js";
import type { CommandBody } from "../command-body.js";
import { untilSignal } from "../until-signal.js";
import { splitBlocks } from "./chain-file.js";
import { headerIn, requestGroups } from "./request-groups.js";

const options = { url: urlOption, json: jsonFlag };

export const body: CommandBody = {
  about: "Imports a file of RLP blocks into a running node, which checks each of them.",
  options,
  async run({ operands: [file = ""], given, output, errors }) {
    const { url, json } = readFlags(options, given);
    const blocks = split(file);
    const progress: ImportProgress = { blocks: 0, added: 0, isExact: true };
    const how = () => describeProgress(progress, blocks.length, file);
    try {
      const isDone = await untilSignal((leaving) => send(blocks, url, leaving, progress));
      if (isDone === undefined) {
        errors.write(`tandem: import: stopped before the end: ${printable(how())}\n`);
        return ExitCode.interrupted;
      }
    } catch (error) {
      if (progress.blocks > 0 || !progress.isExact)
        errors.write(`tandem: import: ${printable(how())}\n`);
      throw error;
    }
    const { blocks: done, added } = progress;
    if (json) writeJson(output, { file, url, blocks: done, added });
    else {
      const counts = `${counted(done, "block")} of ${file} ${wasOrWere(done)} imported into ${url}`;
      output.write(`${printable(counts)}, ${added} of them new\n`);
    }
    return ExitCode.done;
  },
};

const wasOrWere = (blocks: number): string => (blocks === 1 ? "was" : "were");

/** Counts what a node has imported so far. */
interface ImportProgress {
  /** The number of blocks that the node has, from the beginning of the file. */
  blocks: number;
  /** The number of them that the node had not before. */
  added: number;
  /** False if a request ended without an answer that counts its blocks: there may be more. */
  isExact: boolean;
}

function describeProgress(
  { blocks, added, isExact }: ImportProgress,
  total: number,
  file: string,
): string {
  const before = `${blocks} of the ${counted(total, "block")} of ${file}`;
  return `${isExact ? "" : "at least "}${before} ${wasOrWere(blocks)} imported, ${added} of them new`;
}

/** The data of the error with which a node refuses a block. */
const refusalData = z.object({ imported: z.object({ blocks: z.number(), added: z.number() }) });

/**
 * Sends the blocks in groups, and counts them.
 * @returns true.
 * @throws {RpcError} if one was refused, {ConnectionError} if the node does not answer.
 */
async function send(
  blocks: readonly Uint8Array[],
  url: string,
  leaving: AbortSignal,
  sent: ImportProgress,
): Promise<true> {
  const client = httpClient(url, { signal: leaving });
  const head = await client.eth_blockNumber();
  const highestBlock = Math.max(head, headerIn(blocks.at(-1))?.number ?? 0);
  const progress = createProgress("blocks", blocks.length);
  try {
    for (const group of requestGroups(blocks)) {
      sent.isExact = false;
      const added = await client
        .debug_importBlocks({ blocks: group, highestBlock })
        .catch((error: unknown) => {
          countRefused(sent, error);
          throw error;
        });
      count(sent, { blocks: group.length, added });
      progress.at(sent.blocks);
    }
    return true;
  } finally {
    progress.end();
  }
}

function count(sent: ImportProgress, more: { blocks: number; added: number }): void {
  sent.blocks += more.blocks;
  sent.added += more.added;
  sent.isExact = true;
}

/** Counts the blocks of a request before the one that was refused, if the node says how many they are. */
function countRefused(sent: ImportProgress, error: unknown): void {
  const told = refusalData.safeParse(error instanceof RpcError ? error.data : undefined);
  if (told.success) count(sent, told.data.imported);
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

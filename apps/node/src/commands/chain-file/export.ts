/** Implements `tandem export FILE`: writes the canonical chain of a running node as RLP blocks. */
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  ExitCode,
  fileReason,
  integer,
  jsonFlag,
  maybe,
  printable,
  readFlags,
  UsageError,
  type Values,
  value,
  writeJson,
} from "@tandem/cli";
import { counted, decodeHeader, Fault, hashHeader, isEqual, isOrAre } from "@tandem/primitives";
import { type Client, httpClient, RpcError } from "@tandem/rpc/client";
import { urlOption } from "../../config/url-option.js";
import { createProgress } from "../../console/progress.js";
import { type Destination, destinationOf, removeUnfinished } from "../../files/replaced-file.js";
import { writeFailure } from "../../files/write-failure.js";
import type { CommandBody } from "../command-body.js";
import { untilSignal } from "../until-signal.js";
import { headerOfBlock } from "./chain-file.js";

const changed = {
  code: "unusable-data",
  message: "export: the chain was reorganized meanwhile: try again",
} as const;

/** The number of blocks of one request. */
const blocksPerRequest = 100;

const first = maybe(integer(1, Number.MAX_SAFE_INTEGER));

const options = {
  from: value(
    first,
    undefined,
    "N",
    "the first block; by default 1, or the one after the block that the node forks",
  ),
  url: urlOption,
  json: jsonFlag,
};

export const body: CommandBody = {
  about: "Writes the canonical chain of a running node to a file of RLP blocks.",
  options,
  async run({ operands: [file = ""], given, output, errors }) {
    const destination = exportedTo(file);
    // The blocks may go to standard output itself.
    const report = destination.written === destination.path ? errors : output;
    const flags = readFlags(options, given);
    const code = await untilSignal((leaving) => transfer(destination, flags, report, leaving));
    if (code !== undefined) return code;
    errors.write("tandem: export: stopped before the end\n");
    return ExitCode.interrupted;
  },
};

type Flags = Values<typeof options>;

/** @throws {UsageError} if the chain ends before the block that precedes `from`. */
async function transfer(
  destination: Destination,
  { url, from, json }: Flags,
  report: Writable,
  leaving: AbortSignal,
): Promise<number> {
  const { file } = destination;
  const client = httpClient(url, { signal: leaving });
  const head = await client.eth_blockNumber();
  if (from !== undefined && from > head + 1) {
    throw new UsageError(`--from: the newest block is ${head}, got ${from}`);
  }
  const lowest = from ?? (await firstOwnBlock(client));
  const progress = createProgress("blocks", head);
  try {
    const isRead = await writeWhole(destination, readBlocks(client, lowest, head, progress.at));
    if (!isRead) return ExitCode.done;
  } finally {
    progress.end();
  }
  const count = Math.max(0, head - lowest + 1);
  if (json) writeJson(report, { file, url, blocks: count, from: lowest, head });
  else
    report.write(`${counted(count, "block")} of ${url} ${isOrAre(count)} in ${printable(file)}\n`);
  return 0;
}

const unwritable = (file: string, cause: unknown) =>
  writeFailure(`export: ${file} cannot be written: ${fileReason(cause)}`, cause);

/** @throws {UsageError} if no file can have the name. */
function exportedTo(file: string): Destination {
  if (file === "") throw new UsageError("export: the name of the file is empty");
  try {
    return destinationOf(file);
  } catch (cause) {
    throw unwritable(file, cause);
  }
}

/**
 * @returns false if the reader of a pipe has left: it has what it wanted.
 * @throws {UsageError} if the file cannot be written.
 * @throws {Fault} `no-space` if its disk fails.
 */
async function writeWhole(
  { file, path, written }: Destination,
  blocks: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  removeUnfinished({ path, written });
  // Otherwise a file that is not on the disk yet could replace the previous one when the power fails.
  const output = createWriteStream(written, { flush: written !== path });
  const failures: unknown[] = [];
  output.once("error", (failure) => failures.push(failure));
  try {
    await pipeline(blocks, output);
  } catch (cause) {
    // A file whose name is too long cannot be removed either.
    if (written !== path) await rm(written, { force: true }).catch(() => {});
    // An error of the node also ends the file with the same error, but has no system call.
    const isOfFile = cause instanceof Error && "syscall" in cause && failures.includes(cause);
    if (isOfFile && "code" in cause && cause.code === "EPIPE") return false;
    throw isOfFile ? unwritable(file, cause) : cause;
  }
  if (written === path) return true;
  await rename(written, path).catch((cause) => {
    throw unwritable(file, cause);
  });
  return true;
}

/** The error code of a method that the node lacks, or refuses as a development control. */
const noSuchMethod = -32601;

/** Returns the height after the forked block; 1 for a node that forks no chain or does not report it. */
async function firstOwnBlock(client: Client): Promise<number> {
  try {
    const { forkedNetwork } = await client.hardhat_metadata();
    return (forkedNetwork?.forkBlockNumber ?? 0) + 1;
  } catch (error) {
    if (error instanceof RpcError && error.code === noSuchMethod) return 1;
    throw error;
  }
}

async function* readBlocks(
  client: Client,
  lowest: number,
  head: number,
  onBlock: (height: number) => void,
): AsyncGenerator<Uint8Array> {
  let parentHash: Uint8Array | undefined;
  for (let from = lowest; from <= head; from += blocksPerRequest) {
    const last = Math.min(head, from + blocksPerRequest - 1);
    const heights = Array.from({ length: last - from + 1 }, (_, i) => from + i);
    const blocks = await Promise.all(
      heights.map((number) => client.debug_getRawBlock({ block: { number } })),
    );
    for (const block of blocks) {
      if (block === undefined || block === null) throw new Fault(changed);
      const header = decodeHeader(headerOfBlock(block));
      if (parentHash !== undefined && !isEqual(header.parentHash, parentHash)) {
        throw new Fault(changed);
      }
      parentHash = hashHeader(header);
      yield block;
    }
    onBlock(last);
  }
}

/**
 * Reads Bitcoin blocks from a file of JSON lines, in Bitcoin's order:
 *
 * {"height":840000,"block":"<hex>"}                        the raw block, or its beginning
 * {"height":840001,"coinbase":"<hex>","hash":"<hex>","time":1713571767}   only its coinbase
 * {"height":840002,"tag":"<hex>"}                          only the 32 bytes after the tag
 * {"height":840003}                                        a block without a tag
 *
 * `hash` (in display order) and `time` are optional; hex may begin with 0x. The coinbase is the
 * transaction without witnesses, or any last part of it. A repeated height replaces the blocks from it
 * on.
 */
import { createReadStream } from "node:fs";
import { fileReason } from "@tandem/cli";
import {
  bitcoinBlocksKept,
  decodeForkTag,
  type ObservedBlock,
  readForkTag,
  readObservedBlock,
} from "@tandem/consensus";
import { Fault, unusableData } from "@tandem/primitives";
import * as z from "zod";
import { lineCharactersMax } from "./limits.js";

const hex = z
  .string("expected hex")
  .regex(/^(?:0x)?(?:[0-9a-fA-F]{2})*$/, "expected hex")
  .transform((text) => new Uint8Array(Buffer.from(text.replace(/^0x/, ""), "hex")));
const hash32 = hex.refine(({ length }) => length === 32, "expected 32 bytes of hex");
const count = z.int("expected an integer").nonnegative("expected no negative number");

const line = z
  .strictObject({
    height: count,
    block: hex.optional(),
    coinbase: hex.optional(),
    tag: hash32.optional(),
    hash: hash32.optional(),
    time: count.optional(),
  })
  .refine(
    ({ block, coinbase, tag }) => [block, coinbase, tag].filter((one) => one).length <= 1,
    "expected only one of block, coinbase and tag",
  );

/**
 * Returns the newest blocks of the file, as many as a fork monitor keeps.
 * @throws {Fault} `unusable-data` for an unreadable file, with the invalid line.
 */
export async function readBitcoinFile(file: string): Promise<ObservedBlock[]> {
  let blocks: ObservedBlock[] = [];
  let number = 0;
  for await (const text of readLines(file)) {
    number++;
    if (text.trim() === "") continue;
    blocks.push(readLine(text, `${file} line ${number}`));
    if (blocks.length >= 2 * bitcoinBlocksKept) blocks = blocks.slice(-bitcoinBlocksKept);
  }
  return blocks.slice(-bitcoinBlocksKept);
}

async function* readLines(file: string): AsyncGenerator<string> {
  let rest = "";
  try {
    for await (const chunk of createReadStream(file, "utf8")) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > lineCharactersMax) {
        throw unusableData(`${file}: a line is longer than ${lineCharactersMax} characters`);
      }
      yield* lines;
    }
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw unusableData(`cannot read ${file}: ${fileReason(cause)}`, cause);
  }
  yield rest;
}

function readLine(text: string, where: string): ObservedBlock {
  const { height, block, coinbase, tag, hash, time } = parseLine(text, where);
  if (block !== undefined) {
    try {
      return readObservedBlock(height, block);
    } catch (cause) {
      throw unusableData(`${where}: block: expected the bytes of a Bitcoin block`, cause);
    }
  }
  return {
    height,
    tag: tag === undefined ? coinbase && readForkTag(coinbase) : decodeForkTag(tag),
    ...(hash === undefined ? {} : { hash }),
    ...(time === undefined ? {} : { time }),
  };
}

function parseLine(text: string, where: string): z.output<typeof line> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw unusableData(`${where} is not JSON`, cause);
  }
  const { data, error } = line.safeParse(json);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  const at = issue?.path.join(".");
  throw unusableData(`${where}: ${at ? `${at}: ` : ""}${issue?.message}`, error);
}

/** Implements `tandem headers verify FILE`: checks headers against every rule that needs no state. */

import { readFile } from "node:fs/promises";
import { maybe, readFlags, text, value } from "@tandem/cli";
import {
  type BlockHeaderResult,
  type HeaderResult,
  type Violation,
  verifyBlocks,
  verifyHeaders,
} from "@tandem/consensus";
import { type ChainSpec, Fault, testSpec, toHex } from "@tandem/primitives";
import { systemClock } from "@tandem/runtime";
import { namedSpec } from "../../chain-spec.js";
import type { CommandBody } from "../command-body.js";
import { splitBlocks } from "./chain-file.js";

const options = {
  chain: value(
    maybe(text),
    undefined,
    "test|main|FILE",
    "the chain the headers are of, where it is one of your own",
  ),
};

export const body: CommandBody = {
  about:
    "Checks headers against every rule that needs no state: JSON of real ones, or exported blocks.",
  options,
  run({ operands: [file = ""], given, output }) {
    const { chain } = readFlags(options, given);
    const write = (line: string) => output.write(`${line}\n`);
    return runHeadersVerify(file, write, chain === undefined ? undefined : namedSpec(chain));
  },
};

/**
 * Writes a line for each rule that a header breaks, and a summary.
 * @param spec the chain of the headers. Without it JSON is of the network it names, and blocks are of
 * the built-in test chain.
 * @returns the exit code: 0 if there were headers and all are valid, else 1.
 * @throws {Fault} `unusable-data` if the file cannot be read or has no known form.
 */
export async function runHeadersVerify(
  file: string,
  write: (line: string) => unknown,
  spec?: ChainSpec,
): Promise<number> {
  const bytes = await read(file);
  const started = performance.now();
  let valid = 0;
  let invalid = 0;
  let uncles = 0;
  for (const result of verify(bytes, file, spec)) {
    for (const broken of result.violations) write(describe(result, broken));
    if (result.violations.length === 0) valid++;
    else invalid++;
    if ("isUncle" in result && result.isUncle) uncles++;
  }
  const total = valid + invalid;
  const seconds = (performance.now() - started) / 1000;
  const rate = Math.round(total / Math.max(seconds, 1e-6));
  const among = uncles > 0 ? ` (${uncles} of uncles)` : "";
  write(`${total} headers${among}, ${valid} valid, ${invalid} invalid, ${rate} headers/s`);
  return invalid > 0 || total === 0 ? 1 : 0;
}

/** A first byte from this value on is the prefix of an RLP list; JSON begins far below. */
const listPrefixMin = 0xc0;

function verify(
  bytes: Buffer,
  file: string,
  spec: ChainSpec | undefined,
): Iterable<HeaderResult | BlockHeaderResult> {
  const nowSeconds = systemClock.now() / 1000;
  if ((bytes[0] ?? 0) >= listPrefixMin) {
    return verifyBlocks(splitBlocks(bytes), { spec: spec ?? testSpec, nowSeconds });
  }
  return verifyHeaders(parse(bytes, file), { nowSeconds, ...(spec === undefined ? {} : { spec }) });
}

async function read(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new Fault({ code: "unusable-data", message: `cannot read ${file}` }, { cause });
  }
}

function parse(bytes: Buffer, file: string): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw new Fault(
      { code: "unusable-data", message: `${file} is neither JSON nor a file of RLP blocks` },
      { cause },
    );
  }
}

function describe(result: HeaderResult, { rule, expected, found }: Violation): string {
  const name = `${result.number} ${toHex(result.hash)} ${rule}`;
  const shown = [
    ...(expected === undefined ? [] : [`expected ${expected}`]),
    ...(found === undefined ? [] : [`found ${found}`]),
  ];
  return shown.length === 0 ? name : `${name}: ${shown.join(", ")}`;
}

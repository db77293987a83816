/** Implements `tandem headers verify FILE`: checks headers against every rule that needs no state. */

import {
  jsonFlag,
  maybe,
  readFlags,
  text,
  UsageError,
  unreadable,
  value,
  writeJson,
} from "@tandem/cli";
import {
  type BlockHeaderResult,
  type HeaderResult,
  type Violation,
  verifyBlocks,
  verifyHeaders,
} from "@tandem/consensus";
import { type ChainSpec, counted, Fault, testSpec, toHex, unusableData } from "@tandem/primitives";
import { systemClock } from "@tandem/runtime";
import { readBoundedSync } from "@tandem/runtime/files";
import { readChain } from "../../config/chain-file.js";
import { createProgress } from "../../console/progress.js";
import { blocksFileBytesMax } from "../../files/limits.js";
import type { CommandBody } from "../command-body.js";
import { splitBlocks } from "./chain-file.js";

const options = {
  chain: value(
    maybe(text),
    undefined,
    "test|main|FILE",
    "the chain of the headers, if it is your own",
  ),
  json: jsonFlag,
};

export const body: CommandBody = {
  about:
    "Checks headers against every rule that needs no state: JSON of real headers, or exported blocks.",
  options,
  notes:
    "Exit code: 0 all are valid, 1 one is invalid or there is none, 2 the file cannot be read or is not one of headers.",
  async run({ operands: [file = ""], given, output }) {
    const { chain, json } = readFlags(options, given);
    const spec = chain === undefined ? undefined : readChain(chain, "--chain").spec;
    const lines: string[] = [];
    const write = (line: string) => (json ? lines.push(line) : output.write(`${line}\n`));
    const checked = await verifyFile(file, write, spec);
    const isValid = checked.invalid === 0 && checked.headers > 0;
    if (json) writeJson(output, { file, isValid, ...checked, broken: lines });
    else output.write(`${summaryOf(checked)}\n${checkedRules}\n`);
    return isValid ? 0 : 1;
  },
};

/** The checks of a valid header. Wrapped by hand to the width of a terminal. */
const checkedRules = `Checked of each: hash, parent, difficulty, gas limit and price, times, uncles, and
merged mining: tag, midstate, Merkle branch, work, fork-detection data.`;

export interface CheckedHeaders {
  readonly headers: number;
  readonly valid: number;
  readonly invalid: number;
  readonly uncles: number;
  readonly headersPerSecond: number;
}

/**
 * Verifies the headers of a file.
 * @param write receives a line for each rule that a header violates.
 * @param spec the chain of the headers. Without it JSON is of the network that it names, and blocks
 * are of the built-in test chain.
 * @throws {UsageError} if the file cannot be read, or has another form.
 */
export async function verifyFile(
  file: string,
  write: (line: string) => unknown,
  spec?: ChainSpec,
): Promise<CheckedHeaders> {
  const bytes = read(file);
  const started = performance.now();
  let valid = 0;
  let invalid = 0;
  let uncles = 0;
  const progress = createProgress("bytes", bytes.length);
  try {
    for (const result of verify(bytes, spec, progress.at)) {
      for (const broken of result.violations) write(describe(result, broken));
      if (result.violations.length === 0) valid++;
      else invalid++;
      if ("isUncle" in result && result.isUncle) uncles++;
    }
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    throw new UsageError(`${file}: ${cause.message}`, { cause });
  } finally {
    progress.end();
  }
  const headers = valid + invalid;
  const seconds = Math.max((performance.now() - started) / 1000, 1e-6);
  return { headers, valid, invalid, uncles, headersPerSecond: Math.round(headers / seconds) };
}

function summaryOf({ headers, valid, invalid, uncles, headersPerSecond }: CheckedHeaders): string {
  const among = uncles > 0 ? ` (${uncles} of uncles)` : "";
  return `${counted(headers, "header")}${among}, ${valid} valid, ${invalid} invalid, ${headersPerSecond} headers/s`;
}

/** A first byte from this value on is the prefix of an RLP list; JSON begins far below. */
const listPrefixMin = 0xc0;

/** The first byte of a byte order mark, before JSON; as a prefix it is that of a list too short for a block. */
const markStart = 0xef;

function verify(
  bytes: Buffer,
  spec: ChainSpec | undefined,
  onBytes: (done: number) => void,
): Iterable<HeaderResult | BlockHeaderResult> {
  const nowSeconds = systemClock.now() / 1000;
  const [first = 0] = bytes;
  if (first >= listPrefixMin && first !== markStart) {
    return verifyBlocks(tellingBytes(splitBlocks(bytes), onBytes), {
      spec: spec ?? testSpec,
      nowSeconds,
    });
  }
  return verifyHeaders(parse(bytes), { nowSeconds, ...(spec === undefined ? {} : { spec }) });
}

/** Yields blocks and reports the number of bytes so far. */
function* tellingBytes(blocks: Iterable<Uint8Array>, onBytes: (done: number) => void) {
  let bytes = 0;
  for (const block of blocks) {
    yield block;
    bytes += block.length;
    onBytes(bytes);
  }
}

function read(file: string): Buffer {
  try {
    return readBoundedSync(file, blocksFileBytesMax);
  } catch (cause) {
    throw new UsageError(unreadable(file, cause), { cause });
  }
}

function parse(bytes: Buffer): unknown {
  try {
    // The decoder omits a byte order mark.
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw unusableData("neither JSON nor a file of RLP blocks", cause);
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

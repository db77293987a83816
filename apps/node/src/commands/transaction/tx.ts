/** Implements `tandem tx`: shows a transaction of a running node. */
import { ExitCode, jsonFlag, list, path, readFlags, UsageError, writeJson } from "@tandem/cli";
import { type Fault, fromHex, unusableData } from "@tandem/primitives";
import { httpClient } from "@tandem/rpc/client";
import { urlOption } from "../../config/url-option.js";
import type { CommandBody } from "../command-body.js";
import { paletteFor } from "../palette.js";
import { readAbiFiles, withCustomError } from "./custom-error.js";
import { type NodeReads, readTransaction } from "./read-transaction.js";
import { readContracts, withStack } from "./solidity-stack.js";
import { transactionLines } from "./transaction-report.js";

const options = {
  url: urlOption,
  abi: list(
    path,
    "FILE",
    "artifact of a compiler or ABI that names custom errors; may be repeated",
  ),
  "build-info": list(
    path,
    "PATH",
    "compilation, or folder of compilations, of Hardhat or Foundry: shows the functions and lines of Solidity in which a transaction failed; may be repeated",
  ),
  json: jsonFlag,
};

export const body: CommandBody = {
  about: `Shows a transaction of a running node: whether it succeeded, the reason if it failed, its block, sender
and recipient, value, gas and fee, and how many logs it made. Of one that is not in a block it shows
what it waits for. Custom errors are shown with their values if an ABI of --abi has them, or if they
are well known, such as those of ERC-20. With --build-info artifacts/build-info, or out/build-info of
forge build --build-info, it shows in which functions and lines of Solidity a transaction failed.`,
  options,
  notes: `Exit code: 0 the transaction is shown, also if it failed, 1 the node has no such transaction, 2 the hash
or a flag is wrong, 3 no node answers. A script finds the outcome in status of --json: ok, failed,
unrecorded, pending or queued.`,
  async run({ operands: [hash = ""], given, output, errors }) {
    const { url, abi, "build-info": buildInfo, json } = readFlags(options, given);
    const client = httpClient(url);
    const bytes = readHash(hash);
    const known = await readAbiFiles(abi);
    const contracts = await readContracts(buildInfo, errors);
    const read = await readTransaction(client, bytes);
    if (read === undefined) throw await absent(client, hash, url);
    const located = await withStack(client, read, contracts);
    const facts = await withCustomError(located.facts, [...known, ...located.abi]);
    if (json) writeJson(output, facts);
    else output.write(`${transactionLines(facts, paletteFor(output)).join("\n")}\n`);
    return ExitCode.done;
  },
};

/** @throws {UsageError} for text that is no hash. */
function readHash(text: string): Uint8Array {
  if (/^0x[0-9a-fA-F]{64}$/.test(text)) return fromHex(text.toLowerCase());
  const digits = /^(?:0x)?([0-9a-fA-F]*)$/.exec(text)?.[1];
  const hint =
    digits?.length === 64
      ? `: type 0x${digits}`
      : digits?.length === 40
        ? ", and this is as long as an address"
        : "";
  throw new UsageError(`tx: expected the hash of a transaction, 0x and 64 hex digits${hint}`);
}

/** Returns the error for a hash that is of no transaction. */
async function absent(client: NodeReads, hash: string, url: string): Promise<Fault> {
  const block = await client.eth_getBlockByHash({ hash: fromHex(hash.toLowerCase()) });
  const message = block
    ? `this is the hash of block ${block.number}: type tandem inspect block ${block.number}`
    : `the node at ${url} has no transaction ${hash}: it never arrived there, was dropped from the pool, or belongs to another chain`;
  return unusableData(message);
}

/** `tandem inspect block`: the merged mining of one block, from the header to the Merkle root. */
import type { Writable } from "node:stream";
import { dissectProof, verifyMergedMining } from "@tandem/consensus";
import { emptyBloom, Fault, fromHex, type Header, rulesAt, testSpec } from "@tandem/primitives";
import { type Client, httpClient } from "@tandem/rpc/client";
import { UsageError } from "../../config/usage-error.js";
import { defaultUrl } from "../transfer-flags.js";
import { proofText } from "./block-report.js";
import { addressFlag, flagLines, readFlags, urlFlag } from "./flags.js";

const flags = { url: urlFlag, help: { about: "this text" } } as const;

const help = `usage: tandem inspect block N|HASH|latest [--url URL]

Shows a block's merged mining step by step: the hash a Bitcoin miner commits to and what is in it,
where the coinbase has it, the coinbase's hash resumed from its midstate, the branch up to the Merkle
root, the Bitcoin header, its work and the target, the block hash.

${flagLines(flags)}
Exit code: 0 the proof holds, 1 it does not or could not be read, 2 a flag is wrong.
`;

/** Both built-in chains have every rule of merged mining from genesis on. */
const rules = rulesAt(testSpec.forks, 0);

/** @returns 0 when the proof holds, else 1. @throws {UsageError} for wrong arguments. */
export async function runInspectBlock(args: readonly string[], output: Writable): Promise<number> {
  const given = readFlags("inspect block", flags, args);
  if (given.switches.has("help")) {
    output.write(help);
    return 0;
  }
  const [name, ...more] = given.positionals;
  if (name === undefined || more.length > 0) {
    throw new UsageError("usage: tandem inspect block N|HASH|latest [--url URL]");
  }
  const url = addressFlag(given, "url") ?? defaultUrl;
  const header = await readHeader(httpClient(url), name);
  const isGenesis = header.number === 0;
  const broken = isGenesis ? undefined : verifyMergedMining(header, rules);
  output.write(proofText(header, dissectProof(header, rules), broken));
  return broken === undefined ? 0 : 1;
}

async function readHeader(client: Client, name: string): Promise<Header> {
  const block = await readBlock(client, name);
  if (!block || block.number === undefined) {
    throw new Fault({ code: "unusable-data", message: `there is no block ${name}` });
  }
  return {
    ...block,
    unclesHash: block.sha3Uncles,
    coinbase: block.miner,
    logsBloom: block.logsBloom ?? emptyBloom,
    number: block.number,
    uncleCount: block.uncles.length,
    ummRoot: new Uint8Array(0),
  };
}

function readBlock(client: Client, name: string) {
  if (/^0x[0-9a-fA-F]{64}$/.test(name)) return client.eth_getBlockByHash({ hash: fromHex(name) });
  if (name === "latest") return client.eth_getBlockByNumber({ block: { tag: "latest" } });
  const number = /^(?:\d{1,15}|0x[0-9a-fA-F]{1,12})$/.test(name) ? Number(name) : Number.NaN;
  if (Number.isNaN(number)) {
    throw new UsageError(`expected a block's number, its hash or latest, not ${name}`);
  }
  return client.eth_getBlockByNumber({ block: { number } });
}

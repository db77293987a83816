/**
 * Implements `tandem inspect block`: shows the merged mining of one block, from the header to the
 * Merkle root.
 */
import type { Writable } from "node:stream";
import { jsonFlag, readFlags, UsageError, type Values, writeJson } from "@tandem/cli";
import { splitProof, verifyMergedMining } from "@tandem/consensus";
import {
  emptyBloom,
  fromHex,
  type Header,
  rulesAt,
  testSpec,
  unusableData,
} from "@tandem/primitives";
import { type Client, httpClient, isMergeMined } from "@tandem/rpc/client";
import { urlOption } from "../../config/url-option.js";
import type { CommandBody } from "../command-body.js";
import { proofFacts, proofText } from "./block-report.js";

const options = { url: urlOption, json: jsonFlag };

export const body: CommandBody = {
  about: `Shows a block's merged mining step by step: the hash a Bitcoin miner commits to and what is in it,
where the coinbase has it, the coinbase's hash resumed from its midstate, the branch up to the Merkle
root, the Bitcoin header, its work and the target, the block hash.`,
  options,
  notes:
    "Exit code: 0 the proof holds, or the block is genesis, which has none, 1 it does not or could not be read, " +
    "2 the block or a flag is wrong, 3 no node answers.",
  run: ({ operands: [name = ""], given, output }) =>
    inspectBlock(name, readFlags(options, given), output),
};

/** Both built-in chains have every rule of merged mining from genesis on. */
const rules = rulesAt(testSpec.forks, 0);

/**
 * @returns 0 if the proof is valid, else 1.
 * @throws {UsageError} if the argument names no block.
 */
async function inspectBlock(
  name: string,
  { url, json }: Values<typeof options>,
  output: Writable,
): Promise<number> {
  const header = await readHeader(httpClient(url), name);
  const isGenesis = header.number === 0;
  const broken = isGenesis ? undefined : verifyMergedMining(header, rules);
  const parts = splitProof(header, rules);
  if (json) writeJson(output, proofFacts(header, parts, broken));
  else output.write(proofText(header, parts, broken));
  return broken === undefined ? 0 : 1;
}

async function readHeader(client: Client, name: string): Promise<Header> {
  const block = await readBlock(client, name);
  if (!block || block.number === undefined) {
    throw unusableData(`there is no block ${name}`);
  }
  if (!isMergeMined(block)) {
    throw unusableData(`block ${name} is not merge-mined: it is of a chain that the node forks`);
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

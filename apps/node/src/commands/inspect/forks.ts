/** Implements `tandem inspect forks`: finds hidden branches of this chain in Bitcoin's coinbases. */
import type { Writable } from "node:stream";
import {
  integer,
  maybe,
  path,
  readFlags,
  text,
  toggle,
  UsageError,
  type Values,
  value,
} from "@tandem/cli";
import {
  bitcoinBlocksKept,
  ForkMonitor,
  type MainChain,
  type ObservedBlock,
} from "@tandem/consensus";
import { urlOption } from "../../config/url-option.js";
import type { CommandBody } from "../command-body.js";
import { readBitcoinNode } from "./bitcoin-blocks.js";
import { readBitcoinFile } from "./bitcoin-file.js";
import { type Finding, forksAsJson, forksAsText } from "./forks-report.js";
import { bitcoinBlocksDefault } from "./limits.js";
import { mainChainOfFile, mainChainOfNode } from "./main-chain.js";

const heightMax = 0xffffffff;

const height = maybe(integer(0, heightMax));

const options = {
  "bitcoin-rpc": {
    ...value(maybe(text), undefined, "URL", "Bitcoin node to read: http://user:password@host:port"),
    isSecret: true,
  },
  last: value(
    maybe(integer(1, bitcoinBlocksKept)),
    undefined,
    "N",
    `number of its newest blocks [${bitcoinBlocksDefault}]`,
  ),
  from: value(height, undefined, "HEIGHT", "its first block to read, instead of --last"),
  to: value(height, undefined, "HEIGHT", "its last block to read [the newest]"),
  "bitcoin-file": value(
    maybe(path),
    undefined,
    "FILE",
    "Bitcoin blocks as JSON lines, instead of a node",
  ),
  url: { ...urlOption, about: "the node with our main chain" },
  "chain-file": value(
    maybe(path),
    undefined,
    "FILE",
    "our main chain from tandem export, instead of a node",
  ),
  json: toggle("print JSON instead of a table"),
};

type Flags = Values<typeof options>;

export const body: CommandBody = {
  about: `Reads the tags in the coinbases of Bitcoin blocks, of --bitcoin-rpc or of --bitcoin-file, and says which
of them are of no block of the main chain nor of a sibling of one: they witness a branch that is kept
hidden. For each such branch it shows where it left the main chain, how long it is, and its share of
the hash power.`,
  options,
  notes: `At most the newest ${bitcoinBlocksKept} Bitcoin blocks are looked at. A line of --bitcoin-file is one block:
  {"height":840000,"block":"<hex of the raw block>"}
  {"height":840001,"coinbase":"<hex>","hash":"<hex>","time":1713571767}
docs/merge-mining.md says more.

Exit code: 0 no fork of level 1 or 2, 1 there is one or something could not be read (standard error
says what), 2 a flag is wrong, 3 no node answers at --url.`,
  run({ given, output }) {
    const flags = readFlags(options, given);
    checkTogether(flags, given.url !== undefined);
    return inspectForks(flags, output);
  },
};

/**
 * @returns 0, or 1 if there is a fork of level 1 or 2.
 * @throws {UsageError} for wrong flags.
 */
async function inspectForks(flags: Flags, output: Writable): Promise<number> {
  const { url, "chain-file": chainFile } = flags;
  const blocks = await readBitcoin(flags);
  const mainChain = await readMainChain(blocks, url, chainFile);
  const monitor = observeAll(mainChain, blocks);
  const finding: Finding = {
    source: chainFile ?? url,
    headHeight: mainChain.headHeight(),
    bitcoinFrom: blocks[0]?.height,
    bitcoinTo: monitor.bitcoinHeight,
    counts: monitor.counts(),
    forks: monitor.forks(),
  };
  output.write(flags.json ? forksAsJson(finding) : forksAsText(finding));
  return finding.forks.some(({ level }) => level >= 1) ? 1 : 0;
}

function checkTogether(flags: Flags, isUrlGiven: boolean): void {
  const { last, from, to } = flags;
  const [rpc, file] = [flags["bitcoin-rpc"], flags["bitcoin-file"]];
  const usage = "tandem inspect forks --help";
  if ((rpc === undefined) === (file === undefined)) {
    throw new UsageError(`expected either --bitcoin-rpc or --bitcoin-file; ${usage}`);
  }
  if (isUrlGiven && flags["chain-file"] !== undefined) {
    throw new UsageError(`expected only one of --url and --chain-file; ${usage}`);
  }
  const isRange = last !== undefined || from !== undefined || to !== undefined;
  if (isRange && file !== undefined) {
    throw new UsageError("--last, --from and --to require --bitcoin-rpc");
  }
  if (last !== undefined && from !== undefined) {
    throw new UsageError("expected only one of --last and --from");
  }
  if (from !== undefined && to !== undefined && (to < from || to - from >= bitcoinBlocksKept)) {
    throw new UsageError(`--from and --to: expected a range of 1 to ${bitcoinBlocksKept} blocks`);
  }
}

function readBitcoin(flags: Flags): Promise<ObservedBlock[]> {
  const { last, from, to } = flags;
  const file = flags["bitcoin-file"];
  if (file !== undefined) return readBitcoinFile(file);
  return readBitcoinNode(flags["bitcoin-rpc"] ?? "", {
    last: last ?? bitcoinBlocksDefault,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });
}

async function readMainChain(
  blocks: readonly ObservedBlock[],
  url: string,
  chainFile: string | undefined,
): Promise<MainChain> {
  if (chainFile !== undefined) return mainChainOfFile(chainFile);
  const tags = blocks.flatMap(({ tag }) => (tag === undefined ? [] : [tag]));
  return mainChainOfNode(url, tags);
}

function observeAll(mainChain: MainChain, blocks: readonly ObservedBlock[]): ForkMonitor {
  const monitor = new ForkMonitor(mainChain);
  for (const block of blocks) monitor.observe(block);
  return monitor;
}

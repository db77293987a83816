/** Connects the chain of this node to the connections with other nodes. */
import type { Chain } from "@tandem/chain";
import { headerRules, tooEarly, type Violation } from "@tandem/consensus";
import type { HeaderLink, PeerChain, PendingTransaction } from "@tandem/peers";
import {
  type BlockHash,
  decodeHeader,
  encodeRlp,
  Fault,
  type Header,
  hashHeader,
  headerFields,
  recoveredTogetherMin,
  rulesAt,
} from "@tandem/primitives";
import { type Clock, type Logger, yieldIfDue } from "@tandem/runtime";
import { BlockReceiver } from "./block-receiver.js";

export interface PeerChainParts {
  readonly chain: Chain;
  readonly clock: Clock;
  readonly steadyClock: Clock;
  readonly logger: Logger;
}

export function peerChainOf(parts: PeerChainParts): PeerChain {
  const { chain, steadyClock } = parts;
  const { blocks, spec } = chain;
  const receiver = new BlockReceiver(chain, steadyClock);
  return {
    networkId: spec.chainId,
    genesisHash: blocks.canonicalHash(blocks.first) as BlockHash,
    best() {
      const { hash, header, totalDifficulty } = chain.head();
      const { number, parentHash } = header;
      return { number, hash, parentHash, totalDifficulty };
    },
    hashAt: (height) =>
      height > chain.head().header.number ? undefined : blocks.canonicalBlockHash(height),
    has: (hash) => blocks.header(hash) !== undefined,
    block: (hash) => blocks.encodedBlock(hash),
    headers: (hash, count) => headersDownFrom(chain, hash, count),
    checkHeader(encoded) {
      const link = checkHeader(parts, encoded);
      if (typeof link === "string") return link;
      return receiver.brokenRule(link.hash) ?? link;
    },
    isEarly: (hash) => receiver.isEarly(hash),
    prepare: (encoded) => receiver.prepare(encoded),
    receive: (encoded, hash) => receiver.receive(encoded, hash),
    submit: (transactions, peerId) => submitAll(parts, transactions, `peer ${peerId}`),
    pending: () => chain.pool.all(),
    expect: (height) => chain.expect(height),
  };
}

/** Yields meanwhile: the proof of work of a header that was not read of late is verified. */
async function headersDownFrom(
  { blocks }: Chain,
  hash: BlockHash,
  count: number,
): Promise<Uint8Array[]> {
  const encoded: Uint8Array[] = [];
  let header = blocks.header(hash);
  while (header !== undefined && encoded.length < count) {
    encoded.push(encodeRlp(headerFields(header)));
    await yieldIfDue();
    header = blocks.header(header.parentHash);
  }
  return encoded;
}

function linkIn(decode: () => Header): HeaderLink | string {
  try {
    const header = decode();
    return { hash: hashHeader(header), parentHash: header.parentHash, number: header.number };
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return error.message;
    throw error;
  }
}

/**
 * Applies the rules that need no other header, and those that need the parent if it is stored: without it a header may
 * state any difficulty. One of the future may be valid when its block is imported.
 */
function checkHeader({ chain, clock }: PeerChainParts, encoded: Uint8Array): HeaderLink | string {
  let broken: string | undefined;
  const link = linkIn(() => {
    const header = decodeHeader(encoded);
    const { blocks, spec, time } = chain;
    const rules = rulesAt(spec.forks, header.number);
    const context = { header, spec, rules, nowSeconds: Math.floor(clock.now() / 1000) };
    const parent = blocks.header(header.parentHash);
    const ancestry = blocks.ancestry(header.parentHash);
    const placed = parent && { ...context, parent, ancestry, requested: time.requested() };
    for (const rule of headerRules) {
      if (broken !== undefined) break;
      if (rule.needs === "header") broken = brokenRule(rule.check(context));
      else if (rule.needs === "parent" && placed) broken = brokenRule(rule.check(placed));
    }
    return header;
  });
  return broken ?? link;
}

const brokenRule = (violation: Violation | undefined) =>
  violation?.rule === tooEarly ? undefined : violation?.rule;

/** Returns how many transactions were refused. */
async function submitAll(
  { chain, logger }: PeerChainParts,
  transactions: readonly PendingTransaction[],
  source: string,
): Promise<number> {
  const isKnown = (hash: Uint8Array) =>
    chain.pool.get(hash) !== undefined || chain.locate(hash) !== undefined;
  const unknown: Uint8Array[] = [];
  for (const { hash, raw } of transactions) {
    // A copy does not keep the whole message in memory.
    if (!isKnown(hash)) unknown.push(raw.slice());
    await yieldIfDue();
  }
  if (unknown.length >= recoveredTogetherMin) chain.prefetchSenders(unknown);
  let refused = 0;
  // The peer's blocks are read behind them: nobody waits until they are mined.
  const admit = (raw: Uint8Array) =>
    chain.admit(raw, source).catch((error) => {
      refused++;
      if (error instanceof Fault) return;
      logger.error({ error }, "a transaction of a peer was not taken");
    });
  await Promise.all(unknown.map(admit));
  return refused;
}

/** Fetches the chain of a peer and imports its blocks, from the newest that both have. */
import { type BlockHash, isEqual } from "@tandem/primitives";
import { yieldIfDue } from "@tandem/runtime";
import { peerLimits } from "../limits.js";
import { boundHeader, headerIn } from "../messages/header-in.js";
import type { Best } from "../messages/message.js";
import type { Peer } from "../peer.js";
import type { HeaderLink, PeerChain } from "../peer-chain.js";
import { breach, ChainChanged } from "../peer-fault.js";
import { FetchAhead } from "./fetch-ahead.js";

/** The members of a peer that are asked here. */
export type AskedPeer = Pick<Peer, "block" | "hashAt" | "headers">;

/**
 * Returns the height of the newest canonical block of a peer that this node has: all below it are stored here too.
 * @throws {PeerFault}
 */
async function commonHeight(peer: AskedPeer, chain: PeerChain, best: Best): Promise<number> {
  // Both begin with the same block, which no peer is asked for.
  let low = 0;
  // Blocks above this node's head may be stored too: a revert leaves them.
  let high = best.number + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (chain.has(await peer.hashAt(middle))) low = middle;
    else high = middle;
  }
  return low;
}

/** The place of a block on a branch, with its header in RLP, which was checked. */
interface CheckedLink extends HeaderLink {
  readonly header: Uint8Array;
}

/**
 * Fetches the links of a peer's branch above a height, lowest first: as many as one message has.
 * @throws {PeerFault} `breach`
 */
async function linksAbove(
  { peer, chain, best }: Following,
  height: number,
): Promise<readonly CheckedLink[]> {
  const count = Math.min(peerLimits.headersMax, best.number - height);
  if (count === 0) return [];
  const isLast = height + count === best.number;
  let expected = isLast ? best.hash : await peer.hashAt(height + count);
  const headers = await peer.headers(expected, count);
  if (headers.length !== count)
    throw breach(`it sent ${headers.length} headers instead of ${count}`);
  const links: CheckedLink[] = [];
  for (const header of headers) {
    const link = chain.checkHeader(boundHeader(header));
    if (typeof link === "string") throw breach(`it sent an invalid header: ${link}`);
    if (!isEqual(link.hash, expected))
      throw breach("it sent headers that do not follow each other");
    links.push({ ...link, header });
    expected = link.parentHash;
    await yieldIfDue();
  }
  return links.reverse();
}

/** Tells how the following of a peer ended. */
export type Followed =
  /** The head that the peer told is stored, with all of its ancestors. */
  | "reached"
  /** The peer's chain is another one than it told. */
  | "changed"
  /** The time of a block is in the future, by this node's clock. */
  | "early"
  /** This node has waited for the peer for as long as it may while others wait for their turn. */
  | "slow";

export interface Following {
  readonly peer: AskedPeer;
  readonly chain: PeerChain;
  /** The head that the peer told. */
  readonly best: Best;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Is called before a block of the peer is imported. */
  readonly importing: (hash: BlockHash) => void;
  /** Is called when a new block of the peer has been imported. @returns false to end with it. */
  readonly imported: () => boolean;
}

/**
 * Imports the blocks of a peer up to its head.
 * @throws {PeerFault} if the peer breaks a rule or does not answer.
 * @throws what the chain throws if it cannot store a block.
 */
export async function follow(following: Following): Promise<Followed> {
  try {
    return await followBranch(following);
  } catch (error) {
    if (error instanceof ChainChanged) return "changed";
    throw error;
  }
}

async function followBranch(following: Following): Promise<Followed> {
  const { peer, chain, best, signal } = following;
  let height = await commonHeight(peer, chain, best);
  // All of its blocks are stored, and were left by a revert: the newest becomes the head again.
  if (height === best.number) {
    const known = chain.block(best.hash);
    const encoded = known ?? asAsked(chain, await peer.block(best.hash), best);
    return importOne(following, encoded, best.hash);
  }
  let coming = linksAbove(following, height);
  while (height < best.number) {
    const links = await coming;
    signal.throwIfAborted();
    const [first] = links as readonly [CheckedLink];
    // Its chain was reorganized since the height was found.
    if (!chain.has(first.parentHash)) return "changed";
    if (first.number !== height + 1) throw breach("a block is at another height than it says");
    height += links.length;
    coming = linksAbove(following, height);
    unhandled(coming);
    // A peer that says that this node lacks them is not asked for any: their proof of work costs it nothing.
    const missing = links.filter(({ hash }) => !chain.has(hash));
    const followed = await importBlocks(following, missing);
    if (followed !== "reached") return followed;
  }
  return "reached";
}

/** Lets a request fail while another block is being imported, or when nobody waits for it any more. */
function unhandled(request: Promise<unknown>): void {
  request.catch(() => {});
}

/** Imports blocks, which are fetched ahead. */
async function importBlocks(
  following: Following,
  links: readonly CheckedLink[],
): Promise<Followed> {
  const { peer, chain, signal } = following;
  const ahead = new FetchAhead(links, async (link) =>
    asAsked(chain, await peer.block(link.hash), link),
  );
  for (const [i, { hash }] of links.entries()) {
    if (chain.isEarly(hash)) return "early";
    const encoded = await ahead.take(i);
    signal.throwIfAborted();
    ahead.whenArrived(i + 1, (next) => chain.prepare(next));
    const followed = await importOne(following, encoded, hash);
    if (followed !== "reached") return followed;
    ahead.release(i, encoded);
  }
  return "reached";
}

/**
 * Returns a block if it is the one that was asked for.
 * @param header in RLP, if it is known.
 * @throws {PeerFault} `breach`
 */
function asAsked(
  chain: PeerChain,
  encoded: Uint8Array,
  { hash, header }: { readonly hash: BlockHash; readonly header?: Uint8Array },
): Uint8Array {
  // Asserts the length of its header before that is hashed.
  const found = headerIn(encoded);
  if (header !== undefined && isEqual(found, header)) return encoded;
  const link = chain.checkHeader(found);
  if (typeof link === "string") throw breach(`it sent an invalid block: ${link}`);
  if (!isEqual(link.hash, hash)) throw breach("it sent another block than was asked for");
  return encoded;
}

async function importOne(
  { chain, best, importing, imported }: Following,
  encoded: Uint8Array,
  hash: BlockHash,
): Promise<Followed> {
  importing(hash);
  const received = await chain.receive(encoded, hash);
  if (typeof received === "object") throw breach(`it sent an invalid block: ${received.invalid}`);
  if (received === "new") {
    // Of its whole branch: at the end of a part the synchronisation has not ended. What a peer claims without a new
    // block costs it nothing.
    chain.expect(best.number);
    if (!imported()) return "slow";
  }
  if (received === "no-parent") return "changed";
  return received === "early" ? "early" : "reached";
}

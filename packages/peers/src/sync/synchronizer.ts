/** Follows one peer at a time, the one with the most total difficulty, while it is ahead of this node. */
import { type BlockHash, isEqual } from "@tandem/primitives";
import type { Logger } from "@tandem/runtime";
import { peerLimits } from "../limits.js";
import type { Best } from "../messages/message.js";
import type { Peer } from "../peer.js";
import type { PeerChain } from "../peer-chain.js";
import { breach, PeerFault } from "../peer-fault.js";
import { type Followed, follow } from "./follow.js";

export interface SynchronizerParts {
  readonly chain: PeerChain;
  readonly logger: Logger;
  readonly peers: () => readonly Peer[];
  /** Returns whether a block is being fetched for itself, because a peer announced it. */
  readonly isFetching: (hash: BlockHash) => boolean;
  /** Is called when no peer is followed any more. */
  readonly ended: () => void;
}

/**
 * Claims cost a peer nothing. One that fails is closed or not tried again, and one that is slow is left when its turn is
 * over. After either, the peer is followed that has waited for the longest time since its last turn, or since it came:
 * neither those that come back again and again nor slow ones keep the others from being followed.
 */
export class Synchronizer {
  readonly #parts: SynchronizerParts;
  /** The last head of a peer that could not be reached: it is not tried again. */
  readonly #tried = new WeakMap<Peer, Uint8Array>();
  /** Counts the times in a row that the chain of a peer was another one than it told. */
  readonly #missed = new WeakMap<Peer, number>();
  /** Numbers the last turn of each peer, or when it was first seen to be ahead. */
  readonly #turns = new WeakMap<Peer, number>();
  #turnCount = 0;
  /** The peers whose next block was in the future, and when they are followed again. */
  readonly #early = new Set<Peer>();
  #again: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** Resolves when the peer that is followed now is not any more. */
  #turn: Promise<unknown> | undefined;
  #hasFailed = false;
  /** The block of the followed peer that is being imported. */
  #importing: BlockHash | undefined;
  #isImporting = false;
  /** When the head moved last, in monotonic milliseconds. */
  #movedAt = 0;
  #isStopped = false;

  constructor(parts: SynchronizerParts) {
    this.#parts = parts;
  }

  /**
   * Whether the head is a block of the followed peer, of which more are to come soon. A peer that is slow does not keep
   * this node from its work for the others.
   */
  get isImporting(): boolean {
    return this.#isImporting && performance.now() - this.#movedAt < peerLimits.importingMs;
  }

  /** Notes a new head. @returns whether it is one of several blocks of the followed peer, and not the first. */
  headMoved(hash: BlockHash): boolean {
    const wasImporting = this.isImporting;
    this.#movedAt = performance.now();
    this.#isImporting = this.#importing !== undefined && isEqual(this.#importing, hash);
    return wasImporting && this.#isImporting;
  }

  /** Begins to follow a peer if one is ahead. Has no effect while one is followed. */
  consider(): void {
    if (this.#isStopped || this.#running !== undefined) return;
    if (this.#next() === undefined) return;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
      if (!this.#isStopped) this.#parts.ended();
    });
  }

  /** Resolves when none of the peers that this node connected to is ahead. */
  async idle(): Promise<void> {
    while (this.#running !== undefined && this.#ahead().some(({ isOutbound }) => isOutbound)) {
      await this.#turn;
    }
  }

  /** Ends with the block that is being imported. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  /** Returns the peers whose branch this node would choose, or, of those with as much difficulty, does not know. */
  #ahead(): Peer[] {
    const { chain, peers, isFetching } = this.#parts;
    const { totalDifficulty } = chain.best();
    return peers().filter((peer) => {
      const { best } = peer;
      if (best === undefined || best.totalDifficulty < totalDifficulty) return false;
      if (best.totalDifficulty === totalDifficulty && chain.has(best.hash)) return false;
      if (isFetching(best.hash)) return false;
      const tried = this.#tried.get(peer);
      return tried === undefined || !isEqual(tried, best.hash);
    });
  }

  #next(): Peer | undefined {
    const ahead = this.#ahead();
    for (const peer of ahead) if (!this.#turns.has(peer)) this.#noteTurn(peer);
    const turnOf = (peer: Peer) => this.#turns.get(peer) ?? 0;
    const difficultyOf = ({ best }: Peer) => best?.totalDifficulty ?? 0n;
    const isBetter = (one: Peer, other: Peer) =>
      this.#hasFailed ? turnOf(one) < turnOf(other) : difficultyOf(one) > difficultyOf(other);
    const [first, ...others] = ahead;
    return others.reduce((best, peer) => (best && isBetter(peer, best) ? peer : best), first);
  }

  #noteTurn(peer: Peer): void {
    this.#turns.set(peer, this.#turnCount++);
  }

  async #run(): Promise<void> {
    for (;;) {
      const peer = this.#isStopped ? undefined : this.#next();
      if (peer?.best === undefined) return;
      const { best } = peer;
      const turn = this.#follow(peer, best);
      this.#turn = turn;
      const followed = await turn;
      this.#noteTurn(peer);
      this.#isImporting = false;
      const { chain } = this.#parts;
      chain.expect(chain.best().number);
      const isLighter = chain.best().totalDifficulty < best.totalDifficulty;
      this.#hasFailed = isLighter || !chain.has(best.hash);
      if (this.#hasFailed && followed !== "slow") this.#tried.set(peer, best.hash);
      if (followed === "early") this.#tryAgain(peer);
    }
  }

  /** Follows a peer again after some time, although it may tell no other head until then. */
  #tryAgain(peer: Peer): void {
    this.#early.add(peer);
    this.#again ??= setTimeout(() => {
      this.#again = undefined;
      for (const early of this.#early) this.#tried.delete(early);
      this.#early.clear();
      this.consider();
    }, peerLimits.earlyMs).unref();
  }

  /** @returns how it ended; undefined if it failed. */
  async #follow(peer: Peer, best: Best): Promise<Followed | undefined> {
    const { chain, logger } = this.#parts;
    const { signal } = peer;
    const { number } = best;
    const giveUp = () =>
      peer.close(new PeerFault("useless", "it told of a better chain, and brings no new block"));
    let waiting = setTimeout(giveUp, peerLimits.progressMs);
    let since = performance.now();
    let waitedMs = 0;
    const importing = (hash: BlockHash) => {
      this.#importing = hash;
      waitedMs += performance.now() - since;
    };
    const imported = () => {
      since = performance.now();
      clearTimeout(waiting);
      waiting = setTimeout(giveUp, peerLimits.progressMs);
      return waitedMs < peerLimits.turnMs || this.#ahead().every((other) => other === peer);
    };
    try {
      const followed = await follow({ peer, chain, best, signal, importing, imported });
      this.#assertHonest(peer, best, followed);
      logger.debug({ peer: peer.address, number, followed }, "followed a peer");
      return followed;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof PeerFault) peer.close(error);
      else logger.warn({ reason: String(error) }, "a block of a peer could not be stored");
      return undefined;
    } finally {
      clearTimeout(waiting);
      this.#importing = undefined;
    }
  }

  /** @throws {PeerFault} `breach` if the peer told what is not so. */
  #assertHonest(peer: Peer, best: Best, followed: Followed): void {
    if (followed === "reached" && this.#parts.chain.best().totalDifficulty < best.totalDifficulty) {
      throw breach("its chain has less total difficulty than it told");
    }
    const missed = followed === "changed" ? (this.#missed.get(peer) ?? 0) + 1 : 0;
    if (missed > peerLimits.missedHeadsMax) throw breach("its chain is never the one that it told");
    this.#missed.set(peer, missed);
  }
}

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
 * Claims cost a peer nothing. One that fails is closed or not tried again, and after it the peer that is connected for
 * the longest time is followed: those that come back again and again do not keep the others from being followed.
 */
export class Synchronizer {
  readonly #parts: SynchronizerParts;
  /** The last head of a peer that could not be reached: it is not tried again. */
  readonly #tried = new WeakMap<Peer, Uint8Array>();
  /** Counts the times in a row that the chain of a peer was another one than it told. */
  readonly #missed = new WeakMap<Peer, number>();
  #running: Promise<void> | undefined;
  /** Resolves when the peer that is followed now is not any more. */
  #turn: Promise<void> | undefined;
  #hasFailed = false;
  #isImporting = false;
  #isStopped = false;

  constructor(parts: SynchronizerParts) {
    this.#parts = parts;
  }

  /** Whether blocks of the followed peer are being imported, and not only announced. */
  get isImporting(): boolean {
    return this.#isImporting;
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
    const [oldest] = ahead;
    if (this.#hasFailed || oldest === undefined) return oldest;
    const difficultyOf = ({ best }: Peer) => best?.totalDifficulty ?? 0n;
    return ahead.reduce((most, peer) => (difficultyOf(peer) > difficultyOf(most) ? peer : most));
  }

  async #run(): Promise<void> {
    for (;;) {
      const peer = this.#isStopped ? undefined : this.#next();
      if (peer?.best === undefined) return;
      const { best } = peer;
      this.#turn = this.#follow(peer, best);
      await this.#turn;
      this.#isImporting = false;
      const { chain } = this.#parts;
      const isLighter = chain.best().totalDifficulty < best.totalDifficulty;
      this.#hasFailed = isLighter || !chain.has(best.hash);
      if (this.#hasFailed) this.#tried.set(peer, best.hash);
    }
  }

  async #follow(peer: Peer, best: Best): Promise<void> {
    const { chain, logger } = this.#parts;
    const { signal } = peer;
    const { number } = best;
    const giveUp = () =>
      peer.close(new PeerFault("useless", "it told of a better chain, and brings no new block"));
    let waiting = setTimeout(giveUp, peerLimits.progressMs);
    const imported = () => {
      this.#isImporting = true;
      clearTimeout(waiting);
      waiting = setTimeout(giveUp, peerLimits.progressMs);
    };
    try {
      const followed = await follow({ peer, chain, best, signal, imported });
      this.#assertHonest(peer, best, followed);
      logger.debug({ peer: peer.address, number, followed }, "followed a peer");
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof PeerFault) peer.close(error);
      else logger.warn({ reason: String(error) }, "a block of a peer could not be stored");
    } finally {
      clearTimeout(waiting);
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

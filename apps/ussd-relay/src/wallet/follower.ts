/**
 * Follows transactions until they are in a block, and then says so in the specification's words.
 * One that has no receipt for a while, or whose node was away, is sent again as it is.
 */
import { ConnectionError } from "@tandem/rpc/client";
import type { Hex } from "viem";
import type { Chain } from "../chain/chain.js";
import { relayLimits } from "../limits.js";
import { type Log, messageOf } from "../log.js";
import type { Sending } from "../session/store.js";
import type { Outbox } from "./outbox.js";
import { titles } from "./titles.js";

export interface FollowerOptions {
  readonly chain: Chain;
  readonly outbox: Outbox;
  readonly log: Log;
  /** Milliseconds that only grow. */
  readonly now: () => number;
}

interface Progress {
  /** When it was last sent, as far as this process knows. */
  sentAt: number;
  /** Looks at which its nonce was used up and it had no receipt. */
  missedLooks: number;
  lastComplaint: string | undefined;
}

export class Follower {
  readonly #options: FollowerOptions;
  readonly #progress = new Map<Hex, Progress>();
  #timer: NodeJS.Timeout | undefined;
  #look: Promise<void> | undefined;
  #isAway = false;
  #hasEnded = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  /** Sends everything unsettled once more, so that a node that lost it has it again. */
  async begin(): Promise<void> {
    for (const { hash } of this.#options.outbox.list())
      this.#progressOf(hash).sentAt = Number.NEGATIVE_INFINITY;
    await this.#lookNow();
  }

  /** There is something to follow: soon, and until all of it is settled. */
  wake(): void {
    if (this.#timer === undefined && this.#look === undefined) this.#schedule(0);
  }

  /** Resolves when a look under way is over. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    await this.#look;
  }

  #schedule(waitMs: number): void {
    if (this.#hasEnded) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#lookNow();
    }, waitMs);
  }

  async #lookNow(): Promise<void> {
    this.#look = this.#lookOnce();
    await this.#look;
    this.#look = undefined;
    if (this.#options.outbox.list().length === 0) return;
    this.#schedule(this.#isAway ? relayLimits.awayMs : relayLimits.receiptPollMs);
  }

  async #lookOnce(): Promise<void> {
    const sendings = this.#options.outbox.list();
    try {
      for (let i = 0; i < sendings.length && !this.#hasEnded; i += relayLimits.receiptsPerBatch) {
        await this.#lookAt(sendings.slice(i, i + relayLimits.receiptsPerBatch));
      }
      if (this.#isAway) this.#options.log.warn("the node is back");
      this.#isAway = false;
    } catch (error) {
      const isAway = error instanceof ConnectionError;
      if (!isAway || !this.#isAway) this.#options.log.warn(`cannot follow: ${messageOf(error)}`);
      this.#isAway = true;
    }
  }

  async #lookAt(sendings: readonly Sending[]): Promise<void> {
    const { chain, now } = this.#options;
    const wasAway = this.#isAway;
    const found = await chain.inclusions(sendings.map(({ hash }) => hash));
    const byHash = new Map(found.map((inclusion) => [inclusion.hash, inclusion]));
    for (const sending of sendings) {
      const inclusion = byHash.get(sending.hash);
      const progress = this.#progressOf(sending.hash);
      if (inclusion !== undefined) await this.#conclude(sending, inclusion.isSuccess);
      else if (wasAway || now() - progress.sentAt > relayLimits.rebroadcastMs) {
        await this.#sendAgain(sending, progress);
      }
    }
  }

  async #conclude({ hash, post }: Sending, isSuccess: boolean): Promise<void> {
    const { chain, outbox, log } = this.#options;
    if (isSuccess) log.info(`${titles[post.kind]} confirmed: ${hash}`);
    else log.info(`${titles[post.kind]} failed on-chain: ${await chain.failureReason(hash)}`);
    await outbox.settle(hash);
    this.#progress.delete(hash);
  }

  async #sendAgain(sending: Sending, progress: Progress): Promise<void> {
    const { chain, outbox, log, now } = this.#options;
    const { hash, raw, post } = sending;
    const result = await chain.broadcast(raw);
    if (result.kind === "nonce-used") {
      // Perhaps by this very transaction, in a block since the last look.
      progress.missedLooks += 1;
      if (progress.missedLooks < relayLimits.lostLooks) return;
      log.warn(`${titles[post.kind]} lost, another transaction took its nonce: ${hash}`);
      await outbox.settle(hash);
      this.#progress.delete(hash);
      return;
    }
    progress.sentAt = now();
    const complaint = result.kind === "refused" ? result.message : undefined;
    if (complaint !== undefined && complaint !== progress.lastComplaint) {
      log.warn(`the node does not take ${hash}: ${complaint}`);
    }
    progress.lastComplaint = complaint;
  }

  #progressOf(hash: Hex): Progress {
    const known = this.#progress.get(hash);
    if (known !== undefined) return known;
    const begun = { sentAt: this.#options.now(), missedLooks: 0, lastComplaint: undefined };
    this.#progress.set(hash, begun);
    return begun;
  }
}

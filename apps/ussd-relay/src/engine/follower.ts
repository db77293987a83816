/**
 * Follows sent transactions until they are in a block with enough confirmations, logs the outcome in
 * the specification's words and stores it. A transaction that has no receipt for a while, or whose
 * node was unreachable, is sent again. A mode can have it replaced by one with a higher fee. One
 * instance at a time does this.
 */
import { messageOf } from "@tandem/runtime";
import type { Hex } from "viem";
import type { Chain, Receipt } from "../chain/chain.js";
import { relayLimits } from "../limits.js";
import type { Claim } from "../records/records.js";
import { titles } from "./action.js";
import { awayBy, back, isOfOne } from "./away.js";
import { withClaims } from "./claims.js";
import { endingBy, endingWithoutReceipt } from "./conclusion.js";
import { type Ending, endingLine } from "./ending.js";
import type { RelayMetrics } from "./metrics.js";
import { NonceGap } from "./nonce-gap.js";
import {
  followedLine,
  groupByWallet,
  listOutgoing,
  type Outgoing,
  outgoingChange,
  outgoingRemoval,
  walletOf,
} from "./outgoing.js";
import {
  beginProgress,
  type Progress,
  recordFailedCheck,
  recordRefusal,
  uncheckedIn,
} from "./progress.js";
import { receiptsOf } from "./receipts.js";
import { releaseExpired } from "./release.js";
import { mayHelpToRaise, sendFormer, signReplacement } from "./replacement.js";
import type { Settlement } from "./settlement.js";
import type { WalletContext } from "./wallet-context.js";

export interface FollowerOptions<T extends Outgoing> extends WalletContext {
  readonly chain: Pick<Chain, "broadcast" | "receipts" | "gasPrice" | "coinsOf" | "walletState">;
  readonly metrics: RelayMetrics;
  readonly settlement: Settlement<T>;
  /** The confirmations with which a transaction is settled; until then a reorg may drop it. */
  readonly confirmations: number;
  /** Returns whether the node announces every new block, each of which calls `wakeForHead`. */
  readonly hearsHeads: () => boolean;
}

export class Follower<T extends Outgoing> {
  readonly #options: FollowerOptions<T>;
  readonly #turn: Claim;
  readonly #gap: NonceGap;
  readonly #progress = new Map<Hex, Progress>();
  #timer: NodeJS.Timeout | undefined;
  #poll: Promise<void> | undefined;
  /** The server that did not answer at the last poll; the node, after an unexpected error. */
  #away: keyof typeof back | undefined;
  #isWoken = false;
  /** Whether this poll has sent a transaction again, which may wait for a nonce before its own. */
  #hasSentAgain = false;
  #hasEnded = false;

  constructor(options: FollowerOptions<T>) {
    this.#options = options;
    this.#turn = { id: "settling", token: options.token };
    this.#gap = new NonceGap(options);
  }

  /** Sends every unsettled transaction once more, and starts polling. */
  async begin(): Promise<void> {
    const { records, signer, log } = this.#options;
    const all = await listOutgoing(records);
    for (const outgoing of all) {
      this.#progressOf(outgoing).sentAt = Number.NEGATIVE_INFINITY;
      // A relay that was killed may have stored it, or a replacement, without logging it.
      log.info(followedLine(outgoing));
    }
    for (const [wallet, { length }] of await groupByWallet(all)) {
      if (wallet === signer.address) continue;
      log.warn(
        `unsettled transactions of the wallet ${wallet}, which is not this relay's, are sent again unchanged: ${length}`,
      );
    }
    await this.poll();
  }

  /** Brings the next poll forward. Further calls before it change nothing. */
  wake(): void {
    if (this.#isWoken) return;
    this.#isWoken = true;
    if (this.#poll === undefined) this.#schedule(relayLimits.wakeMs);
  }

  /** Brings the next poll forward when a new block may contain a followed transaction. */
  wakeForHead(): void {
    if (this.#progress.size > 0) this.wake();
  }

  /** Stops polling, and resolves when a poll in progress has ended. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    await this.#poll;
    await this.#options.records.release(this.#turn).catch(() => undefined);
  }

  /** Polls once for every unsettled transaction, in place of the next poll. */
  async poll(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#poll;
    this.#isWoken = false;
    this.#poll = this.#pollOnce();
    await this.#poll;
    this.#poll = undefined;
    this.#schedule(this.#waitMs());
  }

  #waitMs(): number {
    if (this.#isWoken) return relayLimits.wakeMs;
    const isPollingOften =
      this.#progress.size > 0 && this.#away === undefined && !this.#options.hearsHeads();
    return isPollingOften ? relayLimits.receiptPollMs : relayLimits.awayMs;
  }

  #schedule(waitMs: number): void {
    if (this.#hasEnded) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.poll(), waitMs);
  }

  async #pollOnce(): Promise<void> {
    const { records, log, metrics } = this.#options;
    try {
      if (!(await records.claim(this.#turn, relayLimits.settlingMs))) return;
      const all = await listOutgoing<T>(records);
      this.#forgetOthers(all);
      metrics.setUnsettled(all.length);
      for (let i = 0; i < all.length && !this.#hasEnded; i += relayLimits.receiptsPerBatch) {
        await this.#checkReceipts(all.slice(i, i + relayLimits.receiptsPerBatch));
      }
      if (this.#hasSentAgain) await this.#gap.fill(all);
      this.#hasSentAgain = false;
      metrics.setUnchecked(uncheckedIn(this.#progress.values()));
      if (this.#away !== undefined) log.warn(back[this.#away]);
      this.#away = undefined;
    } catch (error) {
      const away = awayBy(error);
      const isKnown = away !== undefined && away === this.#away;
      if (!isKnown) log.warn(`cannot follow: ${messageOf(error)}`);
      this.#away = away ?? "node";
    }
  }

  /** Drops the progress of transactions that another instance has settled. */
  #forgetOthers(all: readonly T[]): void {
    const known = new Set(all.map(({ id }) => id));
    for (const id of this.#progress.keys()) if (!known.has(id)) this.#progress.delete(id);
  }

  async #checkReceipts(several: readonly T[]): Promise<void> {
    const found = await receiptsOf(several, this.#options.chain);
    for (const outgoing of several) {
      const progress = this.#progressOf(outgoing);
      const receipt = outgoing.attempts.flatMap(({ hash }) => found.get(hash) ?? [])[0];
      try {
        await this.#check(outgoing, progress, receipt);
        progress.checkError = undefined;
      } catch (error) {
        if (!isOfOne(error)) throw error;
        recordFailedCheck(progress, outgoing.id, error, this.#options.log);
      }
    }
  }

  /** @param receipt undefined while no version of the transaction is in a block. */
  async #check(outgoing: T, progress: Progress, receipt: Receipt | undefined): Promise<void> {
    const { now, settlement, confirmations } = this.#options;
    const { replaceAfterMs = Number.POSITIVE_INFINITY } = settlement;
    if (receipt !== undefined && receipt.confirmations < confirmations) {
      // If a reorg drops it, the next poll sends it.
      progress.sentAt = Number.NEGATIVE_INFINITY;
      progress.waitingSince = now();
      progress.missedSince = undefined;
    } else if (receipt !== undefined) {
      await this.#conclude(outgoing, await endingBy(receipt, outgoing, settlement));
    } else if (progress.refusal === undefined && now() - progress.waitingSince > replaceAfterMs) {
      await this.#replace(outgoing, progress);
    } else if (this.#away !== undefined || now() - progress.sentAt > relayLimits.rebroadcastMs) {
      const followed = await releaseExpired(outgoing, this.#options, this.#turn);
      await this.#sendAgain(followed, progress);
    }
  }

  /** Does nothing while another process holds a claim that is needed; the next poll tries again. */
  async #conclude(outgoing: T, ending: Ending): Promise<void> {
    const { records, token, metrics, settlement } = this.#options;
    const held = settlement.claimsOf(outgoing).map((id) => ({ id, token: `${token} settling` }));
    await withClaims(records, { held, waitMs: 1 }, async () => {
      const changes = await settlement.changesOf(outgoing, ending);
      // Nobody follows the transaction after the write, so a relay killed in between has to have
      // logged it.
      this.#announce(outgoing, ending);
      const all = [...changes, outgoingRemoval(outgoing)];
      if (!(await records.write(all, [...held, this.#turn]))) return;
      this.#progress.delete(outgoing.id);
      const isSuccess = ending.kind === "confirmed";
      metrics.recordTransaction(outgoing.kind, isSuccess ? "confirmed" : "failed");
    });
  }

  /** Logs an ending, unless it was logged before a write that failed. */
  #announce(outgoing: T, ending: Ending): void {
    const { log } = this.#options;
    const progress = this.#progressOf(outgoing);
    const line = endingLine(outgoing, ending);
    if (line === progress.announced) return;
    progress.announced = line;
    if (ending.kind === "lost") log.warn(line);
    else log.info(line);
  }

  async #sendAgain(outgoing: T, progress: Progress): Promise<void> {
    const { chain, signer, log, now } = this.#options;
    const [newest, ...former] = outgoing.attempts.toReversed();
    if (newest === undefined) return;
    this.#hasSentAgain = true;
    const result = await chain.broadcast(newest.raw);
    switch (result.kind) {
      case "nonce-used":
        return this.#miss(outgoing, progress);
      case "accepted":
        progress.sentAt = now();
        if (progress.refusal !== undefined) progress.waitingSince = now();
        progress.refusal = undefined;
        progress.missedSince = undefined;
        return;
      case "refused":
        progress.sentAt = now();
        progress.missedSince = undefined;
        recordRefusal(progress, newest.hash, result.message, log);
        if (
          (await this.#isReplaceable(outgoing)) &&
          (await mayHelpToRaise(outgoing, signer.address, chain))
        ) {
          return this.#replace(outgoing, progress);
        }
        return sendFormer(former, chain);
    }
  }

  /** Returns whether the mode, the limit and the wallet permit another version. */
  async #isReplaceable(outgoing: T): Promise<boolean> {
    const { settlement, signer } = this.#options;
    if (settlement.replaceAfterMs === undefined) return false;
    if (outgoing.attempts.length > relayLimits.replacementsMax) return false;
    // With another wallet's nonce, this wallet would sign a second transaction for the same call.
    return (await walletOf(outgoing)) === signer.address;
  }

  /** Gives up a transaction whose nonce has been used for a while without a receipt. */
  async #miss(outgoing: T, progress: Progress): Promise<void> {
    const { settlement, confirmations } = this.#options;
    const now = this.#options.now();
    progress.missedSince ??= now;
    // A higher fee changes nothing.
    progress.waitingSince = now;
    // The block of this very transaction may have arrived since the receipts were read.
    if (now - progress.missedSince < relayLimits.lostMs) return;
    const ending = await endingWithoutReceipt(outgoing, settlement, confirmations);
    if (ending !== undefined) await this.#conclude(outgoing, ending);
  }

  /** Signs the same call and nonce at a higher fee, and stores it before it is broadcast. */
  async #replace(outgoing: T, progress: Progress): Promise<void> {
    const { records, chain, log, metrics, now } = this.#options;
    progress.waitingSince = now();
    if (!(await this.#isReplaceable(outgoing))) return;
    const gasPrice = await chain.gasPrice();
    const { replaced, newest } = await signReplacement(outgoing, gasPrice, this.#options);
    if (!(await records.write([outgoingChange(replaced)], [this.#turn]))) return;
    progress.sentAt = now();
    this.#hasSentAgain = true;
    const result = await chain.broadcast(newest.raw);
    metrics.recordReplacement();
    log.info(`${titles[outgoing.kind]} replaced: ${outgoing.id} by ${newest.hash}`);
    if (result.kind === "refused") recordRefusal(progress, newest.hash, result.message, log);
    else progress.refusal = undefined;
  }

  #progressOf({ id }: Outgoing): Progress {
    const progress = this.#progress.get(id) ?? beginProgress(this.#options.now());
    this.#progress.set(id, progress);
    return progress;
  }
}

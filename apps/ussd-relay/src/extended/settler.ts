/**
 * Follows users' transactions until they are in a block, and then writes down what became of them.
 * One that stays out is sent again, and after a while replaced by one that pays more. Of several
 * instances one at a time does this.
 */
import { ConnectionError } from "@tandem/rpc/client";
import { type Hex, keccak256 } from "viem";
import type { Chain } from "../chain/chain.js";
import { relayLimits } from "../limits.js";
import { type Log, messageOf } from "../log.js";
import type { Held, Records } from "../records/records.js";
import { raisedFees } from "../wallet/fees.js";
import type { Signer } from "../wallet/signer.js";
import { titles } from "../wallet/titles.js";
import type { Meter } from "./meter.js";
import { type FailureReason, failureOf, type Outcome } from "./outcome.js";
import { listRelayed, type Relayed, relayedChange, relayedRemoval } from "./relayed.js";
import { loadUser, spentOn, type User, userChange } from "./user.js";
import type { Receipt, UserChain } from "./user-chain.js";

export interface SettlerOptions {
  readonly chain: Pick<Chain, "broadcast">;
  readonly userChain: Pick<UserChain, "receipts" | "reason" | "gasPrice">;
  readonly chainId: number;
  readonly forwarder: Hex;
  readonly signer: Signer;
  readonly records: Records;
  /** Of this instance, unlike any other's. */
  readonly token: string;
  readonly log: Log;
  readonly meter: Meter;
  /** Milliseconds without a receipt after which a transaction is replaced. */
  readonly stuckMs: number;
  /** Milliseconds that only grow. */
  readonly now: () => number;
}

interface Progress {
  sentAt: number;
  /** When it was last signed, as far as this process knows. */
  signedAt: number;
  /** Looks at which its nonce was used up and it had no receipt. */
  missedLooks: number;
}

export class Settler {
  readonly #options: SettlerOptions;
  readonly #turn: Held;
  readonly #progress = new Map<Hex, Progress>();
  #timer: NodeJS.Timeout | undefined;
  #look: Promise<void> | undefined;
  #isAway = false;
  #hasEnded = false;

  constructor(options: SettlerOptions) {
    this.#options = options;
    this.#turn = { id: "settling", token: options.token };
  }

  /** Sends everything unsettled once more, and looks again from then on. */
  async begin(): Promise<void> {
    for (const relayed of await listRelayed(this.#options.records)) {
      this.#progressOf(relayed).sentAt = Number.NEGATIVE_INFINITY;
    }
    await this.look();
  }

  /** Soon, rather than when it is time. */
  wake(): void {
    if (this.#look === undefined) this.#schedule(relayLimits.receiptPollMs / 4);
  }

  /** Resolves when a look under way is over. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    await this.#look;
    await this.#options.records.release(this.#turn).catch(() => undefined);
  }

  /** One look at everything. */
  async look(): Promise<void> {
    this.#look = this.#lookOnce();
    await this.#look;
    this.#look = undefined;
    const isBusy = this.#progress.size > 0 && !this.#isAway;
    this.#schedule(isBusy ? relayLimits.receiptPollMs : relayLimits.awayMs);
  }

  #schedule(waitMs: number): void {
    if (this.#hasEnded) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), waitMs);
  }

  async #lookOnce(): Promise<void> {
    const { records, log } = this.#options;
    try {
      if (!(await records.claim(this.#turn, relayLimits.settlingMs))) return;
      const all = await listRelayed(records);
      this.#forgetOthers(all);
      this.#options.meter.unsettled(all.length);
      for (let i = 0; i < all.length && !this.#hasEnded; i += relayLimits.receiptsPerBatch) {
        await this.#lookAt(all.slice(i, i + relayLimits.receiptsPerBatch));
      }
      if (this.#isAway) log.warn("the node is back");
      this.#isAway = false;
    } catch (error) {
      const isKnown = error instanceof ConnectionError && this.#isAway;
      if (!isKnown) log.warn(`cannot follow: ${messageOf(error)}`);
      this.#isAway = true;
    }
  }

  /** Settled by another instance. */
  #forgetOthers(all: readonly Relayed[]): void {
    const known = new Set(all.map(({ id }) => id));
    for (const id of this.#progress.keys()) if (!known.has(id)) this.#progress.delete(id);
  }

  async #lookAt(several: readonly Relayed[]): Promise<void> {
    const { userChain, now, stuckMs } = this.#options;
    const wasAway = this.#isAway;
    const hashes = several.flatMap(({ attempts }) => attempts.map(({ hash }) => hash));
    const found = new Map((await userChain.receipts(hashes)).map((one) => [one.hash, one]));
    for (const relayed of several) {
      const progress = this.#progressOf(relayed);
      const receipt = relayed.attempts.flatMap(({ hash }) => found.get(hash) ?? [])[0];
      if (receipt !== undefined) await this.#concludeBy(receipt, relayed);
      else if (now() - progress.signedAt > stuckMs) await this.#replace(relayed, progress);
      else if (wasAway || now() - progress.sentAt > relayLimits.rebroadcastMs) {
        await this.#sendAgain(relayed, progress);
      }
    }
  }

  async #concludeBy(receipt: Receipt, relayed: Relayed): Promise<void> {
    const title = titles[relayed.kind];
    if (receipt.isSuccess) {
      await this.#conclude(relayed, undefined, `${title} confirmed: ${receipt.hash}`);
      return;
    }
    const reason = await this.#options.userChain.reason(relayed.call, receipt.blockNumber);
    await this.#conclude(relayed, failureOf(reason), `${title} failed on-chain: ${reason}`);
  }

  /** Nothing happens while somebody else is at this user: the next look comes. */
  async #conclude(
    relayed: Relayed,
    failure: FailureReason | undefined,
    line: string,
  ): Promise<void> {
    const { records, token, log, meter } = this.#options;
    const held = { id: `user:${relayed.userId}`, token: `${token} settling` };
    if (!(await records.claim(held, relayLimits.claimMs))) return;
    try {
      const user = await loadUser(records, relayed.userId);
      const changes = user === undefined ? [] : [userChange(afterwards(user, relayed, failure))];
      if (!(await records.write([...changes, relayedRemoval(relayed)], [held, this.#turn]))) return;
      this.#progress.delete(relayed.id);
      log.info(line);
      meter.transaction(relayed.kind, failure === undefined ? "confirmed" : "failed");
    } finally {
      await records.release(held);
    }
  }

  async #sendAgain(relayed: Relayed, progress: Progress): Promise<void> {
    const { chain, log, now } = this.#options;
    const last = relayed.attempts.at(-1);
    if (last === undefined) return;
    const result = await chain.broadcast(last.raw);
    if (result.kind === "nonce-used") {
      // Perhaps by this very transaction, in a block since the last look.
      progress.missedLooks += 1;
      if (progress.missedLooks < relayLimits.lostLooks) return;
      const title = titles[relayed.kind];
      await this.#conclude(relayed, "lost", `${title} lost, its nonce was taken: ${relayed.id}`);
      return;
    }
    progress.sentAt = now();
    if (result.kind === "refused") {
      log.warn(`the node does not take ${last.hash}: ${result.message}`);
      await this.#replace(relayed, progress);
    }
  }

  /** The same call with the same nonce for more; on record before a node sees it. */
  async #replace(relayed: Relayed, progress: Progress): Promise<void> {
    const { records, userChain, signer, chainId, forwarder, log, meter, now } = this.#options;
    progress.signedAt = now();
    if (relayed.attempts.length > relayLimits.replacementsMax) return;
    const fees = raisedFees(relayed.fees, await userChain.gasPrice());
    const { nonce, data, gas } = relayed;
    const raw = await signer.sign({
      ...{ type: "eip1559", chainId, nonce, to: forwarder, data, gas },
      ...fees,
    });
    const attempts = [...relayed.attempts, { hash: keccak256(raw), raw }];
    const replaced: Relayed = { ...relayed, fees, attempts };
    if (!(await records.write([relayedChange(replaced)], [this.#turn]))) return;
    progress.sentAt = now();
    const result = await this.#options.chain.broadcast(raw);
    meter.replaced();
    log.info(`${titles[relayed.kind]} replaced: ${relayed.id} by ${keccak256(raw)}`);
    if (result.kind === "refused") log.warn(`the node does not take it: ${result.message}`);
  }

  #progressOf({ id }: Relayed): Progress {
    const known = this.#progress.get(id);
    if (known !== undefined) return known;
    const now = this.#options.now();
    const begun = { sentAt: now, signedAt: now, missedLooks: 0 };
    this.#progress.set(id, begun);
    return begun;
  }
}

/** A user when his transaction is settled. What failed does not count for the day. */
function afterwards(user: User, relayed: Relayed, failure: FailureReason | undefined): User {
  const { kind, wei, day } = relayed;
  const outcome: Outcome = { kind, wei: wei.toString(), ...(failure && { failure }) };
  const isBack = failure !== undefined && kind === "transfer" && user.spent.day === day;
  const spent = isBack ? { day, wei: (spentOn(day, user) - wei).toString() } : user.spent;
  const history = [outcome, ...user.history].slice(0, relayLimits.historyMax);
  return { ...user, pending: undefined, unread: outcome, history, spent };
}

/**
 * Publishes pending transactions to the other nodes of a cluster, and imports theirs. A client is
 * answered when its transaction is in a block or stored in the feed, so that an acknowledged
 * transaction survives the sealer.
 */
import type { Chain } from "@tandem/chain";
import {
  encodeRlp,
  Fault,
  isNoSpace,
  keccak256,
  recoveredTogetherMin,
  rlpListContent,
  rlpParts,
  type SignedTransaction,
  type TxHash,
} from "@tandem/primitives";
import {
  type AppliedLog,
  type Feed,
  feedRepeatMs,
  LogUnavailable,
  messageBytesMax,
  Waiters,
} from "@tandem/replication";
import { inGroups, type Logger, pause, runYielding, yieldIfDue } from "@tandem/runtime";
import { clusterLimits } from "./limits.js";

/** The members of the chain that are used here. */
type WaitingChain = Pick<Chain, "locate" | "prefetchSenders" | "submit"> & {
  readonly pool: Pick<Chain["pool"], "all" | "get">;
};

export class WaitingTransactions {
  readonly #feed: Feed;
  readonly #position: () => AppliedLog | undefined;
  readonly #chain: WaitingChain;
  readonly #logger: Logger;
  readonly #ending = new AbortController();
  #untold: SignedTransaction[] = [];
  /** The publication in progress, and the next one, which collects transactions meanwhile. */
  #telling: Promise<void> = Promise.resolve();
  #tellingNext: Promise<void> | undefined;
  #reading: Promise<void> = Promise.resolve();
  #repeating: NodeJS.Timeout | undefined;
  #published = 0;
  /** The sequence of the last message whose transactions were submitted here. */
  #submitted = 0;
  #isReading = false;
  readonly #waiters = new Waiters();

  /** @param position returns what this node has applied of the log. */
  constructor(
    feed: Feed,
    chain: WaitingChain,
    logger: Logger,
    position: () => AppliedLog | undefined = () => undefined,
  ) {
    this.#feed = feed;
    this.#position = position;
    this.#chain = chain;
    this.#logger = logger;
  }

  /**
   * Starts to import the transactions of other nodes, and to publish those of this node again before
   * the feed drops them: a node that joins later has no other source.
   * @param isSealing returns whether this node publishes the pending transactions.
   * @param applied resolves when transactions may be imported, not before the blocks that have them,
   * and those on which they were accepted.
   */
  start(
    isSealing: () => boolean,
    applied: (after: AppliedLog | undefined) => Promise<void> = async () => {},
  ): void {
    this.#repeating = setInterval(() => {
      if (isSealing()) this.tellAll();
    }, feedRepeatMs).unref();
    this.#isReading = true;
    this.#reading = this.#read(applied)
      .catch((error) => {
        if (error instanceof LogUnavailable || this.#ending.signal.aborted) return;
        this.#logger.error({ error }, "the pending transactions of the sealer cannot be read");
      })
      .finally(() => {
        this.#isReading = false;
        this.#waiters.wake();
      });
  }

  /** The sequence of the newest message that this node has published; 0 if there is none. */
  get published(): number {
    return this.#published;
  }

  /**
   * Resolves when the transactions of another node's message have been submitted to this node's
   * pool, or when messages are not read any more.
   * @throws the signal's reason.
   */
  async submitted(sequence: number, signal: AbortSignal): Promise<void> {
    while (this.#isReading && this.#submitted < sequence) {
      signal.throwIfAborted();
      await this.#waiters.next(signal);
    }
  }

  /**
   * Resolves when transactions that are still pending are stored for other nodes.
   * @throws {Fault} `unsealable` if the feed was closed before.
   */
  async keep(hashes: readonly TxHash[]): Promise<void> {
    const waiting = hashes.flatMap((hash) => this.#chain.pool.get(hash) ?? []);
    if (waiting.length === 0) return;
    this.#untold.push(...waiting);
    try {
      await this.#tell();
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      const message = "the node stopped before the other nodes had the transaction: send it again";
      throw new Fault({ code: "unsealable", message }, { cause: error });
    }
  }

  /** Publishes all pending transactions of this node, also when it stops sealing. */
  tellAll(): void {
    this.#untold.push(...this.#chain.pool.all());
    this.#tell().catch((error) => {
      if (error instanceof LogUnavailable) return;
      this.#logger.error({ error }, "pending transactions cannot be published to other nodes");
    });
  }

  async stop(): Promise<void> {
    clearInterval(this.#repeating);
    this.#ending.abort();
    await this.#reading;
  }

  /**
   * Publishes the unpublished transactions. Those that arrive before, or while a message is stored,
   * share the next message.
   */
  #tell(): Promise<void> {
    this.#tellingNext ??= this.#tellNext();
    return this.#tellingNext;
  }

  async #tellNext(): Promise<void> {
    // Requests that the socket has already received are handled first.
    await new Promise(setImmediate);
    await this.#telling.catch(() => {});
    this.#tellingNext = undefined;
    this.#telling = this.#tellNow();
    await this.#telling;
  }

  async #tellNow(): Promise<void> {
    const told = this.#untold;
    this.#untold = [];
    const { pool } = this.#chain;
    // Transactions that are already in a block need not be published.
    const waiting = told.filter(({ hash }) => pool.get(hash) !== undefined);
    const raws = waiting.map(({ raw }) => raw);
    for (const group of inGroups(raws, ({ length }) => length, messageLimits)) {
      this.#published = await this.#feed.publish(encodeRlp(group), this.#position());
    }
  }

  /** Reads until it is stopped: no message may end it, because each may have acknowledged ones. */
  async #read(applied: (after: AppliedLog | undefined) => Promise<void>): Promise<void> {
    for await (const { sequence, body, after } of this.#feed.read(this.#ending.signal)) {
      await applied(after);
      const raws = this.#rawsIn(body);
      while (!(await this.#isTaken(raws))) {
        await pause(clusterLimits.readAgainMs, this.#ending.signal);
      }
      this.#submitted = sequence;
      this.#waiters.wake();
    }
  }

  #rawsIn(body: Uint8Array): Uint8Array[] {
    try {
      return rawsOf(body);
    } catch (error) {
      const reason = String(error);
      this.#logger.warn(
        { reason },
        "a message with pending transactions of another node is invalid",
      );
      return [];
    }
  }

  /**
   * Imports transactions. Returns false while the database is closed, since its disk failed: then nobody may have them but
   * their sender.
   */
  async #isTaken(raws: readonly Uint8Array[]): Promise<boolean> {
    try {
      const unknown = await runYielding(this.#unknownIn(raws));
      if (unknown.length >= recoveredTogetherMin) this.#chain.prefetchSenders(unknown);
      for (const raw of unknown) {
        await yieldIfDue();
        await this.#take(raw);
      }
      return true;
    } catch (error) {
      if (isNoSpace(error)) return false;
      throw error;
    }
  }

  /** @throws {Fault} `no-space` */
  *#unknownIn(raws: readonly Uint8Array[]): Generator<void, Uint8Array[]> {
    const unknown: Uint8Array[] = [];
    for (const raw of raws) {
      if (this.#isNew(raw)) unknown.push(raw);
      yield;
    }
    return unknown;
  }

  /** @throws {Fault} `no-space` */
  #isNew(raw: Uint8Array): boolean {
    const hash = keccak256(raw);
    if (this.#chain.pool.get(hash) !== undefined) return false;
    try {
      return this.#chain.locate(hash) === undefined;
    } catch (error) {
      if (isNoSpace(error) || !(error instanceof Fault)) throw error;
      // A damaged row does not tell whether a block has it.
      return true;
    }
  }

  /** @throws {Fault} `no-space` */
  async #take(raw: Uint8Array): Promise<void> {
    try {
      // The shares of clients were those of its sealer: all of them together may fill the pool.
      await this.#chain.submit(raw);
    } catch (error) {
      if (isNoSpace(error)) throw error;
      // A block may have used its nonce, or this node's pool may be full.
      if (error instanceof Fault) return;
      this.#logger.error({ error }, "a pending transaction of another node cannot be imported");
    }
  }
}

/** The bounds of a message. */
const messageLimits = { itemsMax: clusterLimits.waitingInMessageMax, weightMax: messageBytesMax };

/** @throws {RangeError} for bytes of another form, or more transactions than a node puts into a message. */
function rawsOf(body: Uint8Array): Uint8Array[] {
  const raws: Uint8Array[] = [];
  for (const { content } of rlpParts(rlpListContent(body))) {
    if (raws.length === clusterLimits.waitingInMessageMax) {
      throw new RangeError(`more than ${raws.length} transactions`);
    }
    raws.push(new Uint8Array(content));
  }
  return raws;
}

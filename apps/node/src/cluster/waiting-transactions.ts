/**
 * Tells the other nodes of a cluster the transactions that wait, and takes in what they tell. A client is answered when
 * its transaction is in a block or stored in the feed, so that one that was acknowledged outlives the sealer.
 */
import type { Chain } from "@tandem/chain";
import {
  encodeRlp,
  Fault,
  keccak256,
  recoveredTogetherMin,
  rlpListContent,
  rlpParts,
  type SignedTransaction,
  type TxHash,
} from "@tandem/primitives";
import { type Feed, LogUnavailable, messageBytesMax } from "@tandem/replication";
import type { Logger } from "@tandem/runtime";

/** The client in whose name other nodes' transactions have their place in the pool. */
const clusterSource = "cluster";

/** What is needed of the chain. */
type WaitingChain = Pick<Chain, "locate" | "prefetchSenders" | "submit"> & {
  readonly pool: Pick<Chain["pool"], "all" | "get">;
};

export class WaitingTransactions {
  readonly #feed: Feed;
  readonly #chain: WaitingChain;
  readonly #logger: Logger;
  readonly #ending = new AbortController();
  #untold: SignedTransaction[] = [];
  /** The publication under way, and the one after it, which has what came meanwhile. */
  #telling: Promise<void> = Promise.resolve();
  #tellingNext: Promise<void> | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(feed: Feed, chain: WaitingChain, logger: Logger) {
    this.#feed = feed;
    this.#chain = chain;
    this.#logger = logger;
  }

  /** Begins to take in what other nodes have told. */
  start(): void {
    this.#reading = this.#read().catch((error) => {
      if (error instanceof LogUnavailable) return;
      this.#logger.error({ error }, "what waits at the sealer cannot be read");
    });
  }

  /**
   * Resolves when other nodes can know transactions, as far as they still wait.
   * @throws {Fault} `unsealable` when the feed was closed before.
   */
  async keep(hashes: readonly TxHash[]): Promise<void> {
    const waiting = hashes.map((hash) => this.#chain.pool.get(hash)).filter(isDefined);
    if (waiting.length === 0) return;
    this.#untold.push(...waiting);
    try {
      await this.#tell();
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      const message = "the node stopped before the other nodes knew what was sent: send it again";
      throw new Fault({ code: "unsealable", message }, { cause: error });
    }
  }

  /** Tells everything that waits here, as a node does that sealed until now: its successor may lack some of it. */
  tellAll(): void {
    this.#untold.push(...this.#chain.pool.all());
    this.#tell().catch((error) => {
      if (error instanceof LogUnavailable) return;
      this.#logger.error({ error }, "what waits here cannot be told to other nodes");
    });
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#reading;
  }

  /** Publishes what is untold. What comes until then, or while something is being stored, shares the next message. */
  #tell(): Promise<void> {
    this.#tellingNext ??= this.#tellNext();
    return this.#tellingNext;
  }

  async #tellNext(): Promise<void> {
    // Other requests that the socket has brought already are handled before the loop comes to this.
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
    // Those that are in a block already need not be told.
    const waiting = told.filter(({ hash }) => pool.get(hash) !== undefined);
    for (const body of messagesOf(waiting.map(({ raw }) => raw))) await this.#feed.publish(body);
  }

  async #read(): Promise<void> {
    for await (const body of this.#feed.read(this.#ending.signal)) {
      const raws = rawsOf(body).filter((raw) => this.#isNew(raw));
      if (raws.length >= recoveredTogetherMin) this.#chain.prefetchSenders(raws);
      for (const raw of raws) await this.#take(raw);
    }
  }

  #isNew(raw: Uint8Array): boolean {
    const hash = keccak256(raw);
    return this.#chain.pool.get(hash) === undefined && this.#chain.locate(hash) === undefined;
  }

  async #take(raw: Uint8Array): Promise<void> {
    try {
      await this.#chain.submit(raw, clusterSource);
    } catch (error) {
      // A block may have used its nonce, or the pool may be full here.
      if (!(error instanceof Fault)) throw error;
    }
  }
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

/** Divides raw transactions into messages. */
function messagesOf(raws: readonly Uint8Array[]): Uint8Array[] {
  const messages: Uint8Array[] = [];
  let group: Uint8Array[] = [];
  let bytes = 0;
  for (const raw of raws) {
    if (bytes + raw.length > messageBytesMax && group.length > 0) {
      messages.push(encodeRlp(group));
      [group, bytes] = [[], 0];
    }
    group.push(raw);
    bytes += raw.length;
  }
  if (group.length > 0) messages.push(encodeRlp(group));
  return messages;
}

const rawsOf = (body: Uint8Array): Uint8Array[] =>
  [...rlpParts(rlpListContent(body))].map(({ content }) => new Uint8Array(content));

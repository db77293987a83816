/**
 * Tells the other nodes of a cluster the transactions that wait, and takes in what they tell. A client is answered when
 * its transaction is in a block or stored in the feed, so that one that was acknowledged outlives the sealer.
 */
import type { Chain } from "@tandem/chain";
import {
  encodeRlp,
  Fault,
  keccak256,
  rlpListContent,
  rlpParts,
  type SignedTransaction,
  type TxHash,
} from "@tandem/primitives";
import { type Feed, LogUnavailable, messageBytesMax } from "@tandem/replication";
import type { Logger } from "@tandem/runtime";

/** The client in whose name other nodes' transactions have their place in the pool. */
const clusterSource = "cluster";

export class WaitingTransactions {
  readonly #feed: Feed;
  readonly #chain: Chain;
  readonly #logger: Logger;
  readonly #ending = new AbortController();
  #untold: SignedTransaction[] = [];
  #telling: Promise<void> | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(feed: Feed, chain: Chain, logger: Logger) {
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
   * Resolves when other nodes can know a transaction, if it still waits.
   * @throws {Fault} `unsealable` when the feed was closed before.
   */
  async keep(hash: TxHash): Promise<void> {
    const transaction = this.#chain.pool.get(hash);
    if (transaction === undefined) return;
    this.#untold.push(transaction);
    try {
      await this.#tell();
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      const message = "the node stopped before the other nodes knew the transaction: send it again";
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

  /** Stores what is untold. What comes while something is being stored shares the next message. */
  async #tell(): Promise<void> {
    await this.#telling;
    this.#telling ??= this.#tellNow().finally(() => {
      this.#telling = undefined;
    });
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
      for (const raw of rawsOf(body)) await this.#take(raw);
    }
  }

  async #take(raw: Uint8Array): Promise<void> {
    const hash = keccak256(raw);
    if (this.#chain.pool.get(hash) !== undefined || this.#chain.locate(hash) !== undefined) return;
    try {
      await this.#chain.submit(raw, clusterSource);
    } catch (error) {
      // A block may have used its nonce, or the pool may be full here.
      if (!(error instanceof Fault)) throw error;
    }
  }
}

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

/**
 * Implements an indexer like Ponder: it back-fills up to a depth by ranges, then follows
 * `newHeads`. If the parent of a head is not the known block, it walks back by hash to the common
 * ancestor.
 */
import type { Inbox, JsonSocket } from "../json-socket.js";
import type { WireLog } from "../wire.js";
import { type Indexer, type Note, notedTopic, noteOf, notesAddress } from "./notes.js";

interface Head {
  readonly number: string;
  readonly hash: string;
  readonly parentHash: string;
}

/** The number of blocks that are handled by the live part. */
const finalDepth = 30;

const filter = { address: notesAddress, topics: [notedTopic] };
const hex = (height: number) => `0x${height.toString(16)}`;

export class SmallIndexer implements Indexer {
  readonly #socket: JsonSocket;
  #final: readonly Note[] = [];
  /** The blocks after the final one, each with its notes. */
  #live: { readonly head: Head; readonly notes: readonly Note[] }[] = [];
  #finalHead: Head | undefined;
  #heads: Inbox<Head> | undefined;
  #followed = 0;

  constructor(socket: JsonSocket) {
    this.#socket = socket;
  }

  #ask<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    return this.#socket.call<T>(method, params);
  }

  async start(): Promise<void> {
    const latest = await this.#block("latest");
    const height = Math.max(0, Number(latest.number) - finalDepth);
    this.#finalHead = await this.#block(hex(height));
    const range = { ...filter, fromBlock: "0x0", toBlock: this.#finalHead.number };
    this.#final = (await this.#ask<WireLog[]>("eth_getLogs", range)).map(noteOf);
    this.#heads = (await this.#socket.subscribe<Head>("newHeads")).inbox;
  }

  #block(ref: string): Promise<Head> {
    const method = ref.length === 66 ? "eth_getBlockByHash" : "eth_getBlockByNumber";
    return this.#ask<Head>(method, ref, true);
  }

  /** Updates the known blocks to a head. */
  async #follow(head: Head): Promise<void> {
    const missing = [head];
    for (let child = head; ; child = missing[0] as Head) {
      const height = Number(child.number) - 1;
      while (Number(this.#last().number) > height) this.#live.pop();
      if (this.#last().hash === child.parentHash) break;
      missing.unshift(await this.#block(child.parentHash));
    }
    for (const block of missing) {
      const logs = await this.#ask<WireLog[]>("eth_getLogs", { ...filter, blockHash: block.hash });
      this.#live.push({ head: block, notes: logs.map(noteOf) });
    }
  }

  #last(): Head {
    const last = this.#live.at(-1)?.head ?? this.#finalHead;
    if (last === undefined) throw new Error("the indexer was not started");
    return last;
  }

  /** Follows the heads that have arrived. */
  async notes(): Promise<readonly Note[]> {
    for (const heads = this.#heads?.received ?? []; this.#followed < heads.length; ) {
      await this.#follow(heads[this.#followed++] as Head);
    }
    return [...this.#final, ...this.#live.flatMap(({ notes }) => notes)];
  }
}

/** Has a peer for tests that answers from a chain in memory. */
import { type BlockHash, hexDigits } from "@tandem/primitives";
import { SerialQueue } from "@tandem/runtime";
import { peerLimits } from "../limits.js";
import type { Announcement, Best } from "../messages/message.js";
import type { Peer } from "../peer.js";
import { PeerFault } from "../peer-fault.js";
import type { FakeChain } from "./fake-chain.js";

export class FakePeer {
  readonly chain: FakeChain;
  best: Best | undefined;
  isOutbound = false;
  readonly id: string;
  readonly address = "test";
  /** The requests that it got, in their order. */
  readonly asked: string[] = [];
  readonly told: Announcement[] = [];
  readonly blocks = new Set<string>();
  readonly transactions = new Set<string>();
  readonly fetches = new SerialQueue({ waitMsMax: peerLimits.fetchWaitMsMax });
  /** Whether more may be told to it. */
  isReading = true;
  compared = 0;
  closedFor: PeerFault | undefined;
  readonly #ending = new AbortController();

  constructor(chain: FakeChain, id = "peer") {
    this.chain = chain;
    this.id = id;
    this.best = chain.best();
  }

  /** Returns it as what the tested code takes. */
  get peer(): Peer {
    return this as unknown as Peer;
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  async hashAt(height: number): Promise<BlockHash> {
    this.asked.push(`hash ${height}`);
    return answered(this.chain.hashAt(height));
  }

  async headers(hash: BlockHash, count: number): Promise<readonly Uint8Array[]> {
    this.asked.push(`headers ${count}`);
    return this.chain.headers(hash, count);
  }

  async block(hash: BlockHash): Promise<Uint8Array> {
    this.asked.push(`block ${hexDigits(hash)}`);
    return answered(this.chain.block(hash));
  }

  tell(announcement: Announcement): boolean {
    if (this.isReading) this.told.push(announcement);
    return this.isReading;
  }

  async tellInTurn(announcement: Announcement): Promise<void> {
    this.told.push(announcement);
  }

  noteBest(best: Best): void {
    this.best = best;
    this.noteBlock(best.hash);
  }

  noteCompared(): void {
    this.compared++;
  }

  knowsBlock(hash: BlockHash): boolean {
    return this.blocks.has(hexDigits(hash));
  }

  noteBlock(hash: BlockHash): void {
    this.blocks.add(hexDigits(hash));
  }

  knowsTransaction(hash: Uint8Array): boolean {
    return this.transactions.has(hexDigits(hash));
  }

  noteTransaction(hash: Uint8Array): void {
    this.transactions.add(hexDigits(hash));
  }

  close(fault: PeerFault): void {
    this.closedFor ??= fault;
    this.#ending.abort(fault);
  }
}

/** Fails as a request does that is not answered in time. */
function answered<T>(answer: T | undefined): T {
  if (answer === undefined) throw new PeerFault("useless", "it did not answer a request");
  return answer;
}

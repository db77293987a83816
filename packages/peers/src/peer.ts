/** A connected node that has the same chain: its requests and answers, and what it is known to have. */
import { type BlockHash, hexDigits, isEqual } from "@tandem/primitives";
import { LruMap, SerialQueue, yieldIfDue } from "@tandem/runtime";
import { peerLimits } from "./limits.js";
import {
  type Announcement,
  type Answer,
  type Best,
  decodeMessage,
  encodeMessage,
  messageCode,
  type Numbered,
  type Request,
} from "./messages/message.js";
import {
  type ChainIdentity,
  capability,
  decodeStatus,
  encodeStatus,
  statusCode,
} from "./messages/status.js";
import { breach, ChainChanged, faultOf, PeerFault } from "./peer-fault.js";
import type { Connection } from "./rlpx/connection.js";

/** Handles the messages of a peer. */
export interface PeerHandlers {
  /** Handles what a peer tells. The next message is read when it resolves. */
  told(peer: Peer, announcement: Announcement): Promise<void>;
  /** Returns the answer to a request; undefined if there is none, which is not told (reference network). */
  answer(request: Request): Promise<Answer | undefined>;
}

interface Waiting {
  readonly request: Request;
  readonly kind: Answer["kind"];
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export class Peer {
  readonly #connection: Connection;
  readonly #waiting = new Map<number, Waiting>();
  readonly #knownBlocks = new LruMap<string, true>(peerLimits.knownBlocksMax);
  readonly #knownTransactions = new LruMap<string, true>(peerLimits.knownTransactionsMax);
  readonly #ending = new AbortController();
  readonly #told: () => void;
  /** Answers its requests. Its messages are read meanwhile: two nodes may send each other long answers. */
  readonly #answers = new SerialQueue();
  #unanswered = 0;
  /** Fetches the blocks that it announces, one at a time. */
  readonly fetches = new SerialQueue({ waitMsMax: peerLimits.fetchWaitMsMax });
  /** Ends the limit of the time in which it must tell its head. */
  #headInTime = () => {};
  #nextId = 1;
  /** Whether it has said that it has the same chain. */
  isIntroduced = false;
  #best: Best | undefined;
  /** Whether this node connected to it, and not the reverse. */
  readonly isOutbound: boolean;

  /** @param told is called when the peer has told its head. */
  constructor(connection: Connection, isOutbound: boolean, told = () => {}) {
    this.#connection = connection;
    this.isOutbound = isOutbound;
    this.#told = told;
  }

  /** The digits of its public key. */
  get id(): string {
    return hexDigits(this.publicKey);
  }

  get publicKey(): Uint8Array {
    return this.#connection.remoteId;
  }

  /** Its head, as it last told; undefined before. */
  get best(): Best | undefined {
    return this.#best;
  }

  readonly capability = capability;

  get client(): string {
    return this.#connection.hello.client;
  }

  get address(): string {
    return this.#connection.addresses.remote;
  }

  /** The network of its address. */
  get network(): string {
    return this.#connection.addresses.network;
  }

  get localAddress(): string {
    return this.#connection.addresses.local;
  }

  /** Is aborted when the connection ends. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /**
   * Exchanges Status, and asserts that the peer has the same chain.
   * @throws {PeerFault}
   */
  async introduce(own: ChainIdentity, best: Best): Promise<void> {
    const { version } = capability;
    const hello = this.#connection.hello.capabilities;
    if (!hello.some((one) => one.name === capability.name && one.version === version)) {
      throw new PeerFault("useless", `it does not speak ${capability.name}/${version}`);
    }
    const { hash: bestHash, totalDifficulty } = best;
    const { networkId, genesisHash } = own;
    const status = { version, networkId, genesisHash, bestHash, totalDifficulty };
    this.#connection.send({ code: statusCode, payload: encodeStatus(status) });
    const late = "it did not say which chain it has";
    const inTime = this.#connection.limitTime(peerLimits.introductionMs, late);
    const { code, payload } = await this.#connection.receive().finally(inTime);
    if (code !== statusCode) throw breach("the first message of a peer is not Status");
    const other = decodeStatus(payload);
    if (other.networkId !== networkId) {
      throw new PeerFault("subprotocol", `its network is ${other.networkId}, not ${networkId}`);
    }
    if (!isEqual(other.genesisHash, genesisHash)) {
      const found = hexDigits(other.genesisHash);
      throw new PeerFault("subprotocol", `its chain begins with 0x${found}, another block`);
    }
    this.#connection.trust();
    this.isIntroduced = true;
    const silent = "it did not tell its head";
    this.#headInTime = this.#connection.limitTime(peerLimits.introductionMs, silent);
  }

  /** Handles messages until the connection ends. @throws {PeerFault} */
  async run(handlers: PeerHandlers): Promise<never> {
    for (;;) {
      const { code, payload } = await this.#connection.receive();
      const message = code === messageCode ? decodeMessage(payload) : undefined;
      if (message === undefined) continue;
      switch (message.kind) {
        case "hash-request":
        case "headers-request":
        case "block-request":
          this.#queueAnswer(handlers, message);
          break;
        case "hash-answer":
        case "headers-answer":
        case "block-answer":
          this.#answered(message);
          break;
        default:
          await handlers.told(this, message);
      }
    }
  }

  #queueAnswer(handlers: PeerHandlers, request: Numbered<Request>): void {
    if (this.#unanswered >= peerLimits.requestsMax)
      throw breach("it sent too many requests at once");
    this.#unanswered++;
    this.#answers
      .run(() => this.#answer(handlers, request))
      .catch((error) => this.close(faultOf(error)))
      .finally(() => this.#unanswered--);
  }

  async #answer(handlers: PeerHandlers, request: Numbered<Request>): Promise<void> {
    if (this.signal.aborted) return;
    const answer = await handlers.answer(request);
    if (answer === undefined) return;
    this.#send(encodeMessage({ ...answer, id: request.id }));
    await this.#connection.drained();
    await yieldIfDue();
  }

  #answered({ id, ...answer }: Numbered<Answer>): void {
    const waiting = this.#waiting.get(id);
    // An answer may come too late.
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    if (waiting.kind === answer.kind) waiting.resolve(answer);
    else waiting.reject(breach(`it answered with ${answer.kind} instead of ${waiting.kind}`));
  }

  /**
   * Asks for the hash of its canonical block at a height.
   * @throws {PeerFault}
   * @throws {ChainChanged} if it has told a head below that height, or tells one before it answers.
   */
  async hashAt(height: number): Promise<BlockHash> {
    if (this.#best !== undefined && height > this.#best.number) throw new ChainChanged();
    const answer = await this.#ask({ kind: "hash-request", height }, "hash-answer");
    return answer.hash;
  }

  /** Asks for headers: of the block, then of its ancestors. @throws {PeerFault} */
  async headers(hash: BlockHash, count: number): Promise<readonly Uint8Array[]> {
    const answer = await this.#ask({ kind: "headers-request", hash, count }, "headers-answer");
    return answer.headers;
  }

  /** Asks for the RLP of a block. @throws {PeerFault} */
  async block(hash: BlockHash): Promise<Uint8Array> {
    const answer = await this.#ask({ kind: "block-request", hash }, "block-answer");
    return answer.encoded;
  }

  /** @throws {PeerFault} `useless` if it does not answer, which also means that it has no answer. */
  async #ask<K extends Answer["kind"]>(
    request: Request,
    kind: K,
  ): Promise<Extract<Answer, { readonly kind: K }>> {
    this.signal.throwIfAborted();
    if (this.#waiting.size >= peerLimits.requestsMax) throw new Error("too many requests");
    const id = this.#nextId++;
    const answered = new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, { request, kind, resolve, reject });
    });
    const late = setTimeout(() => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      waiting?.reject(new PeerFault("useless", "it did not answer a request"));
    }, peerLimits.requestMs);
    try {
      this.#send(encodeMessage({ ...request, id }));
      return (await answered) as Extract<Answer, { readonly kind: K }>;
    } finally {
      clearTimeout(late);
    }
  }

  /** Tells the peer something, unless too much waits to be sent to it. @returns whether it was sent. */
  tell(announcement: Announcement): boolean {
    if (this.#connection.unsentBytes > peerLimits.unreadBytesMax) return false;
    this.#send(encodeMessage(announcement));
    return true;
  }

  /** Tells the peer something once it has read what was sent before. */
  async tellInTurn(announcement: Announcement): Promise<void> {
    await this.#connection.drained();
    this.#send(encodeMessage(announcement));
  }

  #send(payload: Uint8Array): void {
    this.#connection.send({ code: messageCode, payload });
  }

  /** Notes the head that the peer tells. */
  noteBest(best: Best): void {
    this.#headInTime();
    this.#best = best;
    this.noteBlock(best.hash);
    // A branch with more total difficulty may be shorter, because of its uncles. What is not there is not answered.
    for (const [id, { request, reject }] of this.#waiting) {
      if (request.kind !== "hash-request" || request.height <= best.number) continue;
      this.#waiting.delete(id);
      reject(new ChainChanged());
    }
  }

  /** Tells who waits for the peer's head that it is known, and compared with this node's. */
  noteCompared(): void {
    this.#told();
  }

  knowsBlock(hash: BlockHash): boolean {
    return this.#knownBlocks.get(hexDigits(hash)) === true;
  }

  noteBlock(hash: BlockHash): void {
    this.#knownBlocks.set(hexDigits(hash), true);
  }

  knowsTransaction(hash: Uint8Array): boolean {
    return this.#knownTransactions.get(hexDigits(hash)) === true;
  }

  noteTransaction(hash: Uint8Array): void {
    this.#knownTransactions.set(hexDigits(hash), true);
  }

  /** Ends the connection, and fails the requests under way. */
  close(fault: PeerFault): void {
    this.#headInTime();
    this.#connection.close(fault);
    this.#ending.abort(fault);
    for (const { reject } of this.#waiting.values()) reject(fault);
    this.#waiting.clear();
  }
}

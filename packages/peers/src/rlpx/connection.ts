/**
 * A connection to another node: the handshake, frames, and the base protocol (devp2p version 4: Hello, Disconnect,
 * Ping, Pong). Messages are read one by one; while one is handled, the socket is not read.
 */
import type { Socket } from "node:net";
import { isEqual } from "@tandem/primitives";
import { pause, yieldIfDue } from "@tandem/runtime";
import { peerLimits } from "../limits.js";
import { breach, faultOf, PeerFault } from "../peer-fault.js";
import type { ReceivingBudget, Taken } from "../receiving-budget.js";
import { type Addresses, addressesOf } from "./addresses.js";
import {
  baseCode,
  capabilityOffset,
  decodeFrame,
  decodeReason,
  emptyList,
  encodeFrame,
  encodeReason,
  type Message,
} from "./base-protocol.js";
import {
  FrameCipher,
  frameMacBytes,
  headerBytes,
  paddedLength,
  partBytes,
} from "./frame-cipher.js";
import { FrameWriter } from "./frame-writer.js";
import {
  contribute,
  openAck,
  openAuth,
  packetBytes,
  prefixBytes,
  sealAck,
  sealAuth,
  secretsOf,
} from "./handshake.js";
import { decodeHello, encodeHello, type Hello } from "./hello.js";
import type { NodeKey } from "./node-key.js";
import { Pace } from "./pace.js";
import { SocketReader } from "./socket-reader.js";

export interface ConnectionOptions {
  readonly key: NodeKey;
  readonly hello: Hello;
  readonly budget: ReceivingBudget;
}

export class Connection {
  readonly addresses: Addresses;
  readonly #socket: Socket;
  readonly #reader: SocketReader;
  readonly #options: ConnectionOptions;
  #cipher: FrameCipher | undefined;
  #hello: Hello | undefined;
  #bytesMax: number = peerLimits.introductionBytesMax;
  #remoteId: Uint8Array | undefined;
  readonly #pace = new Pace();
  readonly #ending = new AbortController();
  /** The bytes of the message that is being received or handled; undefined if there are none. */
  #taken: Taken | undefined;
  #isPongDue = false;
  #writer: FrameWriter | undefined;

  private constructor(socket: Socket, options: ConnectionOptions) {
    this.addresses = addressesOf(socket);
    this.#socket = socket;
    this.#options = options;
    this.#reader = new SocketReader(socket);
    // Each frame is complete: waiting for more bytes would only delay it.
    socket.setNoDelay(true);
  }

  /**
   * Makes the handshake on a connected socket, and exchanges Hello.
   * @param remoteId the identifier of the node that this one connected to; undefined for one that connected to this one.
   * @throws {PeerFault}; then the socket is closed.
   */
  static async open(
    socket: Socket,
    options: ConnectionOptions,
    remoteId: Uint8Array | undefined,
  ): Promise<Connection> {
    const connection = new Connection(socket, options);
    const inTime = connection.limitTime(peerLimits.introductionMs, "the handshake took too long");
    try {
      await (remoteId === undefined ? connection.#respond() : connection.#initiate(remoteId));
      await connection.#introduce();
      return connection;
    } catch (error) {
      connection.close(faultOf(error));
      throw error;
    } finally {
      inTime();
    }
  }

  /** The first message of the other side. */
  get hello(): Hello {
    return this.#hello as Hello;
  }

  /** The identifier of the other node, which its key proved. */
  get remoteId(): Uint8Array {
    return this.#remoteId as Uint8Array;
  }

  /** Accepts messages of any length from now on. */
  trust(): void {
    this.#bytesMax = peerLimits.frameBytesMax;
  }

  /** The bytes that wait to be sent. */
  get unsentBytes(): number {
    return this.#writer?.unsentBytes ?? 0;
  }

  async #initiate(remoteId: Uint8Array): Promise<void> {
    const { key } = this.#options;
    const own = contribute();
    const auth = sealAuth(key, own, remoteId);
    this.#socket.write(auth);
    const ack = await this.#readPacket();
    const other = openAck(ack, key);
    await this.#encrypt(secretsOf({ ...own, ...other, isInitiator: true, auth, ack }), remoteId);
  }

  async #respond(): Promise<void> {
    const { key } = this.#options;
    const auth = await this.#readPacket();
    const { remoteId, ...other } = openAuth(auth, key);
    const own = contribute();
    const ack = sealAck(own, remoteId);
    this.#socket.write(ack);
    await this.#encrypt(secretsOf({ ...own, ...other, isInitiator: false, auth, ack }), remoteId);
  }

  async #encrypt(secrets: Parameters<typeof FrameCipher.create>[0], remoteId: Uint8Array) {
    this.#cipher = await FrameCipher.create(secrets);
    this.#writer = new FrameWriter(this.#socket, this.#cipher);
    this.#remoteId = remoteId;
  }

  async #readPacket(): Promise<Buffer> {
    const prefix = await this.#reader.read(prefixBytes);
    return Buffer.concat([prefix, await this.#reader.read(packetBytes(prefix))]);
  }

  async #introduce(): Promise<void> {
    this.#write(baseCode.hello, encodeHello(this.#options.hello));
    const { code, payload } = await this.#readMessage();
    if (code === baseCode.disconnect) throw decodeReason(payload);
    if (code !== baseCode.hello) throw breach("the first message is not Hello");
    this.#hello = decodeHello(payload);
    if (!isEqual(this.#hello.id, this.remoteId)) {
      throw new PeerFault("unexpectedIdentity", "Hello has another identifier than the handshake");
    }
  }

  /** Returns the next message of the capability. @throws {PeerFault} when the connection ends. */
  async receive(): Promise<Message> {
    for (;;) {
      const { code, payload } = await this.#readMessage();
      if (code >= capabilityOffset) return { code: code - capabilityOffset, payload };
      if (code === baseCode.disconnect) throw decodeReason(payload);
      if (code === baseCode.ping) void this.#answerPing();
      // An answer to Ping has done its work by arriving. Others of the base protocol are not used.
    }
  }

  /** Answers once the other side has read what was sent before. Further messages are read meanwhile. */
  async #answerPing(): Promise<void> {
    if (this.#isPongDue) return;
    this.#isPongDue = true;
    await this.drained();
    this.#isPongDue = false;
    this.#write(baseCode.pong, emptyList);
  }

  /** Sends a message of the capability. It waits in memory while the other side does not read. */
  send({ code, payload }: Message): void {
    this.#write(capabilityOffset + code, payload);
  }

  /** Resolves when little waits to be sent, or the connection has ended. */
  async drained(): Promise<void> {
    await this.#writer?.sealing;
    if (!this.#socket.writableNeedDrain) return;
    const inTime = this.limitTime(peerLimits.messageMs, "the other side does not read");
    try {
      await new Promise<void>((resolve) => {
        const settle = () => {
          this.#socket.off("drain", settle).off("close", settle);
          resolve();
        };
        this.#socket.on("drain", settle).on("close", settle);
      });
    } finally {
      inTime();
    }
  }

  /** Tells the other side why, if it still reads, and closes the connection. Reads fail with the fault. */
  close(fault: PeerFault): void {
    this.#handled();
    // A socket whose listeners are removed a second time does not flow any more.
    if (this.#ending.signal.aborted) return;
    this.#ending.abort(fault);
    this.#reader.end(fault);
    if (this.#socket.destroyed) return;
    // Before both sides have keys there is nothing to tell.
    if (this.#cipher === undefined || fault.reason === "connectionFailed") {
      this.#socket.destroy();
      return;
    }
    this.#write(baseCode.disconnect, encodeReason(fault));
    this.#writer?.end();
    // What is unread, or unsent to one that does not read, does not keep the socket open.
    const giveUp = setTimeout(() => this.#socket.destroy(), closeMs).unref();
    this.#socket.once("close", () => clearTimeout(giveUp));
    this.#socket.removeAllListeners("readable").resume();
  }

  /** Reads a frame. A peer that is silent is asked whether it is there, and given up. */
  async #readMessage(): Promise<Message> {
    this.#handled();
    const cipher = this.#cipher as FrameCipher;
    const ping = setTimeout(() => {
      if (this.#hello !== undefined) this.#write(baseCode.ping, emptyList);
    }, peerLimits.pingAfterMs).unref();
    const header = await this.#within(
      peerLimits.silenceMsMax,
      "the other side is silent",
      this.#reader.read(headerBytes),
    ).finally(() => clearTimeout(ping));
    const length = cipher.openHeader(header);
    if (length === 0 || length > this.#bytesMax) throw breach(`a message of ${length} bytes`);
    await this.#keepPace(length);
    const slow = new PeerFault("timeout", "its message is slow, and others wait for the memory");
    this.#taken = await this.#options.budget.take(length, () => this.close(slow));
    const reading = this.#readFrame(cipher, length);
    const frame = await this.#within(peerLimits.messageMs, "a message took too long", reading);
    this.#taken.received();
    return decodeFrame(frame);
  }

  /**
   * Reads a frame part by part: a longer read would let the socket keep as much in memory from then on, and
   * decrypting a long frame at once would hold the event loop.
   */
  async #readFrame(cipher: FrameCipher, length: number): Promise<Uint8Array> {
    const frame = new Uint8Array(paddedLength(length));
    for (let at = 0; at < frame.length; ) {
      const sealed = await this.#reader.read(Math.min(partBytes, frame.length - at));
      frame.set(cipher.openPart(sealed), at);
      at += sealed.length;
      await yieldIfDue();
    }
    cipher.endFrame(await this.#reader.read(frameMacBytes));
    return frame.subarray(0, length);
  }

  #handled(): void {
    this.#taken?.release();
    this.#taken = undefined;
  }

  /** Lets other work run between messages, and a peer that sends many of them wait. */
  async #keepPace(bytes: number): Promise<void> {
    await yieldIfDue();
    const waitMs = this.#pace.count(bytes, performance.now());
    if (waitMs > 0) await pause(waitMs, this.#ending.signal);
  }

  #write(code: number, payload: Uint8Array): void {
    if (this.#socket.writable) this.#writer?.write(encodeFrame({ code, payload }));
  }

  async #within<T>(ms: number, late: string, reading: Promise<T>): Promise<T> {
    const inTime = this.limitTime(ms, late);
    try {
      return await reading;
    } finally {
      inTime();
    }
  }

  /** Closes the connection after a time, with a message for this side. Returns a function that ends the limit. */
  limitTime(ms: number, message: string): () => void {
    const timer = setTimeout(() => this.close(new PeerFault("timeout", message)), ms);
    return () => clearTimeout(timer);
  }
}

/** The milliseconds in which a closed connection may still send its last message. */
const closeMs = 2000;

/** Implements a WebSocket that sends prepared frames and counts the received messages. */
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";

const shared = Buffer.allocUnsafe(256 * 1024);
const headEnd = "\r\n\r\n";
const opcodeMask = 0x0f;
const textOpcode = 1;
const closeOpcode = 8;
/** The error of a refused call is within this number of characters of a message. */
const refusalWithin = 64;

type OnMessages = (count: number) => void;
type OnFailure = (error: Error) => void;

interface Frame {
  readonly opcode: number;
  readonly from: number;
  readonly to: number;
}

export class SocketConnection {
  readonly #socket: Socket;
  #onMessages: OnMessages = () => {};
  #onFailure: OnFailure;
  #onOpen: (() => void) | undefined;
  /** Bytes of an incomplete frame. */
  #cut: Buffer | undefined;

  private constructor(port: number, onOpen: () => void, onFailure: OnFailure) {
    this.#onFailure = onFailure;
    this.#onOpen = onOpen;
    const callback = (count: number) => {
      this.#read(shared.subarray(0, count));
      return true;
    };
    const onread = { buffer: shared, callback };
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true, onread }, () =>
      this.#socket.write(upgradeRequest()),
    );
    this.#socket.on("error", (error) => this.#onFailure(error));
    this.#socket.on("close", () => this.#onFailure(new Error("the WebSocket was closed")));
  }

  static open(port: number): Promise<SocketConnection> {
    return new Promise((resolve, reject) => {
      const connection = new SocketConnection(port, () => resolve(connection), reject);
    });
  }

  /** Sets the receivers of failures and of the number of messages that arrived together. */
  listen(onMessages: OnMessages, onFailure: OnFailure): void {
    this.#onMessages = onMessages;
    this.#onFailure = onFailure;
  }

  send(frames: Buffer): void {
    this.#socket.write(frames);
  }

  close(): void {
    this.#onFailure = () => {};
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    const bytes = this.#cut === undefined ? chunk : Buffer.concat([this.#cut, chunk]);
    this.#cut = undefined;
    const left = this.#onOpen === undefined ? bytes : this.#readHandshake(bytes, this.#onOpen);
    if (left !== undefined) this.#readFrames(left);
  }

  #readHandshake(bytes: Buffer, onOpen: () => void): Buffer | undefined {
    const end = bytes.indexOf(headEnd);
    if (end < 0) {
      this.#cut = Buffer.from(bytes);
      return undefined;
    }
    const head = bytes.toString("latin1", 0, end);
    if (!head.startsWith("HTTP/1.1 101")) {
      this.#onFailure(new Error(`no upgrade: ${head}`));
      return undefined;
    }
    this.#onOpen = undefined;
    onOpen();
    return bytes.subarray(end + headEnd.length);
  }

  #readFrames(bytes: Buffer): void {
    let count = 0;
    let at = 0;
    for (let frame = frameAt(bytes, at); frame !== undefined; frame = frameAt(bytes, at)) {
      at = frame.to;
      if (frame.opcode === closeOpcode) {
        this.#onFailure(new Error("the server closed the WebSocket"));
        return;
      }
      if (frame.opcode !== textOpcode) continue;
      count++;
      const start = bytes.toString(
        "latin1",
        frame.from,
        Math.min(frame.to, frame.from + refusalWithin),
      );
      if (!start.includes('"error"')) continue;
      this.#onFailure(new Error(`refused: ${bytes.toString("latin1", frame.from, frame.to)}`));
      return;
    }
    if (at < bytes.length) this.#cut = Buffer.from(bytes.subarray(at));
    if (count > 0) this.#onMessages(count);
  }
}

/** Returns the frame at an offset if it is complete. Servers do not mask frames. */
function frameAt(bytes: Buffer, at: number): Frame | undefined {
  if (bytes.length < at + 2) return undefined;
  const opcode = (bytes[at] as number) & opcodeMask;
  const short = bytes[at + 1] as number;
  const headLength = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (bytes.length < at + headLength) return undefined;
  const from = at + headLength;
  const length =
    short === 127
      ? Number(bytes.readBigUInt64BE(at + 2))
      : short === 126
        ? bytes.readUInt16BE(at + 2)
        : short;
  const to = from + length;
  return to > bytes.length ? undefined : { opcode, from, to };
}

/**
 * Builds the request of RFC 6455, section 4.1. The server's answer to the key is not checked,
 * because the server is part of the benchmark.
 */
function upgradeRequest(): string {
  const lines = [
    "GET / HTTP/1.1",
    "Host: 127.0.0.1",
    "Upgrade: websocket",
    "Connection: Upgrade",
    `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
    "Sec-WebSocket-Version: 13",
  ];
  return `${lines.join("\r\n")}${headEnd}`;
}

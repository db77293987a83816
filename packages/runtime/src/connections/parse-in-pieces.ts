/**
 * Gives Node's HTTP parser what a connection sends in small pieces. Node reads 64 KiB at a time and parses them at once:
 * thousands of requests or chunks, which take some fifty milliseconds, also after the connection was destroyed. Hundreds
 * of such connections would hold up all clients for a turn of the event loop that lasts most of a minute.
 */
import type { Socket } from "node:net";
import { isSliceOver, yieldIfDue } from "../scheduler.js";
import { Turns } from "../turns.js";
import { networkOf } from "./network-of.js";

/**
 * The lines that are parsed at once: those of two hundred of the shortest requests or chunks, which take about a time
 * slice. Bytes of bodies without line breaks cost almost nothing.
 */
const pieceLines = 400;

/** The bytes that have no more lines than a piece: a chunk of one byte has two lines of three bytes. */
const smallBytes = 3 * pieceLines;

const lineEnd = 0x0a;

/** Returns the number of bytes that are parsed at once. */
function pieceLength(bytes: Buffer): number {
  if (bytes.length <= smallBytes) return bytes.length;
  let end = 0;
  for (let lines = 0; lines < pieceLines; lines++) {
    const next = bytes.indexOf(lineEnd, end);
    if (next < 0) return bytes.length;
    end = next + 1;
  }
  return end;
}

/** The turns of connections that wait for a time slice: one at a time, and of each network in turn. */
const turns = new Turns({ max: 1, clientMax: 1 });

/**
 * The bytes of all connections that were parsed since the time slice was last checked: a check for each short request
 * would take longer than its parsing.
 */
let uncheckedBytes = 0;

type OnData = (bytes: Buffer) => void;

/**
 * Parses what a connection sends piece by piece; when the time slice is over, the connection waits for its turn. Call
 * it once Node's HTTP server has taken the connection, as the last listener of the server's event `connection`.
 */
export function parseInPieces(socket: Socket): void {
  for (const parse of socket.listeners("data") as OnData[]) {
    const parser = new PieceParser(socket, parse);
    // Node removes its listener by reference when it upgrades the connection. The property, which Node documents for
    // listeners of `once`, makes that remove this one.
    const onData = Object.assign((bytes: Buffer) => parser.take(bytes), { listener: parse });
    socket.off("data", parse);
    // With a listener other than its own, Node's parser no longer reads past the socket.
    socket.on("data", onData);
  }
}

class PieceParser {
  readonly #socket: Socket;
  readonly #parse: OnData;
  #isWaiting = false;

  constructor(socket: Socket, parse: OnData) {
    this.#socket = socket;
    this.#parse = parse;
  }

  take(bytes: Buffer): void {
    this.#isWaiting = false;
    const socket = this.#socket;
    if (socket.destroyed) return;
    uncheckedBytes += bytes.length;
    if (uncheckedBytes > smallBytes) {
      if (isSliceOver()) {
        this.#putBack(bytes);
        void this.#wait();
        return;
      }
      uncheckedBytes = 0;
    }
    const length = pieceLength(bytes);
    if (length < bytes.length) {
      this.#putBack(bytes.subarray(length));
      // The socket reads on in a later tick, unless Node pauses it now, or upgrades it and puts back what comes first.
      socket.resume();
    }
    this.#parse(bytes.subarray(0, length));
  }

  #putBack(bytes: Buffer): void {
    // A socket that is not paused would emit the bytes at once.
    this.#socket.pause();
    this.#socket.unshift(bytes);
  }

  async #wait(): Promise<void> {
    const socket = this.#socket;
    this.#isWaiting = true;
    const resume = async () => {
      await yieldIfDue();
      // Node may have resumed the connection, and paused it again, in the meantime.
      if (!this.#isWaiting) return;
      socket.resume();
      // The socket reads on in a tick that is scheduled before this one.
      await new Promise<void>((resolve) => process.nextTick(resolve));
    };
    await turns.run(networkOf(socket.remoteAddress), () => {}, resume);
  }
}

/** Implements one connection over IPC: the messages of its client, and a session that answers them. */
import type { Socket as NetSocket } from "node:net";
import { isSliceOver, nextSlice } from "@tandem/runtime";
import { ipcClient } from "../../access/client.js";
import type { ExceededShare, Share } from "../../access/share.js";
import { ShareHolder } from "../../access/share-holder.js";
import type { TransportHandler } from "../http/transport.js";
import { errorText } from "../request/envelope.js";
import { limitExceeded } from "../request/to-rpc-error.js";
import type { Session } from "../sockets/session.js";
import type { Fragment, Socket } from "../sockets/socket-line.js";
import { JsonSplitter } from "./json-splitter.js";

/** Each answer is a line, as clients expect that read lines. */
const messageEnd = "\n";

const nothing = Buffer.alloc(0);

function socketOf(stream: NetSocket, drained: () => void): Socket {
  const hasSent = () => stream.writableLength === 0;
  const onSent = () => {
    if (hasSent()) drained();
  };
  return {
    send(text) {
      stream.write(text + messageEnd, onSent);
      return hasSent();
    },
    sendFragment(bytes: Uint8Array, place: Fragment) {
      stream.write(place === "last" ? messageEnd : bytes, drained);
      return hasSent();
    },
    waitingBytes: () => stream.writableLength,
    cork(send) {
      stream.cork();
      send();
      stream.uncork();
    },
    // Its client may leave its own side open.
    end: () => stream.destroySoon(),
    destroy: () => stream.destroy(),
  };
}

/** Refuses a connection. */
export function refuseIpc(stream: NetSocket, exceeded: ExceededShare): void {
  stream.on("error", () => {});
  stream.write(errorText("null", limitExceeded(exceeded)) + messageEnd);
  stream.destroySoon();
}

/** Serves a connection until it closes. @param unfinished limits the bytes of incomplete messages. */
export function serveIpc(handler: TransportHandler, stream: NetSocket, unfinished: Share): void {
  // A client that disappears while it is written to must not end the process.
  stream.on("error", () => {});
  const socket = socketOf(stream, () => session.drained());
  const session: Session = handler.openSession(socket, ipcClient);
  const messages = new Messages(handler, session, unfinished);
  // Node reports the end of a connection that is not read too.
  let taken: Promise<void> | undefined;
  stream.on("data", (chunk: Buffer) => {
    const rest = messages.take(chunk);
    if (rest.length > 0) taken = takeInSlices(stream, messages, rest);
  });
  stream.on("end", () => {
    if (taken === undefined) messages.end();
    else void taken.then(() => messages.end());
  });
  stream.on("close", () => {
    messages.close();
    handler.closeSession(session);
  });
}

/** Takes the rest of a chunk in further time slices. Nothing more is read meanwhile: a chunk may be thousands of messages. */
async function takeInSlices(stream: NetSocket, messages: Messages, chunk: Buffer): Promise<void> {
  stream.pause();
  for (let rest = chunk; rest.length > 0; rest = messages.take(rest)) await nextSlice();
  stream.resume();
}

/** Passes the messages of a connection to its session. */
class Messages {
  readonly #handler: TransportHandler;
  readonly #session: Session;
  readonly #splitter = new JsonSplitter();
  readonly #unfinished: ShareHolder;
  #hasEnded = false;

  constructor(handler: TransportHandler, session: Session, unfinished: Share) {
    this.#handler = handler;
    this.#session = session;
    this.#unfinished = new ShareHolder(unfinished, ipcClient);
  }

  /** Returns the rest of the chunk, for which the time slice has no time. */
  take(chunk: Buffer): Buffer {
    if (this.#hasEnded) return nothing;
    if (isSliceOver()) return chunk;
    let isInTime = true;
    const rest = this.#splitter.take(chunk, (text) => {
      const isOpen = this.#receive(text);
      isInTime = !isSliceOver();
      return isOpen && isInTime;
    });
    if (rest.length > 0 && !this.#hasEnded && this.#session.isOpen) {
      if (!isInTime) return rest;
      // Where the next message begins is not known, so the answer is the error of this one.
      this.#session.receive(rest);
      this.end();
    } else this.#limitUnfinished();
    return nothing;
  }

  #limitUnfinished(): void {
    const { messageBytesMax, clientBodiesBytesMax } = this.#handler.limits;
    if (this.#splitter.length > messageBytesMax) this.#refuse("body-bytes", messageBytesMax);
    else if (this.#unfinished.hold(this.#splitter.heldBytes) !== undefined) {
      this.#refuse("client-bodies-bytes", clientBodiesBytesMax);
    }
  }

  /** Returns whether the connection is still open. */
  #receive(text: Buffer): boolean {
    const { messageBytesMax } = this.#handler.limits;
    if (text.length > messageBytesMax) {
      this.#refuse("body-bytes", messageBytesMax);
      return false;
    }
    this.#session.receive(text);
    return this.#session.isOpen;
  }

  #refuse(limit: string, max: number): void {
    this.#session.send(errorText("null", limitExceeded({ limit, max })));
    this.end();
  }

  /** Closes the connection once its messages are answered: the client sends no more, or what it sends is not read. */
  end(): void {
    this.close();
    this.#session.endWhenAnswered(1000, "answered");
  }

  /** Takes nothing more, and releases what is held of an incomplete message. */
  close(): void {
    this.#hasEnded = true;
    this.#unfinished.release();
    this.#splitter.clear();
  }
}

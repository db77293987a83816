/** Implements one connection over IPC: the messages of its client, and a session that answers them. */
import type { Socket as NetSocket } from "node:net";
import { ipcClient } from "../clients/client.js";
import type { ExceededShare, Share } from "../clients/share.js";
import { ShareHolder } from "../clients/share-holder.js";
import { errorText } from "../dispatch/envelope.js";
import { limitExceeded } from "../dispatch/to-rpc-error.js";
import { receiveMessage } from "../http/body.js";
import type { Session, Socket } from "../sockets/session.js";
import type { Fragment } from "../sockets/socket-line.js";
import type { TransportHandler } from "../transport.js";
import { JsonSplitter } from "./json-splitter.js";

/** Each answer is a line, as clients expect that read lines. */
const messageEnd = "\n";

function socketOf(stream: NetSocket, drained: () => void): Socket {
  const hasSent = () => stream.writableLength === 0;
  return {
    send(text) {
      stream.write(text + messageEnd);
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
  stream.on("data", (chunk: Buffer) => messages.take(chunk));
  stream.on("end", () => messages.end());
  stream.on("close", () => {
    messages.close();
    handler.closeSession(session);
  });
}

/** Passes the messages of a connection to its session. */
class Messages {
  readonly #handler: TransportHandler;
  readonly #session: Session;
  readonly #splitter = new JsonSplitter();
  readonly #unfinished: ShareHolder;
  /** The number of long messages that are decoded. */
  #decoding = 0;
  #hasEnded = false;

  constructor(handler: TransportHandler, session: Session, unfinished: Share) {
    this.#handler = handler;
    this.#session = session;
    this.#unfinished = new ShareHolder(unfinished, ipcClient);
  }

  take(chunk: Buffer): void {
    if (this.#hasEnded) return;
    const rest = this.#splitter.take(chunk, (text) => this.#receive(text));
    const { messageBytesMax } = this.#handler.limits;
    if (rest !== undefined) {
      // Where the next message begins is not known, so the answer is the error of this one.
      this.#session.receive(rest.toString());
      this.end();
    } else if (this.#splitter.length > messageBytesMax) {
      this.#refuse("body-bytes", messageBytesMax);
    } else if (this.#unfinished.hold(this.#splitter.heldBytes) !== undefined) {
      this.#refuse("client-bodies-bytes", this.#handler.limits.clientBodiesBytesMax);
    }
  }

  /** Returns whether the connection is still open. */
  #receive(text: Buffer): boolean {
    const { messageBytesMax } = this.#handler.limits;
    if (text.length > messageBytesMax) {
      this.#refuse("body-bytes", messageBytesMax);
      return false;
    }
    const decoded = receiveMessage(this.#session, this.#handler.bodiesBytes, text);
    if (decoded !== undefined) {
      this.#decoding++;
      void decoded.then(() => {
        this.#decoding--;
        this.#endIfDecoded();
      });
    }
    return this.#session.isOpen;
  }

  #refuse(limit: string, max: number): void {
    this.#session.send(errorText("null", limitExceeded({ limit, max })));
    this.end();
  }

  /** Closes the connection once its messages are answered: the client sends no more, or what it sends is not read. */
  end(): void {
    this.#hasEnded = true;
    this.close();
    this.#endIfDecoded();
  }

  #endIfDecoded(): void {
    if (this.#hasEnded && this.#decoding === 0) this.#session.endWhenAnswered();
  }

  /** Releases what is held of an incomplete message. */
  close(): void {
    this.#unfinished.release();
    this.#splitter.clear();
  }
}

/** Reads given numbers of bytes from a socket, which is not read further than that. */
import type { Socket } from "node:net";
import { PeerFault } from "../peer-fault.js";

export class SocketReader {
  readonly #socket: Socket;
  #wake = () => {};
  #ended: PeerFault | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("readable", () => this.#wake());
    socket.on("error", ({ message }) => this.end(`the connection failed: ${message}`));
    for (const event of ["end", "close"]) {
      socket.on(event, () => this.end("the other side closed the connection"));
    }
  }

  /** Ends the reads, with a reason unless there is one. */
  end(reason: string | PeerFault): void {
    this.#ended ??= typeof reason === "string" ? new PeerFault("connectionFailed", reason) : reason;
    this.#wake();
  }

  /** Returns the next bytes. One read at a time. @throws {PeerFault} when the connection ends before. */
  async read(length: number): Promise<Buffer> {
    for (;;) {
      // Nothing is read after the end, such as the rest of what a peer sent before it was disconnected.
      if (this.#ended !== undefined) throw this.#ended;
      const bytes: Buffer | null = this.#socket.read(length);
      // At its end a socket returns what is left, however little.
      if (bytes?.length === length) return bytes;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

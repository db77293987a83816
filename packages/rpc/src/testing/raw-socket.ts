/** Sends HTTP as bytes on a socket, which no client library would send, and receives all answers. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { TestContext } from "node:test";

/** A connection to a server on this machine. */
export class RawSocket {
  readonly socket: Socket;
  #received = "";
  #isClosed = false;
  #onChange: (() => void) | undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (bytes) => {
      this.#received += bytes.toString("latin1");
      this.#onChange?.();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#isClosed = true;
      this.#onChange?.();
    });
  }

  /**
   * @param place the port on this machine, or the path of a Unix domain socket.
   * @param localAddress the address of this side, for a port.
   */
  static async open(
    t: TestContext,
    place: number | string,
    localAddress = "127.0.0.1",
  ): Promise<RawSocket> {
    const host = "127.0.0.1";
    const at = typeof place === "number" ? { port: place, host, localAddress } : { path: place };
    const socket = connect(at);
    t.after(() => socket.destroy());
    await once(socket, "connect");
    return new RawSocket(socket);
  }

  write(bytes: string | Uint8Array): void {
    this.socket.write(bytes);
  }

  /** Resolves to all received text as soon as it matches. */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.#received)) {
      if (this.#isClosed) throw new Error(`closed before ${pattern}: ${this.#received}`);
      await this.#change();
    }
    return this.#received;
  }

  /** Resolves to all received text when the server has closed the connection. */
  async closed(): Promise<string> {
    while (!this.#isClosed) await this.#change();
    return this.#received;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#onChange = resolve;
    });
  }
}

/** Returns the head of a JSON POST with further header lines. */
export const postHead = (path: string, ...lines: string[]): string =>
  [
    `POST ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Content-Type: application/json",
    ...lines,
    "",
    "",
  ].join("\r\n");

/** Returns the head of a WebSocket upgrade with further header lines. */
export const upgradeHead = (path: string, ...lines: string[]): string =>
  [
    `GET ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version: 13",
    ...lines,
    "",
    "",
  ].join("\r\n");

/** Refuses a connection, or an upgrade, after which Node's server has no timer for the connection. */
import type { Duplex } from "node:stream";

/** An answer without a request. */
export interface StreamRefusal {
  /** The status code and its phrase. */
  readonly status: string;
  /** Names and values. The connection and the length of the body are added. */
  readonly headers: readonly (readonly [string, string])[];
  /** A text. A body of another form is left out. */
  readonly body: unknown;
}

/** Answers without a request, or instead of an upgrade, and closes the connection, also if its client keeps its side open. */
export function refuseStream(stream: Duplex, { status, headers, body }: StreamRefusal): void {
  const text = typeof body === "string" ? body : "";
  const length = ["content-length", `${Buffer.byteLength(text)}`] as const;
  const lines = [...headers, length].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  // A client may disconnect before it reads this; the process must not end for that.
  stream.on("error", () => {}).once("finish", () => stream.destroy());
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n${lines}\r\n${text}`);
}

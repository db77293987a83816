/** Refuses a connection, or an upgrade, after which Node's server has no timer for the connection. */
import type { Duplex } from "node:stream";
import type { HttpAnswer } from "../http-answers.js";

/** Answers without a request, or instead of an upgrade, and closes the connection, also if its client keeps its side open. */
export function refuse(stream: Duplex, { status, headers, body }: HttpAnswer): void {
  const text = typeof body === "string" ? body : "";
  const length = ["content-length", `${Buffer.byteLength(text)}`] as const;
  const lines = [...headers, length].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  // A client may disconnect before it reads this; the process must not end for that.
  stream.on("error", () => {}).once("finish", () => stream.destroy());
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n${lines}\r\n${text}`);
}

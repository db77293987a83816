/** Serves a gateway in tests, and sends it HTTP as bytes on a socket. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { TestContext } from "node:test";
import { anyGateway, type GatewayOptions, startGateway } from "../gateway/server.js";
import { testLog } from "./log.js";

export const body = "text=&phoneNumber=%2B254700000001&sessionId=1";

/** Serves a gateway until the end of a test. */
export async function gatewayWith(t: TestContext, options: Partial<GatewayOptions>) {
  const log = testLog();
  const gateway = await startGateway({
    host: "127.0.0.1",
    port: 0,
    answer: async () => "CON hello",
    auth: anyGateway,
    log,
    ...options,
  });
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await gateway.close();
    isClosed = true;
  };
  t.after(close);
  const post = async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const response = await fetch(gateway.url, { method: "POST", headers, body });
    return { status: response.status, text: await response.text() };
  };
  return { gateway, post, close, log };
}

export const formHeaders = [
  "Content-Type: application/x-www-form-urlencoded",
  `Content-Length: ${body.length}`,
];
/** Returns a post. */
export const requestOf = (headers: readonly string[], text: string) =>
  `POST /ussd HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${text}`;

/** Connects and sends a part of a post, by default only its headers. */
export async function begin(
  url: string,
  localAddress = "127.0.0.1",
  text = requestOf(["Host: relay", ...formHeaders], ""),
): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port), localAddress });
  // A refused connection may be reset.
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

/** Resolves with all data that a server sends until it closes the connection. */
export async function everything(socket: Socket): Promise<string> {
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  if (!socket.closed) await once(socket, "close");
  return text;
}

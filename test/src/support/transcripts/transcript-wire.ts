/** Sends a transcript's requests to a node, as text, and returns the answers, as JSON. */
import { once } from "node:events";
import { WebSocket } from "ws";
import { within } from "../eventually.js";
import type { RunningNode } from "../node-process.js";
import { post } from "../rpc.js";
import type { Wire } from "./transcript.js";

export interface Line {
  /** Returns the messages for one request: `count` of them, notifications after the answer. */
  exchange(request: string, count: number): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

export const openLine = (wire: Wire, node: Pick<RunningNode, "url" | "wsUrl">): Promise<Line> =>
  wire === "http" ? Promise.resolve(httpLine(node.url)) : openSocket(node.wsUrl);

const httpLine = (url: string): Line => ({
  async exchange(request) {
    const response = await post(url, request);
    const text = await response.text();
    const wanted = text === "" ? 204 : 200;
    if (response.status !== wanted) throw new Error(`HTTP ${response.status}: ${text}`);
    return text === "" ? [] : [JSON.parse(text)];
  },
  close: () => Promise.resolve(),
});

const isNotification = (message: unknown) =>
  typeof message === "object" && message !== null && "method" in message;

async function openSocket(url: string): Promise<Line> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const arrived: unknown[] = [];
  let wake = () => {};
  socket.on("message", (text) => {
    arrived.push(JSON.parse(String(text)));
    wake();
  });
  await within("WebSocket connection", once(socket, "open"));
  async function arrive(count: number): Promise<void> {
    while (arrived.length < count) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  return {
    async exchange(request, count) {
      socket.send(request);
      await within(`answer ${count} to ${request.slice(0, 200)}`, arrive(count));
      const messages = arrived.splice(0);
      return [
        ...messages.filter((message) => !isNotification(message)),
        ...messages.filter(isNotification),
      ];
    },
    async close() {
      const closed = once(socket, "close");
      socket.close();
      await within("end of the WebSocket", closed);
    },
  };
}

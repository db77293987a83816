/** Stands between a node that forks and the chain that it forks, and answers in its place. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { post } from "../rpc.js";

export interface UpstreamRequest {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface UpstreamProxy {
  readonly url: string;
  /** The methods that were asked for. */
  readonly asked: string[];
  /** Replaces a result of the origin; the same object may be changed. */
  change: (result: unknown, request: UpstreamRequest) => unknown;
  /** Answers in place of the origin, unless it returns false. */
  answer: (
    request: UpstreamRequest,
    response: ServerResponse,
    incoming: IncomingMessage,
  ) => boolean;
  /** Answers like the origin from now on. */
  restore(): void;
  close(): void;
}

/** Ends a response with a JSON-RPC error. */
export function refuse(
  { id }: UpstreamRequest,
  response: ServerResponse,
  code: number,
  message: string,
): true {
  response.end(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }));
  return true;
}

const noChange: UpstreamProxy["change"] = (result) => result;
const noAnswer: UpstreamProxy["answer"] = () => false;

export async function openUpstreamProxy(originUrl: string): Promise<UpstreamProxy> {
  const server = createServer(async (incoming, response) => {
    let body = "";
    for await (const chunk of incoming) body += chunk;
    const request = JSON.parse(body) as UpstreamRequest;
    proxy.asked.push(request.method);
    if (proxy.answer(request, response, incoming)) return;
    const answer = JSON.parse(await (await post(originUrl, body)).text());
    if ("result" in answer) answer.result = proxy.change(answer.result, request);
    response.end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: UpstreamProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    change: noChange,
    answer: noAnswer,
    restore() {
      proxy.change = noChange;
      proxy.answer = noAnswer;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
}

/** Implements a minimal JSON-RPC client: one POST for each call, unchanged answers. */
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { setImmediate as turn } from "node:timers/promises";

export interface RpcAnswer {
  readonly jsonrpc: "2.0";
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The answer to a POST. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  text(): Promise<string>;
  json(): Promise<unknown>;
  bytes(): Promise<Buffer>;
}

/** The client closes an idle connection before a node does. */
const agent = new Agent({ keepAlive: true, timeout: 4_000 });

/** Sends JSON, or unchanged text. Node's `fetch` takes several times the processor time. */
export async function post(
  url: string,
  body: unknown,
  more: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer> {
  // After a long computation the test has not yet handled that the node closed an idle connection.
  // The first turn may end without polling the sockets, the second does not.
  await turn();
  await turn();
  const content = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const length = { "content-length": content.length };
  const headers = { "content-type": "application/json", ...length, ...more };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const whole = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: async () => whole.toString(),
          json: async () => JSON.parse(whole.toString()),
          bytes: async () => whole,
        });
      });
    });
    sent.on("error", reject);
    sent.end(content);
  });
}

/** Returns the complete answer, error or not. */
export async function ask(
  url: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<RpcAnswer> {
  const response = await post(url, { jsonrpc: "2.0", id: 1, method, params });
  return (await response.json()) as RpcAnswer;
}

/** Returns the result. @throws if the answer is an error. */
export async function call<T>(
  url: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<T> {
  const { result, error } = await ask(url, method, params);
  if (error !== undefined) throw new Error(`${method}: ${error.code} ${error.message}`);
  return result as T;
}

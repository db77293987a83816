/** The plainest JSON-RPC client: one POST a call, answers as they come. */
import { setImmediate as turn } from "node:timers/promises";

export interface RpcAnswer {
  readonly jsonrpc: "2.0";
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export async function post(url: string, body: unknown): Promise<Response> {
  // A test that computed for long has not heard yet that the node closed an idle connection. The first turn may end
  // without a look at the sockets, the second does not.
  await turn();
  await turn();
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** The whole answer, error or not. */
export async function ask(
  url: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<RpcAnswer> {
  const response = await post(url, { jsonrpc: "2.0", id: 1, method, params });
  return (await response.json()) as RpcAnswer;
}

/** The result. @throws when the answer is an error. */
export async function call<T>(
  url: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<T> {
  const { result, error } = await ask(url, method, params);
  if (error !== undefined) throw new Error(`${method}: ${error.code} ${error.message}`);
  return result as T;
}

/** Implements a client over any transport: single calls, and batches in one message. */

import { type Calls, createCalls } from "./calls.js";
import { ConnectionError, type JsonRpcResponse, type Request } from "./response.js";

/** Sends requests to the node in one message and returns the answers. */
export type Carry = (requests: readonly Request[]) => Promise<readonly JsonRpcResponse[]>;

export interface Client extends Calls {
  /**
   * Sends every call made by `make` as one message:
   * `client.batch((calls) => [calls.eth_blockNumber(), calls.eth_gasPrice()])`.
   * Calls must be made before `make` returns. Fails with the first error of its calls.
   */
  batch<const T extends readonly Promise<unknown>[]>(
    make: (calls: Calls) => T,
  ): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }>;
}

interface Queued {
  readonly request: Request;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

function settle(
  { request, resolve, reject }: Queued,
  answers: ReadonlyMap<number, JsonRpcResponse>,
): void {
  const answer = answers.get(request.id);
  if (answer === undefined) {
    reject(new ConnectionError(`no answer to ${request.method}`));
    return;
  }
  try {
    resolve(answer.result());
  } catch (error) {
    reject(error);
  }
}

export function createClient(carry: Carry): Client {
  let lastId = 0;
  const requestOf = (method: string, params: readonly unknown[]): Request => {
    lastId += 1;
    return { jsonrpc: "2.0", id: lastId, method, params };
  };

  async function deliver(queue: readonly Queued[]): Promise<void> {
    try {
      const answers = await carry(queue.map(({ request }) => request));
      // An answer without an id applies to the whole message.
      for (const { id, result } of answers) if (id === undefined) result();
      const byId = new Map(answers.map((answer) => [answer.id ?? 0, answer]));
      for (const queued of queue) settle(queued, byId);
    } catch (error) {
      for (const { reject } of queue) reject(error);
    }
  }

  const queueInto = (queue: Queued[]) =>
    createCalls(
      (method, params) =>
        new Promise((resolve, reject) => {
          queue.push({ request: requestOf(method, params), resolve, reject });
        }),
    );

  const calls = createCalls(
    (method, params) =>
      new Promise((resolve, reject) => {
        void deliver([{ request: requestOf(method, params), resolve, reject }]);
      }),
  );

  return {
    ...calls,
    batch(make) {
      const queue: Queued[] = [];
      const results = Promise.all(make(queueInto(queue)));
      if (queue.length > 0) void deliver(queue);
      return results as never;
    },
  };
}

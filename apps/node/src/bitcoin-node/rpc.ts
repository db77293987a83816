/**
 * Implements JSON-RPC 1.0 over HTTP as Bitcoin nodes use it: one POST for each call, with basic
 * authentication. Only the authentication header has the password; no message or property has it.
 */
import type { JsonObject } from "@tandem/primitives";
import { fetchReason } from "@tandem/rpc";
import { linkAbort } from "@tandem/runtime";
import { readJsonAnswer } from "../files/read-json-answer.js";
import { type BitcoinNodeLimits, bitcoinNodeLimits } from "./limits.js";
import { splitLogin } from "./url-login.js";

export type BitcoinRpcFailure =
  /** The connection was refused or broken. */
  | "unreachable"
  /** There was no answer in time. */
  | "late"
  /** The node refused the user or password. */
  | "unauthorized"
  /** The answer is not JSON-RPC, or too long. */
  | "bad-answer"
  /** The node refused the call; `rpcCode` has the reason. */
  | "refused";

/** A call without a result. */
export class BitcoinRpcError extends Error {
  readonly failure: BitcoinRpcFailure;
  /** The node's error code if it refused: -10 while it syncs, -32601 for an unknown method. */
  readonly rpcCode: number | undefined;
  constructor(
    failure: BitcoinRpcFailure,
    message: string,
    options: ErrorOptions & { readonly rpcCode?: number } = {},
  ) {
    super(message, options);
    this.name = "BitcoinRpcError";
    this.failure = failure;
    this.rpcCode = options.rpcCode;
  }
}

export interface CallOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface BitcoinRpc {
  /** The address without user and password. */
  readonly address: string;
  /**
   * Calls a method once and returns its result.
   * @throws {BitcoinRpcError} if there is no result, or the signal's reason once it is aborted.
   */
  call(method: string, params?: readonly unknown[], options?: CallOptions): Promise<unknown>;
}

/**
 * @param url http or https, with user and password before the host if the node requires them.
 * @throws {TypeError} for any other text.
 */
export function bitcoinRpc(
  url: string,
  limits: Pick<BitcoinNodeLimits, "callMs" | "answerBytesMax"> = bitcoinNodeLimits,
): BitcoinRpc {
  if (!isBitcoinRpcUrl(url)) throw new TypeError("expected http://user:password@host:port");
  const { address, authorization } = splitLogin(url);
  let lastId = 0;

  return {
    address,
    async call(method, params = [], { timeoutMs = limits.callMs, signal } = {}) {
      const call = linkAbort(signal);
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        call.abort();
      }, timeoutMs);
      const request = { jsonrpc: "1.0", id: ++lastId, method, params };
      try {
        const response = await fetch(address, {
          method: "POST",
          // A redirect would send the password to another host.
          redirect: "error",
          // The node closes an idle connection, possibly while the next call uses it.
          headers: { "content-type": "application/json", connection: "close", ...authorization },
          body: JSON.stringify(request),
          signal: call.signal,
        });
        let length = 0;
        const answer = await readJsonAnswer(response, (chunk) => {
          length += chunk.length;
          if (length > limits.answerBytesMax) throw tooLong(limits.answerBytesMax);
        });
        return resultOf(method, response.status, answer);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof BitcoinRpcError) throw error;
        const [failure, reason] = isLate
          ? (["late", `no answer in ${timeoutMs} ms`] as const)
          : (["unreachable", fetchReason(error)] as const);
        throw new BitcoinRpcError(failure, `${method}: ${reason}`, { cause: error });
      } finally {
        clearTimeout(timer);
        call.release();
      }
    },
  };
}

export function isBitcoinRpcUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

const tooLong = (bytesMax: number) =>
  new BitcoinRpcError("bad-answer", `an answer of more than ${bytesMax} bytes`);

/** Returns the result. Nodes answer a refused call with HTTP 4xx or 5xx and a JSON-RPC error. */
function resultOf(method: string, status: number, answer: JsonObject | undefined): unknown {
  if (status === 401 || status === 403) {
    throw new BitcoinRpcError("unauthorized", `${method}: HTTP ${status}, wrong user or password`);
  }
  if (answer === undefined || !("result" in answer || "error" in answer)) {
    throw new BitcoinRpcError("bad-answer", `${method}: HTTP ${status}, and no JSON-RPC in it`);
  }
  const { error, result } = answer;
  if (error === null || error === undefined) return result;
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const rpcCode = typeof code === "number" ? { rpcCode: code } : {};
  throw new BitcoinRpcError("refused", `${method}: ${message ?? JSON.stringify(error)}`, rpcCode);
}

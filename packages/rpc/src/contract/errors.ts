/** Defines every error code of the service: its name, its number and its cause. */

export const errorCodes = {
  parse: { code: -32700, when: "The body is not JSON." },
  request: { code: -32600, when: "The JSON is not a JSON-RPC 2.0 request." },
  method: { code: -32601, when: "The method does not exist, or not over this transport." },
  params: { code: -32602, when: "A parameter is missing, malformed, or does not fit another." },
  internal: { code: -32603, when: "A defect of the node; details are in its log only." },
  refused: {
    code: -32000,
    when: "A transaction is refused, a simulated one cannot finish, or no block can be sealed now.",
  },
  reverted: { code: 3, when: "A call reverted; `data` holds what it returned." },
  unmined: {
    code: 4,
    when: "A transaction is in the pool, but was not mined in time; `data` is its hash.",
  },
  filter: { code: -32000, when: "The filter does not exist, or has expired." },
  limit: { code: -32005, when: "A limit is exceeded; `data` names it and its value." },
  mining: {
    code: -33000,
    when: "A Bitcoin block of an outside miner is refused; `data` names the rule it breaks, if any.",
  },
  unauthorized: { code: -32016, when: "The API key is missing or unknown." },
} as const;

export type ErrorName = keyof typeof errorCodes;

/** A JSON-RPC error, sent or received. */
export class RpcError extends Error {
  readonly code: number;
  /** The JSON value of the error's `data`. */
  readonly data: unknown;
  constructor(name: ErrorName | number, message: string, data?: unknown, options?: ErrorOptions) {
    super(message, options);
    this.name = "RpcError";
    this.code = typeof name === "number" ? name : errorCodes[name].code;
    this.data = data;
  }
}

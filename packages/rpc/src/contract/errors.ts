/** Defines every error code of the service: its name, its number and its cause. */

export const errorCodes = {
  parse: { code: -32700, when: "The body is not JSON." },
  request: { code: -32600, when: "The JSON is not a JSON-RPC 2.0 request." },
  method: { code: -32601, when: "The method does not exist, or not over this transport." },
  params: { code: -32602, when: "A parameter is missing, malformed, or does not fit another." },
  internal: { code: -32603, when: "A defect of the node; details are in its log only." },
  refused: {
    code: -32000,
    when: "A transaction is refused, a simulated one cannot be completed, or no block can be sealed now.",
  },
  reverted: { code: 3, when: "A call reverted; `data` is its return data." },
  unmined: {
    code: 4,
    when: "A transaction is in the pool, but was not mined in time; `data` is its hash.",
  },
  filter: { code: -32000, when: "The filter does not exist, or has expired." },
  behind: {
    code: -32001,
    when: "The node's head is below the height that the header Tandem-Min-Height names; HTTP status 503.",
  },
  limit: { code: -32005, when: "A limit is exceeded; `data` names it and its value." },
  mining: {
    code: -33000,
    when: "A Bitcoin block of an outside miner is refused; `data` names the rule it violates, if any.",
  },
  simulatedNonceLow: { code: -38010, when: "A simulated transaction's nonce is too low." },
  simulatedNonceHigh: { code: -38011, when: "A simulated transaction's nonce is too high." },
  simulatedFee: {
    code: -38012,
    when: "A simulated transaction pays less than the minimum gas price of its block.",
  },
  simulatedGas: { code: -38013, when: "A simulated transaction's gas does not cover its data." },
  simulatedFunds: { code: -38014, when: "A simulated transaction's sender cannot pay for it." },
  simulatedBlockGas: {
    code: -38015,
    when: "Simulated transactions need more gas than their block provides.",
  },
  simulatedNumber: { code: -38020, when: "The numbers of simulated blocks do not increase." },
  simulatedTime: { code: -38021, when: "The times of simulated blocks do not increase." },
  simulatedSender: { code: -38024, when: "The sender of a simulated transaction has code." },
  simulatedInitCode: { code: -38025, when: "The init code of a simulated creation is too long." },
  simulatedLimit: { code: -38026, when: "A simulation has too many blocks, or uses too much gas." },
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

/** The code of a method that a node does not support (EIP-1474). */
export const unsupportedMethod = -32004;

/** The codes with which nodes and services refuse a method that they lack (JSON-RPC 2.0, EIP-1474). */
const unknownMethodCodes: ReadonlySet<number> = new Set([
  errorCodes.method.code,
  errorCodes.request.code,
  unsupportedMethod,
]);

/** Returns whether an error says that a node lacks the method of a well-formed request. */
export const isUnknownMethod = (error: unknown): boolean =>
  error instanceof RpcError && unknownMethodCodes.has(error.code);

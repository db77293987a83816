/** Fills in, signs and submits a transaction without a signature. */
import { type Chain, suggestGasPrice } from "@tandem/chain";
import {
  type Address,
  type Bytes,
  type CallRequest,
  commonAt,
  emptyBytes,
  Fault,
  impersonate,
  signTransaction as signFields,
  type TxHash,
  type UnsignedFields,
} from "@tandem/primitives";
import type { HeldKeys } from "./held-keys.js";
import { estimateAt } from "./simulate.js";

/** The chain, and the keys of the accounts that it signs for. */
export interface SendContext {
  readonly chain: Chain;
  readonly keys: HeldKeys;
  /** Sends a transaction whose estimate fails with the gas limit of a block, instead of refusing it. */
  readonly sendsFailing: boolean;
}

const refused = (message: string) => new Fault({ code: "transaction-refused", message });

/**
 * Sends a transaction from an account whose key is held, or from an impersonated address.
 * @param source the client.
 * @throws {Fault} `unknown-account`, `transaction-refused`, or the error of the estimate.
 */
export async function sendTransaction(
  context: SendContext,
  request: CallRequest,
  source: string,
): Promise<TxHash> {
  const { chain } = context;
  const sender = senderOf(context, request);
  const gas = request.gas ?? (await gasOf(context, { ...request, from: sender }));
  // Concurrent transactions of one sender get consecutive nonces.
  return chain.submit(() => encode(context, sender, { ...request, gas }), source);
}

/**
 * Signs a transaction without sending it.
 * @throws {Fault} as `sendTransaction`.
 */
export async function signTransaction(context: SendContext, request: CallRequest): Promise<Bytes> {
  const sender = senderOf(context, request);
  if (!context.keys.has(sender)) throw new Fault({ code: "unknown-account", address: sender });
  const gas = request.gas ?? (await gasOf(context, { ...request, from: sender }));
  return encode(context, sender, { ...request, gas });
}

/** Returns the sender, by default the first account whose key is held. */
function senderOf({ chain, keys }: SendContext, request: CallRequest): Address {
  const { from: sender = keys.addresses[0], chainId = BigInt(chain.spec.chainId) } = request;
  if (chainId !== BigInt(chain.spec.chainId)) {
    throw refused(`invalid chain id: ${chainId} is meant, and this is ${chain.spec.chainId}`);
  }
  if (sender === undefined) throw refused("transaction.from: expected the address that sends");
  if (!keys.has(sender) && !chain.impersonated.has(sender)) {
    throw new Fault({ code: "unknown-account", address: sender });
  }
  return sender;
}

/**
 * Encodes the transaction with the sender's next nonce. What the EIPs forbid, such as a nonce over 64
 * bits, is refused before it is encoded.
 */
function encode(
  { chain, keys }: SendContext,
  sender: Address,
  filled: CallRequest & Required<Pick<CallRequest, "gas">>,
): Uint8Array {
  const { gas, to, data, accessList, authorizationList, value = 0n } = filled;
  const fields: UnsignedFields = {
    nonce: filled.nonce ?? chain.pool.nextNonce(sender, chain.headState()),
    gas,
    value,
    price: priceOf(chain, filled),
    data: data ?? emptyBytes,
    ...(to === undefined ? {} : { to }),
    ...(accessList === undefined ? {} : { accessList }),
    ...(authorizationList === undefined ? {} : { authorizationList }),
  };
  const common = commonAt(chain.spec, chain.head().header.number + 1);
  try {
    if (!keys.has(sender)) return impersonate(sender, fields, common);
    return signFields(fields, common, (digest) => keys.sign(sender, digest));
  } catch (cause) {
    throw refused(cause instanceof Error ? cause.message : "malformed transaction");
  }
}

/** Returns the estimate, or the most gas that a block has if the transaction is to be sent anyway. */
async function gasOf({ chain, sendsFailing }: SendContext, request: CallRequest): Promise<bigint> {
  try {
    return await estimateOf(chain, request);
  } catch (error) {
    const code = error instanceof Fault ? error.data.code : undefined;
    if (!sendsFailing || (code !== "reverted" && code !== "execution-failed")) throw error;
    const { gasLimit } = chain.head().header;
    const cap = chain.spec.transactionGasLimitCap ?? gasLimit;
    return cap < gasLimit ? cap : gasLimit;
  }
}

async function estimateOf(chain: Chain, request: CallRequest): Promise<bigint> {
  const ref = { tag: "pending" } as const;
  const gas = await estimateAt(chain, { request, ref, overrides: [] });
  if (gas === undefined) throw new Error("the pending block is missing");
  return gas;
}

/**
 * Returns the fees; an omitted price is the node's suggestion, with twice the minimum gas price as the
 * maximum.
 */
function priceOf(chain: Chain, request: CallRequest): UnsignedFields["price"] {
  if (request.gasPrice !== undefined && request.authorizationList === undefined) {
    return { gasPrice: request.gasPrice };
  }
  const minimum = chain.time.requestedPrice() ?? chain.head().header.minimumGasPrice;
  const suggested = suggestGasPrice(chain.head(), chain.blocks, minimum);
  const tip = suggested > minimum ? suggested - minimum : 0n;
  const maxPriorityFeePerGas = request.maxPriorityFeePerGas ?? smaller(tip, request.maxFeePerGas);
  const roomy = 2n * minimum + maxPriorityFeePerGas;
  return { maxFeePerGas: request.maxFeePerGas ?? request.gasPrice ?? roomy, maxPriorityFeePerGas };
}

const smaller = (a: bigint, b: bigint | undefined) => (b === undefined || a < b ? a : b);

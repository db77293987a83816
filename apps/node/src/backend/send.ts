/** Fills in, signs and submits a transaction without a signature. */
import type { Chain } from "@tandem/chain";
import {
  type Address,
  assertEncodable,
  type Bytes,
  type CallRequest,
  commonAt,
  createTransaction,
  emptyBytes,
  Fault,
  impersonate,
  isEmptyOrDelegation,
  keccak256,
  libraryRefusal,
  restoreTransaction,
  type SignedTransaction,
  signTransaction as signFields,
  type TxHash,
  takesImpersonated,
  type UnsignedFields,
} from "@tandem/primitives";
import type { HeldKeys } from "./held-keys.js";
import { suggestedPrice } from "./next-price.js";
import { type CallWatch, estimateAt } from "./simulate.js";

export interface SendingOptions {
  /** Sends a transaction whose estimate fails with the gas limit of a block, instead of refusing it. */
  readonly sendsFailing: boolean;
  /** Returns a transaction that fails in a block mined at once as an error. */
  readonly reportsFailures: boolean;
  /** The suggested tip in wei; undefined follows what recent blocks paid. */
  readonly tip: bigint | undefined;
}

export const standardSending: SendingOptions = {
  sendsFailing: false,
  reportsFailures: false,
  tip: undefined,
};

/** The chain, and the keys of the accounts that it signs for. */
export interface SendContext extends Pick<SendingOptions, "sendsFailing" | "tip"> {
  readonly chain: Chain;
  readonly keys: HeldKeys;
  /** Receives the estimates of transactions that are filled in and not sent. */
  readonly watch?: CallWatch | undefined;
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
  const filled = { ...request, gas };
  const proof = proofFor(context, sender);
  // Concurrent transactions of one sender get consecutive nonces.
  const create = () =>
    restoreTransaction(encode(context, sender, filled, proof), sender, commonOfNext(chain));
  const submit = () => chain.submit(create, source);
  return proof === "none" ? chain.impersonated.during(sender, submit) : submit();
}

/**
 * Returns how a sender proves itself. With code it does not: no block may include a transaction that it signed (EIP-3607),
 * and other nodes for development send for it nevertheless.
 */
function proofFor({ chain, keys }: SendContext, sender: Address): Proof {
  if (!keys.has(sender)) return "none";
  const isOwned = isEmptyOrDelegation(chain.headState().codeOf(sender));
  return isOwned || !takesImpersonated(chain.spec) ? "key" : "none";
}

/**
 * Signs a transaction without sending it.
 * @throws {Fault} as `sendTransaction`.
 */
export async function signTransaction(context: SendContext, request: CallRequest): Promise<Bytes> {
  const sender = senderOf(context, request);
  if (!context.keys.has(sender)) throw new Fault({ code: "unknown-account", address: sender });
  return encodeTransaction(context, request);
}

/**
 * Fills in and encodes a transaction without sending it, with the signature of a held key or with that
 * of an impersonated address.
 * @throws {Fault} as `sendTransaction`.
 */
export async function encodeTransaction(
  context: SendContext,
  request: CallRequest,
): Promise<Bytes> {
  const sender = senderOf(context, request);
  const gas = request.gas ?? (await gasOf(context, { ...request, from: sender }));
  await context.chain.poolUpdated();
  return encode(context, sender, { ...request, gas }, context.keys.has(sender) ? "key" : "none");
}

/**
 * Fills in a transaction without signing it. The sender may be any address, and is the zero address if
 * it is omitted and no key is held.
 * @returns the transaction with an empty signature; its hash is that of its bytes.
 * @throws {Fault} `transaction-refused`, or the error of the estimate.
 */
export async function fillTransaction(
  context: SendContext,
  request: CallRequest,
): Promise<SignedTransaction> {
  const { chain, keys } = context;
  assertAcceptable(chain, request);
  const sender = request.from ?? keys.addresses[0] ?? new Uint8Array(20);
  const gas = request.gas ?? (await estimateOf(chain, { ...request, from: sender }, context.watch));
  await chain.poolUpdated();
  const unsigned = fieldsOf(context, sender, { ...request, gas });
  const fields = refusing(() => createTransaction(unsigned, commonOfNext(chain)));
  const raw = fields.serialize();
  return { fields, raw, sender, hash: keccak256(raw) };
}

/** @throws {Fault} `transaction-refused` if the request names another chain, or is too long. */
function assertAcceptable(chain: Chain, request: CallRequest): void {
  const { spec } = chain;
  const { chainId } = request;
  assertEncodable(request, commonOfNext(chain));
  if (chainId === undefined || chainId === BigInt(spec.chainId)) return;
  const expected = BigInt(spec.chainId);
  const message = `invalid chain id: the transaction has ${chainId}, and this chain ${expected}`;
  const refusal = { kind: "other-chain", place: "request", found: chainId, expected } as const;
  throw new Fault({ code: "transaction-refused", message, refusal });
}

/** Returns the sender, by default the first account whose key is held. */
function senderOf({ chain, keys }: SendContext, request: CallRequest): Address {
  assertAcceptable(chain, request);
  const { from: sender = keys.addresses[0] } = request;
  if (sender === undefined) throw refused("transaction.from: expected the address of the sender");
  if (!keys.has(sender) && !chain.impersonated.has(sender)) {
    throw new Fault({ code: "unknown-account", address: sender });
  }
  return sender;
}

type WithGas = CallRequest & Required<Pick<CallRequest, "gas">>;

const commonOfNext = ({ spec, head }: Chain) => commonAt(spec, head().header.number + 1);

/** Runs `encode`, which throws for values that the EIPs forbid, such as a nonce over 64 bits. */
function refusing<T>(encode: () => T): T {
  try {
    return encode();
  } catch (cause) {
    throw libraryRefusal(cause);
  }
}

/** The signature of a held key, or that of an impersonated address. */
type Proof = "key" | "none";

/** Encodes the transaction with the sender's next nonce. */
function encode(context: SendContext, sender: Address, filled: WithGas, proof: Proof): Uint8Array {
  const { chain, keys } = context;
  const fields = fieldsOf(context, sender, filled);
  const common = commonOfNext(chain);
  return refusing(() =>
    proof === "key"
      ? signFields(fields, common, (digest) => keys.sign(sender, digest))
      : impersonate(sender, fields, common),
  );
}

function fieldsOf(context: SendContext, sender: Address, filled: WithGas): UnsignedFields {
  const { chain } = context;
  const { gas, to, data, authorizationList, value = 0n } = filled;
  const price = priceOf(context, filled);
  // A list makes a transaction with a single price one of type 1.
  const isOfType1 = filled.type === 1 && "gasPrice" in price;
  const accessList = filled.accessList ?? (isOfType1 ? [] : undefined);
  return {
    nonce: filled.nonce ?? chain.pool.nextNonce(sender, chain.headState()),
    gas,
    value,
    price,
    data: data ?? emptyBytes,
    ...(to === undefined ? {} : { to }),
    ...(accessList === undefined ? {} : { accessList }),
    ...(authorizationList === undefined ? {} : { authorizationList }),
  };
}

/** Returns the estimate, or the gas limit of a block if a failing transaction is sent anyway. */
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

async function estimateOf(chain: Chain, request: CallRequest, watch?: CallWatch): Promise<bigint> {
  const ref = { tag: "pending" } as const;
  const gas = await estimateAt(chain, { request, ref, overrides: [] }, watch);
  if (gas === undefined) throw new Error("the pending block is missing");
  return gas;
}

/**
 * Returns the fees; an omitted price is the node's suggestion, with twice the minimum gas price as the
 * maximum.
 */
function priceOf({ chain, tip }: SendContext, request: CallRequest): UnsignedFields["price"] {
  if (request.gasPrice !== undefined && request.authorizationList === undefined) {
    return { gasPrice: request.gasPrice };
  }
  const minimum = chain.time.requested().minimumGasPrice ?? chain.head().header.minimumGasPrice;
  if (wantsGasPrice(request)) return { gasPrice: suggestedPrice(chain, tip) };
  const maxPriorityFeePerGas =
    request.maxPriorityFeePerGas ??
    smaller(tip ?? suggestedTip(chain, minimum), request.maxFeePerGas);
  const roomy = 2n * minimum + maxPriorityFeePerGas;
  const maxFeePerGas = request.maxFeePerGas ?? request.gasPrice ?? roomy;
  if (maxPriorityFeePerGas > maxFeePerGas) throw tipOverCap(maxPriorityFeePerGas, maxFeePerGas);
  return { maxFeePerGas, maxPriorityFeePerGas };
}

/** Returns whether a type with a single price is requested, 0 or 1, and no member decides on another. */
function wantsGasPrice(request: CallRequest): boolean {
  const { type, maxFeePerGas, maxPriorityFeePerGas, authorizationList } = request;
  const others = maxFeePerGas ?? maxPriorityFeePerGas ?? authorizationList;
  return (type === 0 || type === 1) && others === undefined;
}

function tipOverCap(tip: bigint, cap: bigint): Fault {
  const fees = `maxPriorityFeePerGas: ${tip}, maxFeePerGas: ${cap}`;
  const message = `max priority fee per gas higher than max fee per gas: ${fees}`;
  const refusal = { kind: "tip-over-cap", tip, cap } as const;
  return new Fault({ code: "transaction-refused", message, refusal });
}

/** Returns the part of the suggested price that is above the minimum. */
function suggestedTip(chain: Chain, minimum: bigint): bigint {
  const suggested = suggestedPrice(chain, undefined);
  return suggested > minimum ? suggested - minimum : 0n;
}

const smaller = (a: bigint, b: bigint | undefined) => (b === undefined || a < b ? a : b);

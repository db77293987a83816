/** Fills in, signs for an impersonated sender and submits a transaction without a signature. */
import { type Chain, suggestGasPrice } from "@tandem/chain";
import {
  type Address,
  type CallRequest,
  commonAt,
  emptyBytes,
  Fault,
  impersonate,
  type TxHash,
  toHex,
  type UnsignedFields,
} from "@tandem/primitives";
import { estimateAt } from "./simulate.js";

const refused = (message: string) => new Fault({ code: "transaction-refused", message });

/**
 * @param source the client.
 * @throws {Fault} `transaction-refused`, or the error of the estimate.
 */
export async function sendTransaction(
  chain: Chain,
  request: CallRequest,
  source: string,
): Promise<TxHash> {
  const { from: sender, chainId = BigInt(chain.spec.chainId) } = request;
  if (chainId !== BigInt(chain.spec.chainId)) {
    throw refused(`invalid chain id: ${chainId} is meant, and this is ${chain.spec.chainId}`);
  }
  if (sender === undefined) throw refused("transaction.from: expected the address that sends");
  if (!chain.impersonated.has(sender)) {
    throw refused(
      `unknown account: ${toHex(sender)} is not impersonated, and the node holds no keys`,
    );
  }
  const gas = request.gas ?? (await estimateOf(chain, request));
  // Concurrent transactions of one sender get consecutive nonces.
  return chain.submit(() => {
    const nonce = request.nonce ?? chain.pool.nextNonce(sender, chain.headState());
    return encodeAs(sender, chain, { ...request, gas, nonce });
  }, source);
}

type Filled = CallRequest & Required<Pick<CallRequest, "gas" | "nonce">>;

/**
 * Encodes the transaction. What the EIPs forbid, such as a nonce over 64 bits, is refused before it is
 * encoded.
 */
function encodeAs(sender: Address, chain: Chain, filled: Filled): Uint8Array {
  const { nonce, gas, to, data, accessList, authorizationList, value = 0n } = filled;
  const fields: UnsignedFields = {
    nonce,
    gas,
    value,
    price: priceOf(chain, filled),
    data: data ?? emptyBytes,
    ...(to === undefined ? {} : { to }),
    ...(accessList === undefined ? {} : { accessList }),
    ...(authorizationList === undefined ? {} : { authorizationList }),
  };
  try {
    return impersonate(sender, fields, commonAt(chain.spec, chain.head().header.number + 1));
  } catch (cause) {
    throw refused(cause instanceof Error ? cause.message : "malformed transaction");
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
  const { header } = chain.head();
  const suggested = suggestGasPrice(chain.head(), chain.blocks);
  const tip = suggested > header.minimumGasPrice ? suggested - header.minimumGasPrice : 0n;
  const maxPriorityFeePerGas = request.maxPriorityFeePerGas ?? smaller(tip, request.maxFeePerGas);
  const roomy = 2n * header.minimumGasPrice + maxPriorityFeePerGas;
  return { maxFeePerGas: request.maxFeePerGas ?? request.gasPrice ?? roomy, maxPriorityFeePerGas };
}

const smaller = (a: bigint, b: bigint | undefined) => (b === undefined || a < b ? a : b);

/** Creates transactions for the calls of a simulated block. */
import type { EvmInstance } from "@tandem/evm";
import {
  type Address,
  assertEncodable,
  type CallRequest,
  Fault,
  impersonate,
  restoreTransaction,
  type SignedTransaction,
  type UnsignedFields,
} from "@tandem/primitives";
import { authorizationProblem, otherChainOf } from "../call/prepare-call.js";

const integerMax = 2n ** 256n - 1n;
const gasMax = 2n ** 64n - 1n;
/** The maximum nonce of a transaction (EIP-2681). */
export const nonceMax = 2n ** 64n - 2n;

/** A call with the values that its block determines. */
export interface PlacedCall {
  readonly call: CallRequest;
  readonly from: Address;
  readonly nonce: bigint;
  readonly gas: bigint;
}

/** Returns the price of a call, which is zero in a transaction of type 2 if the call names none. */
function priceOf({ gasPrice, ...call }: CallRequest): UnsignedFields["price"] {
  if (gasPrice !== undefined) return { gasPrice };
  const { maxPriorityFeePerGas = 0n, maxFeePerGas = maxPriorityFeePerGas } = call;
  return { maxFeePerGas, maxPriorityFeePerGas };
}

/** Returns the reason why no transaction can have these values, or undefined. */
function impossible({ nonce, gas, call }: PlacedCall, price: UnsignedFields["price"]) {
  const cap = "gasPrice" in price ? price.gasPrice : price.maxFeePerGas;
  if ("maxFeePerGas" in price && price.maxPriorityFeePerGas > cap) {
    return "max priority fee per gas higher than max fee per gas";
  }
  if (nonce > nonceMax) return "nonce has max value";
  if (gas > gasMax || gas * cap > integerMax) return "gas * price has more than 256 bits";
  return authorizationProblem(call);
}

/**
 * Returns the transaction of a call, with a development signature, which contains its sender.
 * @throws {Fault} `bad-request` for a call that is no valid transaction of this chain.
 */
export function transactionOf(placed: PlacedCall, evm: EvmInstance): SignedTransaction {
  const { call, from, nonce, gas } = placed;
  const price = priceOf(call);
  const { to, data, accessList, authorizationList, value = 0n } = call;
  const message = impossible(placed, price);
  if (message !== undefined) throw new Fault({ code: "bad-request", message });
  const otherChain = otherChainOf(call, evm);
  if (otherChain !== undefined) throw otherChain;
  const fields: UnsignedFields = {
    nonce,
    gas,
    value,
    price,
    ...(to === undefined ? {} : { to }),
    ...(data === undefined ? {} : { data }),
    ...(accessList === undefined ? {} : { accessList }),
    ...(authorizationList === undefined ? {} : { authorizationList }),
  };
  try {
    assertEncodable(call, evm.common);
    return restoreTransaction(impersonate(from, fields, evm.common), from, evm.common);
  } catch (cause) {
    if (cause instanceof Fault && cause.data.code === "transaction-refused") {
      throw new Fault({ code: "bad-request", message: cause.message }, { cause });
    }
    throw cause;
  }
}

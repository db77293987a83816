/** Computes the intrinsic gas of a transaction, and defines the stipend of a call. */
import type { Common } from "@ethereumjs/common";
import type { CallRequest } from "@tandem/primitives";

/** Additional gas of a call that transfers value (yellow paper, appendix G). */
export const callStipend = 2_300n;

export interface GasOwed {
  /** Charged before execution (yellow paper, equation 64; EIP-2028, 2930, 3860). */
  readonly intrinsic: bigint;
  /** The minimum gas of the whole transaction for its data (EIP-7623). */
  readonly floor: bigint;
}

function countZeros(data: Uint8Array): number {
  let zeros = 0;
  // An index is ten times as fast as an iterator on the megabytes that a call may contain.
  for (let at = 0; at < data.length; at++) if (data[at] === 0) zeros++;
  return zeros;
}

/** Computes the intrinsic gas of a request as a transaction, with the gas costs of a fork. */
export function gasOwed(request: CallRequest, common: Common): GasOwed {
  const data = request.data ?? new Uint8Array(0);
  const base = common.param("txGas");
  const zeros = countZeros(data);
  const others = data.length - zeros;
  let intrinsic =
    base +
    BigInt(zeros) * common.param("txDataZeroGas") +
    BigInt(others) * common.param("txDataNonZeroGas");
  if (request.to === undefined) {
    intrinsic += common.param("txCreationGas");
    if (common.isActivatedEIP(3860)) {
      intrinsic += BigInt(Math.ceil(data.length / 32)) * common.param("initCodeWordGas");
    }
  }
  for (const { storageKeys } of request.accessList ?? []) {
    intrinsic += common.param("accessListAddressGas");
    intrinsic += BigInt(storageKeys.length) * common.param("accessListStorageKeyGas");
  }
  if (common.isActivatedEIP(7702)) {
    const authorizations = request.authorizationList?.length ?? 0;
    intrinsic += BigInt(authorizations) * common.param("perEmptyAccountCost");
  }
  if (!common.isActivatedEIP(7623)) return { intrinsic, floor: 0n };
  const tokens = BigInt(zeros + 4 * others);
  return { intrinsic, floor: base + tokens * common.param("totalCostFloorPerToken") };
}

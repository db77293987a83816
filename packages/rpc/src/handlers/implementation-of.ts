/** Finds the account whose code a proxy runs. */
import {
  type Address,
  type Bytes,
  delegateOf,
  fromHex,
  isEqual,
  type StateReader,
} from "@tandem/primitives";

/** The slot with the address of the implementation: keccak256("eip1967.proxy.implementation") - 1 (ERC-1967). */
const implementationSlot = fromHex(
  "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc",
);

/** The code of a minimal proxy before and after the address (ERC-1167). */
const minimalStart = fromHex("0x363d3d373d3d3d363d73");
const minimalEnd = fromHex("0x5af43d82803e903d91602b57fd5bf3");

const addressBytes = 20;

function minimalProxyTarget(code: Bytes): Address | undefined {
  const end = minimalStart.length + addressBytes;
  const isMinimal =
    code.length === end + minimalEnd.length &&
    isEqual(code.subarray(0, minimalStart.length), minimalStart) &&
    isEqual(code.subarray(end), minimalEnd);
  return isMinimal ? (code.slice(minimalStart.length, end) as Address) : undefined;
}

function targetInSlot(state: StateReader, account: Address): Address | undefined {
  const word = state.storageAt(account, implementationSlot);
  return word.some((byte) => byte !== 0) ? (word.slice(-addressBytes) as Address) : undefined;
}

/**
 * Returns the account whose code an account runs by a delegation (EIP-7702), as a minimal proxy (ERC-1167) or as a
 * proxy that can be upgraded (ERC-1967); undefined if it runs its own.
 */
export const implementationOf = (
  state: StateReader,
  account: Address,
  code: Bytes,
): Address | undefined =>
  delegateOf(code) ?? minimalProxyTarget(code) ?? targetInSlot(state, account);

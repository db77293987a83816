/** Reads answers of the forked node, which is trusted to tell the truth and not to have a form. */
import { Fault, fromHex, toQuantity } from "@tandem/primitives";
import type { RemoteNode } from "./remote-node.js";

/** The maximum characters of an answer that an error shows. */
const shownLengthMax = 60;

/** The request that was answered. */
export interface Asked {
  readonly node: Pick<RemoteNode, "address">;
  readonly method: string;
}

/** Returns the error of an answer of the wrong form; null is the answer for a block that is not there. */
export function unexpected({ node, method }: Asked, expected: string, found: unknown): Fault {
  const text = JSON.stringify(beginningOf(found)) ?? "nothing";
  const shown = text.length > shownLengthMax ? `${text.slice(0, shownLengthMax)}…` : text;
  const hint = found == null ? "; it may no longer have the forked block" : "";
  const message = `the forked node ${node.address} answered ${method} with ${shown}: expected ${expected}${hint}`;
  return new Fault({ code: "execution-failed", message });
}

/** Returns as much of a text as an error shows. */
const beginningOf = (found: unknown) =>
  typeof found === "string" ? found.slice(0, shownLengthMax) : found;

/** Asks for the hash of the block at a height, and returns it as it was given; nothing if there is no block. */
export async function askHashAt(node: Pick<RemoteNode, "call">, height: number): Promise<unknown> {
  const block = await node.call("eth_getBlockByNumber", [toQuantity(height), false]);
  return (block as { readonly hash?: unknown } | null | undefined)?.hash;
}

/** Returns a number of at most 32 bytes, and at most `max`. @throws {Fault} `execution-failed`. */
export function quantityIn(answer: unknown, asked: Asked, max?: bigint): bigint {
  const isQuantity = typeof answer === "string" && /^0x[0-9a-fA-F]{1,64}$/.test(answer);
  const quantity = isQuantity ? BigInt(answer) : undefined;
  if (quantity !== undefined && (max === undefined || quantity <= max)) return quantity;
  throw unexpected(asked, `a hex quantity${max === undefined ? "" : ` up to ${max}`}`, answer);
}

/** Returns a number that JavaScript can count with. @throws {Fault} `execution-failed`. */
export const countIn = (answer: unknown, asked: Asked, max = Number.MAX_SAFE_INTEGER): number =>
  Number(quantityIn(answer, asked, BigInt(max)));

/** @param length the number of bytes; undefined for any. @throws {Fault} `execution-failed`. */
export function bytesIn(answer: unknown, asked: Asked, length?: number): Uint8Array {
  const expected = `${length === undefined ? "bytes" : `${length} bytes`} in hex`;
  if (typeof answer !== "string") throw unexpected(asked, expected, answer);
  try {
    const bytes = fromHex(answer);
    if (length === undefined || bytes.length === length) return bytes;
  } catch {
    // The error below says more.
  }
  throw unexpected(asked, expected, answer);
}

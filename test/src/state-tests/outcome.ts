import { RLP } from "@ethereumjs/rlp";
import { keccak256, toHex } from "@tandem/primitives";
import type { StateCase } from "./format.js";

/** The outcome of a case. */
export interface CaseOutcome {
  readonly stateRoot: string;
  /** Keccak-256 of the RLP of the logs. */
  readonly logsHash: string;
  /** The reason why the transaction was not executed; undefined if it was. */
  readonly refusal: string | undefined;
}

export const noLogs: string = toHex(keccak256(RLP.encode([])));

export const logsHashOf = (
  logs: readonly (readonly [Uint8Array, readonly Uint8Array[], Uint8Array])[],
): string =>
  toHex(keccak256(RLP.encode(logs.map(([address, topics, data]) => [address, [...topics], data]))));

/** Returns the hash of an ancestor in state tests: Keccak-256 of its number in decimal digits. */
export const ancestorHash = (number: number): Uint8Array =>
  keccak256(new TextEncoder().encode(String(number)));

/** Runs one case. */
export type CaseRunner = (test: StateCase) => Promise<CaseOutcome>;

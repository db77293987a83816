/** Defines our own cases, and the parts of their code. */
import { keccak256, privateKeyToAddress, toHex } from "@tandem/primitives";
import { assembleText } from "./text-assembler.js";

export type Hex = `0x${string}`;
export type Fork = "London" | "Shanghai" | "Cancun" | "Prague" | "Osaka";
export const forks: readonly Fork[] = ["London", "Shanghai", "Cancun", "Prague", "Osaka"];

export const since = (fork: Fork): readonly Fork[] => forks.slice(forks.indexOf(fork));
export const before = (fork: Fork): readonly Fork[] => forks.slice(0, forks.indexOf(fork));

export interface OwnAccount {
  readonly balance?: bigint;
  readonly nonce?: bigint;
  /** Text for the assembler, or bytes as hex. */
  readonly code?: string;
  readonly storage?: Readonly<Record<number, bigint>>;
}

/** An unsigned authorization of EIP-7702. */
export interface OwnAuthorization {
  readonly signer: "sender" | "other";
  readonly address: Hex;
  readonly nonce: bigint;
  /** 1 by default. */
  readonly chainId?: bigint;
}

export interface OwnTransaction {
  readonly to?: Hex | null;
  readonly value?: bigint;
  readonly data?: Hex;
  readonly gasLimit?: bigint;
  readonly nonce?: bigint;
  /** Wei; the maximum price of a transaction of type 2 or 4. */
  readonly gasPrice?: bigint;
  /** Selects type 2. */
  readonly tip?: bigint;
  /** Selects type 1. */
  readonly accessList?: readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[];
  /** Selects type 4. */
  readonly authorizations?: readonly OwnAuthorization[];
  /** 1 by default; 0 signs without replay protection (EIP-155). */
  readonly chainId?: bigint;
}

export interface OwnCase {
  readonly name: string;
  /** The source of the expected result. */
  readonly source: string;
  readonly forks: readonly Fork[];
  /** The code of the called account. */
  readonly code?: string;
  readonly pre?: Readonly<Record<Hex, OwnAccount>>;
  readonly tx?: OwnTransaction;
  /** Slots according to the standard, computed by hand: of the called account, or of others. */
  readonly stored?: Readonly<Record<number, bigint>>;
  readonly storedAt?: Readonly<Record<Hex, Readonly<Record<number, bigint>>>>;
  /** Expected balances, likewise. */
  readonly balances?: Readonly<Record<Hex, bigint>>;
  /** The reason of the refusal; nothing is executed then. */
  readonly refused?: string;
}

/** The account that a case calls by default. */
export const target: Hex = `0x${"00".repeat(18)}c0de`;
export const addressOf = (n: number): Hex => `0x${n.toString(16).padStart(40, "0")}`;

export const wordOf = (value: bigint): Hex => `0x${value.toString(16).padStart(64, "0")}`;

/** Returns code that stores the result of an expression. */
export const store = (slot: number, expression: string): string => ` ${expression} ${slot} SSTORE `;

/**
 * Returns code that stores the gas of a piece of code that leaves the stack unchanged, with the 2
 * gas of the final GAS.
 */
export const gasOf = (slot: number, piece: string): string =>
  ` GAS ${piece} GAS SWAP1 SUB ${slot} SSTORE `;

/**
 * Returns code that calls without value, leaving success on the stack; input and output are memory
 * from 0 on.
 */
export const call = (
  kind: "CALL" | "CALLCODE" | "DELEGATECALL" | "STATICCALL",
  to: Hex | number,
  { gas = 100_000, input = 0, output = 0, value = 0 } = {},
): string => {
  const address = typeof to === "number" ? addressOf(to) : to;
  const paid = kind === "CALL" || kind === "CALLCODE" ? `${value} ` : "";
  return `${output} 0 ${input} 0 ${paid}${address} ${gas} ${kind} `;
};

/** Returns code that writes bytes, at most 32 at a time, into memory from 0 on. */
export function memory(bytes: Hex): string {
  const digits = bytes.slice(2);
  const words = digits.match(/.{1,64}/g) ?? [];
  return words.map((word, i) => `0x${word.padEnd(64, "0")} ${i * 32} MSTORE `).join("");
}

/**
 * Returns init code that returns this code of at most 32 bytes, as code that writes it into memory
 * from 0 on.
 */
export function initCode(code: string): {
  readonly put: string;
  readonly size: number;
  readonly bytes: Hex;
} {
  const body = toHex(assembleText(code)).slice(2);
  const length = body.length / 2;
  const bytes = toHex(assembleText(`0x${body.padEnd(64, "0")} 0 MSTORE ${length} 0 RETURN`)) as Hex;
  return { put: memory(bytes), size: (bytes.length - 2) / 2, bytes };
}

const addressOfKey = (key: Uint8Array) => toHex(privateKeyToAddress(key)) as Hex;

/** Keys without funds elsewhere: the transaction's, and that of another account that authorizes. */
export const senderKey: Uint8Array = keccak256(new TextEncoder().encode("state tests: sender"));
export const otherKey: Uint8Array = keccak256(new TextEncoder().encode("state tests: other"));
export const sender: Hex = addressOfKey(senderKey);
export const otherSigner: Hex = addressOfKey(otherKey);
export const coinbase: Hex = "0x2adc25665018aa1fe0e6bc666dac8fc2697ff9ba";

/** What a case of our own says, and the parts its code is made of. */
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

/** An authorization of EIP-7702 before it is signed. */
export interface OwnAuthorization {
  readonly signer: "sender" | "other";
  readonly address: Hex;
  readonly nonce: bigint;
  /** 1 unless said otherwise. */
  readonly chainId?: bigint;
}

export interface OwnTransaction {
  readonly to?: Hex | null;
  readonly value?: bigint;
  readonly data?: Hex;
  readonly gasLimit?: bigint;
  readonly nonce?: bigint;
  /** Wei; a transaction of type 2 or 4 has it as its cap. */
  readonly gasPrice?: bigint;
  /** Makes it type 2. */
  readonly tip?: bigint;
  /** Makes it type 1. */
  readonly accessList?: readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[];
  /** Makes it type 4. */
  readonly authorizations?: readonly OwnAuthorization[];
  /** 1 unless said otherwise; 0 signs without replay protection (EIP-155). */
  readonly chainId?: bigint;
}

export interface OwnCase {
  readonly name: string;
  /** Where it is said what this comes to. */
  readonly source: string;
  readonly forks: readonly Fork[];
  /** Of the account that is called. */
  readonly code?: string;
  readonly pre?: Readonly<Record<Hex, OwnAccount>>;
  readonly tx?: OwnTransaction;
  /** Slots by the text of the standard, worked out by hand: of the called account, or of others. */
  readonly stored?: Readonly<Record<number, bigint>>;
  readonly storedAt?: Readonly<Record<Hex, Readonly<Record<number, bigint>>>>;
  /** Balances after it, likewise. */
  readonly balances?: Readonly<Record<Hex, bigint>>;
  /** What it is refused for; nothing is executed then. */
  readonly refused?: string;
}

/** The account every case calls unless it says otherwise. */
export const target: Hex = `0x${"00".repeat(18)}c0de`;
export const addressOf = (n: number): Hex => `0x${n.toString(16).padStart(40, "0")}`;

export const wordOf = (value: bigint): Hex => `0x${value.toString(16).padStart(64, "0")}`;

/** Code that stores what an expression leaves on the stack. */
export const store = (slot: number, expression: string): string => ` ${expression} ${slot} SSTORE `;

/**
 * Code that stores the gas of a piece of code that leaves the stack as it found it, with the 2 gas of
 * the GAS that ends it.
 */
export const gasOf = (slot: number, piece: string): string =>
  ` GAS ${piece} GAS SWAP1 SUB ${slot} SSTORE `;

/** Code that calls with no value, leaving success on the stack; input and output are memory from 0 on. */
export const call = (
  kind: "CALL" | "CALLCODE" | "DELEGATECALL" | "STATICCALL",
  to: Hex | number,
  { gas = 100_000, input = 0, output = 0, value = 0 } = {},
): string => {
  const address = typeof to === "number" ? addressOf(to) : to;
  const paid = kind === "CALL" || kind === "CALLCODE" ? `${value} ` : "";
  return `${output} 0 ${input} 0 ${paid}${address} ${gas} ${kind} `;
};

/** Code that puts bytes, at most 32 at a time, into memory from 0 on. */
export function memory(bytes: Hex): string {
  const digits = bytes.slice(2);
  const words = digits.match(/.{1,64}/g) ?? [];
  return words.map((word, i) => `0x${word.padEnd(64, "0")} ${i * 32} MSTORE `).join("");
}

/** Init code that returns this code, at most 32 bytes of it, as code that leaves it in memory from 0 on. */
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

/** Keys of nobody: the transaction's, and that of another who authorizes. */
export const senderKey: Uint8Array = keccak256(new TextEncoder().encode("state tests: sender"));
export const otherKey: Uint8Array = keccak256(new TextEncoder().encode("state tests: other"));
export const sender: Hex = addressOfKey(senderKey);
export const otherSigner: Hex = addressOfKey(otherKey);
export const coinbase: Hex = "0x2adc25665018aa1fe0e6bc666dac8fc2697ff9ba";

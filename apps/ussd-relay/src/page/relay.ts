/** Sends the requests of the page to its relay. */
import { type Dialogue, formOf } from "./dialogue.js";
import { pageLimits } from "./limits.js";

export type Answer =
  | { readonly kind: "answered"; readonly status: number; readonly body: string }
  | { readonly kind: "away" }
  | { readonly kind: "late" }
  | { readonly kind: "cancelled" };

export interface Transaction {
  readonly hash: string;
  readonly kind: string;
  readonly state: "waiting" | "confirmed" | "failed";
  readonly reason?: string;
}

/** Unchanged JSON of the node. */
export interface TransactionDetails {
  readonly transaction: unknown;
  readonly receipt: unknown;
}

/** Posts as a gateway does. It never rejects. */
export async function post(dialogue: Dialogue, cancelled: AbortSignal): Promise<Answer> {
  const late = AbortSignal.timeout(pageLimits.patienceMs);
  const signal = AbortSignal.any([cancelled, late]);
  try {
    const response = await fetch("ussd", { method: "POST", body: formOf(dialogue), signal });
    return { kind: "answered", status: response.status, body: await response.text() };
  } catch {
    if (cancelled.aborted) return { kind: "cancelled" };
    return { kind: late.aborted ? "late" : "away" };
  }
}

export interface PageSettings {
  readonly serviceCode: string;
  /** The address of the node's explorer, if the relay knows one. */
  readonly explorerUrl?: string;
}

export const readSettings = (): Promise<PageSettings> => read("phone/settings");

export async function readTransactions(sessionId: string): Promise<readonly Transaction[]> {
  const query = new URLSearchParams({ session: sessionId });
  const { transactions } = await read<{ readonly transactions: readonly Transaction[] }>(
    `phone/transactions?${query}`,
  );
  return transactions;
}

export const readTransaction = (hash: string): Promise<TransactionDetails> =>
  read(`phone/transactions/${hash}`);

/** @throws with a sentence for the user. */
async function read<T>(path: string): Promise<T> {
  const response = await fetch(path).catch(() => undefined);
  if (response === undefined) throw new Error("The relay does not answer.");
  const value = await response.json();
  if (!response.ok) throw new Error(String(value.problem));
  return value as T;
}

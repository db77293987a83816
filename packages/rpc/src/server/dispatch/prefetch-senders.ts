/** Recovers the senders of a batch's transactions before its entries are executed in order. */
import { type Bytes, cutBytesOfHex } from "@tandem/primitives";
import type { Backend } from "../backend/backend.js";

/** The number of transactions below which a worker thread does not pay. */
const transactionsMin = 4;

/** The number of entries that are decoded at once: less than two milliseconds. */
const stride = 64;

/**
 * Passes on all possible transactions among the entries after the next ones, so that their senders are
 * known when they are executed; invalid entries are reported then.
 * @param at index of the next entry.
 */
export function prefetchBatchSenders(
  backend: Backend,
  entries: readonly unknown[],
  at: number,
): void {
  if (at % stride !== 0) return;
  if (at === 0) prefetchSome(backend, entries.slice(0, stride));
  prefetchSome(backend, entries.slice(at + stride, at + 2 * stride));
}

function prefetchSome(backend: Backend, entries: readonly unknown[]): void {
  const raws: Bytes[] = [];
  for (const entry of entries) {
    const raw = rawOf(entry, backend.upstream !== undefined);
    if (raw !== undefined) raws.push(raw);
  }
  if (raws.length >= transactionsMin) backend.prefetchSenders(raws);
}

/**
 * Returns the bytes of a raw transaction and stores them as its parameter, so that they are decoded
 * once.
 */
function rawOf(entry: unknown, isForwarded: boolean): Bytes | undefined {
  if (typeof entry !== "object" || entry === null) return undefined;
  const { method, params } = entry as { readonly method?: unknown; readonly params?: unknown };
  if (method !== "eth_sendRawTransaction" || !Array.isArray(params)) return undefined;
  const [text] = params;
  if (typeof text !== "string") return undefined;
  const raw = cutBytesOfHex(text);
  if (raw !== undefined && !isForwarded) params[0] = raw;
  return raw;
}

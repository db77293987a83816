/** Transactions of a batch, told of before its entries are gone through one after the other. */
import { type Bytes, cutBytesOfHex } from "@tandem/primitives";
import type { Backend } from "../backend/backend.js";

/** With fewer it is not worth another thread's while. */
const transactionsMin = 4;

/** Entries looked at together: less than two milliseconds of decoding. */
const stride = 64;

/**
 * Tells of all that could be one among the entries after those that come next, so that their senders
 * are known when their turn comes; what is wrong with the others is said then.
 * @param at place of the entry that is answered next.
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

/** The bytes of one, which its parameter is from now on: they need not be read again. */
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

/** Runs the preparation steps of methods, for several entries of a batch at once. */

import type { Backend } from "../../../backend/backend.js";
import type { Method } from "../../../contract/method.js";
import { entryOf, type MethodEntry } from "../../request/method-table.js";

/** The number of entries that are prepared at once: less than two milliseconds. */
const stride = 64;

/**
 * Decodes the parameters of a batch's entries in advance, and passes them to the `prepare` of their
 * methods. The handlers get the same objects, so that nothing is decoded twice.
 */
export class BatchPreparation {
  readonly #backend: Backend;
  readonly #entries: readonly unknown[];
  readonly #isAllowed: (method: Method) => boolean;
  /** The decoded parameters of entries that have not begun, by their index. */
  readonly #params = new Map<number, unknown>();

  /**
   * @param isAllowed returns whether the client may use a method: entries that will be refused are
   * not prepared.
   */
  constructor(
    backend: Backend,
    entries: readonly unknown[],
    isAllowed: (method: Method) => boolean,
  ) {
    this.#backend = backend;
    this.#entries = entries;
    this.#isAllowed = isAllowed;
  }

  /**
   * Prepares the entries after the next ones, once in every stride.
   * @param at index of the next entry.
   */
  advanceTo(at: number): Promise<void> | undefined {
    if (at % stride !== 0) return undefined;
    return at > 0 ? this.#prepare(at + stride) : this.#prepare(0).then(() => this.#prepare(stride));
  }

  /** Returns the decoded parameters of an entry and forgets them; undefined if it was not prepared. */
  take(at: number): unknown {
    if (this.#params.size === 0) return undefined;
    const params = this.#params.get(at);
    this.#params.delete(at);
    return params;
  }

  async #prepare(from: number): Promise<void> {
    const prepared = new Map<MethodEntry, unknown[]>();
    const to = Math.min(from + stride, this.#entries.length);
    for (let at = from; at < to; at++) {
      const { method, params } = fieldsOf(this.#entries[at]);
      const entry = typeof method === "string" ? entryOf(method) : undefined;
      if (entry?.prepare === undefined || !Array.isArray(params)) continue;
      if (!this.#isAllowed(entry.method)) continue;
      try {
        const decoded = entry.decode(params);
        const named = decoded instanceof Promise ? await decoded : decoded;
        this.#params.set(at, named);
        const list = prepared.get(entry);
        if (list === undefined) prepared.set(entry, [named]);
        else list.push(named);
      } catch {
        // The entry is decoded again when it is handled, and its answer is the error.
      }
    }
    for (const [entry, list] of prepared) entry.prepare?.(this.#backend, list as never);
  }
}

const fieldsOf = (entry: unknown): { readonly method?: unknown; readonly params?: unknown } =>
  typeof entry === "object" && entry !== null ? entry : {};

/**
 * Finds the transactions of the sessions of the phone page. The store has only keyed hashes of
 * sessions, so the sessions of this run are cached by the identifiers of the page.
 */
import { LruMap } from "@tandem/runtime";
import type { Hex } from "viem";
import type { ActionKind } from "../engine/action.js";
import { type Conversation, closingOf } from "../engine/answer-once.js";
import type { Outgoing } from "../engine/outgoing.js";
import { type SessionTransaction, sessionTransaction } from "../engine/session-transaction.js";
import { relayLimits } from "../limits.js";
import type { Records } from "../records/records.js";

/** Returns the value that closes a session of extended mode: the transaction it sent, as JSON. */
export const sentValue = ({ id, nonce }: Pick<Outgoing, "id" | "nonce">, kind: ActionKind) =>
  JSON.stringify({ hash: id, nonce, kind });

export class PhoneSessions {
  readonly #records: Records;
  /** The keyed hashes of sessions by their identifiers. */
  readonly #ids = new LruMap<string, string>(relayLimits.phoneSessionsMax);

  constructor(records: Records) {
    this.#records = records;
  }

  /** Returns the conversation, whose sessions are cached. */
  follow<R>(conversation: Conversation<R>): Conversation<R> {
    return {
      ...conversation,
      read: (post) => {
        const reading = conversation.read(post);
        if (reading.kind === "request") this.#ids.set(post.sessionId, reading.sessionId);
        return reading;
      },
    };
  }

  async transactionsOf(session: string): Promise<readonly SessionTransaction[]> {
    const id = this.#ids.get(session);
    const value = id === undefined ? undefined : await closingOf(this.#records, id);
    if (value === undefined) return [];
    const { hash, nonce, kind } = JSON.parse(value) as {
      // Sessions of older versions have no hash.
      readonly hash?: Hex;
      readonly nonce: number;
      readonly kind: ActionKind;
    };
    if (hash === undefined) return [];
    return [await sessionTransaction(this.#records, { hash, kind, nonce })];
  }
}

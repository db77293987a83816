/**
 * Finds the transactions of the sessions of the phone page. The store has only keyed hashes of
 * sessions, so the sessions of this run are cached by the identifiers of the page.
 */
import { LruMap } from "@tandem/runtime";
import type { Conversation } from "../engine/answer-once.js";
import { type SessionTransaction, sessionTransaction } from "../engine/session-transaction.js";
import { relayLimits } from "../limits.js";
import type { Records } from "../records/records.js";

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
    const found = id === undefined ? undefined : await sessionTransaction(this.#records, id);
    return found === undefined ? [] : [found];
  }
}

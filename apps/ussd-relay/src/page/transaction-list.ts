/** Lists the transactions of this tab's sessions, and polls until none of them waits. */

import { pageLimits } from "./limits.js";
import { create, part } from "./parts.js";
import { readTransactions, type Transaction } from "./relay.js";
import { loadSessions, storeSessions } from "./storage.js";

interface Row {
  readonly item: HTMLLIElement;
  /** Changes when the attempt in a block is not the first one. */
  hash: string;
  state: Transaction["state"];
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class TransactionList {
  readonly #list = part("transactions", HTMLUListElement);
  readonly #none = part("transactions-none", HTMLParagraphElement);
  /** Rows by session and kind: a session sends at most one transaction of a kind. */
  readonly #rows = new Map<string, Row>();
  /** Called when the state of a transaction has changed, with its hashes before and now. */
  readonly #changed: (before: string, hash: string) => void;

  constructor(changed: (before: string, hash: string) => void) {
    this.#changed = changed;
    for (const sessionId of loadSessions()) void this.#pollSession(sessionId, 0);
  }

  /**
   * Lists a session's transactions, and polls while one of them waits.
   * @param isAnswered whether the last post was answered; otherwise its transaction may still be sent.
   */
  follow(sessionId: string, isAnswered: boolean): void {
    const others = loadSessions().filter((kept) => kept !== sessionId);
    storeSessions([...others, sessionId].slice(-pageLimits.sessionsKept));
    void this.#pollSession(sessionId, isAnswered ? 0 : pageLimits.unansweredPolls);
  }

  /** @param pollsMin the number of polls also if no transaction waits. */
  async #pollSession(sessionId: string, pollsMin: number): Promise<void> {
    for (let polls = 0; polls < pageLimits.pollsMax; polls++) {
      // While the relay or the node is unreachable the list stays unchanged.
      const found = await readTransactions(sessionId).catch(() => undefined);
      for (const one of found ?? []) this.#show(`${sessionId} ${one.kind}`, one);
      if (polls >= pollsMin && found?.every(({ state }) => state !== "waiting")) return;
      await pause(pageLimits.pollMs);
    }
  }

  #show(key: string, transaction: Transaction): void {
    const { hash, state } = transaction;
    const row = this.#rows.get(key);
    if (row?.state === state && row.hash === hash) return;
    const item = row?.item ?? create("li", {});
    item.className = state;
    item.replaceChildren(...partsOf(transaction));
    if (row === undefined) {
      this.#rows.set(key, { item, hash, state });
      this.#list.prepend(item);
      this.#none.hidden = true;
      return;
    }
    const before = row.hash;
    row.hash = hash;
    row.state = state;
    this.#changed(before, hash);
  }
}

function partsOf({ hash, kind, state, reason }: Transaction): readonly Node[] {
  const title = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  const link = create("a", { className: "hash", text: hash });
  link.href = `#${hash}`;
  return [
    create("span", { className: "kind", text: title }),
    create("span", { className: "state", text: reason ? `${state}: ${reason}` : state }),
    link,
  ];
}

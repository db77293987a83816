/** Lists the transactions of this tab's sessions, and polls until none of them waits. */

import { pageLimits } from "./limits.js";
import { create, part } from "./parts.js";
import { readTransactions, type Transaction } from "./relay.js";
import { loadSessions, storeSessions } from "./storage.js";

interface Row {
  readonly item: HTMLLIElement;
  state: Transaction["state"];
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class TransactionList {
  readonly #list = part("transactions", HTMLUListElement);
  readonly #none = part("transactions-none", HTMLParagraphElement);
  readonly #rows = new Map<string, Row>();
  /** Called when the state of a transaction has changed. */
  readonly #changed: (hash: string) => void;

  constructor(changed: (hash: string) => void) {
    this.#changed = changed;
    for (const sessionId of loadSessions()) void this.#pollSession(sessionId);
  }

  /** Lists a session's transactions, and polls while one of them waits. */
  follow(sessionId: string): void {
    const others = loadSessions().filter((kept) => kept !== sessionId);
    storeSessions([...others, sessionId].slice(-pageLimits.sessionsKept));
    void this.#pollSession(sessionId);
  }

  async #pollSession(sessionId: string): Promise<void> {
    for (let polls = 0; polls < pageLimits.pollsMax; polls++) {
      // While the relay or the node is unreachable the list stays unchanged.
      const found = await readTransactions(sessionId).catch(() => undefined);
      for (const transaction of found ?? []) this.#show(transaction);
      if (found?.every(({ state }) => state !== "waiting")) return;
      await pause(pageLimits.pollMs);
    }
  }

  #show(transaction: Transaction): void {
    const { hash, state } = transaction;
    const row = this.#rows.get(hash);
    if (row?.state === state) return;
    const item = row?.item ?? create("li", {});
    item.className = state;
    item.replaceChildren(...partsOf(transaction));
    if (row === undefined) {
      this.#rows.set(hash, { item, state });
      this.#list.prepend(item);
      this.#none.hidden = true;
      return;
    }
    row.state = state;
    this.#changed(hash);
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

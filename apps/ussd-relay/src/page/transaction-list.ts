/** The transactions this tab's sessions led to, asked for until none of them waits. */
import { keepSessions, keptSessions } from "./kept.js";
import { pageLimits } from "./limits.js";
import { create, part } from "./parts.js";
import { readTransactions, type Transaction } from "./relay.js";

interface Row {
  readonly item: HTMLLIElement;
  state: Transaction["state"];
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class TransactionList {
  readonly #list = part("transactions", HTMLUListElement);
  readonly #none = part("transactions-none", HTMLParagraphElement);
  readonly #rows = new Map<string, Row>();
  /** @param hash of a transaction whose state has changed. */
  readonly #changed: (hash: string) => void;

  constructor(changed: (hash: string) => void) {
    this.#changed = changed;
    for (const sessionId of keptSessions()) void this.#follow(sessionId);
  }

  /** Once, and then for as long as one of the session's waits. */
  look(sessionId: string): void {
    const others = keptSessions().filter((kept) => kept !== sessionId);
    keepSessions([...others, sessionId].slice(-pageLimits.sessionsKept));
    void this.#follow(sessionId);
  }

  async #follow(sessionId: string): Promise<void> {
    for (let polls = 0; polls < pageLimits.pollsMax; polls++) {
      // A relay or node that is away says nothing yet.
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

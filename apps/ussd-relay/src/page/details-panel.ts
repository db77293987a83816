/** Shows the node's JSON of one transaction, opened by a link to `#HASH`. */
import { part } from "./parts.js";
import { readTransaction } from "./relay.js";

export class DetailsPanel {
  readonly #panel = part("details", HTMLElement);
  readonly #hash = part("details-hash", HTMLParagraphElement);
  readonly #explorer = part("details-explorer", HTMLAnchorElement);
  readonly #transaction = part("transaction-json", HTMLPreElement);
  readonly #receipt = part("receipt-json", HTMLPreElement);
  #shown: string | undefined;
  #explorerUrl: string | undefined;

  constructor() {
    addEventListener("hashchange", () => this.#open());
    part("details-close", HTMLButtonElement).addEventListener("click", () => this.#close());
    this.#panel.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.#close();
    });
    this.#open();
  }

  /** Links each transaction to the explorer at this address; undefined for none. */
  linkTo(explorerUrl: string | undefined): void {
    this.#explorerUrl = explorerUrl;
    this.#link();
  }

  /** Reads the transaction again when it is open. @param hash the hash that it has now. */
  refresh(before: string, hash: string): void {
    if (before !== this.#shown) return;
    if (hash !== before) {
      history.replaceState(null, "", `#${hash}`);
      this.#name(hash);
    }
    void this.#read(hash);
  }

  #open(): void {
    const hash = location.hash.slice(1);
    if (!/^0x[0-9a-f]{64}$/.test(hash)) return;
    this.#name(hash);
    this.#transaction.textContent = "…";
    this.#receipt.textContent = "…";
    this.#panel.hidden = false;
    this.#panel.focus();
    void this.#read(hash);
  }

  #name(hash: string): void {
    this.#shown = hash;
    this.#hash.textContent = hash;
    this.#link();
  }

  #link(): void {
    this.#explorer.hidden = this.#explorerUrl === undefined || this.#shown === undefined;
    if (this.#explorerUrl === undefined) return;
    // The path of EIP-3091, which every explorer has.
    this.#explorer.href = `${this.#explorerUrl.replace(/\/$/, "")}/tx/${this.#shown}`;
  }

  async #read(hash: string): Promise<void> {
    const texts = await readTransaction(hash).then(
      ({ transaction, receipt }) => [transaction, receipt].map(asText),
      (error: unknown) => [error instanceof Error ? error.message : String(error), ""],
    );
    // Another transaction may have been opened meanwhile.
    if (hash !== this.#shown) return;
    const [transaction = "", receipt = ""] = texts;
    this.#transaction.textContent = transaction;
    this.#receipt.textContent = receipt;
  }

  #close(): void {
    const link = document.querySelector(`a[href="#${this.#shown}"]`);
    this.#shown = undefined;
    this.#panel.hidden = true;
    history.replaceState(null, "", location.pathname + location.search);
    if (link instanceof HTMLElement) link.focus();
  }
}

const asText = (value: unknown): string => JSON.stringify(value, null, 2);

/**
 * Reports the head of the node to clients, and waits for a height that a client has seen at another
 * node.
 */
import { type BlockHash, isEqual, toHex } from "@tandem/primitives";
import type { Limits } from "../../limits.js";
import type { ServedBackend } from "../served-backend.js";
import type { Header } from "./http-answers.js";

/** The headers that describe the head: its height and its hash. */
export type HeadHeaders = readonly [Header, Header];

export class HeadPosition {
  readonly #served: Pick<ServedBackend, "backend">;
  readonly #limits: Pick<Limits, "minHeightMsMax">;
  readonly #waiting = new Set<() => void>();
  #hash: BlockHash | undefined;
  #headers: HeadHeaders | undefined;

  constructor(served: Pick<ServedBackend, "backend">, limits: Pick<Limits, "minHeightMsMax">) {
    this.#served = served;
    this.#limits = limits;
  }

  get height(): number {
    return this.#served.backend.headNumber();
  }

  /** Returns the headers that describe the head; the same array while the head is the same. */
  readonly headers = (): HeadHeaders => {
    const { backend } = this.#served;
    const hash = backend.headHash();
    if (this.#headers !== undefined && hash === this.#hash) return this.#headers;
    const height = backend.headNumber();
    // Another thread may move the head between the two reads.
    if (!isEqual(backend.headHash(), hash)) return this.headers();
    this.#hash = hash;
    this.#headers = [
      ["tandem-height", `${height}`],
      ["tandem-hash", toHex(hash)],
    ];
    return this.#headers;
  };

  /** Makes pending waits check the head again. */
  moved(): void {
    for (const check of [...this.#waiting]) check();
  }

  /** Waits for a height, up to the limit. Resolves to whether the head has it. */
  reached(height: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(check);
        resolve(this.height >= height);
      };
      const check = () => {
        if (this.height >= height) end();
      };
      const timer = setTimeout(end, this.#limits.minHeightMsMax);
      this.#waiting.add(check);
      check();
    });
  }
}

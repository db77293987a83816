/** Reads the logs of an execution from an engine's memory. */
import type { Address } from "@tandem/primitives";
import type { Engine } from "./engine.js";
import { logAt } from "./layout.js";

const addressBytes = 20;
const wordBytes = 32;

/** A log whose list of topics is its own. */
export interface EngineLog {
  readonly address: Address;
  readonly topics: Uint8Array[];
  readonly data: Uint8Array;
}

/**
 * Reads logs one after the other. A log shares the bytes of the address and of the topics that equal
 * those of the log before: most logs of a contract have the same ones, and the node keeps all logs
 * of a recent block in memory.
 */
export class LogReader {
  readonly #memory: Engine["memory"];
  /** The account's record in memory, and its address. */
  #account = 0;
  #address: Address = new Uint8Array(addressBytes);
  /** The topics of the log before, and where they are in memory. */
  #topics: readonly Uint8Array[] = [];
  #topicsAt = 0;

  constructor({ memory }: Pick<Engine, "memory">) {
    this.#memory = memory;
  }

  /** Returns the log whose record is at an address in memory. */
  read(at: number): EngineLog {
    const memory = this.#memory;
    const account = memory.number(at + logAt.account);
    if (account !== this.#account) {
      this.#account = account;
      this.#address = memory.bytesOfWord(account, addressBytes);
    }
    const count = memory.number(at + logAt.topics);
    const body = at + logAt.body;
    const topics: Uint8Array[] = [];
    for (let i = 0; i < count; i++) topics.push(this.#topic(i, body + wordBytes * i));
    this.#topics = topics;
    this.#topicsAt = body;
    const data = memory.copyForNow(body + wordBytes * count, memory.number(at + logAt.length));
    return { address: this.#address, topics, data };
  }

  #topic(index: number, at: number): Uint8Array {
    const before = this.#topics[index];
    const isSame = before !== undefined && this.#isSame(this.#topicsAt + wordBytes * index, at);
    return isSame ? before : this.#memory.copy(at, wordBytes);
  }

  #isSame(one: number, other: number): boolean {
    const memory = this.#memory;
    for (let i = 0; i < wordBytes; i += 4)
      if (memory.number(one + i) !== memory.number(other + i)) return false;
    return true;
  }
}

/** Collects events of an execution until they are passed to its script. */
import { concat } from "@tandem/primitives";
import { scriptBatchBytes, scriptBatchEvents } from "../limits.js";
import type { ScriptEvent, Sent } from "./messages.js";

/** Refers to bytes of a batch. */
export type Place = readonly [offset: number, length: number];

export class EventBatch {
  #events: ScriptEvent[] = [];
  #chunks: Uint8Array[] = [];
  #length = 0;

  get isEmpty(): boolean {
    return this.#events.length === 0;
  }

  /** Whether it should be passed on before more is added. */
  get isFull(): boolean {
    return this.#events.length >= scriptBatchEvents || this.#length >= scriptBatchBytes;
  }

  add(event: ScriptEvent): void {
    this.#events.push(event);
  }

  /** Adds bytes to which an event refers; they must not change until the batch is taken. */
  addBytes(bytes: Uint8Array): Place {
    const offset = this.#length;
    if (bytes.length > 0) this.#chunks.push(bytes);
    this.#length += bytes.length;
    return [offset, bytes.length];
  }

  /** Returns what was collected, and begins anew. */
  take(): Sent {
    const events = JSON.stringify(this.#events);
    // A copy, as the memory is handed over: neither `concat` of one part nor the `slice` of a Buffer is one.
    const { buffer: bytes } = new Uint8Array(concat(...this.#chunks));
    this.#events = [];
    this.#chunks = [];
    this.#length = 0;
    return { kind: "run", events, bytes };
  }
}

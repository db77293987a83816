/** Counts the selectors of calls: geth's 4byteTracer. */
import type { Message } from "@ethereumjs/evm";
import { toHex } from "@tandem/primitives";
import { frameBytes } from "../limits.js";
import type { Budget } from "./budget.js";
import { beginningOf } from "./frame-recorder.js";
import { type FrameBeginning, type FrameSink, type Recording, recordingFor } from "./frame-sink.js";
import type { Opening, Probe } from "./probe.js";

const selectorBytes = 4;
/** The number of leading zero bytes of reserved precompile addresses (EIP-1352). */
const reservedZeros = 18;

const isReserved = (address: Uint8Array) =>
  address.subarray(0, reservedZeros).every((byte) => byte === 0);

export class SelectorCounter implements Probe, FrameSink {
  readonly counts = new Map<string, number>();
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  get recording(): Recording {
    return recordingFor(this, Number.POSITIVE_INFINITY);
  }

  onOpen(message: Message, opening: Opening): void {
    this.begin(beginningOf(message, opening));
  }

  /** Counts a call whose data begin with a selector; neither creations nor precompiles. */
  begin({ opening, to, input }: FrameBeginning): void {
    if (opening === "create" || opening === "create2" || to === undefined) return;
    if (input.length < selectorBytes || isReserved(to)) return;
    const selector = toHex(input.subarray(0, selectorBytes));
    const key = `${selector}-${input.length - selectorBytes}`;
    const known = this.counts.get(key);
    if (known === undefined) this.#budget.spend(frameBytes);
    this.counts.set(key, (known ?? 0) + 1);
  }

  onClose(): void {}

  onSelfDestruct(): void {}
}

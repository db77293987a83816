/** Counts the selectors of calls: geth's 4byteTracer. */
import type { Message } from "@ethereumjs/evm";
import { type Address, toHex } from "@tandem/primitives";
import { frameBytes } from "../limits.js";
import type { Budget } from "./budget.js";
import { beginningOf } from "./frame-recorder.js";
import { type FrameBeginning, type FrameSink, type Recording, recordingFor } from "./frame-sink.js";
import type { Opening, Probe } from "./probe.js";

const selectorBytes = 4;

export class SelectorCounter implements Probe, FrameSink {
  readonly counts = new Map<string, number>();
  readonly #budget: Budget;
  readonly #isPrecompile: (address: Address) => boolean;

  constructor(budget: Budget, isPrecompile: (address: Address) => boolean) {
    this.#budget = budget;
    this.#isPrecompile = isPrecompile;
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
    if (input.length < selectorBytes || this.#isPrecompile(to)) return;
    const selector = toHex(input.subarray(0, selectorBytes));
    const key = `${selector}-${input.length - selectorBytes}`;
    const known = this.counts.get(key);
    if (known === undefined) this.#budget.spend(frameBytes);
    this.counts.set(key, (known ?? 0) + 1);
  }

  onClose(): void {}

  onSelfDestruct(): void {}
}

/** Counts the selectors of calls: geth's 4byteTracer. */
import { type Address, toHex } from "@tandem/primitives";
import { isCreation } from "../frames/frame.js";
import type { FrameBeginning } from "../frames/frame-sink.js";
import { SinkProbe } from "../library/sink-probe.js";
import { frameBytes } from "../limits.js";
import type { Budget } from "./budget.js";

const selectorBytes = 4;

export class SelectorCounter extends SinkProbe {
  readonly counts = new Map<string, number>();
  readonly #budget: Budget;
  readonly #isPrecompile: (address: Address) => boolean;

  constructor(budget: Budget, isPrecompile: (address: Address) => boolean) {
    super();
    this.#budget = budget;
    this.#isPrecompile = isPrecompile;
  }

  /** Counts a call whose data begin with a selector; neither creations nor precompiles. */
  override begin({ opening, to, input }: FrameBeginning): void {
    if (isCreation(opening) || to === undefined) return;
    if (input.length < selectorBytes || this.#isPrecompile(to)) return;
    const selector = toHex(input.subarray(0, selectorBytes));
    const key = `${selector}-${input.length - selectorBytes}`;
    const known = this.counts.get(key);
    if (known === undefined) this.#budget.spend(frameBytes);
    this.counts.set(key, (known ?? 0) + 1);
  }

  /** Counts a call that the lack of value or depth prevents, as geth does. */
  override refuse(frame: FrameBeginning): void {
    this.begin(frame);
  }
}

/** Hears what one address is called with, and nothing else: a console, to which contracts write. */
import type { Message } from "@ethereumjs/evm";
import { type Address, isEqual } from "@tandem/primitives";
import { bytesHeardMax, inputsHeardMax } from "../limits.js";
import type { Probe } from "./probe.js";

export class InputListener implements Probe {
  /** In the order of the calls; the first ones, when there are more than may be told. */
  readonly inputs: Uint8Array[] = [];
  readonly #address: Address;
  #bytes = 0;

  constructor(address: Address) {
    this.#address = address;
  }

  onOpen({ to, data }: Message): void {
    if (to === undefined || !isEqual(to.bytes, this.#address)) return;
    this.#bytes += data.length;
    if (this.inputs.length >= inputsHeardMax || this.#bytes > bytesHeardMax) return;
    this.inputs.push(new Uint8Array(data));
  }

  onClose(): void {}

  onSelfDestruct(): void {}
}

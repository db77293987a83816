/** Detects that few file descriptors are free: a database that cannot open its next file writes nothing. */
import type { Socket } from "node:net";
import { nextDescriptor, openDescriptors } from "@tandem/runtime/files";
import type { ExceededShare } from "../../access/share.js";
import type { Limits } from "../../limits.js";

/** The part of a maximum below which a server listens again. */
const enough = 7 / 8;

/** The milliseconds between two warnings: clients decide how often there is a reason. */
const warningMs = 60_000;

/** Returns the descriptor of a connection; -1 where there are none, as on Windows. */
const descriptorOf = (socket: Socket): number =>
  (socket as unknown as { readonly _handle?: { readonly fd?: number } })._handle?.fd ?? -1;

/** The limits, and what is told when descriptors are scarce. */
interface DescriptorsHandler {
  readonly limits: Limits;
  descriptorsScarce(): void;
}

export class Descriptors {
  readonly #handler: DescriptorsHandler;
  #quietUntil = Number.NEGATIVE_INFINITY;

  constructor(handler: DescriptorsHandler) {
    this.#handler = handler;
  }

  /** Returns the limit that a connection exceeds, whose descriptors are left to the rest of the process. */
  exceededBy(socket: Socket): ExceededShare | undefined {
    const { descriptorsMax: max } = this.#handler.limits;
    if (descriptorOf(socket) < max) return undefined;
    this.#warn();
    return { limit: "descriptors", max, isClients: false };
  }

  /**
   * Reports at intervals whether descriptors are scarce, for a server that does not tell which connections it accepts.
   * @returns a function that ends the reports.
   */
  watch(report: (areScarce: boolean) => void): () => void {
    const { limits } = this.#handler;
    const max = limits.watchedDescriptorsMax;
    if (max === Number.POSITIVE_INFINITY) return () => {};
    let areScarce = false;
    const check = () => {
      // Connections take the lowest numbers, so while they come the next number tells how many are open.
      areScarce = areScarce ? openDescriptors() >= enough * max : nextDescriptor() >= max;
      if (areScarce) this.#warn();
      report(areScarce);
      timer = wait();
    };
    const wait = () =>
      setTimeout(check, areScarce ? limits.descriptorCountMs : limits.descriptorCheckMs).unref();
    let timer = wait();
    return () => clearTimeout(timer);
  }

  #warn(): void {
    const now = performance.now();
    if (now < this.#quietUntil) return;
    this.#quietUntil = now + warningMs;
    this.#handler.descriptorsScarce();
  }
}

/** Keeps connections to given nodes: connects again when one has ended, or could not be made. */
import { randomInt } from "node:crypto";
import { assertAtMost, hexDigits } from "@tandem/primitives";
import { type LinkedAbort, type Logger, linkAbort, pause } from "@tandem/runtime";
import { type Enode, formatEnode } from "./enode.js";
import { peerLimits } from "./limits.js";
import type { PeerFault } from "./peer-fault.js";

export interface KeptPeersParts {
  readonly logger: Logger;
  /** Is aborted when this node stops. */
  readonly stopping: AbortSignal;
  /**
   * Connects to a node, and resolves when the connection has ended, or could not be made.
   * @param told is called when the other node has told its head.
   */
  connect(enode: Enode, told: () => void): Promise<PeerFault>;
}

export class KeptPeers {
  readonly #parts: KeptPeersParts;
  /** The nodes, by the digits of their identifiers. */
  readonly #kept = new Map<string, LinkedAbort>();
  /** Each resolves, and is removed, when a node has told its head, or could not be reached. */
  readonly #firstTries = new Set<Promise<void>>();
  readonly #running = new Set<Promise<void>>();

  constructor(parts: KeptPeersParts) {
    this.#parts = parts;
  }

  has(id: Uint8Array): boolean {
    return this.#kept.has(hexDigits(id));
  }

  /** @throws {Fault} `limit-exceeded` */
  add(enode: Enode): void {
    const id = hexDigits(enode.id);
    const { stopping } = this.#parts;
    if (this.#kept.has(id) || stopping.aborted) return;
    assertAtMost("kept-peers", this.#kept.size + 1, peerLimits.keptMax);
    const ending = linkAbort(stopping);
    this.#kept.set(id, ending);
    const first = new Promise<void>((resolve) => {
      const running = this.#keep(enode, ending.signal, resolve).finally(() => {
        ending.release();
        this.#running.delete(running);
      });
      this.#running.add(running);
    });
    this.#firstTries.add(first);
    void first.then(() => this.#firstTries.delete(first));
  }

  /** Does not connect to a node any more. */
  remove(id: Uint8Array, fault: PeerFault): void {
    const key = hexDigits(id);
    this.#kept.get(key)?.abort(fault);
    this.#kept.delete(key);
  }

  /** Resolves when each node that was added has told its head, or could not be reached. */
  async tried(): Promise<void> {
    await Promise.all(this.#firstTries);
  }

  /** Resolves when nothing is tried any more, after `stopping` was aborted. */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #keep(enode: Enode, signal: AbortSignal, tried: () => void): Promise<void> {
    let pauseMs: number = peerLimits.connectAgainMs;
    let told = "";
    while (!signal.aborted) {
      const began = performance.now();
      const fault = await this.#parts.connect(enode, tried);
      tried();
      if (signal.aborted) return;
      told = this.#tell(enode, fault, told);
      const hasLasted = performance.now() - began > peerLimits.connectAgainMsMax;
      const longer = Math.min(peerLimits.connectAgainMsMax, 2 * pauseMs);
      pauseMs = hasLasted ? peerLimits.connectAgainMs : longer;
      // Two nodes that connect to each other at once and both refuse do not meet again.
      await pause(randomInt(pauseMs / 2, pauseMs * 1.5), signal).catch(() => {});
    }
  }

  /** Tells why there is no connection, the same reason once. @returns the reason. */
  #tell(enode: Enode, { message, reason }: PeerFault, told: string): string {
    const level = message === told || reason === "alreadyConnected" ? "debug" : "warn";
    const peer = formatEnode(enode);
    this.#parts.logger[level]({ peer }, `no connection to a peer: ${message}`);
    return message;
  }
}

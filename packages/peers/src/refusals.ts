/** Remembers nodes that broke a rule, which are refused for some time. */
import { LruMap } from "@tandem/runtime";
import { peerLimits } from "./limits.js";
import type { Peer } from "./peer.js";
import { PeerFault } from "./peer-fault.js";

export class Refusals {
  readonly #until = new LruMap<string, number>(peerLimits.refusedPeersMax);

  /**
   * Notes why a connection ended.
   * @param now monotonic milliseconds.
   * @returns whether the node is refused from now on. One that this node was told to connect to may be slow.
   */
  note({ id, isIntroduced, isOutbound }: Peer, { reason }: PeerFault, now: number): boolean {
    const isRefused = reason === "breach" || (reason === "useless" && isIntroduced && !isOutbound);
    if (isRefused) this.#until.set(id, now + peerLimits.refusedMs);
    return isRefused;
  }

  /** @throws {PeerFault} `useless` for a node that is refused. */
  assertWelcome(id: string, now: number): void {
    const until = this.#until.get(id);
    if (until !== undefined && now < until) {
      throw new PeerFault("useless", "it broke a rule a short time ago");
    }
  }
}

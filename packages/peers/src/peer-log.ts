/**
 * Logs which peers connected, and why their connections ended. Whoever connects again and again with new keys makes
 * lines as fast as the node answers: above a number in a minute they are logged at the level debug.
 */
import type { Logger } from "@tandem/runtime";
import { peerLimits } from "./limits.js";
import type { Peer } from "./peer.js";
import { OwnFault, type PeerFault } from "./peer-fault.js";

type Level = "debug" | "info" | "warn";

export class PeerLog {
  readonly #logger: Logger;
  readonly #now: () => number;
  #minuteEndsAt = 0;
  #lines = 0;

  /** @param now returns monotonic milliseconds. */
  constructor(logger: Logger, now = () => performance.now()) {
    this.#logger = logger;
    this.#now = now;
  }

  connected(peer: Peer): void {
    this.#log(peer, "info", "connected to a peer");
  }

  /** @param isRefused whether the peer is refused from now on. */
  ended(peer: Peer, fault: PeerFault, isRefused: boolean): void {
    const { message } = fault;
    if (fault instanceof OwnFault) {
      const { address, client } = peer;
      const about = { peer: address, client, error: fault.cause };
      this.#logger.error(about, "a peer is disconnected: this node failed");
    } else if (isRefused) {
      this.#log(peer, "warn", `a peer is disconnected: ${message}`);
    } else if (peer.isIntroduced && !peer.isOutbound && fault.reason !== "quitting") {
      this.#log(peer, "info", `a peer's connection ended: ${message}`);
    } else {
      // The nodes to which connections are kept are told of where they are kept.
      this.#log(peer, "debug", `a connection ended: ${message}`);
    }
  }

  #log(peer: Peer, level: Level, message: string): void {
    const { address, client, isOutbound } = peer;
    const about = { peer: address, client, outbound: isOutbound };
    const isWritten = level === "debug" || isOutbound || this.#hasPlace();
    this.#logger[isWritten ? level : "debug"](about, message);
  }

  #hasPlace(): boolean {
    const now = this.#now();
    if (now >= this.#minuteEndsAt) {
      this.#minuteEndsAt = now + minuteMs;
      this.#lines = 0;
    }
    this.#lines++;
    if (this.#lines === peerLimits.strangerLinesMax + 1) {
      this.#logger.warn(
        {},
        "many peers come and go: for a minute they are logged at the level debug",
      );
    }
    return this.#lines <= peerLimits.strangerLinesMax;
  }
}

const minuteMs = 60_000;

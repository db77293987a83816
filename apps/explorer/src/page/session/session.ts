/** Manages the connection of the page to its node, and follows the head of the chain. */

import { type Signal, signal } from "@preact/signals";
import { toHex } from "@tandem/primitives";
import {
  ConnectionError,
  RpcError,
  type WebSocketClient,
  webSocketClient,
} from "@tandem/rpc/client";
import { setTimeout as afterMs } from "../platform/timers.js";

export interface Head {
  readonly number: number;
  /** The hash in hex, like all hashes and addresses in the state of the page. */
  readonly hash: string;
}

/** `refused`: the node answers, but does not report new blocks, for example because of a limit. */
export type LinkState = "connecting" | "live" | "lost" | "refused";

/**
 * The page reconnects as long as it is open, at most this many milliseconds after the connection
 * was lost.
 */
const limits = { retriesMax: Number.POSITIVE_INFINITY, retryLongestMs: 2000 };

/** Milliseconds after which a request that the node refused is sent again. */
const refusedMs = 2000;

/** Returns the WebSocket URL of the node that served a page, with the API key in its path. */
export function nodeUrlOf({ protocol, host, pathname }: Location): string {
  const scheme = protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${host}${pathname.replace(/\/[^/]*$/, "")}`;
}

export class Session {
  readonly client: WebSocketClient;
  readonly link: Signal<LinkState> = signal("connecting");
  /** Counts connections: data of an earlier connection may be out of date. */
  readonly connections: Signal<number> = signal(0);
  readonly head: Signal<Head | undefined> = signal(undefined);

  /** @param url `ws://host:port` with the API key as its path. */
  constructor(url: string) {
    this.client = webSocketClient(url, { limits });
    void this.#follow();
  }

  /** Subscribes to new heads, and retries until the node has accepted it. */
  async #follow(): Promise<void> {
    try {
      await this.#insist(() =>
        this.client.subscribe({
          type: "newHeads",
          onEvent: ({ number, hash }) => {
            this.head.value = { number, hash: toHex(hash) };
          },
          onInterrupted: () => {
            this.link.value = "lost";
          },
          onRenewed: () => void this.#connected(),
          onEnded: () => void this.#follow(),
        }),
      );
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      this.link.value = "lost";
      return this.#follow();
    }
    await this.#connected();
  }

  /** Reads the head of the node before queries follow: it may have another chain than before. */
  async #connected(): Promise<void> {
    this.link.value = "live";
    const former = this.head.value;
    try {
      const block = await this.#insist(() =>
        this.client.eth_getBlockByNumber({ block: { tag: "latest" } }),
      );
      // The node may have refused at first.
      this.link.value = "live";
      const { number, hash } = block ?? {};
      // A head that was announced meanwhile is newer.
      if (number === undefined || hash === undefined || this.head.value !== former) return;
      this.head.value = { number, hash: toHex(hash) };
    } catch (error) {
      // The next connection reads it.
      if (!(error instanceof ConnectionError)) throw error;
    } finally {
      this.connections.value += 1;
    }
  }

  /** Sends a request again while the node refuses it. @throws {ConnectionError} */
  async #insist<T>(request: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await request();
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        this.link.value = "refused";
        await afterMs(refusedMs);
      }
    }
  }
}

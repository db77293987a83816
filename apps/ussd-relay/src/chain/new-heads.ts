/** Subscribes to the node's new blocks over WebSocket, and subscribes again after a lost connection. */
import { setTimeout as pause } from "node:timers/promises";
import { ConnectionError, webSocketClient } from "@tandem/rpc/client";
import { relayLimits } from "../limits.js";

/** A subscription to `newHeads`. */
export interface NewHeads {
  /** Returns whether the node announces every new block at present. */
  isActive(): boolean;
  /** Closes the connection permanently. */
  close(): void;
}

export interface NewHeadsOptions {
  /** `ws:` or `wss:` URL of the node, with the API key as its path if the node requires one. */
  readonly url: string;
  /** Called for every new block, and when blocks may have been missed. */
  readonly onHead: () => void;
  /** Milliseconds before the first attempt to reconnect, and the maximum delay. */
  readonly retryMs?: { readonly first: number; readonly longest: number };
}

/**
 * Subscribes to `newHeads`. It reconnects while the node is unreachable. A node that refuses the
 * subscription is not called again.
 * @throws {TypeError} for a URL of another kind.
 */
export function subscribeToHeads({ url, onHead, retryMs }: NewHeadsOptions): NewHeads {
  const { first, longest } = retryMs ?? relayLimits.socketRetryMs;
  const client = webSocketClient(url, {
    limits: {
      answerMs: relayLimits.nodeAnswerMs,
      retryFirstMs: first,
      retryLongestMs: longest,
      retriesMax: Number.POSITIVE_INFINITY,
    },
  });
  const closed = new AbortController();
  let isActive = false;
  const setActive = (value: boolean) => {
    isActive = value;
    if (value) onHead();
  };
  const subscribe = async () => {
    while (!closed.signal.aborted) {
      try {
        await client.subscribe({
          type: "newHeads",
          onEvent: onHead,
          onInterrupted: () => setActive(false),
          onRenewed: () => setActive(true),
          onEnded: () => setActive(false),
        });
        return setActive(true);
      } catch (error) {
        if (!(error instanceof ConnectionError)) return client.close();
      }
      await pause(first, undefined, { signal: closed.signal }).catch(() => undefined);
    }
  };
  void subscribe();
  return {
    isActive: () => isActive,
    close() {
      closed.abort();
      isActive = false;
      client.close();
    },
  };
}

/** Returns the WebSocket URL of a node that serves both protocols on one port, as this project's does. */
export function webSocketUrl(nodeUrl: string): string {
  const url = new URL(nodeUrl);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  return String(url);
}

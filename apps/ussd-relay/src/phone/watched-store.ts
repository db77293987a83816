/**
 * A session store that lets the phone page see which transactions a session led to. What it saw is
 * in memory alone: it serves a demonstration, and never decides anything.
 */
import type { Hex } from "viem";
import { relayLimits } from "../limits.js";
import type { PaidKind, Sending, SessionStore } from "../session/store.js";

export interface WatchedSending {
  readonly hash: Hex;
  readonly kind: PaidKind;
  /** The relay follows it no longer. */
  readonly isSettled: boolean;
}

export interface WatchedStore extends SessionStore {
  /** In the order of their signing. */
  sendingsOf(sessionId: string): readonly WatchedSending[];
}

export function watchStore(store: SessionStore): WatchedStore {
  /** By session, the oldest first. */
  const sessions = new Map<string, WatchedSending[]>();
  const sessionOf = new Map<Hex, string>();

  const see = ({ hash, post }: Sending) => {
    const seen = sessions.get(post.sessionId) ?? [];
    if (seen.some((sending) => sending.hash === hash)) return;
    sessions.set(post.sessionId, [...seen, { hash, kind: post.kind, isSettled: false }]);
    sessionOf.set(hash, post.sessionId);
    if (sessions.size > relayLimits.watchedSessionsMax) forgetOldest();
  };
  const forgetOldest = () => {
    const [[oldest, sendings] = ["", []]] = sessions;
    for (const { hash } of sendings) sessionOf.delete(hash);
    sessions.delete(oldest);
  };
  const change = (hash: Hex, to: (sending: WatchedSending) => readonly WatchedSending[]) => {
    const sessionId = sessionOf.get(hash);
    const seen = sessionId === undefined ? undefined : sessions.get(sessionId);
    if (sessionId === undefined || seen === undefined) return;
    const changed = seen.flatMap((sending) => (sending.hash === hash ? to(sending) : [sending]));
    sessions.set(sessionId, changed);
  };

  return {
    ...store,
    async unsettled() {
      const sendings = await store.unsettled();
      for (const sending of sendings) see(sending);
      return sendings;
    },
    async keepSending(sending, screen, now) {
      await store.keepSending(sending, screen, now);
      see(sending);
    },
    async dropSending(sending) {
      await store.dropSending(sending);
      change(sending.hash, () => []);
      sessionOf.delete(sending.hash);
    },
    async settle(hash) {
      await store.settle(hash);
      change(hash, (sending) => [{ ...sending, isSettled: true }]);
    },
    sendingsOf: (sessionId) => sessions.get(sessionId) ?? [],
  };
}

/**
 * What the relay remembers: which session got which answer, and which transactions are not in a
 * block yet. A port: one process keeps it in LevelDB, several would share a database.
 */
import type { Hex } from "viem";
import type { Screen } from "../menu/screens.js";

/** A post, as far as it decides whether another is the same. */
export interface PostKey {
  readonly sessionId: string;
  readonly text: string;
}

export type PaidKind = "transfer" | "loan";

/** A post that leads to a transaction. A session may lead to one of each kind. */
export interface PaidPost extends PostKey {
  readonly kind: PaidKind;
}

/** A signed transaction, written down before any node has seen it. */
export interface Sending {
  readonly hash: Hex;
  /** EIP-2718 form. Sent again as it is, however often that takes: never signed anew. */
  readonly raw: Hex;
  readonly nonce: number;
  readonly post: PaidPost;
}

export type Claim =
  /** Nobody else sends such a transaction for this session, until it is released. */
  | { readonly kind: "ours" }
  /** The same post was answered before. */
  | { readonly kind: "answered"; readonly screen: Screen }
  /** The session has sent such a transaction for another text. */
  | { readonly kind: "closed" }
  /** Somebody is at it. */
  | { readonly kind: "busy" };

/** Times are Unix milliseconds. */
export interface SessionStore {
  /** The answer a post got. */
  recall(post: PostKey): Promise<Screen | undefined>;
  /** Keeps an answer that tells of no transaction, for posts that are repeated. */
  remember(post: PostKey, screen: Screen, now: number): Promise<void>;
  /** Atomic: of many at the same time one is told `ours`. Lost with the process. */
  claim(post: PaidPost): Promise<Claim>;
  /** Ends a claim, whatever it led to. */
  release(post: PaidPost): Promise<void>;
  /** Atomic, and on disk when it resolves: a transaction, and the answer that tells of it. */
  keepSending(sending: Sending, screen: Screen, now: number): Promise<void>;
  /** Undoes `keepSending` for a transaction no node took. */
  dropSending(sending: Sending): Promise<void>;
  /** The transaction is in a block, or never will be. Its answer stays. */
  settle(hash: Hex): Promise<void>;
  /** Transactions kept and not settled, by nonce. */
  unsettled(): Promise<readonly Sending[]>;
  /** Forgets answers from before a moment, up to a limit. @returns how many. */
  forget(before: number): Promise<number>;
  close(): Promise<void>;
}

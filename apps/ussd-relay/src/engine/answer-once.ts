/**
 * Answers every post exactly once. The answer, the changes and the transaction of a post are written in
 * one step; a repeated post gets the stored answer, also from another instance and after a restart. A
 * post whose transaction never reached the chain can be tried again.
 */
import { randomUUID } from "node:crypto";
import { messageOf } from "@tandem/runtime";
import type { Post } from "../gateway/form.js";
import type { AnswerPost } from "../gateway/server.js";
import { limitWarnings } from "../limited-warnings.js";
import { relayLimits } from "../limits.js";
import type { Log } from "../log.js";
import { type Screen, screens } from "../menu/screens.js";
import type { Change, Claim, Records } from "../records/records.js";
import { withClaims } from "./claims.js";
import type { RelayMetrics } from "./metrics.js";

/** A request parsed from a post, with the keys of its records. */
export interface Request<R> {
  readonly kind: "request";
  /** Key of the answer. */
  readonly postId: string;
  /** Key of the session. */
  readonly sessionId: string;
  /** Key of the user, in a mode that answers one post of a user at a time. */
  readonly userId?: string;
  readonly asked: R;
}

export type Reading<R> =
  | Request<R>
  /** A screen that depends on the post alone and is not stored. */
  | { readonly kind: "screen"; readonly screen: Screen };

/** Writes the answer of one post while its session and its user are claimed. */
export interface Exchange {
  readonly sessionId: string;
  /** Returns whether the session has sent a transaction; it then sends no other. */
  isClosed(scope?: string): Promise<boolean>;
  /** Writes an answer with its changes. @returns false when a claim has been lost. */
  keep(screen: Screen, changes: readonly Change[], held?: readonly Claim[]): Promise<boolean>;
  /** Writes changes alone. @returns as `keep`. */
  write(changes: readonly Change[]): Promise<boolean>;
  /** Removes the answer, and writes the changes that undo those of `keep`. @returns as `keep`. */
  undo(changes: readonly Change[], held?: readonly Claim[]): Promise<boolean>;
  /** Returns the change that closes the session, or that reopens it when the value is undefined. */
  closing(value: string | undefined, scope?: string): Change;
}

/** The result of a post. Without changes the answer is stored already, or is not to be stored. */
export interface Reply {
  readonly screen: Screen;
  readonly changes: readonly Change[] | undefined;
  /** Whether the answer may be removed before its time. By default one without changes may: it moves no money. */
  readonly isEvictable?: boolean;
}

/** Returns the result of a post that changes nothing. */
export const screenOnly = (screen: Screen): Reply => ({ screen, changes: [] });

/** The part of a mode that turns posts into screens. */
export interface Conversation<R> {
  /** Milliseconds for which an answer is stored. */
  readonly answersKeptMs: number;
  read(post: Post): Reading<R>;
  respond(asked: R, exchange: Exchange): Promise<Reply>;
}

export interface AnswerOptions<R> {
  readonly records: Records;
  readonly log: Log;
  readonly metrics: RelayMetrics;
  readonly conversation: Conversation<R>;
  /** Milliseconds for which a post waits for an earlier one: `relayLimits.claimWaitMs` by default. */
  readonly claimWaitMs?: number;
}

const answers = "answers";
const closed = "closed";

/** Thrown when another post of the session or the user is still being answered. */
class ClaimsHeld extends Error {}

/** Thrown when another process has taken over the claims of a post. */
class ClaimLost extends Error {}

export function createAnswer<R>(options: AnswerOptions<R>): AnswerPost {
  const { log, metrics, conversation } = options;
  const failures = limitWarnings(log);
  /** Equal posts that arrive at the same time share one answer. */
  const inProgress = new Map<string, Promise<Screen>>();

  const answer = async (post: Post): Promise<Screen> => {
    const request = conversation.read(post);
    if (request.kind === "screen") return request.screen;
    const { postId } = request;
    const shared = inProgress.get(postId);
    if (shared !== undefined) return shared;
    const screen = answerOnce(options, request)
      .catch((error) => {
        failures.warn(`no answer: ${messageOf(error)}`);
        return screens.unavailable;
      })
      .finally(() => inProgress.delete(postId));
    inProgress.set(postId, screen);
    return screen;
  };

  return async (post) => {
    const began = performance.now();
    const screen = await answer(post);
    metrics.recordPost(
      screen.startsWith("CON") ? "CON" : "END",
      (performance.now() - began) / 1000,
    );
    return screen;
  };
}

async function answerOnce<R>(options: AnswerOptions<R>, request: Request<R>): Promise<Screen> {
  const { records, claimWaitMs: waitMs = relayLimits.claimWaitMs } = options;
  const { postId, sessionId, userId } = request;
  const before = await records.get(answers, postId);
  if (before !== undefined) return before as Screen;
  const token = randomUUID();
  const ids = [`session:${sessionId}`, ...(userId === undefined ? [] : [`user:${userId}`])];
  const held = ids.map((id) => ({ id, token }));
  const screen = await withClaims(records, { held, waitMs }, async () => {
    // The previous holder of the claims may have answered the same post.
    const meanwhile = await records.get(answers, postId);
    return meanwhile === undefined ? respond(options, request, held) : (meanwhile as Screen);
  });
  if (screen !== undefined) return screen;
  throw new ClaimsHeld(`an earlier post took longer than ${waitMs} ms`);
}

async function respond<R>(
  { records, conversation }: AnswerOptions<R>,
  { postId, sessionId, asked }: Request<R>,
  held: readonly Claim[],
): Promise<Screen> {
  const ttlMs = conversation.answersKeptMs;
  const answerRow = (value: Screen | undefined) => ({ table: answers, id: postId, value, ttlMs });
  const closingId = (scope: string | undefined) => closingKey(sessionId, scope);
  const exchange: Exchange = {
    sessionId,
    isClosed: async (scope) => (await records.get(closed, closingId(scope))) !== undefined,
    keep: (screen, changes, others = []) =>
      records.write([answerRow(screen), ...changes], [...held, ...others]),
    write: (changes) => records.write(changes, held),
    undo: (changes, others = []) =>
      records.write([answerRow(undefined), ...changes], [...held, ...others]),
    closing: (value, scope) => ({ table: closed, id: closingId(scope), value, ttlMs }),
  };
  const { screen, changes, ...reply } = await conversation.respond(asked, exchange);
  if (changes === undefined) return screen;
  const { isEvictable = changes.length === 0 } = reply;
  if (!(await records.write([{ ...answerRow(screen), isEvictable }, ...changes], held))) {
    throw new ClaimLost("the claims expired, and another process answers");
  }
  return screen;
}

/** @param scope kind of transaction, in a mode whose sessions send one transaction of each kind. */
const closingKey = (sessionId: string, scope: string | undefined) =>
  scope === undefined ? sessionId : `${sessionId}\0${scope}`;

/** Returns the value with which a session was closed, or undefined while it is open. */
export const closingOf = (records: Records, sessionId: string, scope?: string) =>
  records.get(closed, closingKey(sessionId, scope));

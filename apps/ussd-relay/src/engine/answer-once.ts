/**
 * From a post to its screen. A post is answered once: its answer, what it changed and the transaction
 * it led to are written in one step, and a repeated post gets that answer, here, at another instance
 * and after a restart. What never reached the chain may be tried again.
 */
import { randomUUID } from "node:crypto";
import type { Post } from "../gateway/form.js";
import { relayLimits } from "../limits.js";
import { type Log, messageOf } from "../log.js";
import { type Screen, screens } from "../menu/screens.js";
import type { Change, Held, Records } from "../records/records.js";
import { whileHolding } from "./claims.js";
import type { Meter } from "./meter.js";

/** Never fails: what goes wrong is a screen for the user and a line in the log. */
export type AnswerPost = (post: Post) => Promise<Screen>;

/** What a post asks for, with the keys of the records that belong to it. */
export interface Request<R> {
  readonly kind: "request";
  /** Key of the answer. */
  readonly postId: string;
  /** Key of the session. */
  readonly sessionId: string;
  /** Key of the user, where only one post of a user is answered at a time. */
  readonly userId?: string;
  readonly asked: R;
}

export type Reading<R> =
  | Request<R>
  /** A screen that depends on nothing but the post, and is not kept. */
  | { readonly kind: "screen"; readonly screen: Screen };

/** Writes the answer of one post while nobody else answers its session or its user. */
export interface Exchange {
  readonly sessionId: string;
  /** Whether the session has sent a transaction, and so sends no other. */
  isClosed(scope?: string): Promise<boolean>;
  /** Writes an answer and what goes with it. @returns false when a claim has been lost. */
  keep(screen: Screen, changes: readonly Change[], held?: readonly Held[]): Promise<boolean>;
  /** Removes the answer, and writes changes that take back those of `keep`. */
  takeBack(changes: readonly Change[]): Promise<void>;
  /** Returns the row that closes the session, or that opens it again where the value is undefined. */
  closing(value: string | undefined, scope?: string): Change;
}

/** What a post leads to; undefined changes: its answer is on record already, or is not kept. */
export interface Reply {
  readonly screen: Screen;
  readonly changes: readonly Change[] | undefined;
}

/** What a mode decides about posts. */
export interface Conversation<R> {
  /** Milliseconds an answer is given again. */
  readonly answersKeptMs: number;
  read(post: Post): Reading<R>;
  respond(asked: R, exchange: Exchange): Promise<Reply>;
}

export interface AnswerOptions<R> {
  readonly records: Records;
  readonly log: Log;
  readonly meter: Meter;
  readonly conversation: Conversation<R>;
}

const answers = "answers";
const closed = "closed";

/** Another process has taken over what this post was at. */
class Overtaken extends Error {}

export function createAnswer<R>(options: AnswerOptions<R>): AnswerPost {
  const { log, meter, conversation } = options;
  /** Posts that ask the same at the same time share an answer. */
  const underWay = new Map<string, Promise<Screen>>();

  const answer = async (post: Post): Promise<Screen> => {
    const request = conversation.read(post);
    if (request.kind === "screen") return request.screen;
    const { postId } = request;
    const shared = underWay.get(postId);
    if (shared !== undefined) return shared;
    const screen = answerOnce(options, request)
      .catch((error) => {
        log.warn(`no answer: ${messageOf(error)}`);
        return screens.unavailable;
      })
      .finally(() => underWay.delete(postId));
    underWay.set(postId, screen);
    return screen;
  };

  return async (post) => {
    const began = performance.now();
    const screen = await answer(post);
    meter.post(screen.startsWith("CON") ? "CON" : "END", (performance.now() - began) / 1000);
    return screen;
  };
}

async function answerOnce<R>(options: AnswerOptions<R>, request: Request<R>): Promise<Screen> {
  const { records } = options;
  const { postId, sessionId, userId } = request;
  const before = await records.get(answers, postId);
  if (before !== undefined) return before as Screen;
  const token = randomUUID();
  const ids = [`session:${sessionId}`, ...(userId === undefined ? [] : [`user:${userId}`])];
  const held = ids.map((id) => ({ id, token }));
  const screen = await whileHolding(
    records,
    { held, waitMs: relayLimits.claimWaitMs },
    async () => {
      // The process that held the claims before may have answered the same post.
      const meanwhile = await records.get(answers, postId);
      return meanwhile === undefined ? respond(options, request, held) : (meanwhile as Screen);
    },
  );
  return screen ?? screens.unavailable;
}

async function respond<R>(
  { records, conversation }: AnswerOptions<R>,
  { postId, sessionId, asked }: Request<R>,
  held: readonly Held[],
): Promise<Screen> {
  const ttlMs = conversation.answersKeptMs;
  const answerRow = (value: Screen | undefined) => ({ table: answers, id: postId, value, ttlMs });
  const closingId = (scope: string | undefined) => closingKey(sessionId, scope);
  const exchange: Exchange = {
    sessionId,
    isClosed: async (scope) => (await records.get(closed, closingId(scope))) !== undefined,
    keep: (screen, changes, others = []) =>
      records.write([answerRow(screen), ...changes], [...held, ...others]),
    async takeBack(changes) {
      await records.write([answerRow(undefined), ...changes], held);
    },
    closing: (value, scope) => ({ table: closed, id: closingId(scope), value, ttlMs }),
  };
  const { screen, changes } = await conversation.respond(asked, exchange);
  if (changes !== undefined && !(await exchange.keep(screen, changes))) {
    throw new Overtaken("it took so long that another process answers");
  }
  return screen;
}

/** @param scope what a session sends once, where it may send several things once each. */
const closingKey = (sessionId: string, scope: string | undefined) =>
  scope === undefined ? sessionId : `${sessionId}\0${scope}`;

/** Returns what a session was closed with, or undefined while it is open. */
export const closingOf = (records: Records, sessionId: string, scope: string) =>
  records.get(closed, closingKey(sessionId, scope));

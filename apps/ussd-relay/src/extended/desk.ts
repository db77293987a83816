/**
 * From a post to its screen in the extended mode. A post is answered once: its answer, what it
 * changed and the transaction it led to are written down together, and whoever asks the same again,
 * here or at another instance, gets that answer.
 */
import { randomUUID } from "node:crypto";
import type { Post } from "../gateway/form.js";
import { relayLimits } from "../limits.js";
import { type Log, messageOf } from "../log.js";
import type { Change, Held, Records } from "../records/records.js";
import type { AnswerPost } from "../session/answer-once.js";
import { claimSoon } from "./claim-soon.js";
import { messagesOf } from "./messages/messages.js";
import type { Meter } from "./meter.js";
import { readPhoneNumber } from "./phone-number.js";
import { end, type Screen } from "./screen.js";
import type { Secrets } from "./secrets.js";
import { loadUser, type User } from "./user.js";

/** One post, while nobody else is at its session or its user. */
export interface Visit {
  readonly phoneId: string;
  readonly user: User | undefined;
  /** None at the start of a session. */
  readonly entries: readonly string[];
  /** A session that has sent a transaction sends no other. */
  readonly isClosed: boolean;
  /** Writes an answer and what goes with it. @returns false when somebody else is at it by now. */
  keep(screen: Screen, changes: readonly Change[], held?: readonly Held[]): Promise<boolean>;
  /** As `keep`, and closes the session. */
  close(screen: Screen, changes: readonly Change[], held?: readonly Held[]): Promise<boolean>;
  /** Takes both back, and writes other changes. */
  reopen(changes: readonly Change[]): Promise<void>;
}

/** What a visit leads to; undefined changes: it wrote its answer itself, or wants none kept. */
export interface Reply {
  readonly screen: Screen;
  readonly changes: readonly Change[] | undefined;
}

export interface DeskOptions {
  readonly records: Records;
  readonly secrets: Secrets;
  readonly countryCode: string | undefined;
  readonly log: Log;
  readonly meter: Meter;
  /** @returns false when a number has asked too often. */
  readonly isWelcome: (phoneId: string) => boolean;
  readonly receive: (visit: Visit) => Promise<Reply>;
}

const [answers, closed] = ["answers", "closed"];

/** Somebody else has taken over what this post was at. */
class Overtaken extends Error {}

export function createDesk(options: DeskOptions): AnswerPost {
  const { secrets, countryCode, isWelcome, log, meter } = options;
  /** Who asks for the same shares it. */
  const underWay = new Map<string, Promise<Screen>>();

  const answer = async (post: Post): Promise<Screen> => {
    const phoneNumber = readPhoneNumber(post.phoneNumber, { countryCode });
    if (phoneNumber === undefined) return end(messagesOf.en.invalidChoice);
    const phoneId = secrets.phoneId(phoneNumber);
    if (!isWelcome(phoneId)) return end(messagesOf.en.tooMany);
    const { sessionId, text } = post;
    const postId = secrets.postId({ sessionId, phoneId, text });
    const shared = underWay.get(postId);
    if (shared !== undefined) return shared;
    const screen = answerOnce(options, { post, phoneId, postId })
      .catch((error) => {
        log.warn(`no answer: ${messageOf(error)}`);
        return end(messagesOf.en.unavailable);
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

interface Asking {
  readonly post: Post;
  readonly phoneId: string;
  readonly postId: string;
}

async function answerOnce(options: DeskOptions, asking: Asking): Promise<Screen> {
  const { records } = options;
  const { post, phoneId, postId } = asking;
  const before = await records.get(answers, postId);
  if (before !== undefined) return before as Screen;
  const token = randomUUID();
  const sessionId = options.secrets.postId({ sessionId: post.sessionId, phoneId, text: "" });
  const held = [`session:${sessionId}`, `user:${phoneId}`].map((id) => ({ id, token }));
  const claimed: Held[] = [];
  try {
    for (const claim of held) {
      if (!(await claimSoon(records, claim, relayLimits.claimWaitMs))) {
        return end(messagesOf.en.unavailable);
      }
      claimed.push(claim);
    }
    // Perhaps whoever held them was asked the same.
    const meanwhile = await records.get(answers, postId);
    if (meanwhile !== undefined) return meanwhile as Screen;
    return await visit(options, asking, { held, sessionId });
  } finally {
    for (const claim of claimed) await records.release(claim).catch(() => undefined);
  }
}

interface Session {
  readonly held: readonly Held[];
  readonly sessionId: string;
}

async function visit(
  { records, receive, log }: DeskOptions,
  { post: { text }, phoneId, postId }: Asking,
  { held, sessionId }: Session,
): Promise<Screen> {
  const ttlMs = relayLimits.sessionMs;
  const answerRow = (value: string | undefined): Change => ({
    ...{ table: answers as string, id: postId, value, ttlMs },
  });
  const closedRow = (value: string | undefined): Change => ({
    ...{ table: closed as string, id: sessionId, value, ttlMs },
  });
  const [user, closing] = await Promise.all([
    loadUser(records, phoneId),
    records.get(closed as string, sessionId),
  ]);
  const keep: Visit["keep"] = (screen, changes, others = []) =>
    records.write([answerRow(screen), ...changes], [...held, ...others]);
  const isClosed = closing !== undefined;
  const entries = text === "" ? [] : text.split("*");
  const { screen, changes } = await receive({
    ...{ phoneId, user, entries, isClosed, keep },
    close: (text, more, others) => keep(text, [closedRow("1"), ...more], others),
    async reopen(more) {
      await records.write([answerRow(undefined), closedRow(undefined), ...more], held);
    },
  }).catch((error) => {
    log.warn(`no answer: ${messageOf(error)}`);
    return { screen: end(messagesOf[user?.language ?? "en"].unavailable), changes: undefined };
  });
  if (changes !== undefined && !(await keep(screen, changes))) throw new Overtaken("too slow");
  return screen;
}

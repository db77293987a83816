/** The session store in LevelDB, for one process. What concerns transactions is synced to disk. */
import type { Level } from "level";
import { relayLimits } from "../limits.js";
import type { Screen } from "../menu/screens.js";
import type { Claim, PaidPost, PostKey, Sending, SessionStore } from "./store.js";

interface Answer {
  readonly screen: Screen;
  readonly at: number;
}

const synced = { sync: true } as const;
const json = { valueEncoding: "json" } as const;

/** No part but the last has a NUL: session identifiers are plain characters. */
const keyOf = ({ sessionId, text }: PostKey) => `${sessionId}\0${text}`;
const paidKeyOf = ({ sessionId, kind }: PaidPost) => `${sessionId}\0${kind}`;
/** Milliseconds in the order of their text. */
const timeKey = (at: number) => at.toString().padStart(16, "0");
const ageKey = (at: number, key: string) => `${timeKey(at)}\0${key}`;

/** @param db opened; closed with the store. */
export async function levelSessionStore(db: Level<string, string>): Promise<SessionStore> {
  const answers = db.sublevel<string, Answer>("answers", json);
  /** What a session has sent a transaction of, to the text that made it. */
  const paid = db.sublevel<string, string>("paid", {});
  const sendings = db.sublevel<string, Sending>("sendings", json);
  /** Time and key of every answer, to find the old ones; to the row of `paid` that goes with it. */
  const ages = db.sublevel<string, string>("ages", {});
  // Until it is open a table cannot be asked without a pause.
  await Promise.all([answers, paid, sendings, ages].map((table) => table.open()));
  /** A claim that has signed nothing is void when the process ends, so it is not on disk. */
  const claims = new Set<string>();

  return {
    async recall(post) {
      return answers.getSync(keyOf(post))?.screen;
    },
    async remember(post, screen, at) {
      const key = keyOf(post);
      await db
        .batch()
        .put(key, { screen, at }, { sublevel: answers })
        .put(ageKey(at, key), "", { sublevel: ages })
        .write();
    },
    async claim(post): Promise<Claim> {
      // No pause between the questions and the claim.
      const answer = answers.getSync(keyOf(post));
      if (answer !== undefined) return { kind: "answered", screen: answer.screen };
      const key = paidKeyOf(post);
      if (paid.getSync(key) !== undefined) return { kind: "closed" };
      if (claims.has(key)) return { kind: "busy" };
      claims.add(key);
      return { kind: "ours" };
    },
    async release(post) {
      claims.delete(paidKeyOf(post));
    },
    async keepSending(sending, screen, at) {
      const [key, paidKey] = [keyOf(sending.post), paidKeyOf(sending.post)];
      await db
        .batch()
        .put(sending.hash, sending, { sublevel: sendings })
        .put(key, { screen, at }, { sublevel: answers })
        .put(ageKey(at, key), paidKey, { sublevel: ages })
        .put(paidKey, sending.post.text, { sublevel: paid })
        .write(synced);
    },
    async dropSending({ hash, post }) {
      const key = keyOf(post);
      const at = answers.getSync(key)?.at ?? 0;
      await db
        .batch()
        .del(hash, { sublevel: sendings })
        .del(key, { sublevel: answers })
        .del(ageKey(at, key), { sublevel: ages })
        .del(paidKeyOf(post), { sublevel: paid })
        .write(synced);
    },
    settle: (hash) => db.batch().del(hash, { sublevel: sendings }).write(synced),
    async unsettled() {
      const found = await sendings.values().all();
      return found.sort((a, b) => a.nonce - b.nonce);
    },
    async forget(before) {
      const { sweepRows } = relayLimits;
      const old = await ages.iterator({ lt: timeKey(before), limit: sweepRows }).all();
      const batch = db.batch();
      for (const [age, paidKey] of old) {
        batch.del(age, { sublevel: ages });
        batch.del(age.slice(age.indexOf("\0") + 1), { sublevel: answers });
        if (paidKey !== "") batch.del(paidKey, { sublevel: paid });
      }
      await batch.write();
      return old.length;
    },
    close: () => db.close(),
  };
}

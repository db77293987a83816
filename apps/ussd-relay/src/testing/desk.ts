/** Everything behind the gateway's door over a fake chain and a real database. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Chain } from "../chain/chain.js";
import { type AnswerPost, createAnswer } from "../session/answer-once.js";
import { openSessionStore } from "../session/open-store.js";
import type { SessionStore } from "../session/store.js";
import { Follower } from "../wallet/follower.js";
import { Outbox } from "../wallet/outbox.js";
import { keySigner } from "../wallet/signer.js";
import { Wallet } from "../wallet/wallet.js";
import { relayerKey, type TestLog, testLog } from "./log.js";

export { relayerKey, testLog };

/** A data directory that is gone after the test. */
export function temporaryDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), "tandem-relay-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** @param directory of the test's own when another life of the store is to find it. */
export async function temporaryStore(
  t: TestContext,
  directory = temporaryDirectory(t),
): Promise<SessionStore> {
  const { store } = await openSessionStore(directory);
  t.after(() => store.close());
  return store;
}

export interface Desk {
  readonly answer: AnswerPost;
  readonly follower: Follower;
  readonly outbox: Outbox;
  readonly log: TestLog;
}

export interface DeskParts {
  readonly chain: Chain;
  readonly store: SessionStore;
  /** Milliseconds; stands still unless it is told otherwise. */
  readonly now?: () => number;
  readonly queuedMax?: number;
}

/** As `startRelay` composes it. The follower looks only when it is told to. */
export async function openDesk(parts: DeskParts): Promise<Desk> {
  const { chain, store, now = () => 1_800_000_000_000, queuedMax = 100 } = parts;
  const log = testLog();
  const outbox = await Outbox.open(store);
  const follower = new Follower({ chain, outbox, log, now });
  const wallet = new Wallet({
    chain,
    chainId: 31,
    contract: `0x${"cc".repeat(20)}`,
    signer: keySigner(relayerKey),
    outbox,
    log,
    now,
    queue: { max: queuedMax, waitMsMax: 1000, now },
    signaturesMax: 3,
    onSent() {},
  });
  const answer = createAnswer({ chain, chainId: 31, wallet, store, currency: "COIN", log, now });
  return { answer, follower, outbox, log };
}

export const recipient = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
export const transferText = `2*${recipient}*1.5`;

export const post = (sessionId: string, text: string) => ({
  sessionId,
  text,
  phoneNumber: "+254700000001",
});

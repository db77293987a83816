/** Runs the demonstration mode behind the gateway, over a fake chain and a real database. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Chain } from "../chain/chain.js";
import { openDemonstrationRecords } from "../demonstration/compose.js";
import { demonstrationConversation, demonstrationSettlement } from "../demonstration/posts.js";
import { createAnswer } from "../engine/answer-once.js";
import { Follower } from "../engine/follower.js";
import { noMetrics } from "../engine/metrics.js";
import type { Outgoing } from "../engine/outgoing.js";
import { Sender } from "../engine/sender.js";
import type { AnswerPost } from "../gateway/server.js";
import { openLevelRecords } from "../records/level-records.js";
import type { Records } from "../records/records.js";
import { keySigner } from "../wallet/signer.js";
import { relayerKey, type TestLog, testLog } from "./log.js";

export { relayerKey, testLog };

/**
 * The records that tests have opened, by their directory: hooks run in the order in which they were
 * added.
 */
const openRecords = new Map<string, Records[]>();

/**
 * Returns a data directory that is removed after the test, when its records are closed. Removing
 * the directory of an open database can fail without an error: LevelDB writes files in a thread of
 * its own.
 */
export function temporaryDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), "tandem-relay-"));
  openRecords.set(directory, []);
  t.after(async () => {
    for (const records of openRecords.get(directory) ?? []) await records.close();
    openRecords.delete(directory);
    rmSync(directory, { recursive: true, force: true });
  });
  return directory;
}

/** Opens records. @param directory of `temporaryDirectory`, to open the same records again. */
export async function temporaryRecords(
  t: TestContext,
  directory = temporaryDirectory(t),
): Promise<Records> {
  return closedAtEnd(directory, await openDemonstrationRecords(directory));
}

/** Opens the records on disk without an upgrade. @param now milliseconds of both clocks of the machine. */
export async function temporaryLevelRecords(
  t: TestContext,
  now: () => number = () => 0,
  directory = temporaryDirectory(t),
  limits?: Parameters<typeof openLevelRecords>[2],
): Promise<Records> {
  return closedAtEnd(
    directory,
    await openLevelRecords(directory, { wall: now, stopwatch: now }, limits),
  );
}

function closedAtEnd(directory: string, records: Records): Records {
  openRecords.get(directory)?.push(records);
  return records;
}

export interface TestRelay {
  readonly answer: AnswerPost;
  readonly follower: Follower<Outgoing>;
  readonly log: TestLog;
}

export interface TestRelayParts {
  readonly chain: Chain;
  readonly records: Records;
  /** Returns milliseconds; constant by default. */
  readonly now?: () => number;
  readonly queuedMax?: number;
}

/** Composes the demonstration as `startRelay` does. The follower polls only when the test calls it. */
export function openTestRelay(parts: TestRelayParts): TestRelay {
  const { chain, records, now = () => 1_800_000_000_000, queuedMax = 100 } = parts;
  const log = testLog();
  const signer = keySigner(relayerKey);
  const target = `0x${"cc".repeat(20)}` as const;
  const common = { chain, chainId: 31, target, signer, records, token: "test", log, now };
  const settlement = demonstrationSettlement(chain);
  const follower = new Follower({
    ...common,
    metrics: noMetrics,
    settlement,
    confirmations: 1,
    hearsHeads: () => false,
  });
  const sender = new Sender({ ...common, queuedMax, onSent() {} });
  const conversation = demonstrationConversation({
    chain,
    chainId: 31,
    sender,
    wallet: signer.address,
    currency: "COIN",
    log,
  });
  return {
    answer: createAnswer({ records, log, metrics: noMetrics, conversation }),
    follower,
    log,
  };
}

export const recipient = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
export const transferText = `2*${recipient}*1.5`;

export const post = (sessionId: string, text: string) => ({
  sessionId,
  text,
  phoneNumber: "+254700000001",
});

/**
 * Upgrades data directories of schema 1: their answers, closed sessions and unsettled transactions become
 * records, so that nothing is sent a second time.
 */
import type { Level } from "level";
import { type Hex, parseTransaction } from "viem";
import type { ActionKind } from "../engine/action.js";
import { type Outgoing, outgoingChange } from "../engine/outgoing.js";
import { sentValue } from "../engine/session-transaction.js";
import { relayLimits } from "../limits.js";
import { UnusableStore } from "../records/open-level.js";
import type { Change, Records } from "../records/records.js";

const schema = "2";
const json = { valueEncoding: "json" } as const;

interface Answer {
  readonly screen: string;
  /** Unix milliseconds. */
  readonly at: number;
}

interface Sending {
  readonly hash: Hex;
  readonly raw: Hex;
  readonly nonce: number;
  readonly post: { readonly sessionId: string; readonly kind: ActionKind };
}

/**
 * Upgrades a data directory to the current schema. It can be interrupted and run again.
 * @param now Unix milliseconds. @throws {UnusableStore} for a schema of a later version.
 */
export async function upgradeRecords(
  db: Level<string, string>,
  records: Records,
  now: number,
): Promise<void> {
  const identity = db.sublevel<string, string>("identity", {});
  const found = await identity.get("schema");
  if (found === "1") {
    const genesis = await identity.get("genesis");
    if (genesis !== undefined) {
      await records.write([{ table: "identity", id: "genesis", value: genesis }]);
    }
    await convert(db, records, now);
  } else if (found !== undefined && found !== schema) {
    throw new UnusableStore(`the data directory has schema ${found}, not ${schema}`);
  }
  // Relays of schema 1 read this key, and refuse the directory because of it.
  await db.batch().put("schema", schema, { sublevel: identity }).write({ sync: true });
}

async function convert(db: Level<string, string>, records: Records, now: number): Promise<void> {
  const answers = db.sublevel<string, Answer>("answers", json);
  /** Keys of closed sessions: identifier, NUL, kind of transaction. */
  const paid = db.sublevel<string, string>("paid", {});
  const sendings = db.sublevel<string, Sending>("sendings", json);
  const ages = db.sublevel<string, string>("ages", {});
  const ttlMs = (at: number) => at + relayLimits.answersKeptMs - now;
  for await (const [id, { screen, at }] of answers.iterator()) {
    await write(records, { table: "answers", id, value: screen, ttlMs: ttlMs(at) });
  }
  for await (const [age, id] of ages.iterator()) {
    if (id === "") continue;
    await write(records, {
      table: "closed",
      id,
      value: "{}",
      ttlMs: ttlMs(Number.parseInt(age, 10)),
    });
  }
  for await (const sending of sendings.values()) {
    const { sessionId, kind } = sending.post;
    const outgoing = outgoingOf(sending);
    const id = `${sessionId}\0${kind}`;
    const value = sentValue(outgoing);
    const closing = { table: "closed", id, value, ttlMs: relayLimits.answersKeptMs };
    await records.write([outgoingChange(outgoing), closing]);
  }
  for (const table of [answers, paid, sendings, ages]) await table.clear();
}

async function write(records: Records, change: Change): Promise<void> {
  if ((change.ttlMs ?? 0) > 0) await records.write([change]);
}

function outgoingOf({ hash, raw, nonce, post: { kind } }: Sending): Outgoing {
  const {
    maxFeePerGas = 0n,
    maxPriorityFeePerGas = 0n,
    gas = 0n,
    data = "0x",
  } = parseTransaction(raw);
  const fees = { maxFeePerGas, maxPriorityFeePerGas };
  return { id: hash, nonce, attempts: [{ hash, raw }], fees, gas, data, kind };
}

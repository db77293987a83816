/** Composes the extended mode. */
import { join } from "node:path";
import type { Hex } from "viem";
import { connectChain } from "../chain/chain.js";
import { connectForwarder } from "../chain/forwarder.js";
import { assertChain, clocks, type Relay, type RelayOptions, startEngine } from "../compose.js";
import { assertKept } from "../engine/identity.js";
import { monitorPages } from "../gateway/monitor.js";
import { RateCounter } from "../gateway/rate-counter.js";
import { relayLimits } from "../limits.js";
import { phonePages } from "../phone/pages.js";
import { openLevelRecords } from "../records/level-records.js";
import type { Records } from "../records/records.js";
import { extendedConversation } from "./conversation.js";
import type { MoneyLimits } from "./money.js";
import { PhoneSessions } from "./phone-sessions.js";
import { deriveSecrets } from "./secrets.js";
import { userSettlement } from "./user/user-transaction.js";
import { addressOf, openWalletKeys } from "./wallet-keys.js";

export interface ExtendedOptions extends RelayOptions {
  readonly forwarder: Hex;
  /** Undefined: the records are in the data directory, for one instance. */
  readonly redisUrl: string | undefined;
  /** BIP-39 words from which users' wallets are derived. */
  readonly mnemonic: string;
  readonly derivationPath: string;
  /** 32 bytes, from which the keys for phone numbers, posts and PINs are derived. */
  readonly secret: Uint8Array;
  readonly countryCode: string | undefined;
  readonly limits: MoneyLimits;
  /** Duration of a lock; undefined: until the operator unlocks the user. */
  readonly lockMs: number | undefined;
  readonly stuckMs: number;
  /** Maximum per phone number; 0: no limit. */
  readonly postsPerMinute: number;
}

/**
 * Starts a relay in extended mode. While its node is unreachable it listens, and answers that users
 * should try later.
 * @throws {NoContract} @throws {UnusableStore} @throws {RecordsAway} @throws {RpcError}
 */
export async function startExtendedRelay(options: ExtendedOptions): Promise<Relay> {
  const { nodeUrl, contract, signer, chainId, log, stuckMs } = options;
  const chain = connectChain(nodeUrl, contract);
  const forwarder = connectForwarder(options);
  const keys = openWalletKeys(options.mnemonic, options.derivationPath);
  const secrets = deriveSecrets(options.secret);
  const records = await openRecords(options);
  // The commands of the operator about a user need no metrics.
  const { createPrometheus } = await import("./prometheus.js");
  const { metrics, text, uncheckedCount } = createPrometheus(() => chain.coinsOf(signer.address));
  const sessions = new PhoneSessions(records);
  const isWithinRate = rateLimit(options.postsPerMinute);
  const { currency, countryCode, limits, lockMs } = options;
  const parts = { chain, forwarder, keys, records, secrets, chainId, contract, metrics, log };
  const rules = { currency, countryCode, limits, lockMs, isWithinRate, now: clocks.wall };
  return startEngine(options, {
    chain,
    records,
    target: forwarder.address,
    metrics,
    settlement: userSettlement({ chain, forwarder, records, stuckMs }),
    assertNode: () => forwarder.assertTrusted(),
    identity: async () => ({
      schema: "1",
      genesis: await chain.genesis(),
      contract,
      forwarder: forwarder.address,
      "first wallet": addressOf(keys.account(0)),
      secret: secrets.phoneId(""),
    }),
    converse: (sender) => {
      const conversation = extendedConversation({ ...parts, ...rules, sender });
      return options.phone === undefined ? conversation : sessions.follow(conversation);
    },
    pages:
      options.phone &&
      phonePages({
        ...options.phone,
        chain,
        nodeUrl,
        transactionsOf: (session) => sessions.transactionsOf(session),
      }),
    monitor: monitorPages({
      check: async () => {
        await Promise.all([assertChain(chain, chainId), assertStored(records)]);
        return healthOf(await uncheckedCount());
      },
      metrics: text,
    }),
  });
}

async function assertStored(records: Records): Promise<void> {
  await assertKept(records);
  await records.assertUsable();
}

const healthOf = (unchecked: number): string =>
  unchecked === 0 ? "ok" : `ok, but cannot follow some transactions; see the log: ${unchecked}`;

type RecordsPlace = Pick<ExtendedOptions, "redisUrl" | "dataDirectory">;

/** Returns the folder of the records in the data directory. */
export const recordsFolder = ({ dataDirectory }: Pick<RecordsPlace, "dataDirectory">): string =>
  join(dataDirectory, "extended");

/** Opens the records in Redis or in the data directory. @throws {UnusableStore} @throws {RecordsAway} */
export async function openRecords(place: RecordsPlace): Promise<Records> {
  if (place.redisUrl === undefined) return openLevelRecords(recordsFolder(place), clocks);
  // Few relays use Redis, whose client takes a start a twentieth of a second.
  const { openRedisRecords } = await import("../records/redis-records.js");
  return openRedisRecords(place.redisUrl);
}

function rateLimit(postsPerMinute: number): (phoneId: string) => boolean {
  if (postsPerMinute === 0) return () => true;
  const { countedNumbersMax, rateSpanMs } = relayLimits;
  const counted = new RateCounter({ max: countedNumbersMax, now: clocks.stopwatch });
  return (phoneId) => counted.count(phoneId, rateSpanMs) <= postsPerMinute;
}

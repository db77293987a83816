/** The composition root of the extended mode. */
import type { Hex } from "viem";
import { type Chain, connectChain } from "../chain/chain.js";
import { connectForwarder } from "../chain/forwarder.js";
import { type EngineOptions, type Relay, startEngine, stopwatch, wallClock } from "../compose.js";
import { assertAnswering } from "../engine/identity.js";
import { BoundedMemory } from "../gateway/bounded-memory.js";
import { monitorPages } from "../gateway/monitor.js";
import type { GatewayProof } from "../gateway/proof.js";
import { relayLimits } from "../limits.js";
import { openLevelRecords } from "../records/level-records.js";
import type { Records } from "../records/records.js";
import { openRedisRecords } from "../records/redis-records.js";
import { extendedConversation } from "./conversation.js";
import type { MoneyLimits } from "./money.js";
import { createPrometheus } from "./prometheus.js";
import { deriveSecrets } from "./secrets.js";
import { userSettlement } from "./user-transaction.js";
import { addressOf, openWalletKeys } from "./wallet-keys.js";

export interface ExtendedOptions extends EngineOptions {
  readonly forwarder: Hex;
  readonly currency: string;
  readonly dataDirectory: string;
  /** Undefined: records in the data directory, for this instance alone. */
  readonly redisUrl: string | undefined;
  /** BIP-39 words users' wallets are made from. */
  readonly mnemonic: string;
  readonly derivationPath: string;
  /** 32 bytes behind phone numbers, posts and PINs. */
  readonly secret: Uint8Array;
  readonly countryCode: string | undefined;
  readonly limits: MoneyLimits;
  /** Undefined: until the operator takes a lock off. */
  readonly lockMs: number | undefined;
  readonly stuckMs: number;
  readonly gateway: GatewayProof;
  /** Posts of a number; 0: any. */
  readonly postsPerMinute: number;
}

/**
 * Starts a relay of the extended mode, as `startRelay` does of the other.
 * @throws {NoContract} @throws {UnusableStore} @throws {RecordsAway} @throws {RpcError}
 */
export async function startExtendedRelay(options: ExtendedOptions): Promise<Relay> {
  const { nodeUrl, contract, signer, chainId, log, stuckMs } = options;
  const chain = connectChain(nodeUrl, contract);
  const forwarder = connectForwarder(options);
  const keys = openWalletKeys(options.mnemonic, options.derivationPath);
  const secrets = deriveSecrets(options.secret);
  const records = await openRecords(options);
  const { meter, text } = createPrometheus(() => chain.coinsOf(signer.address));
  const isWithinRate = rateLimit(options.postsPerMinute);
  const { currency, countryCode, limits, lockMs } = options;
  return startEngine(options, {
    ...{ chain, records, target: forwarder.address, meter },
    settlement: userSettlement({ chain, records, stuckMs }),
    assertNode: () => forwarder.assertTrusted(),
    identity: async () => ({
      ...{ schema: "1", genesis: await chain.genesis(), contract, forwarder: forwarder.address },
      ...{ "first wallet": addressOf(keys.account(0)), secret: secrets.phoneId("") },
    }),
    converse: (sender) =>
      extendedConversation({
        ...{ chain, forwarder, sender, keys, records, secrets, chainId, contract, meter, log },
        ...{ currency, countryCode, limits, lockMs, isWithinRate, now: wallClock },
      }),
    monitor: monitorPages({ check: () => check(chain, records), metrics: text }),
  });
}

/** @throws {UnusableStore} @throws {RecordsAway} */
export const openRecords = ({
  redisUrl,
  dataDirectory,
}: Pick<ExtendedOptions, "redisUrl" | "dataDirectory">): Promise<Records> =>
  redisUrl === undefined
    ? openLevelRecords(`${dataDirectory}/extended`, wallClock)
    : openRedisRecords(redisUrl);

/** @throws when the node or the records do not answer. */
async function check(chain: Pick<Chain, "chainId">, records: Records): Promise<void> {
  await Promise.all([chain.chainId(), assertAnswering(records)]);
}

function rateLimit(postsPerMinute: number): (phoneId: string) => boolean {
  if (postsPerMinute === 0) return () => true;
  const { countedNumbersMax, rateSpanMs } = relayLimits;
  const counted = new BoundedMemory({ max: countedNumbersMax, now: stopwatch });
  return (phoneId) => counted.count(phoneId, rateSpanMs) <= postsPerMinute;
}

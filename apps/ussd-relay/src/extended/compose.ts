/** The composition root of the extended mode. */
import { randomUUID } from "node:crypto";
import type { Hex } from "viem";
import { type Chain, connectChain } from "../chain/chain.js";
import { assertChain, listen, type Relay } from "../compose.js";
import { BoundedMemory } from "../gateway/bounded-memory.js";
import { monitorPages } from "../gateway/monitor.js";
import { type GatewayProof, proofOf } from "../gateway/proof.js";
import { startGateway } from "../gateway/server.js";
import { relayLimits } from "../limits.js";
import type { Log } from "../log.js";
import { openLevelRecords } from "../records/level-records.js";
import type { Records } from "../records/records.js";
import { openRedisRecords } from "../records/redis-records.js";
import { UnusableStore } from "../session/open-store.js";
import type { Signer } from "../wallet/signer.js";
import { createCounter } from "./counter.js";
import { createDesk } from "./desk.js";
import type { MoneyLimits } from "./money.js";
import { createPrometheus } from "./prometheus.js";
import { Relayer } from "./relayer.js";
import { deriveSecrets } from "./secrets.js";
import { Settler } from "./settler.js";
import { connectUserChain } from "./user-chain.js";
import { openWalletKeys } from "./wallet-keys.js";

export interface ExtendedOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly nodeUrl: string;
  readonly chainId: number;
  readonly contract: Hex;
  readonly forwarder: Hex;
  readonly currency: string;
  readonly dataDirectory: string;
  /** Undefined: records in the data directory, for this instance alone. */
  readonly redisUrl: string | undefined;
  readonly signer: Signer;
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
  readonly log: Log;
}

/** Unix milliseconds. */
const wallClock = () => Date.now();
/** Milliseconds that only grow. */
const stopwatch = () => performance.now();

/**
 * Starts a relay of the extended mode, as `startRelay` does of the other.
 * @throws {NoContract} @throws {UnusableStore} @throws {RecordsAway} @throws {RpcError}
 */
export async function startExtendedRelay(options: ExtendedOptions): Promise<Relay> {
  const { nodeUrl, contract, forwarder, chainId, signer, log, host, port } = options;
  const chain = connectChain(nodeUrl, contract);
  const userChain = connectUserChain({ url: nodeUrl, contract, forwarder });
  const records = await openRecords(options);
  const token = randomUUID();
  const { meter, text } = createPrometheus(() => userChain.coinsOf(signer.address));
  const keys = openWalletKeys(options.mnemonic, options.derivationPath);
  const secrets = deriveSecrets(options.secret);
  const parts = { chain, userChain, chainId, contract, forwarder, signer, records, token, log };
  const settler = new Settler({ ...parts, meter, stuckMs: options.stuckMs, now: stopwatch });
  const attach = async () => {
    await assertChain(chain, chainId);
    await userChain.assertForwarder();
    await assertIdentity(records, await identityOf(chain, options));
    await settler.begin();
  };
  const onSent = () => settler.wake();
  const relayer = new Relayer({ ...parts, keys, now: wallClock, stopwatch, onSent });
  const { currency, countryCode, limits, lockMs } = options;
  const receive = createCounter({
    ...{ chain, relayer, keys, records, secrets, chainId, meter, now: wallClock },
    ...{ currency, countryCode, limits, lockMs },
  });
  const isWelcome = rateLimit(options.postsPerMinute);
  const answer = createDesk({ records, secrets, countryCode, log, meter, isWelcome, receive });
  // Signatures are remembered with the records, so one counts as used at every instance.
  const auth = proofOf(options.gateway, records, wallClock);
  const monitor = monitorPages({ check: () => check(chain, records), metrics: text });
  const stopParts = async () => {
    await relayer.idle();
    await settler.end();
    await records.close();
  };
  return listen({
    ...{ attach, answer, log, stopParts },
    start: (gated) => startGateway({ host, port, answer: gated, auth, log, monitor }),
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

/** What records are about: with another chain, contract or mnemonic they would be wrong. */
async function identityOf(
  chain: Chain,
  { contract, forwarder, mnemonic, derivationPath, secret }: ExtendedOptions,
): Promise<Readonly<Record<string, string>>> {
  const first = openWalletKeys(mnemonic, derivationPath).account(0).address;
  return {
    ...{ schema: "1", genesis: await chain.genesis(), contract, forwarder },
    ...{ "first wallet": first, secret: deriveSecrets(secret).phoneId("") },
  };
}

/** @throws {UnusableStore} naming what is not as it was. */
async function assertIdentity(
  records: Records,
  identity: Readonly<Record<string, string>>,
): Promise<void> {
  const table = "identity";
  for (const [id, value] of Object.entries(identity)) {
    const found = await records.get(table, id);
    if (found === undefined) await records.write([{ table, id, value }]);
    else if (found !== value) {
      throw new UnusableStore(`the records were made with another ${id}: take that one, or others`);
    }
  }
}

/** @throws when the node or the records do not answer. */
async function check(chain: Pick<Chain, "chainId">, records: Records): Promise<void> {
  await Promise.all([chain.chainId(), records.get("identity", "schema")]);
}

function rateLimit(postsPerMinute: number): (phoneId: string) => boolean {
  if (postsPerMinute === 0) return () => true;
  const { countedNumbersMax, rateSpanMs } = relayLimits;
  const counted = new BoundedMemory({ max: countedNumbersMax, now: stopwatch });
  return (phoneId) => counted.count(phoneId, rateSpanMs) <= postsPerMinute;
}

/** The composition root: a relay from its settings, checked against its node before it listens. */
import { type Chain, connectChain } from "./chain/chain.js";
import { anyGateway, type Gateway, type GatewayAuth, startGateway } from "./gateway/server.js";
import { relayLimits } from "./limits.js";
import { consoleLog, type Log, messageOf } from "./log.js";
import { type PhoneSettings, withPhone } from "./phone/pages.js";
import { createAnswer } from "./session/answer-once.js";
import { openSessionStore } from "./session/open-store.js";
import type { SessionStore } from "./session/store.js";
import { Follower } from "./wallet/follower.js";
import { Outbox } from "./wallet/outbox.js";
import type { Signer } from "./wallet/signer.js";
import { Wallet } from "./wallet/wallet.js";

export interface RelayOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly nodeUrl: string;
  readonly chainId: number;
  /** Lower case. */
  readonly contract: `0x${string}`;
  readonly currency: string;
  readonly dataDirectory: string;
  readonly signer: Signer;
  /** For demonstrations; absent: no page. */
  readonly phone?: PhoneSettings;
  /** Absent: everybody is a gateway. */
  readonly auth?: GatewayAuth | undefined;
  readonly log?: Log;
}

export interface Relay {
  /** Where the gateway posts to. */
  readonly url: string;
  /** Where the phone in the browser is; undefined when it is off. */
  readonly phoneUrl?: string | undefined;
  /** Answers what is under way, and leaves the rest on disk. */
  stop(): Promise<void>;
}

/** The node is not the one the relay is for; the message says why. */
export class WrongChain extends Error {}

/** Unix milliseconds. */
const wallClock = () => Date.now();
/** Milliseconds that only grow. */
const stopwatch = () => performance.now();

/**
 * @throws {WrongChain} @throws {NoContract} @throws {UnusableStore}
 * @throws {ConnectionError} when the node does not answer.
 */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { chainId, signer, log = consoleLog } = options;
  const chain = connectChain(options.nodeUrl, options.contract);
  await assertChain(chain, chainId);
  const opened = await openSessionStore(options.dataDirectory, await chain.genesis());
  const { store, pages } = withPhone(opened, options.phone, { chain, nodeUrl: options.nodeUrl });
  const outbox = await Outbox.open(store);
  const follower = new Follower({ chain, outbox, log, now: stopwatch });
  // Before anything new is signed: what was promised earlier has the lower nonces.
  await follower.begin();
  const wallet = new Wallet({
    chain,
    chainId,
    contract: options.contract,
    signer,
    outbox,
    log,
    now: wallClock,
    lane: { max: relayLimits.queuedMax, turnMs: relayLimits.turnMs, now: stopwatch },
    signaturesMax: relayLimits.signaturesMax,
    onSent: () => follower.wake(),
  });
  const { currency, host, port, auth = anyGateway } = options;
  const answer = createAnswer({ chain, chainId, wallet, store, currency, log, now: wallClock });
  const sweeping = setInterval(() => void sweep(store, log), relayLimits.sweepMs);
  const stopParts = async () => {
    clearInterval(sweeping);
    await wallet.idle();
    await follower.end();
    await store.close();
  };
  try {
    const gateway = await startGateway({ host, port, answer, auth, log, pages });
    const { url, arePagesOpen } = gateway;
    const phoneUrl = arePagesOpen ? String(new URL("/phone", url)) : undefined;
    return { url, phoneUrl, stop: () => stop(gateway, stopParts) };
  } catch (error) {
    await stopParts();
    throw error;
  }
}

async function stop(gateway: Gateway, stopParts: () => Promise<void>): Promise<void> {
  await gateway.close();
  await stopParts();
}

/** @throws {WrongChain} @throws {NoContract} */
export async function assertChain(chain: Chain, wanted: number): Promise<void> {
  const found = await chain.chainId();
  if (found !== wanted) {
    const name = (id: number) => `${id} (0x${id.toString(16)})`;
    throw new WrongChain(`the node is on chain ${name(found)}, the relay is for ${name(wanted)}`);
  }
  await chain.assertContract();
}

/** Forgets answers nobody will ask for again, a limited number in each write. */
async function sweep(store: SessionStore, log: Log): Promise<void> {
  try {
    const before = wallClock() - relayLimits.answersKeptMs;
    while ((await store.forget(before)) === relayLimits.sweepRows);
  } catch (error) {
    log.warn(`old answers stay: ${messageOf(error)}`);
  }
}

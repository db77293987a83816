/** The composition root: a relay from its settings, checked against its node before it listens. */
import { type Attachment, attachToNode } from "./chain/attach.js";
import { type Chain, connectChain } from "./chain/chain.js";
import { type GatewayProof, proofOf } from "./gateway/proof.js";
import { anyGateway, type Gateway, startGateway } from "./gateway/server.js";
import { relayLimits } from "./limits.js";
import { consoleLog, type Log, messageOf } from "./log.js";
import { screens } from "./menu/screens.js";
import { type PhoneSettings, withPhone } from "./phone/pages.js";
import { openLevelRecords } from "./records/level-records.js";
import { type AnswerPost, createAnswer } from "./session/answer-once.js";
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
  readonly gateway?: GatewayProof | undefined;
  readonly log?: Log;
}

export interface Relay {
  /** Where the gateway posts to. */
  readonly url: string;
  /** Where the phone in the browser is; undefined when it is off. */
  readonly phoneUrl?: string | undefined;
  /** Resolves with the reason when a node that was away at the start turns out to be the wrong one. */
  readonly failure: Promise<unknown>;
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
 * Starts a relay. While its node is away it listens, and tells users to try later.
 * @throws {WrongChain} @throws {NoContract} @throws {UnusableStore} @throws {RpcError}
 */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { chainId, signer, log = consoleLog } = options;
  const chain = connectChain(options.nodeUrl, options.contract);
  const opened = await openSessionStore(options.dataDirectory);
  const { store, pages } = withPhone(opened.store, options.phone, {
    chain,
    nodeUrl: options.nodeUrl,
  });
  const proof = await openProof(options).catch(async (error) => {
    await store.close();
    throw error;
  });
  const outbox = await Outbox.open(store);
  const follower = new Follower({ chain, outbox, log, now: stopwatch });
  const wallet = new Wallet({
    chain,
    chainId,
    contract: options.contract,
    signer,
    outbox,
    log,
    now: wallClock,
    queue: { max: relayLimits.queuedMax, waitMsMax: relayLimits.queueMsMax, now: stopwatch },
    signaturesMax: relayLimits.signaturesMax,
    onSent: () => follower.wake(),
  });
  const sweeping = setInterval(() => void sweep(store, log), relayLimits.sweepMs);
  const stopParts = async () => {
    clearInterval(sweeping);
    await wallet.idle();
    await follower.end();
    await Promise.all([store.close(), proof.close()]);
  };
  const attach = async () => {
    await assertChain(chain, chainId);
    await opened.assertGenesis(await chain.genesis());
    // Before anything new is signed: what was promised earlier has the lower nonces.
    await follower.begin();
  };
  const { currency, host, port } = options;
  const { auth } = proof;
  const answer = createAnswer({ chain, chainId, wallet, store, currency, log, now: wallClock });
  return listen({
    ...{ attach, answer, log, stopParts },
    start: (gated) => startGateway({ host, port, answer: gated, auth, log, pages }),
  });
}

interface ListenOptions {
  readonly attach: () => Promise<void>;
  readonly answer: AnswerPost;
  readonly log: Log;
  readonly start: (answer: AnswerPost) => Promise<Gateway>;
  /** Ends what is behind the gateway. */
  readonly stopParts: () => Promise<void>;
}

/** Attaches to the node, and listens whether it answers or not. Ends all parts when either fails. */
export async function listen(options: ListenOptions): Promise<Relay> {
  const { answer, log, stopParts } = options;
  let attachment: Attachment | undefined;
  const stopBehind = async () => {
    await attachment?.end();
    await stopParts();
  };
  try {
    const attached = await attachToNode(options.attach, log);
    attachment = attached;
    const gateway = await options.start((post) =>
      attached.isReady ? answer(post) : Promise.resolve(screens.unavailable),
    );
    const { url, arePagesOpen } = gateway;
    const phoneUrl = arePagesOpen ? String(new URL("/phone", url)) : undefined;
    const stop = async () => {
      await gateway.close();
      await stopBehind();
    };
    return { url, phoneUrl, failure: attached.failure, stop };
  } catch (error) {
    await stopBehind();
    throw error;
  }
}

/** Opens the record of used signatures where a gateway must prove who it is. */
async function openProof({ gateway, dataDirectory }: RelayOptions) {
  if (gateway === undefined) return { auth: anyGateway, close: async () => {} };
  const records = await openLevelRecords(`${dataDirectory}/gateway`, wallClock);
  return { auth: proofOf(gateway, records, wallClock), close: () => records.close() };
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

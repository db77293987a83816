/** Composes the engine of a relay from its settings and its mode. */
import { randomUUID } from "node:crypto";
import type { Hex } from "viem";
import { type Attachment, attachToNode } from "./chain/attach.js";
import type { Chain } from "./chain/chain.js";
import { subscribeToHeads, webSocketUrl } from "./chain/new-heads.js";
import { type Conversation, createAnswer } from "./engine/answer-once.js";
import { Follower } from "./engine/follower.js";
import { assertIdentity } from "./engine/identity.js";
import type { RelayMetrics } from "./engine/metrics.js";
import type { Outgoing } from "./engine/outgoing.js";
import { Sender } from "./engine/sender.js";
import type { Settlement } from "./engine/settlement.js";
import type { Pages } from "./gateway/pages.js";
import { type GatewayProof, proofOf } from "./gateway/proof.js";
import { type AnswerPost, anyGateway, type Gateway, startGateway } from "./gateway/server.js";
import type { Log } from "./log.js";
import { screens } from "./menu/screens.js";
import type { PhoneSettings } from "./phone/pages.js";
import type { Clocks } from "./records/record-clock.js";
import type { Records } from "./records/records.js";
import type { Signer } from "./wallet/signer.js";

/** Settings of both modes. */
export interface RelayOptions {
  readonly host: string;
  /** Port to listen on; 0 selects a free one. */
  readonly port: number;
  readonly nodeUrl: string;
  /** WebSocket of the node, which announces new blocks; undefined: it is on the port of `nodeUrl`. */
  readonly nodeWs?: string | undefined;
  readonly chainId: number;
  /** Address in lower case. */
  readonly contract: Hex;
  readonly signer: Signer;
  /** The confirmations with which a transaction is settled. */
  readonly confirmations: number;
  /** Symbol shown after amounts. */
  readonly currency: string;
  readonly dataDirectory: string;
  /** Settings of the phone page; undefined: the page is off. */
  readonly phone: PhoneSettings | undefined;
  /** Undefined: posts are accepted from every client. */
  readonly gateway: GatewayProof | undefined;
  readonly log: Log;
}

/** The parts in which the modes of the relay differ. */
export interface Mode<T extends Outgoing, R> {
  readonly chain: Chain;
  /** Closed with the relay. */
  readonly records: Records;
  /** The contract that transactions call. */
  readonly target: Hex;
  readonly metrics: RelayMetrics;
  readonly settlement: Settlement<T>;
  readonly converse: (sender: Sender) => Conversation<R>;
  /** Returns the chain, contract and keys that the records belong to. */
  readonly identity: () => Promise<Readonly<Record<string, string>>>;
  /** Rejects when the node lacks something that the mode needs beside the contract. */
  readonly assertNode?: () => Promise<void>;
  /** Served only when posts are accepted from every client. */
  readonly pages?: Pages | undefined;
  /** Served to every client. */
  readonly monitor?: Pages | undefined;
}

export interface Relay {
  /** URL of the gateway's posts. */
  readonly url: string;
  /** URL of the phone page; undefined when it is off. */
  readonly phoneUrl?: string | undefined;
  /** Resolves with an error when a node that was unreachable at the start is the wrong one. */
  readonly failure: Promise<unknown>;
  /** Answers the posts that have arrived, and stops. Unsettled transactions stay in the records. */
  stop(): Promise<void>;
}

/** Thrown when the node is on another chain than the relay. */
export class WrongChain extends Error {}

/** The clocks of this machine. */
export const clocks: Clocks = { wall: () => Date.now(), stopwatch: () => performance.now() };

/**
 * Starts a relay. While its node is unreachable it listens, and answers that users should try later.
 * @throws {WrongChain} @throws {NoContract} @throws {UnusableStore} @throws {RpcError}
 */
export async function startEngine<T extends Outgoing, R>(
  options: RelayOptions,
  mode: Mode<T, R>,
): Promise<Relay> {
  const { chainId, signer, log, host, port, confirmations } = options;
  const { chain, records, target, metrics, settlement, pages, monitor } = mode;
  const token = randomUUID();
  const parts = { chain, chainId, target, signer, records, token, log, now: clocks.stopwatch };
  const hearsHeads = () => heads.isActive();
  const follower = new Follower({ ...parts, metrics, settlement, confirmations, hearsHeads });
  const heads = subscribeToHeads({
    url: options.nodeWs ?? webSocketUrl(options.nodeUrl),
    onHead: () => follower.wakeForHead(),
  });
  const sender = new Sender({ ...parts, onSent: () => follower.wake() });
  const conversation = mode.converse(sender);
  // Used signatures are stored with the records, so every instance refuses them.
  const auth = options.gateway ? proofOf(options.gateway, records, clocks.wall) : anyGateway;
  return listen({
    log,
    answer: createAnswer({ records, log, metrics, conversation }),
    async attach() {
      await assertChain(chain, chainId);
      await mode.assertNode?.();
      await assertIdentity(records, await mode.identity());
      // Earlier transactions have lower nonces, so they are sent before anything new is signed.
      await follower.begin();
    },
    async stopParts() {
      heads.close();
      await sender.idle();
      await follower.end();
      await records.close();
    },
    start: (answer) => startGateway({ host, port, answer, auth, log, pages, monitor }),
  });
}

interface ListenOptions {
  readonly attach: () => Promise<void>;
  readonly answer: AnswerPost;
  readonly log: Log;
  readonly start: (answer: AnswerPost) => Promise<Gateway>;
  /** Stops the parts behind the gateway. */
  readonly stopParts: () => Promise<void>;
}

/** Connects to the node and listens, whether the node answers or not. Stops all parts when either fails. */
async function listen(options: ListenOptions): Promise<Relay> {
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
    const { url, arePagesEnabled } = gateway;
    const phoneUrl = arePagesEnabled ? String(new URL("/phone", url)) : undefined;
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

/** Checks that the node is on the chain of the relay and has the contract. @throws {WrongChain} @throws {NoContract} */
export async function assertChain(chain: Chain, wanted: number): Promise<void> {
  const found = await chain.chainId();
  if (found !== wanted) {
    const name = (id: number) => `${id} (0x${id.toString(16)})`;
    throw new WrongChain(`the node is on chain ${name(found)}, the relay is for ${name(wanted)}`);
  }
  await chain.assertContract();
}

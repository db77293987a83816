/** Forwards requests of clients from a replica to the sealer, and answers them there. */
import { setTimeout as pause } from "node:timers/promises";
import { Fault, fromHex, toHex } from "@tandem/primitives";
import {
  type Channel,
  LogUnavailable,
  type Member,
  NobodyServes,
  type Position,
  RequestTooLarge,
} from "@tandem/replication";
import {
  type ClusterApi,
  type Connection,
  passedResult,
  passedText,
  RpcError,
  resultHead,
} from "@tandem/rpc";
import type { Topic, Tracer } from "@tandem/runtime";
import { clusterLimits } from "./limits.js";
import type { WaitingTransactions } from "./waiting-transactions.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The responses to a block. */
const imported = `${resultHead}true}`;
const refusedBlock = (error: unknown) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: -32000, message: String(error) } });

interface Forwarded {
  readonly client: string;
  readonly request: string;
  /** A block in place of a request, as hex: the log lacks it since it was lost. */
  readonly block?: string | undefined;
  /** The span of the replica in W3C's Trace Context. */
  readonly traceparent?: string | undefined;
}

/** Says what a replica must have before it answers: it is the first line of the sealer's answer. */
interface Effects extends Position {
  /** The sequence of the newest message with pending transactions, if the sealer published any. */
  readonly waiting?: number;
}

/** The parts of a cluster's member that take part in forwarding. */
export interface Forwarding {
  readonly member: Pick<Member, "applied" | "isSealer" | "position" | "status">;
  readonly waiting: Pick<WaitingTransactions, "published" | "submitted">;
}

/**
 * Answers requests of replicas.
 * @returns a function that stops it.
 */
export function serveReplicas(
  channel: Channel,
  { member, waiting }: Forwarding,
  connection: Pick<Connection, "answerFor">,
  importBlock: (block: Uint8Array) => Promise<unknown>,
) {
  return channel.serve(async (bytes) => {
    const { client, request, block, traceparent } = JSON.parse(decoder.decode(bytes)) as Forwarded;
    const before = waiting.published;
    const response = await (block === undefined
      ? connection.answerFor(`replica ${client}`, request, traceparent)
      : importBlock(fromHex(block)).then(() => imported, refusedBlock));
    const { published } = waiting;
    const hasPublished = published !== before;
    const effects: Effects = { ...member.position, ...(hasPublished && { waiting: published }) };
    return encoder.encode(`${JSON.stringify(effects)}\n${response}`);
  });
}

/**
 * Returns the port through which the RPC service sends requests to the sealer.
 * @param interrupted is published when answers may be lost.
 * @param tracer its span in progress becomes the parent of the sealer's spans.
 */
export function clusterApi(
  channel: Channel,
  joined: () => Forwarding | undefined,
  interrupted: Topic<void>,
  tracer: Tracer | undefined,
): Omit<ClusterApi, "limit"> {
  return {
    isSealer: () => joined()?.member.isSealer === true,
    status: () => joined()?.member.status(),
    async ask(method, params, client) {
      const request = passedText(method, params);
      const forwarded = { client, request, traceparent: tracer?.traceparent() };
      const answer = decoder.decode(await askSealer(channel, forwarded, interrupted));
      const end = answer.indexOf("\n");
      const effects = understood<Effects>(() => JSON.parse(answer.slice(0, end)));
      await applied(joined(), effects).catch(() => {
        const message = `${method}: done, but this node is far behind the sealer and does not have the result yet`;
        throw new Fault({ code: "unsealable", message });
      });
      return understood(() => passedResult(answer.slice(end + 1))).text;
    },
  };
}

/** Resolves when this node has the blocks, and its pool the transactions, of a request. */
async function applied(here: Forwarding | undefined, effects: Effects): Promise<void> {
  if (here === undefined) return;
  const signal = AbortSignal.timeout(clusterLimits.applyMsMax);
  await here.member.applied(effects, signal);
  // A node that was elected meanwhile has answered itself, and reads no message of its own.
  if (effects.waiting === undefined || here.member.isSealer) return;
  await here.waiting.submitted(effects.waiting, signal);
}

/**
 * Sends encoded blocks that a lost log lacks to the sealer, parents first.
 * @throws {Fault} `unsealable` if it does not answer. @throws {RpcError} if it refuses one.
 */
export async function bringBack(
  channel: Channel,
  blocks: readonly Uint8Array[],
  interrupted: Topic<void>,
): Promise<void> {
  for (const block of blocks) {
    const forwarded = { client: "", request: "", block: toHex(block) };
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = decoder.decode(await askSealer(channel, forwarded, interrupted));
        passedResult(answer.slice(answer.indexOf("\n") + 1));
        break;
      } catch (error) {
        if (error instanceof RpcError || attempt === clusterLimits.lostBlockAttemptsMax)
          throw error;
      }
    }
  }
}

/** Sends a request to the sealer, and waits for the election of one if there is none. */
async function askSealer(
  channel: Channel,
  forwarded: Forwarded,
  interrupted: Topic<void>,
): Promise<Uint8Array> {
  const bytes = encoder.encode(JSON.stringify(forwarded));
  const endMs = performance.now() + clusterLimits.electionMsMax;
  for (;;) {
    const waiting = new AbortController();
    const stopListening = interrupted.listen(() => waiting.abort());
    try {
      return await channel.ask(bytes, waiting.signal);
    } catch (error) {
      if (error instanceof LogUnavailable) {
        throw unanswered(
          `the sealer may have done it or not: ${error.message}; repeat the request`,
        );
      }
      if (error instanceof RequestTooLarge) {
        throw new Fault({ code: "limit-exceeded", limit: "forwarded-bytes", max: error.bytesMax });
      }
      if (!(error instanceof NobodyServes)) throw error;
      if (performance.now() > endMs) throw unanswered(error.message);
      await pause(clusterLimits.askAgainMs);
    } finally {
      stopListening();
    }
  }
}

/** @throws {Fault} `unsealable` if an answer is not one of a sealer. @throws {RpcError} that of the sealer. */
function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RpcError) throw error;
    throw unanswered("something else than a sealer answered; the sealer may have done it or not");
  }
}

const unanswered = (message: string) => new Fault({ code: "unsealable", message });

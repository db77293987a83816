/** Implements the port in a thread that owns sockets: reads here, the rest in the main thread. */
import {
  type Backend,
  type ComputeAnswer,
  type ComputePort,
  computeThreadLost,
  NeedsWriter,
  type PassedText,
  passedBytes,
  passedResult,
  passedText,
  type WriterPort,
  wholeBytes,
} from "@tandem/rpc";
import { cancelledError, type Logger } from "@tandem/runtime";
import type { PortCalls } from "@tandem/runtime/threads";
import { isPending, readerAt } from "../backend/locate.js";
import type { ReadChain } from "../backend/read-chain.js";
import { findMined } from "../backend/show.js";
import { readAnnounced } from "./shared-head.js";
import { SocketEvents } from "./socket-events.js";
import type { ReaderData, ThreadNotice } from "./thread-data.js";
import { openThreadReader, type ThreadReader, withoutWriter } from "./thread-reader.js";

interface SocketBackendParts {
  readonly calls: PortCalls;
  readonly logger: Logger;
  readonly head: SharedArrayBuffer;
  /** Whether compute threads take heavy requests. */
  readonly hasCompute: boolean;
}

export class SocketBackend {
  readonly logger: Logger;
  readonly events: SocketEvents;
  readonly #parts: SocketBackendParts;
  #reader: ThreadReader | undefined;

  /** @param subscriptions returns the number of subscriptions. */
  constructor(parts: SocketBackendParts, subscriptions: () => number) {
    this.#parts = parts;
    this.logger = parts.logger;
    this.events = new SocketEvents(parts.logger, subscriptions);
  }

  /** Returns a port that passes every request to the main thread. */
  passing(): Backend {
    return withoutWriter(this.#always());
  }

  /** Opens the chain, and returns a port that reads it. */
  async reading(data: ReaderData): Promise<Backend> {
    const { calls, logger } = this.#parts;
    const tell = (notice: ThreadNotice) => calls.tell("notice", notice);
    const reader = await openThreadReader(data, tell, logger);
    this.#reader = reader;
    return withoutWriter({
      ...reader.reads,
      ...readsBesidePool(reader.chain),
      chainId: data.spec.chainId,
      forks: data.spec.forks,
      ...this.#always(),
    });
  }

  /** Publishes events once the service listens to the port that reads the chain, if it was opened. */
  publish(): void {
    this.events.read(this.#reader?.chain);
  }

  /** Closes the chain. Nothing reads it any more. */
  async close(): Promise<void> {
    await this.events.leave();
    const reader = this.#reader;
    this.#reader = undefined;
    await reader?.close();
  }

  #always(): Partial<Backend> {
    const { calls, head, hasCompute } = this.#parts;
    const announced = readAnnounced(head);
    return {
      writer: writerOf(calls, this.events),
      compute: hasCompute ? computeOf(calls) : undefined,
      libraryRuns: () => this.#reader?.chain.executor.libraryRuns() ?? 0,
      cluster: undefined,
      upstream: undefined,
      headNumber: () => announced().number,
      headHash: () => announced().hash,
      // The main thread recovers the senders of a batch, which it gets as a whole.
      prefetchSenders() {},
      ...this.events.listeners,
    };
  }
}

/** The reads whose answer may be in the pool instead. */
const readsBesidePool = (chain: ReadChain): Pick<Backend, "transaction" | "transactionCount"> => ({
  transaction(hash) {
    const mined = findMined(chain, hash);
    if (mined === undefined) throw new NeedsWriter();
    return mined;
  },
  async transactionCount(address, ref) {
    if (isPending(ref)) throw new NeedsWriter();
    return (await readerAt(chain, ref))?.nonceOf(address);
  },
});

/** The answer of the main thread: its text, or its bytes if it is long. */
type PassedAnswer = string | Uint8Array | undefined;

function writerOf(calls: PortCalls, events: SocketEvents): WriterPort {
  const answer = (passed: PassedText, signal: AbortSignal) =>
    calls.call<PassedAnswer>("answer", passed, signal);
  return {
    async ask({ method, params }, clientId, signal, traceparent) {
      const text = passedText(method, params);
      const given = await answer({ text, clientId, isAdmitted: true, traceparent }, signal);
      return given instanceof Uint8Array ? passedBytes(given) : passedResult(given ?? "");
    },
    async askBatch(text, clientId, signal, traceparent) {
      const given = await answer({ text, clientId, isAdmitted: false, traceparent }, signal);
      return given instanceof Uint8Array ? wholeBytes(given) : given;
    },
    async afterEvents(begin) {
      // The main thread has sent all earlier events before this answer.
      await calls.call("events");
      return events.afterEvents(begin);
    },
  };
}

const computeOf = (calls: PortCalls): ComputePort => ({
  async run(request, signal) {
    try {
      return await calls.call<ComputeAnswer>("compute", request, signal);
    } catch (cause) {
      if (signal.aborted) throw cancelledError();
      throw computeThreadLost(cause);
    }
  },
  // The compute threads take what is heavy, whatever they have to do: light requests must not wait.
  leastLoad: () => 0,
  counts: () => ({ threads: 0, given: 0, underWay: 0, replaced: 0, counted: 0 }),
});

/** Manages the compute threads of a node in its main thread. */
import { availableParallelism } from "node:os";
import { UsageError } from "@tandem/cli";
import {
  type ComputeAnswer,
  type ComputePort,
  type ComputeRequest,
  computeThreadLost,
  releaseShared,
} from "@tandem/rpc";
import { ComputePool, ThreadLost } from "@tandem/runtime/threads";
import type { Sharing } from "@tandem/store";
import type { ResolvedSettings } from "../config/resolved-settings.js";
import type { Config } from "../config/settings.js";
import { startThread } from "../start-thread.js";
import { announcing, HeadAnnouncer } from "./shared-head.js";
import type { ThreadNotice } from "./thread-data.js";
import { computeDataOf, type ThreadSource, takeNotice } from "./thread-source.js";

/** The maximum number of threads for `auto`. */
const autoThreadsMax = 8;

/**
 * Checks that the numbers of threads in the settings are possible.
 * @param keepsInMemory whether a chain without a data directory is in memory, whatever the settings
 * say.
 * @throws {UsageError}
 */
export function assertThreads(
  { config, spell }: Pick<ResolvedSettings, "config" | "spell">,
  keepsInMemory: boolean,
): void {
  const isInMemory = keepsInMemory || config["in-memory"];
  const isOnDisk = config["data-dir"] !== undefined || !isInMemory;
  const isShareable = isOnDisk && config["fork-url"] === undefined;
  if (isShareable) return;
  const names = [
    ...(config.threads === 0 || config.threads === "auto" ? [] : [spell("threads")]),
    ...(config.readers === 0 ? [] : [spell("readers")]),
  ];
  if (names.length === 0) return;
  const message = "threads share a database on the disk, not a chain in memory or a fork";
  throw new UsageError(`${names.join(", ")}: ${message}`);
}

/**
 * Returns the threads of a chain, which are not started yet; undefined if it has none.
 * @param directory of its database; undefined for one in memory, which other threads cannot read.
 */
export function computeThreadsOf(
  { threads }: Config,
  directory: string | undefined,
  isFork: boolean,
): ComputeThreads | undefined {
  const most = threads === "auto" ? Math.min(autoThreadsMax, availableParallelism() - 1) : threads;
  return most === 0 || directory === undefined || isFork ? undefined : new ComputeThreads(most);
}

export class ComputeThreads implements ComputePort {
  /** The shared memory for the store, which is opened before the threads are started. */
  readonly sharing: Sharing = {
    release: async () => (await this.#pool?.suspend()) ?? true,
    resume: () => this.#pool?.resume(),
  };
  readonly #count: number;
  readonly #announcer = new HeadAnnouncer();
  #pool: ComputePool | undefined;
  #announce: () => void = () => {};
  #stopListening: (() => void)[] = [];
  #isDatabaseHeld = false;

  /** @param count the number of threads, above zero. */
  constructor(count: number) {
    this.#count = count;
  }

  /** Returns whether a thread has not closed the database, which must then stay open. */
  get isDatabaseHeld(): boolean {
    return this.#isDatabaseHeld;
  }

  /**
   * Starts the threads. The head is announced after every change, at the latest before a request is
   * passed to a thread.
   */
  start(options: ThreadSource): void {
    const { chain, calls } = options;
    this.#announce = announcing(chain, (head) => this.#announcer.announce(head));
    this.#announce();
    this.#stopListening = [
      chain.onHeadMoved(() => this.#announce()),
      chain.onEdited(() => this.#announce()),
    ];
    this.#pool = new ComputePool({
      count: this.#count,
      logger: calls.logger,
      spawn: (memory) => {
        const workerData = computeDataOf(options, this.#announcer.buffer, memory, this.#count);
        return startThread(workerData, "compute");
      },
      onNotice: (notice) => takeNotice(notice as ThreadNotice, options),
      onUnwanted: (answer) => giveUp(answer as ComputeAnswer),
    });
  }

  run(request: ComputeRequest, signal: AbortSignal): Promise<ComputeAnswer> | undefined {
    this.#announce();
    const computing = this.#pool?.run(request, signal) as Promise<ComputeAnswer> | undefined;
    return computing?.catch((error) => {
      throw error instanceof ThreadLost ? computeThreadLost(error) : error;
    });
  }

  leastLoad(): number {
    return this.#pool?.leastLoad() ?? Number.POSITIVE_INFINITY;
  }

  counts(): ReturnType<ComputePort["counts"]> {
    const none = { threads: 0, given: 0, underWay: 0, replaced: 0, counted: 0 };
    return this.#pool?.counts() ?? none;
  }

  /** Ends the threads. The main thread closes the database after them. */
  async close(): Promise<void> {
    for (const stop of this.#stopListening) stop();
    this.#isDatabaseHeld = (await this.#pool?.close()) === false;
  }
}

/** Releases the memory of an answer that no request waits for. */
function giveUp(answer: ComputeAnswer): void {
  if (answer.kind === "shared") releaseShared(answer.answer);
}

/** Reads a log from the position of the node, as long as it grows, and reports once why it cannot. */
import { Fault } from "@tandem/primitives";
import { type LinkedAbort, linkAbort } from "@tandem/runtime";
import { type LogEntry, LogGap, LogMissing, LogUnavailable } from "../log.js";
import { ForeignRecords } from "./foreign-records.js";
import type { MemberOptions } from "./member-options.js";
import { readAhead } from "./read-ahead.js";

export class Follower {
  readonly #options: Pick<MemberOptions, "log" | "logger" | "applier">;
  readonly #applied: () => number;
  readonly #apply: (entry: LogEntry) => Promise<void>;
  readonly #foreign: ForeignRecords;
  #trouble: string | undefined;
  #told: string | undefined;
  #reading: AbortController | undefined;
  #givingUp: LinkedAbort | undefined;
  #following: Promise<void> = Promise.resolve();

  /**
   * @param applied returns the sequence up to which the log is applied.
   * @param apply applies the next entry.
   */
  constructor(
    options: Pick<MemberOptions, "log" | "logger" | "applier">,
    applied: () => number,
    apply: (entry: LogEntry) => Promise<void>,
  ) {
    this.#options = options;
    this.#foreign = new ForeignRecords(options.logger);
    this.#applied = applied;
    this.#apply = apply;
  }

  /** The reason why the log cannot be followed; undefined if there is none. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** Clears the reason: the log was read further, or is read again. */
  clear(): void {
    this.#trouble = undefined;
  }

  /** Reads the log until {stop} is called, or an entry cannot be read or applied. */
  follow(): void {
    const reading = new AbortController();
    this.#reading = reading;
    this.#following = this.read(Number.POSITIVE_INFINITY, reading.signal).catch(this.#note);
  }

  /** Starts a preparation for following, for which {stop} also waits. Its failure is one of the log. */
  begin(preparation: () => Promise<void>): void {
    this.#following = preparation().catch(this.#note);
  }

  /**
   * Applies the next entries of the log, up to a sequence or until the signal is aborted.
   * @throws the errors of the log and of `apply`, and for a record of a newer version.
   */
  async read(to: number, signal: AbortSignal): Promise<void> {
    const { log, applier } = this.#options;
    const range = { from: this.#applied() + 1, to, signal };
    const prepare = (entry: LogEntry): LogEntry => {
      if (entry.kind !== "blocks") return entry;
      if (!applier.isRecord(entry)) return { ...entry, kind: "unknown" };
      applier.prepare(entry);
      return entry;
    };
    for await (const entry of readAhead(log, range, prepare)) {
      this.#foreign.note(entry);
      await this.#apply(entry);
      // From here on the same reason is a new one.
      if (entry.kind === "blocks") this.#told = undefined;
      if (signal.aborted) return;
    }
  }

  /**
   * Applies the entries up to a sequence that the log had.
   * @throws {LogUnavailable} after {giveUp}. @throws as {read} does.
   */
  async readTo(to: number, signal: AbortSignal): Promise<void> {
    const givingUp = linkAbort(signal);
    this.#givingUp = givingUp;
    await this.read(to, givingUp.signal).finally(givingUp.release);
    if (givingUp.signal.aborted && !signal.aborted)
      throw new LogUnavailable("the log did not return the entries that it had");
  }

  /** Ends a call of {readTo}, because the log may have lost its entries. */
  giveUp(): void {
    this.#givingUp?.abort();
  }

  /** Ends the read of the log, and the preparation. */
  async stop(): Promise<void> {
    let ended: Promise<void> | undefined;
    while (ended !== this.#following) {
      ended = this.#following;
      this.#reading?.abort();
      await ended;
    }
  }

  readonly #note = (error: unknown): void => {
    if (error instanceof LogUnavailable) return;
    const isCutOff = error instanceof LogGap;
    const reason = isCutOff ? `${error.message}: start this node again` : String(error);
    // The read is repeated often: the reason is logged when it is new. That of a refused record may name the present time.
    const isRefused = error instanceof Fault && error.data.code === "bad-request";
    const told = isRefused ? `the record after ${this.#applied()}` : reason;
    if (told !== this.#told) this.#tell(error);
    this.#told = told;
    this.#trouble = reason;
  };

  /** Logs why the log cannot be followed. Without a stack trace where the servers are the reason. */
  #tell(error: unknown): void {
    const { logger } = this.#options;
    if (error instanceof LogMissing) logger.warn({}, `${error.message}: it is filled again`);
    // A record that is refused: where that was noticed does not help.
    else if (error instanceof Fault)
      logger.error({ reason: error.message }, "the log cannot be followed");
    else logger.error({ error }, "the log cannot be followed");
  }
}

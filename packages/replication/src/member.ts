/**
 * Makes a node a member of a cluster: it follows the log, or seals and appends to it. The lease decides which node
 * tries to seal; an append succeeds only at the end of the log that its writer knows, so two nodes never both seal.
 */
import type { ClusterStatus } from "@tandem/primitives";
import { epochId, tellIfBehind } from "./epoch.js";
import { lagPartOfLease, lostLogMs, renewalsInLease } from "./limits.js";
import { locate } from "./locate.js";
import { type LogEntry, LogGap, LogUnavailable } from "./log.js";
import type { MemberOptions, MissingRecord, WantedRole } from "./member-options.js";
import type { Position } from "./position.js";
import { Progress } from "./progress.js";

export class Member {
  readonly #options: MemberOptions;
  readonly #ending = new AbortController();
  #wanted: WantedRole;
  #state: "following" | "electing" | "sealing" | "suspended" = "following";
  readonly #progress: Progress;
  /** The newest record of blocks that was read in the log. */
  #newestId: string | undefined;
  #epoch = 0;
  #renewed = 0;
  /** The end of the log when the node began to follow it: sealers up to there are no news. */
  #oldUpTo = 0;
  /** Whether no other node is known to have sealed since this one did. */
  #sealedLast = false;
  /** Until when another node that sealed goes first: it has the most of a log that was lost. */
  #waitsUntil = Number.NEGATIVE_INFINITY;
  #fenced = 0;
  #elections = 0;
  #trouble: string | undefined;
  #told: string | undefined;
  #reading: AbortController | undefined;
  #following: Promise<void> = Promise.resolve();
  #ticking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: MemberOptions) {
    this.#options = options;
    this.#wanted = options.role;
    this.#progress = new Progress(options.now);
  }

  /** Joins the cluster: resolves when the node follows, or seals if it is to. */
  async start(): Promise<void> {
    await this.#locate();
    if (this.#wanted === "sealer") {
      await this.#options.lease.seize();
      await this.#takeOver();
    } else {
      this.#follow();
      await this.tick();
    }
    this.#timer = setInterval(() => void this.tick(), this.#options.leaseMs / renewalsInLease);
    this.#timer.unref();
  }

  get isSealing(): boolean {
    return this.#state === "sealing";
  }

  /** Returns whether the node is the one that answers for the cluster, though it may be suspended. */
  get isSealer(): boolean {
    return this.isSealing || this.#state === "suspended";
  }

  status(): ClusterStatus {
    const standing = this.#wanted === "replica" ? "replica" : "standby";
    const { position, last } = this.#progress;
    return {
      role: this.isSealer ? "sealer" : standing,
      epoch: this.#epoch,
      ...{ applied: position.sequence, last, behindMs: this.#behindMs() },
      ...{ trouble: this.#trouble, fenced: this.#fenced, elections: this.#elections },
    };
  }

  #behindMs(): number {
    const sinceMs = this.#progress.sinceLevelMs;
    const isLevel = this.isSealing || this.#progress.isLevel;
    const isHeard = sinceMs < this.#options.leaseMs * lagPartOfLease;
    return isLevel && isHeard && this.#trouble === undefined ? 0 : sinceMs;
  }

  /**
   * Appends a record of blocks to the log, as the sealer.
   * @returns the position to be stored with the blocks; undefined if another node has taken over.
   */
  async append({ id, body }: MissingRecord): Promise<Position | undefined> {
    if (!this.isSealer) return undefined;
    const epoch = this.#epoch;
    const { identity, sequence: end } = this.position;
    const record = { kind: "blocks" as const, id, body, epoch };
    const appended = await this.#options.log.append(record, end);
    // An append may outlast the time of its sealer, which may even have been elected again.
    const isPast = epoch !== this.#epoch || !this.isSealer;
    if (appended.status === "appended") {
      const position = { identity, sequence: appended.sequence, id };
      if (!isPast) this.#appended(record, position.sequence);
      return position;
    }
    this.#fenced++;
    if (!isPast) await this.#refused(epoch, end);
    return undefined;
  }

  /** Ends the sealing after an append was refused: another node appended, or the log lost what this one did. */
  async #refused(epoch: number, end: number): Promise<void> {
    const { identity } = this.position;
    const isLost = await this.#options.log.bounds().then(
      (bounds) => bounds.identity !== identity || bounds.last < end,
      () => false,
    );
    if (epoch !== this.#epoch) return;
    if (!isLost && this.#wanted === "sealer") this.#wanted = "replica";
    this.#depose(isLost ? "the log was lost" : "another node appended to the log");
  }

  /** The newest record that the node has applied or appended. */
  get position(): Position {
    return this.#progress.position;
  }

  /** Resolves when everything up to a sequence is applied, as {Progress} does. */
  applied(at: Pick<Position, "identity" | "sequence">, signal: AbortSignal): Promise<void> {
    return this.#progress.applied(at, signal);
  }

  /** Looks after lease and log once. It is called at a fraction of the lease's lifetime. */
  tick(): Promise<void> {
    this.#ticking = this.#ticking.then(() => this.#tickNow()).catch(this.#tellFailure);
    return this.#ticking;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const wasSealer = this.isSealer;
    this.#ending.abort();
    await Promise.all([this.#ticking, this.#stopReading()]);
    if (wasSealer) await this.#options.lease.release().catch(this.#tellFailure);
  }

  readonly #tellFailure = (error: unknown) => {
    this.#options.logger.debug({ reason: String(error) }, "the log did not answer");
  };

  async #tickNow(): Promise<void> {
    if (this.#ending.signal.aborted) return;
    if (this.isSealer) return this.#renew();
    const isReady = this.#wanted !== "replica" && this.#trouble === undefined;
    // Before the lease: with the log, its servers may have lost who holds that.
    await this.#compare();
    if (!isReady || !this.#isTurn || !(await this.#options.lease.acquire())) return;
    // And after it: the request may have been repeated until the servers were back, without what they had.
    await this.#compare();
    if (!this.#isTurn) return this.#options.lease.release();
    await this.#stopReading();
    await this.#takeOver();
  }

  get #isTurn(): boolean {
    return this.#sealedLast || this.#options.now() >= this.#waitsUntil;
  }

  /** Ends the reading of the log, and what began meanwhile. */
  async #stopReading(): Promise<void> {
    let ended: Promise<void> | undefined;
    while (ended !== this.#following) {
      ended = this.#following;
      this.#reading?.abort();
      await ended;
    }
  }

  async #renew(): Promise<void> {
    const { lease, leaseMs, now, logger } = this.#options;
    const isHeld = await lease.renew().catch(() => undefined);
    if (isHeld === false) return this.#depose("the lease has expired");
    if (isHeld === true) {
      this.#renewed = now();
      this.#progress.noteSealing();
      if (this.#state === "sealing") return;
      logger.info({ epoch: this.#epoch }, "this node seals again");
      this.#setState("sealing");
    } else if (this.isSealing && now() - this.#renewed > leaseMs - leaseMs / renewalsInLease) {
      logger.warn({ epoch: this.#epoch }, "the lease cannot be renewed: this node stops sealing");
      this.#setState("suspended");
    }
  }

  /** Notes how far behind the log the node is. Reads it anew if it is another one, or its consumer was lost. */
  async #compare(): Promise<void> {
    const { identity, last } = await this.#options.log.bounds();
    this.#progress.noteLast(last);
    const isSame = identity === this.position.identity && this.position.sequence <= last;
    const isStalled = this.#progress.isStalled(this.#options.leaseMs * lagPartOfLease);
    if (isSame && this.#trouble === undefined && !isStalled) {
      return tellIfBehind(this.#options, this.position.sequence, last);
    }
    await this.#stopReading();
    await this.#locate();
    this.#follow();
  }

  /** Finds the record in the log up to which this node has applied it. Returns the end of the log. */
  async #locate(): Promise<number> {
    const { log, applier, logger, leaseMs, now } = this.#options;
    const stored = applier.position();
    const { position, first, last, isSame } = await locate(log, stored);
    this.#progress.noteLast(last);
    this.#oldUpTo = last;
    this.#newestId = isSame ? position.id : undefined;
    this.#moveTo(position);
    if (isSame || stored === undefined) return last;
    this.#waitsUntil = now() + lostLogMs(leaseMs);
    const message = "the log is not the one that was followed: it is read from its beginning";
    logger.warn({ first, last }, message);
    return last;
  }

  #follow(): void {
    const { logger } = this.#options;
    const reading = new AbortController();
    this.#reading = reading;
    this.#state = "following";
    this.#following = this.#read(Number.POSITIVE_INFINITY, reading.signal).catch((error) => {
      if (error instanceof LogUnavailable) return;
      const isCutOff = error instanceof LogGap;
      const reason = isCutOff ? `${error.message}: start this node again` : String(error);
      // It is tried again and again: the reason is told when it begins.
      if (reason !== this.#told) logger.error({ error }, "the log cannot be followed");
      this.#told = reason;
      this.#trouble = reason;
    });
  }

  async #read(to: number, signal: AbortSignal): Promise<void> {
    const from = this.position.sequence + 1;
    for await (const entry of this.#options.log.read({ from, to, signal })) {
      await this.#apply(entry);
      if (signal.aborted) return;
    }
  }

  async #apply(entry: LogEntry): Promise<void> {
    const { identity } = this.position;
    const position = { identity, sequence: entry.sequence, id: entry.id };
    if (entry.kind === "blocks") {
      await this.#options.applier.apply(entry, position);
      this.#newestId = entry.id;
    }
    if (entry.kind === "epoch") this.#noteSealer(entry);
    this.#epoch = Math.max(this.#epoch, entry.epoch);
    this.#moveTo(position);
  }

  /** Notes that a node has begun to seal. What is read while this one is elected, or is its own, is of the past. */
  #noteSealer({ epoch, sequence }: LogEntry): void {
    const isAnother = this.#state === "following" && epoch > this.#epoch;
    if (isAnother && this.#wanted === "sealer") this.#wanted = "replica";
    if (isAnother) this.#sealedLast = false;
    if (sequence > this.#oldUpTo) this.#options.applier.sealerChanged();
  }

  #moveTo(position: Position): void {
    this.#progress.moveTo(position);
    this.#trouble = undefined;
    this.#told = undefined;
  }

  /** Applies what is left of the log, and ends the time of the previous sealer with a record. */
  async #takeOver(): Promise<void> {
    const { lease, logger, now, applier } = this.#options;
    this.#state = "electing";
    this.#renewed = now();
    try {
      let isStored = false;
      while (!isStored) {
        // The log may be another one than was followed: then everything is missing in it.
        const last = await this.#locate();
        await this.#read(last, this.#ending.signal);
        if (this.#ending.signal.aborted) return;
        // What its writer left unfinished is passed over.
        this.#progress.passTo(last);
        this.#epoch++;
        isStored = await this.#append({ kind: "epoch", id: epochId(this.#epoch), body: noBytes });
      }
      for await (const record of applier.missing(this.#newestId)) {
        if (!(await this.#append({ kind: "blocks", ...record }))) return this.#follow();
      }
    } catch (error) {
      await lease.release();
      this.#follow();
      throw error;
    }
    this.#elections++;
    this.#sealedLast = true;
    this.#progress.noteSealing();
    logger.info({ epoch: this.#epoch }, "this node seals");
    this.#setState("sealing");
  }

  async #append(record: Pick<LogEntry, "kind" | "id" | "body">): Promise<boolean> {
    const { log } = this.#options;
    const appended = await log.append({ ...record, epoch: this.#epoch }, this.position.sequence);
    if (appended.status === "appended") this.#appended(record, appended.sequence);
    return appended.status === "appended";
  }

  #appended({ kind, id }: Pick<LogEntry, "kind" | "id">, sequence: number): void {
    if (kind === "blocks") this.#newestId = id;
    this.#progress.noteLast(sequence);
    this.#moveTo({ ...this.position, sequence, id });
  }

  #setState(state: "sealing" | "suspended" | "following"): void {
    const was = this.#state === "sealing";
    this.#state = state;
    if (was !== (state === "sealing")) this.#options.applier.sealingChanged(state === "sealing");
  }

  #depose(reason: string): void {
    if (!this.isSealer) return;
    this.#options.logger.warn({ epoch: this.#epoch, reason }, "this node does not seal any more");
    this.#setState("following");
    // Gives it up only if it is still this node's, so that nobody waits until it expires.
    void this.#options.lease.release().catch(this.#tellFailure);
    this.#following = this.#locate()
      .then(() => this.#follow())
      .catch(this.#tellFailure);
  }
}

const noBytes = new Uint8Array(0);

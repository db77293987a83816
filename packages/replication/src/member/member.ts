/**
 * Implements a member of a cluster: it follows the log, or seals and appends to it. The lease decides which node
 * tries to seal. An append succeeds only at the end of the log that its writer knows, so two nodes never both seal.
 */
import type { ClusterStatus } from "@tandem/primitives";
import { lagPartOfLease } from "../limits.js";
import type { LogEntry, LogRecord } from "../log.js";
import type { Position } from "../position.js";
import { Apart } from "./apart.js";
import { DoubtfulRecord } from "./doubtful-record.js";
import { epochRecord, hasSuccessor, isLaterEpoch, laterEpoch, tellIfBehind } from "./epoch.js";
import { Follower } from "./follower.js";
import { LeaseRenewal } from "./lease-renewal.js";
import { completeBounds, isLost, locateStored, reasonToStop } from "./locate.js";
import type { MemberOptions, MissingRecord, WantedRole } from "./member-options.js";
import { Progress } from "./progress.js";
import { SealingState } from "./sealing-state.js";
import { statusOf } from "./status.js";
import { Ticker } from "./ticker.js";
import { Turn } from "./turn.js";

export class Member {
  readonly #options: MemberOptions;
  readonly #ending = new AbortController();
  #wanted: WantedRole;
  readonly #state: SealingState;
  readonly #progress: Progress;
  /** The newest record of blocks that was read from the log. */
  #newestId: string | undefined;
  #epoch = 0;
  /** The end of the log when the node began to follow it: sealers up to there are not reported. */
  #oldUpTo = 0;
  readonly #turn: Turn;
  readonly #apart: Apart;
  readonly #doubtful = new DoubtfulRecord();
  readonly #renewal: LeaseRenewal;
  #fenced = 0;
  #elections = 0;
  readonly #follower: Follower;
  readonly #ticker: Ticker;

  constructor(options: MemberOptions) {
    this.#options = options;
    this.#wanted = options.role;
    this.#progress = new Progress(options.now, options.leaseMs * lagPartOfLease);
    this.#turn = new Turn(options.now, options.leaseMs);
    this.#apart = new Apart(options, this.#turn);
    this.#state = new SealingState(options);
    this.#follower = new Follower(options, () => this.position.sequence, this.#apply);
    this.#renewal = new LeaseRenewal(options, () => this.#follower.giveUp());
    this.#ticker = new Ticker(options.leaseMs, () => this.#check(), this.#tellFailure);
  }

  /** Joins the cluster. Resolves when the node follows, or seals if it should. */
  async start(): Promise<void> {
    await this.#locate();
    const isSeizing = this.#wanted === "sealer";
    await (isSeizing ? this.#options.lease.seize() : this.#follow());
    const begun = isSeizing ? this.#renewal.hold(() => this.#takeOver()) : this.tick();
    await this.#ticker.start(() => void this.tick(), begun);
  }

  get isSealing(): boolean {
    return this.#state.is("sealing");
  }

  /** Returns whether the node is the sealer of the cluster, even if it is suspended. */
  get isSealer(): boolean {
    return this.isSealing || this.#state.is("suspended");
  }

  status(): ClusterStatus {
    const { isSealing, isSealer } = this;
    const told = { epoch: this.#epoch, fenced: this.#fenced, elections: this.#elections };
    const standing = { isSealing, isSealer, trouble: this.#follower.trouble, wanted: this.#wanted };
    return statusOf(this.#progress, { ...standing, ...told, apartMs: this.#apart.ms });
  }

  /**
   * Appends a record of blocks to the log, as the sealer.
   * @param mayBeRead whether a log that was lost may have had the record, as in {Appended}.
   * @returns the position to store with the blocks; undefined if another node has taken over.
   */
  async append({ id, body }: MissingRecord, mayBeRead = false): Promise<Position | undefined> {
    if (!this.isSealer) return undefined;
    const epoch = this.#epoch;
    const { others } = this.#turn;
    const { identity, sequence: end } = this.position;
    const record = { kind: "blocks" as const, id, body, epoch };
    const appended = await this.#options.log.append(record, end);
    // The epoch may end before an append does, and the node may even have been elected again.
    const isPast = epoch !== this.#epoch || !this.isSealer;
    if (appended.status === "appended") {
      const position = { identity, sequence: appended.sequence, id };
      if (!isPast) this.#appended(record, position.sequence);
      return position;
    }
    this.#fenced++;
    if ((appended.mayBeRead || mayBeRead) && others === this.#turn.others) {
      if (isPast && this.isSealer) return this.append({ id, body }, true);
      this.#doubtful.keep({ id, body });
    }
    if (!isPast) await this.#refused(epoch, end);
    return undefined;
  }

  /** Stops sealing after a refused append: another node appended, or the log lost entries of this one. */
  async #refused(epoch: number, end: number): Promise<void> {
    const wasLost = await isLost(this.#options.log, { ...this.position, sequence: end });
    const isReplaced = !wasLost && (await hasSuccessor(this.#options.log, epoch, end + 1));
    if (epoch !== this.#epoch) return;
    if (isReplaced && this.#wanted === "sealer") this.#wanted = "replica";
    this.depose(wasLost ? "the log was lost" : "another node appended to the log");
  }

  /** The newest record that the node has applied or appended. */
  get position(): Position {
    return this.#progress.position;
  }

  /** Resolves when everything up to a sequence is applied, as in {Progress}. */
  applied(at: Pick<Position, "identity" | "sequence">, signal: AbortSignal): Promise<void> {
    return this.#progress.applied(at, signal);
  }

  /** Checks the lease and the log once. Called at a fraction of the lease's lifetime. */
  tick(): Promise<void> {
    if (this.#progress.isStalled) this.#follower.giveUp();
    this.#renewal.tick();
    return this.#ticker.next();
  }

  async stop(): Promise<void> {
    const wasSealer = this.isSealer;
    this.#ending.abort();
    await Promise.all([this.#ticker.stop(), this.#follower.stop()]);
    if (wasSealer) await this.#options.lease.release().catch(this.#tellFailure);
  }

  readonly #tellFailure = (error: unknown, isNew = false) => {
    const reason = String(error);
    this.#options.logger[isNew ? "warn" : "debug"]({ reason }, "the log did not do what was asked");
  };

  async #check(): Promise<void> {
    if (this.#ending.signal.aborted) return;
    if (this.isSealer) return this.#renew();
    const isReady = this.#apart.mayTakeOver(this.#wanted) && !this.#follower.trouble;
    // The log is checked before the lease, which servers that lost the log may have lost too.
    await this.#compare();
    if (!isReady || !this.#turn.isOurs || !(await this.#options.lease.acquire())) return;
    await this.#renewal.hold(async () => {
      // It is checked again: the request may have been repeated until the servers restarted without data.
      await this.#compare();
      if (!this.#turn.isOurs) return this.#renewal.release();
      await this.#follower.stop();
      await this.#takeOver();
    });
  }

  async #renew(): Promise<void> {
    const result = await this.#renewal.renew();
    if (result === "lost") return this.depose("the lease has expired");
    if (result === "held") this.#progress.noteSealing();
    const reason = result === "held" && (await reasonToStop(this.#options.log, this.position));
    if (reason) return this.depose(reason);
    this.#state.renewed(result, { epoch: this.#epoch, reason: this.#renewal.reason });
  }

  /** Updates the lag behind the log. Reads it again if it is another one, or its consumer was lost. */
  async #compare(): Promise<void> {
    const { identity, last } = await completeBounds(this.#options.log, this.position);
    this.#progress.noteLast(last);
    const isSame = identity === this.position.identity && this.position.sequence <= last;
    if (isSame && this.#follower.trouble === undefined && !this.#progress.isStalled) {
      if (this.#progress.isLevel) await this.#apart.check(last, this.#newestId, this.#epoch);
      return tellIfBehind(this.#options, this.position.sequence, last);
    }
    await this.#follower.stop();
    await this.#locate();
    this.#follow();
  }

  /** Finds the last record in the log that this node has applied. Returns the end of the log. */
  async #locate(): Promise<number> {
    const located = await locateStored(this.#options, this.#turn, this.#apart);
    const { position, last, isSame, epoch } = located;
    this.#epoch = laterEpoch(this.#epoch, epoch);
    this.#progress.noteLast(last);
    this.#oldUpTo = last;
    this.#newestId = isSame ? position.id : undefined;
    this.#moveTo(position);
    return last;
  }

  #follow(): void {
    this.#state.set("following");
    this.#follower.follow();
  }

  readonly #apply = async (entry: LogEntry): Promise<void> => {
    const { identity } = this.position;
    const position = { identity, sequence: entry.sequence, id: entry.id };
    if (entry.kind === "blocks") {
      await this.#options.applier.apply(entry, this.#apart.marked(position));
      this.#newestId = this.#options.applier.newerOf(this.#newestId, entry.id);
      for (const each of [this.#apart, this.#turn, this.#doubtful]) each.noteApplied(entry.id);
    }
    if (entry.kind === "epoch") this.#noteSealer(entry);
    this.#epoch = laterEpoch(this.#epoch, entry.epoch);
    this.#moveTo(position);
  };

  /** Handles the epoch of a sealer. One of this node, or read while it is elected, changes no role. */
  #noteSealer(entry: LogEntry): void {
    this.#turn.noteFilling(entry, this.#newestId);
    const isAnother = this.#state.is("following") && isLaterEpoch(entry.epoch, this.#epoch);
    if (isAnother && this.#wanted === "sealer") this.#wanted = "replica";
    if (isAnother) this.#turn.noteSealing(false);
    if (isAnother) this.#doubtful.drop();
    if (entry.sequence > this.#oldUpTo) this.#options.applier.sealerChanged();
  }

  #moveTo(position: Position): void {
    this.#progress.moveTo(position);
    this.#follower.clear();
  }

  /** Begins to seal after the lease was taken, or releases it and follows. */
  async #takeOver(): Promise<void> {
    this.#state.set("electing");
    let isElected = false;
    try {
      isElected = await this.#elect();
    } finally {
      if (!isElected && !this.#ending.signal.aborted) this.#follow();
      if (!isElected) await this.#renewal.release();
    }
    if (!isElected) return;
    this.#elections++;
    this.#turn.noteSealing(true);
    this.#progress.noteSealing();
    this.#apart.noteSealing();
    this.#options.logger.info({ epoch: this.#epoch }, "this node seals");
    this.#state.set("sealing");
  }

  /** Applies the rest of the log and ends the previous epoch. Returns whether this node is elected. */
  async #elect(): Promise<boolean> {
    const { log, applier } = this.#options;
    for (let isStored = false; !isStored; ) {
      // The log may be another one than before: then it lacks everything.
      const last = await this.#locate();
      await this.#follower.readTo(last, this.#ending.signal);
      if (this.#ending.signal.aborted) return false;
      // What was read may tell that another node fills a lost log, and has more than this one.
      const mayGoOn = await this.#apart.mayGoOn(this.#wanted, last, this.#newestId);
      if (!mayGoOn || !this.#turn.isOurs) return false;
      this.#epoch++;
      // The log may end with an unfinished record, after which nobody reads the rest of it.
      isStored = await this.#append(epochRecord(this.#epoch, applier.newestId()), last);
      // A log that was lost since may have taken the record at the same sequence.
      isStored &&= !(await isLost(log, this.position));
    }
    for await (const record of applier.missing(this.#newestId, this.#apart.lost.ids)) {
      if (!(await this.#append({ kind: "blocks", ...record }))) return false;
    }
    return this.#doubtful.settle((record) => this.#appendAndApply(record));
  }

  async #appendAndApply(record: MissingRecord): Promise<boolean> {
    const entry = { kind: "blocks" as const, ...record, epoch: this.#epoch };
    const isStored = await this.#append(entry);
    if (isStored) await this.#options.applier.apply({ ...entry, ...this.position }, this.position);
    return isStored;
  }

  async #append(record: Omit<LogRecord, "epoch">, end = this.position.sequence): Promise<boolean> {
    const appended = await this.#options.log.append({ ...record, epoch: this.#epoch }, end);
    if (appended.status === "appended") this.#appended(record, appended.sequence);
    return appended.status === "appended";
  }

  #appended({ kind, id }: Pick<LogEntry, "kind" | "id">, sequence: number): void {
    if (kind === "blocks") this.#newestId = id;
    this.#progress.noteLast(sequence);
    this.#moveTo({ ...this.position, sequence, id });
  }

  /** Stops sealing, and follows the log from the place that is stored with the data. */
  depose(reason: string): void {
    if (!this.isSealer) return;
    this.#options.logger.warn({ epoch: this.#epoch, reason }, "this node does not seal any more");
    this.#state.set("following");
    // Releases the lease only if this node still holds it, so that no node waits until it expires.
    void this.#options.lease.release().catch(this.#tellFailure);
    this.#follower.begin(() => this.#locate().then(() => this.#follow()));
  }
}

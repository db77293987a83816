/** Makes a node a member of a cluster whose nodes share one chain through a log. */
import { hostname } from "node:os";
import { type Chain, encodeFacts, type Replication } from "@tandem/chain";
import { encodeBlock, Fault, type StoredBlock, type TxHash, toHex } from "@tandem/primitives";
import { encodePosition, Member, type Position, Retention, tracedLog } from "@tandem/replication";
import type { ClusterLink } from "@tandem/replication/nats";
import type { ClusterApi, Rpc } from "@tandem/rpc";
import { type Logger, linkAbort, steadyClock, Topic, type Tracer } from "@tandem/runtime";
import type { Store } from "@tandem/store";
import type { Config } from "../config/settings.js";
import { assertFitsLog, recordOf, recordWithFacts } from "./block-record.js";
import { appliedFrom, CatchingUp } from "./catching-up.js";
import { chainApplier } from "./chain-applier.js";
import { bringBack, clusterApi, type Forwarding, serveReplicas } from "./forwarding.js";
import { agreedTime, otherChain } from "./founded.js";
import { clusterLimits } from "./limits.js";
import { LogSilence } from "./log-silence.js";
import { PatientStart } from "./patient-start.js";
import { dumpOf, type RestoreParts, restoreFromSnapshot, snapshotLayout } from "./snapshots.js";
import { WaitingTransactions } from "./waiting-transactions.js";
import { writableLease } from "./writable-lease.js";

/**
 * Connects to the servers of a log.
 * @param leaving ends the wait for the servers when it is aborted.
 * @throws {Fault} `unusable-data` if they cannot be used.
 */
export async function openCluster(
  config: Config,
  url: string,
  chainId: number,
  { logger, tracer, leaving }: Observers & { readonly leaving?: AbortSignal | undefined },
): Promise<Cluster> {
  // Loads the client library of the log's servers, which a node without a log does not need.
  const { openLink } = await import("@tandem/replication/nats");
  const link = await openLink({
    url,
    credentialsFile: config["log-credentials"],
    name: `tandem ${hostname()} ${process.pid}`,
    logger,
    chainId,
    leaseMs: config["lease-ms"],
    now: steadyClock.now,
    leaving,
  });
  return new Cluster(config, link, { logger, tracer });
}

/** The observers of a cluster's events. */
interface Observers {
  readonly logger: Logger;
  readonly tracer?: Tracer | undefined;
}

/** Implements the membership of a node in a cluster. */
export class Cluster {
  /** Connects the chain to the log. */
  readonly replication: Replication;
  /** Connects the RPC service to the sealer. */
  readonly api: ClusterApi;
  readonly #config: Config;
  readonly #link: ClusterLink;
  readonly #start: PatientStart;
  readonly #logger: Logger;
  readonly #tracer: Tracer | undefined;
  /** Is published when pending answers of the sealer may be lost. */
  readonly #interrupted: Topic<void>;
  /** The facts on which the nodes of the cluster have agreed. */
  readonly #founded = new Map<string, string>();
  #member: Member | undefined;
  #waiting: WaitingTransactions | undefined;
  #retention: Retention | undefined;
  readonly #leaving = new AbortController();
  readonly #silence = new LogSilence(steadyClock.now);
  #storing: Promise<void> | undefined;
  #stopServing = () => {};
  #left: Promise<void> | undefined;

  constructor(config: Config, link: ClusterLink, { logger, tracer }: Observers) {
    this.#config = config;
    this.#link = link;
    this.#start = new PatientStart(link.whenReady);
    this.#logger = logger;
    this.#tracer = tracer;
    this.#interrupted = new Topic(logger);
    link.restored.listen(() => this.#interrupted.publish());
    const api = clusterApi(link.channel, () => this.#joined, this.#interrupted, tracer);
    this.api = { ...api, limit: (result) => this.#silence.limit(result) };
    this.replication = {
      isSealing: () => this.#member?.isSealing === true,
      append: async (block, rows) => {
        const record =
          config.apply === "facts"
            ? recordWithFacts(block, encodeFacts(block, rows))
            : recordOf(block);
        assertFitsLog(record);
        const appended = this.#member?.append(record);
        const position = appended && (await this.#silence.during(appended));
        if (position !== undefined) {
          this.#storeIfDue(position);
          return encodePosition(position);
        }
        const message = "another node of the cluster is the sealer now";
        throw new Fault({ code: "unsealable", message });
      },
      unwritten: () => this.#member?.depose("a block of the log could not be written here"),
    };
  }

  /**
   * Agrees with the other nodes on the time of genesis, which is the time of the first node.
   * @param own Unix seconds. @returns the agreed time. @throws {Fault} `unusable-data` if it is none.
   */
  async genesisTime(own: number): Promise<number> {
    return agreedTime(await this.#agree("genesis-time", `${own}`));
  }

  /**
   * Fills a new database, or one whose next record the log has deleted, from a snapshot.
   * @throws as `restoreFromSnapshot` does.
   */
  async restore(
    store: Store,
    place: Pick<RestoreParts, "directory" | "differences" | "leaving">,
  ): Promise<void> {
    if (store.opening.isReadOnly) return;
    const { read, list } = this.#link.snapshots;
    const snapshots = { read, list: () => this.#start.ask(list) };
    const log = this.#start.log(this.#link.log);
    await restoreFromSnapshot({ log, snapshots, logger: this.#logger, ...place }, store);
  }

  /**
   * Joins the cluster. Resolves when the node follows the log, or seals.
   * @throws {Fault} `unusable-data` if the log is of another chain.
   */
  async join(
    { chain, store }: { readonly chain: Chain; readonly store: Store },
    rpc: Rpc,
  ): Promise<void> {
    const log = this.#start.log(this.#link.log);
    const lease = writableLease(this.#link.lease, () => store.freeSpace().isWritable, this.#logger);
    const genesis = toHex(chain.blocks.canonicalHash(chain.blocks.first) as Uint8Array);
    const agreed = await this.#agree("genesis-hash", genesis);
    if (agreed !== genesis) throw otherChain(agreed, genesis);
    this.#retention = this.#retentionOf(store);
    const late = AbortSignal.timeout(clusterLimits.catchUpMsMax);
    const until = linkAbort(this.#leaving.signal, late).signal;
    const catchingUp = new CatchingUp(() => this.#member?.status(), until);
    const on = {
      applying: (record: Promise<void>) => catchingUp.importing(record),
      applied: (position: Position) => this.#storeIfDue(position),
      lost: (blocks: readonly StoredBlock[]) => this.#bringBack(blocks),
      sealerChanged: () => this.#interrupted.publish(),
      sealingChanged: (isSealing: boolean) => this.#sealingChanged(chain, rpc, isSealing),
    };
    this.#member = new Member({
      log: this.#tracer === undefined ? log : tracedLog(log, this.#tracer),
      lease: { ...lease, seize: () => this.#start.ask(lease.seize) },
      leaseMs: this.#config["lease-ms"],
      role: this.#config.role,
      applier: chainApplier(chain, store, this.#config.apply === "facts", on),
      logger: this.#logger,
      now: steadyClock.now,
    });
    // A node that seals at once answers requests of replicas from then on.
    const member = this.#member;
    const feed = this.#link.waiting;
    this.#waiting = new WaitingTransactions(feed, chain, this.#logger, () => member.position);
    await member.start();
    this.#start.end();
    this.#waiting.start(
      () => member.isSealing,
      async (after) => {
        await catchingUp.ended();
        if (after !== undefined) await appliedFrom(log, member, after, this.#leaving.signal);
      },
    );
  }

  async #agree(name: string, own: string): Promise<string> {
    const agreed = await this.#start.ask(() => this.#link.founding.agree(name, own));
    this.#founded.set(name, agreed);
    return agreed;
  }

  /** Sets the agreed facts again, as the sealer: servers that lost the log have lost them too. */
  async #foundAgain(): Promise<void> {
    for (const [name, agreed] of this.#founded) await this.#link.founding.set(name, agreed);
  }

  get #joined(): Forwarding | undefined {
    const [member, waiting] = [this.#member, this.#waiting];
    return member !== undefined && waiting !== undefined ? { member, waiting } : undefined;
  }

  /** Resolves when accepted transactions survive a failure of this node. */
  readonly keep = async (hashes: readonly TxHash[]): Promise<void> => {
    const kept = this.#waiting?.keep(hashes);
    if (kept !== undefined) await this.#silence.limit(this.#silence.during(kept));
  };

  /** Leaves the cluster. Pending requests to the log fail. */
  leave(): Promise<void> {
    this.#left ??= this.#leave();
    return this.#left;
  }

  async #leave(): Promise<void> {
    this.#stopServing();
    this.#leaving.abort();
    this.#link.abort();
    await this.#waiting?.stop();
    await this.#member?.stop();
    await this.#storing;
    await this.#link.close();
  }

  #retentionOf(store: Store): Retention {
    const { log, snapshots, snapshotClaim } = this.#link;
    return new Retention({
      log,
      snapshots,
      claim: snapshotClaim,
      layout: snapshotLayout,
      everyMessages: this.#config["snapshot-messages"],
      isSealing: () => this.#member?.isSealing === true,
      dump: () => dumpOf(store, this.#leaving.signal),
      now: steadyClock.now,
      made: ({ sequence, id }, removedBelow) =>
        this.#logger.info({ sequence, id, removedBelow }, "a snapshot was stored for new nodes"),
    });
  }

  /** Stores a snapshot if one is due when the log has reached a position. */
  #storeIfDue(position: Position): void {
    if (this.#storing !== undefined || this.#retention?.isDue(position) !== true) return;
    this.#storing = this.#retention
      .makeIfDue(position)
      .catch((error) => {
        if (this.#leaving.signal.aborted) return;
        this.#logger.warn({ reason: String(error) }, "no snapshot could be stored");
      })
      .finally(() => {
        this.#storing = undefined;
      });
  }

  /**
   * Passes blocks that the log lost, and its sealer did not have, to the sealer, and those of their
   * transactions that wait again to all nodes.
   * @returns whether the sealer has appended them.
   */
  async #bringBack(blocks: readonly StoredBlock[]): Promise<boolean> {
    // The servers also lost what former sealers had acknowledged and the new one had not read.
    if (this.#config.role !== "replica") this.#waiting?.tellAll();
    if (blocks.length === 0) return true;
    const heights = blocks.map(({ header }) => header.number);
    const encoded = blocks.map((block) => encodeBlock(block));
    const hashes = blocks.flatMap(({ transactions }) => transactions.map(({ hash }) => hash));
    try {
      await Promise.all([
        bringBack(this.#link.channel, encoded, this.#interrupted),
        this.#waiting?.keep(hashes),
      ]);
      this.#logger.info({ heights }, "the log has blocks again that it had lost");
      return true;
    } catch (error) {
      const reason = String(error);
      if (!this.#leaving.signal.aborted)
        this.#logger.warn({ heights, reason }, "the log lacks blocks that it had lost");
      return false;
    }
  }

  #sealingChanged(chain: Chain, rpc: Rpc, isSealing: boolean): void {
    this.#interrupted.publish();
    this.#stopServing();
    this.#stopServing = () => {};
    const joined = this.#joined;
    if (!isSealing || joined === undefined) {
      chain.miner.retime();
      this.#waiting?.tellAll();
      return;
    }
    const connection = rpc.connect();
    const importBlock = (block: Uint8Array) => chain.importRaw([block], undefined);
    const stop = serveReplicas(this.#link.channel, joined, connection, importBlock);
    this.#stopServing = () => {
      stop();
      connection.close();
    };
    this.#foundAgain().catch((error) => {
      this.#logger.debug({ reason: String(error) }, "the log did not answer");
    });
    chain.beginSealing();
  }
}

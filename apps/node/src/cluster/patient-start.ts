/**
 * Repeats questions to the servers of a log while a node starts: servers that have started as well, or are busy, do not
 * answer each of them in time. Once a node has started, it must notice at once that an answer is missing.
 */
import type { ReplicationLog } from "@tandem/replication";

/** Asks the servers again while they do not answer, for a limited time. */
type WhenReady = <T>(request: () => Promise<T>) => Promise<T>;

export class PatientStart {
  readonly #whenReady: WhenReady;
  #isOver = false;

  constructor(whenReady: WhenReady) {
    this.#whenReady = whenReady;
  }

  /** Reports that the node has started: questions are asked once from now on. */
  end(): void {
    this.#isOver = true;
  }

  /** Asks the servers. */
  readonly ask: WhenReady = (request) => (this.#isOver ? request() : this.#whenReady(request));

  /** Returns a log whose questions are asked by {ask}. It repeats appends and reads by itself. */
  log(log: ReplicationLog): ReplicationLog {
    return {
      bounds: () => this.ask(() => log.bounds()),
      idAt: (sequence) => this.ask(() => log.idAt(sequence)),
      epochAt: (sequence) => this.ask(() => log.epochAt(sequence)),
      partAt: (sequence) => this.ask(() => log.partAt(sequence)),
      append: (record, expectedSequence) => log.append(record, expectedSequence),
      read: (range) => log.read(range),
      purge: (below) => log.purge(below),
    };
  }
}

/** Declares what only the owner of a development chain may do. */
import type {
  Branching,
  Bytes,
  Controls,
  Impersonation,
  StateOverrides,
  StateReader,
} from "@tandem/primitives";

/** The chain to fork. */
export interface Forking {
  /** The JSON-RPC node to read it from; the one that is forked already by default. */
  readonly url?: string | undefined;
  /** The height; the newest block by default. */
  readonly blockNumber?: number | undefined;
}

/** Controls a development chain and edits its state. */
export interface DevApi extends Branching {
  /** Controls time, mining and history of a development chain. */
  readonly controls: Controls;
  /**
   * Changes the state after the head without a block.
   * @param change returns the new values of accounts, given the current state.
   * @throws {Fault} `bad-request`
   */
  edit(change: (state: StateReader) => StateOverrides): Promise<void>;
  /** Returns the state after the head in anvil's form, compressed. */
  dumpState(): Promise<Bytes>;
  /**
   * Loads the accounts of such a state, compressed or not.
   * @throws {Fault} `bad-request`
   */
  loadState(dump: Bytes): Promise<void>;
  /** Turns the log of requests, calls, transactions and blocks on or off; warnings and errors are always logged. */
  setLoggingEnabled(isEnabled: boolean): void;
  /**
   * Begins the chain anew, with the clock and mining mode of the start: as a fork of another chain, or, without
   * `forking`, as one that forks none. Sockets and subscriptions remain.
   * @throws {Fault} `bad-request` if the other chain cannot be read, or if the data directory keeps another chain.
   */
  restart(forking: Forking | undefined): Promise<void>;
  /**
   * Reads the forked chain from another node from now on.
   * @throws {Fault} `bad-request` if no chain is forked, or if that node does not have its block.
   */
  setForkUrl(url: string): Promise<void>;
  /** The addresses whose transactions are accepted without a signature. */
  readonly impersonated: Impersonation;
}

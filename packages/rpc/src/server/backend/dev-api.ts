/** Declares what only the owner of a development chain may do. */
import type {
  Branching,
  Bytes,
  Controls,
  Impersonation,
  StateOverrides,
  StateReader,
} from "@tandem/primitives";

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
  /** The addresses whose transactions are accepted without a signature. */
  readonly impersonated: Impersonation;
}

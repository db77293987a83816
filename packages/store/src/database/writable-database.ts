/** Declares a database below the tables, and how it is opened. */
import type { Level } from "level";
import type { DirectoryState } from "../directory.js";

export type Database = Level<Uint8Array, Uint8Array>;

export type Operation =
  | { readonly type: "put"; readonly key: Uint8Array; readonly value: Uint8Array }
  | { readonly type: "del"; readonly key: Uint8Array };

export interface DatabaseOptions {
  /** The directory, created if missing; undefined: in memory, lost when it is closed. */
  readonly directory: string | undefined;
  /** Whether every write waits for the disk, so that a power failure or `kill -9` loses nothing. */
  readonly isDurable: boolean;
  /** Bytes of the volume that writes must leave free. */
  readonly freeBytesMin: number;
  /** Whether nothing is written to the directory, whose files were checked before. */
  readonly isReadOnly?: boolean;
  /** Ends the check of the files when it is aborted, with its reason. */
  readonly leaving?: AbortSignal | undefined;
  /** Allows threads of this process to open the same database. */
  readonly sharing?: Sharing | undefined;
  /** Is called as in `StoreOptions`. */
  readonly onSpace?: ((problem: string | undefined) => void) | undefined;
}

/** The threads of this process that have the same database open. */
export interface Sharing {
  /**
   * Is called before the database is closed to be opened again: LevelDB stays open as long as one
   * thread has it open. Resolves to false if a thread does not close it.
   */
  release(): Promise<boolean>;
  /** Is called when the database is open again: threads may open it. */
  resume(): void;
}

/** Free space on the volume. */
export interface FreeSpace {
  /** Is undefined without a disk, or if the system does not report it. */
  readonly freeBytes: number | undefined;
  /** Whether a batch would be accepted. */
  readonly isWritable: boolean;
}

export interface WritableDatabase {
  readonly db: Database;
  /** Whether it is open for reading only, since the disk was full when it was opened. */
  readonly isReadOnly: boolean;
  /** The state of its directory; undefined in memory. */
  readonly state?: DirectoryState;
  /** The paths under which its logs are kept, to be removed once the database has shown that it has their rows. */
  readonly keptLogs?: readonly string[];
  /** Writes all operations or none. @throws {Fault} `no-space`. */
  write(operations: readonly Operation[]): Promise<void>;
  freeSpace(): FreeSpace;
  close(): Promise<void>;
}

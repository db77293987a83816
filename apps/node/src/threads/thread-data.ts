/** Declares what a compute thread is started with, and what it tells the main thread beside its answers. */
import type { ChainSpec, DamagedRow } from "@tandem/primitives";
import type { ErrorForm } from "@tandem/rpc";
import type { Logger } from "@tandem/runtime";
import type { CallLevel } from "../call-log/call-log.js";

/** Has values that structured cloning copies. */
export interface ThreadData {
  /** Of `ThreadMemory`. */
  readonly memory: SharedArrayBuffer;
  /** Of `HeadAnnouncer`. */
  readonly head: SharedArrayBuffer;
  /** The directory of the database, written as the main thread wrote it. */
  readonly directory: string;
  readonly spec: ChainSpec;
  readonly usesEngine: boolean;
  readonly errorForm: ErrorForm;
  readonly callGas: bigint | undefined;
  readonly answerCharactersMax: number;
  readonly traceCountMax: number;
  readonly callLevel: CallLevel;
  /** Whether lines that contracts print go to a listener instead of the log. */
  readonly hasConsole: boolean;
  readonly logsDebug: boolean;
}

export type ThreadNotice =
  | {
      readonly kind: "log";
      readonly level: keyof Logger;
      readonly fields: object;
      readonly message: string;
    }
  | { readonly kind: "console"; readonly line: string }
  | { readonly kind: "damage"; readonly row: DamagedRow };

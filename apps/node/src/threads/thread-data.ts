/** Declares the start data of threads, and their notifications to the main thread. */
import type { ChainReaderOptions } from "@tandem/chain";
import type { DamagedRow } from "@tandem/primitives";
import type { AnswerLimits, ErrorForm } from "@tandem/rpc";
import type { Logger } from "@tandem/runtime";
import type { CallLevel } from "../call-log/call-log.js";

/** Describes the chain to a thread that reads it. Structured cloning can copy it. */
export interface ReaderData extends Pick<ChainReaderOptions, "spec" | "execution" | "isHeadFinal"> {
  /** The buffer of `HeadAnnouncer`. */
  readonly head: SharedArrayBuffer;
  /** The directory of the database, as the main thread opened it. */
  readonly directory: string;
  readonly traceCountMax: number;
  readonly callLevel: CallLevel;
  /** Whether lines that contracts print go to a listener instead of the log. */
  readonly hasConsole: boolean;
  /** The compilations by which failures are explained, and whether errors have the explanation too. */
  readonly buildInfo: readonly string[];
  readonly explainsErrors: boolean;
}

/** The start data of a compute thread. */
export interface ThreadData extends ReaderData {
  readonly kind: "compute";
  /** The buffer of `ThreadMemory`. */
  readonly memory: SharedArrayBuffer;
  readonly errorForm: ErrorForm;
  readonly limits: AnswerLimits;
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

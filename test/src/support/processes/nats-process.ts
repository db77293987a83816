/** A NATS server of a test's own. */
import type { ChildProcess } from "node:child_process";

const script = new URL("../../../../scripts/nats.mjs", import.meta.url).href;

export interface NatsOptions {
  /** Further lines of its configuration. */
  readonly more?: string;
  /** The bytes of a message that it takes. */
  readonly bytesMax?: number;
}

export interface NatsProcess {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** Ends it by SIGKILL, and starts it again with what it stored, or without. */
  restart(): Promise<void>;
  restartEmpty(): Promise<void>;
  stop(): Promise<void>;
}

export const { findNats, startNats } = (await import(script)) as {
  /** Undefined where none is installed. */
  findNats(): string | undefined;
  startNats(options?: NatsOptions): Promise<NatsProcess>;
};

/** Why a test is left out, as it is printed; false where there is a server. */
export const natsAbsent = findNats() === undefined && "nats-server is not installed";

/** Measures how long a process holds its event loop; preload.ts describes the method. */
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { within } from "../eventually.js";
import { promised } from "../promised.js";
import { type LoopHold, socketVariable } from "./protocol.js";

export type { LoopHold } from "./protocol.js";

export interface LoopHoldMeter {
  /** The environment for the measured process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Connects to the running process. Must be called once. */
  open(): Promise<void>;
  /** Returns the longest hold since the last read. */
  read(): Promise<LoopHold>;
  close(): void;
}

/** Creates a meter for one process, which is started elsewhere. */
export function createLoopHoldMeter(): LoopHoldMeter {
  const folder = mkdtempSync(join(tmpdir(), "loop-hold-"));
  const path = join(folder, "socket");
  const preload = new URL("./preload.js", import.meta.url).href;
  const { NODE_OPTIONS: inherited = "" } = process.env;
  let socket: ReturnType<typeof connect> | undefined;
  const waiting: ((hold: LoopHold) => void)[] = [];
  return {
    environment: {
      NODE_OPTIONS: `${inherited} --import ${preload}`.trim(),
      [socketVariable]: path,
    },
    async open() {
      const opened = promised<void>();
      const made = connect(path, () => opened.resolve());
      made.once("error", (error) => opened.reject(error));
      createInterface({ input: made }).on("line", (line) => waiting.shift()?.(JSON.parse(line)));
      await within("connection to the measured process", opened.promise);
      made.on("error", () => {});
      socket = made;
    },
    read() {
      const answer = promised<LoopHold>();
      waiting.push(answer.resolve);
      socket?.write("\n");
      return within("longest hold of the loop", answer.promise);
    },
    close() {
      socket?.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Reads the logs of an execution from an engine's memory. */
import type { Address } from "@tandem/primitives";
import type { Engine } from "../engine.js";
import { logAt } from "../layout.js";

const addressBytes = 20;
const wordBytes = 32;

/** A log whose list of topics is its own. */
export interface EngineLog {
  readonly address: Address;
  readonly topics: Uint8Array[];
  readonly data: Uint8Array;
}

/** Returns the log whose record is at an address in memory. Equal addresses and topics are shared with other logs. */
export function readLog({ memory }: Pick<Engine, "memory">, at: number): EngineLog {
  const address = memory.bytesOfWord(memory.number(at + logAt.account), addressBytes);
  const count = memory.number(at + logAt.topics);
  const body = at + logAt.body;
  const topics: Uint8Array[] = [];
  for (let i = 0; i < count; i++) topics.push(memory.sharedCopy(body + wordBytes * i, wordBytes));
  const data = memory.copyForNow(body + wordBytes * count, memory.number(at + logAt.length));
  return { address, topics, data };
}

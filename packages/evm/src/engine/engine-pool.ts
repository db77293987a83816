/** Engines that are idle. One is in use as long as an execution is under way; most are over before another begins. */
import {
  engineBytesKeptMax,
  engineBytesMax,
  enginesBytesMax,
  enginesIdleMax,
  enginesInUseMax,
} from "../limits.js";
import { Engine } from "./engine.js";

const idle: Engine[] = [];
const inUse = new Set<Engine>();

/** Whether an engine's memory may become so large, in bytes. */
function mayGrow(engine: Engine, bytes: number): boolean {
  if (bytes > engineBytesMax) return false;
  let all = bytes;
  for (const other of inUse) if (other !== engine) all += other.memory.size;
  return all <= enginesBytesMax;
}

/** @returns undefined where there is no room for another engine. */
function createEngine(): Engine | undefined {
  try {
    return new Engine(mayGrow);
  } catch (error) {
    // The address space of a memory cannot be had: a process may be limited in that.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @returns undefined when so many executions are under way that another one must do without. */
export function takeEngine(): Engine | undefined {
  if (inUse.size >= enginesInUseMax) return undefined;
  const engine = idle.pop() ?? createEngine();
  if (engine !== undefined) inUse.add(engine);
  return engine;
}

/** @param isWhole whether its execution ended; one that is in the middle of something is dropped. */
export function giveEngine(engine: Engine, isWhole: boolean): void {
  inUse.delete(engine);
  engine.close();
  const isKept =
    isWhole && idle.length < enginesIdleMax && engine.memory.size <= engineBytesKeptMax;
  if (isKept) idle.push(engine);
}

/** Idle engines. One is in use during an execution; most end before another begins. */
import {
  engineBytesKeptMax,
  engineBytesMax,
  enginesBytesMax,
  enginesIdleMax,
  enginesInUseMax,
} from "../limits.js";
import { Abandoned, Engine } from "./engine.js";

const idle: Engine[] = [];
/** An array, since V8 makes a new table for a set whenever its only member is removed. */
const inUse: Engine[] = [];

/** Returns whether an engine's memory may become so large, in bytes. */
function mayGrow(engine: Engine, bytes: number): boolean {
  if (bytes > engineBytesMax) return false;
  let all = bytes;
  for (const other of inUse) if (other !== engine) all += other.memory.size;
  return all <= enginesBytesMax;
}

/** Creates an engine, or returns undefined if there is no memory for another one. */
function createEngine(): Engine | undefined {
  try {
    return new Engine(mayGrow);
  } catch (error) {
    // A memory's address space cannot be reserved: the process may have a limit.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Acquires an engine. @returns undefined if too many executions are in progress. */
export function takeEngine(): Engine | undefined {
  if (inUse.length >= enginesInUseMax) return undefined;
  const engine = idle.pop() ?? createEngine();
  if (engine !== undefined) inUse.push(engine);
  return engine;
}

/** Releases an engine whose execution threw: it is dropped, unless the execution was abandoned. */
export function giveBroken(engine: Engine, error: unknown): void {
  const isAbandoned = error instanceof Abandoned;
  if (isAbandoned) engine.clear();
  giveEngine(engine, isAbandoned);
}

/** Releases an engine. @param isWhole whether its execution ended; otherwise it is dropped. */
export function giveEngine(engine: Engine, isWhole: boolean): void {
  const at = inUse.indexOf(engine);
  const last = inUse.pop() as Engine;
  if (last !== engine) inUse[at] = last;
  engine.close();
  const isKept =
    isWhole && idle.length < enginesIdleMax && engine.memory.size <= engineBytesKeptMax;
  if (isKept) idle.push(engine);
}

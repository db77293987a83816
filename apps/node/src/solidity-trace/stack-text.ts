/** Writes stack traces in the form of those in JavaScript. */
import { type Address, toChecksum } from "@tandem/primitives";
import type { StackEntry, StackTrace } from "./stack-trace.js";

/** Returns a line for each entry, such as `Lock.open (contracts/Lock.sol:20)`. */
export function stackLines({
  entries,
  omitted,
}: Pick<StackTrace, "entries" | "omitted">): string[] {
  const lines = entries.map(entryText);
  return omitted === 0 ? lines : lines.toSpliced(-1, 0, `… ${omitted} more …`);
}

function entryText({ address, name, file, line }: StackEntry): string {
  if (name === undefined) return `${toChecksum(address as Address)} (source not known)`;
  if (file === undefined) return name;
  return `${name} (${file}${line === undefined ? "" : `:${line}`})`;
}

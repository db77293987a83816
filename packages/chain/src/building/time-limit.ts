/** Limits the times that are requested for blocks. */
import { Fault, timestampMax } from "@tandem/primitives";

/**
 * Checks a timestamp. @param name the name of the time in the request.
 * @throws {Fault} `bad-request` for Unix seconds that no header can have.
 */
export function assertInTime(name: string, timestamp: number): void {
  if (timestamp <= timestampMax) return;
  const message = `${name}: expected at most ${timestampMax}, the last time a block can have, got ${timestamp}`;
  throw new Fault({ code: "bad-request", message });
}

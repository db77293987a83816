/** Limits timestamps: Bitcoin's headers have four bytes for them. */
import { Fault } from "@tandem/primitives";

/** The maximum timestamp, in Unix seconds. */
const timestampMax = 2 ** 32 - 1;

/**
 * Checks a timestamp. @param name the name of the time in the request.
 * @throws {Fault} `bad-request` for Unix seconds that no Bitcoin header can have.
 */
export function assertInTime(name: string, timestamp: number): void {
  if (timestamp <= timestampMax) return;
  const message = `${name}: expected at most ${timestampMax}, the last time a Bitcoin header can have, got ${timestamp}`;
  throw new Fault({ code: "bad-request", message });
}

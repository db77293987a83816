/** Declares what the main thread and threads that own sockets share. */
import type { ApiKey } from "@tandem/rpc";

/** The valid keys, whose buckets of requests are in shared memory. */
export type SocketKeys = readonly ApiKey[];

/**
 * Returns the milliseconds between the origin of this thread's `performance.now()` and that of the
 * machine's steady clock.
 */
export const clockOrigin = (): number => Number(process.hrtime.bigint()) / 1e6 - performance.now();

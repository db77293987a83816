/** What a measured process and the one that asks it agree on. */

/** Environment variable with the path of the socket at which a process tells its longest hold. */
export const socketVariable = "LOOP_HOLD_SOCKET";

/** Milliseconds between two looks; a hold is measured too long by at most as much. */
export const observeMs = 2;

export interface LoopHold {
  /** Processor milliseconds of the longest hold of the main thread's loop since it was last asked. */
  readonly longestMs: number;
  /** Processor milliseconds of the main thread since the process began. */
  readonly threadMs: number;
  /** Processor milliseconds of all threads since the process began. */
  readonly processMs: number;
}

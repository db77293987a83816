/** Defines the protocol between a measured process and its observer. */

/** Environment variable with the path of the socket at which a process reports its longest hold. */
export const socketVariable = "LOOP_HOLD_SOCKET";

/** Milliseconds between two samples; a hold is overestimated by at most as much. */
export const observeMs = 2;

export interface LoopHold {
  /** Processor milliseconds of the longest hold of the main thread's loop since the last read. */
  readonly longestMs: number;
  /** Processor milliseconds of the main thread since the process began. */
  readonly threadMs: number;
  /** Processor milliseconds of all threads since the process began. */
  readonly processMs: number;
}

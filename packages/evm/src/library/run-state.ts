/** Declares the library's state of a frame. */
import type { ExecResult } from "@ethereumjs/evm";

/** The library's state of a running frame. */
export type RunState = NonNullable<ExecResult["runState"]>;

/** The end of a frame's code. */
export type CodeEnd = Pick<ExecResult, "exceptionError"> & { readonly runState: RunState };

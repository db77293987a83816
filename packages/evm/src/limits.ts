/** The limits of this package, with their reasons. */

/**
 * Idle instances per fork: as many as clients call concurrently. Creating one costs a third of a
 * millisecond, ten times as much as a short call.
 */
export const idleEvmInstancesMax = 128;

/**
 * Instructions of the library between two checks of the clock, and gas, since some take longer than
 * others.
 */
export const stepsBetweenLooks = 64;
export const gasBetweenLooks = 4096n;

/** Bytes that a frame of a trace counts as, beside its input and output. */
export const frameBytes = 128;

/** Bytes added for each enclosing frame, since the trace address has a number for each. */
export const placeBytes = 1;

/** The maximum call depth (yellow paper, appendix H). */
export const callDepthMax = 1_024;

/** Bytes that a log of a trace counts as, beside its data. */
export const logBytes = 160;

/**
 * Bytes of the trace of a repeated execution. Its text is four times as long, and a string has at
 * most half a gigabyte.
 */
export const debugBytesMax = 67_108_864;

/** Bytes that a step of a struct log counts as, beside memory, stack, storage and return data. */
export const stepBytes = 128;

/**
 * Bytes that a frame and an access count as in a trace for ERC-7562: a frame has five maps, beside what
 * other traces show of it.
 */
export const usageBytes = 1_024;
export const accessBytes = 64;

/** Bytes of the input of KECCAK256 behind the end of memory that a trace shows, which is geth's limit. */
export const keccakPaddingMax = 1_048_576;

/** Inputs that are recorded per call for one address, and their total bytes. */
export const recordedInputsMax = 1000;
export const recordedInputBytesMax = 1_048_576;

/**
 * Rounds of BLAKE2b between two checks of the clock: about two milliseconds, up to twenty before V8
 * has optimised the WebAssembly. A multiple of ten, since the rounds' message words repeat.
 */
export const blake2RoundsInSlice = 100_000;

/**
 * Products of 32-bit limbs, or equivalent BigInt work, that a modular power computes between two
 * checks of the clock.
 */
export const powerWorkInSlice = 1_000_000;

/**
 * Bytes of the longest modulus whose powers the package's WebAssembly computes, which has buffers
 * of this length.
 */
export const modulusBytesInWasmMax = 128;

/** Points of a multiplication computed between two checks of the clock. */
export const pointsInSlice = 16;
/**
 * Pairs of a pairing computed between two checks of the clock: one takes 1.4 milliseconds. Four at
 * once take 12 percent less each, and longer than a time slice.
 */
export const pairsInSlice = 1;

/**
 * Bytes of the longest code that the engine compiles, which takes ten milliseconds and about twenty
 * times its length in memory. Only an override or a raised limit of code sizes allows longer code,
 * which the library executes.
 */
export const codeTranslatedMax = 131_072;

/**
 * Bytes of the longest code that the library searches for jump destinations at once: a millisecond.
 */
export const codeSearchedMax = 32_768;

/**
 * Codes whose analysis an instance of the library caches, which takes thirty times their length.
 */
export const codesKnownMax = 16;

/**
 * Bytes of longer code that are searched for jump destinations between two checks of the clock: a
 * millisecond.
 */
export const codeScannedInSlice = 524_288;

/**
 * Frames and logs of one execution that are converted to traces between two checks of the clock.
 */
export const traceItemsBeforeYield = 64;

/**
 * Gas that an engine executes between two checks of the clock: a tenth of a millisecond for most
 * instructions.
 */
export const gasInSlice = 40_000n;

/** Changes, events or frames that are read from an engine between two checks of the clock. */
export const recordsBeforeYield = 256;

/**
 * Concurrent executions in engines; the library executes others. V8 reserves ten gigabytes of
 * address space for each memory, and refuses a hundred and twenty.
 */
export const enginesInUseMax = 96;

/** Idle engines that are kept, and the maximum bytes of their memory. */
export const enginesIdleMax = 8;
export const engineBytesKeptMax = 33_554_432;

/** Bytes of memory of an engine, and of all in use, beyond which the library executes. */
export const engineBytesMax = 268_435_456;
export const enginesBytesMax = 1_073_741_824;

/**
 * Restarts of an execution because a part of a forked state was not loaded; then the library
 * executes it, which can wait in between. Each restart makes one request to the other chain, which
 * takes longer than the repeated part.
 */
export const engineRestartsMax = 4_096;

/** Cached hashes of a forked chain's blocks for BLOCKHASH, which reads 256 per block. */
export const loadedHashesMax = 1_024;

/** Gas above which the library executes: the engine counts in 63 bits. */
export const engineGasMax = 2n ** 62n;

/**
 * Characters of a script that traces executions, and of its configuration: several times as many as the
 * tracers of bundlers have.
 */
export const scriptLengthMax = 262_144;

/**
 * Bytes of memory of a script's interpreter, and of its stack. The memory around it, in pages of 64 KB,
 * also has the interpreter's own stack and what is passed to the script.
 */
export const scriptMemoryBytesMax = 67_108_864;
export const scriptStackBytesMax = 262_144;
export const scriptPagesMin = 256;
export const scriptPagesMax = 2_048;

/** Megabytes of the heap and of the stack of the thread that runs the interpreter. */
export const scriptHeapMbMax = 128;
export const scriptThreadStackMb = 4;

/**
 * Milliseconds that a script may take for one batch of events, and for one execution: geth's default.
 * Time counts in which the execution waits and the process runs, and is looked at by a timer.
 */
export const scriptBatchMsMax = 1_000;
export const scriptMsMax = 5_000;
export const scriptTickMs = 50;

/** Events of an execution that are passed to a script at once, and bytes beside them. */
export const scriptBatchEvents = 64;
export const scriptBatchBytes = 262_144;

/** Batches that an execution may be ahead of its script, while it changes no state. */
export const scriptBatchesAhead = 2;

/**
 * Characters of a parameter of a script's question, which the event loop answers at once. The longest is init
 * code, of which a creation may have 49,152 bytes (EIP-3860), as digits.
 */
export const scriptQuestionLengthMax = 131_072;

/** Characters of a script's result as JSON, and of the message of its error. */
export const scriptResultLengthMax = 16_777_216;
export const scriptMessageLengthMax = 1_024;

/**
 * Requests with scripts at the same time in one thread of the node, in all and of one client; further ones
 * wait for one of them to end. A thread that runs scripts is kept for the next request for some time.
 */
export const scriptThreadsMax = 4;
export const clientScriptThreadsMax = 3;
export const scriptIdleMsMax = 30_000;
